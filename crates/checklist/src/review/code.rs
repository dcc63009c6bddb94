//! Somebody else's text in a Markdown file.

use consent::render;

/// The most characters of a text that are shown; a longer one is cut in the middle.
const MOST: usize = 60;

/// The most characters of a text that are looked at.
const READ: usize = 2_000;

/// The text as a code span, on one line, in printable ASCII.
///
/// Within a code span nothing is markup but the mark that ends it, and within a table the bar that ends a cell. Those
/// two, and all that is not ASCII, become escapes such as `\u{60}`; so do the characters that nobody sees (rule
/// `CALL-08`). A look-alike of a letter is told from it by that.
pub(super) fn code(text: &str) -> String {
    let safe = if text.chars().nth(READ).is_some() { beginning(text) } else { whole_or_cut(text) };
    let mut out = String::from("`");
    for character in safe.chars() {
        match character {
            '`' | '|' => out.extend(character.escape_unicode()),
            plain if plain.is_ascii() => out.push(plain),
            other => out.extend(other.escape_unicode()),
        }
    }
    out.push('`');
    out
}

/// A text as it is where it is short and plain, quoted and cut otherwise.
fn whole_or_cut(text: &str) -> String {
    let whole = render::line(text);
    let bare = whole.chars().count() <= MOST && !text.is_empty() && text.trim() == text;
    if bare { whole } else { render::value(text, MOST) }
}

/// How a text begins that is too long to be rendered whole, and its length.
fn beginning(text: &str) -> String {
    let first: String = text.chars().take(MOST / 2).collect();
    format!("{} ... ({} characters)", render::value(&first, MOST), text.chars().count())
}

/// Several texts as code, with commas; those behind the first twelve are counted.
pub(super) fn codes<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let all: Vec<_> = texts.into_iter().collect();
    let mut shown = all.iter().take(SHOWN).map(|text| code(text)).collect::<Vec<_>>().join(", ");
    if all.len() > SHOWN {
        shown.push_str(&format!(" and {} more", all.len() - SHOWN));
    }
    shown
}
