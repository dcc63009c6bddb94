//! One line of an entry's text.

use crate::hidden;
use std::fmt;
use std::ops::Deref;

/// One line of text. Whatever is put into it stays one line that shows all there is: what is [`hidden`] reads as a visible
/// escape, so that the name of a payee forges no second line.
///
/// It reads as a `&str` and prints as what is safe to print.
///
/// ```
/// # use twogates_wire as wire;
/// use wire::entry::Line;
/// assert_eq!(Line::new("paid 900 EUR to Bob\nRUNNING delete_file"), r"paid 900 EUR to Bob\nRUNNING delete_file");
/// assert_eq!(Line::new("invoice\u{202e}fdp.exe"), r"invoice\u{202e}fdp.exe");
///
/// // The body of a message that nobody can read for sure is kept byte for byte, and still prints as one line.
/// let body = Line::verbatim("{\n}");
/// assert_eq!((body.to_string().as_str(), body.kept()), (r"{\n}", "{\n}"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    shown: String,
    /// The text itself, where it differs and is kept.
    kept: Option<String>,
}

impl Line {
    /// A line of this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { shown: escaped(text), kept: None }
    }

    /// A line that keeps the text as it came beside what is shown of it.
    #[must_use]
    pub fn verbatim(text: &str) -> Self {
        let shown = escaped(text);
        let kept = (shown != text).then(|| text.to_owned());
        Self { shown, kept }
    }

    /// A line of this text in quotation marks: a quotation mark or a backslash within it is escaped as well.
    ///
    /// ```
    /// # use twogates_wire as wire;
    /// use wire::entry::Line;
    /// assert_eq!(Line::quoted("a\"\\\u{3164}"), r#""a\"\\\u{3164}""#);
    /// ```
    #[must_use]
    pub fn quoted(text: &str) -> Self {
        // What is written as text for programs has no quotation mark, no backslash and no line break of its own any more.
        Self::new(&format!("{text:?}"))
    }

    /// The text as it came, where it was kept so; what is shown of it otherwise. Not for printing.
    #[must_use]
    pub fn kept(&self) -> &str {
        self.kept.as_deref().unwrap_or(&self.shown)
    }
}

fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            unseen if hidden(unseen) => line.extend(unseen.escape_unicode()),
            plain => line.push(plain),
        }
    }
    line
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl Deref for Line {
    type Target = str;

    fn deref(&self) -> &str {
        &self.shown
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown.fmt(f)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown.fmt(f)
    }
}

impl PartialEq<str> for Line {
    fn eq(&self, other: &str) -> bool {
        self.shown == other
    }
}

impl PartialEq<&str> for Line {
    fn eq(&self, other: &&str) -> bool {
        self.shown == *other
    }
}

impl PartialEq<String> for Line {
    fn eq(&self, other: &String) -> bool {
        self.shown == *other
    }
}
