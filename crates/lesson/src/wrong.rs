//! What is wrong with the arguments of a lesson's program.

use std::fmt;

/// What is wrong with the arguments, and what to type in their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// What is wrong, in one sentence.
    pub what: String,
    /// What to type, one line for each way.
    pub instead: Vec<String>,
}

impl Wrong {
    /// What is wrong, and the arguments behind `command --` that can be meant; where there are none, the help.
    #[must_use]
    pub fn new(command: &str, what: impl Into<String>, instead: &[String]) -> Self {
        let help = ["--help".to_owned()];
        let ways = if instead.is_empty() { &help } else { instead };
        Self { what: what.into(), instead: ways.iter().map(|way| format!("{command} -- {way}")).collect() }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        let or = std::iter::once("Type ").chain(std::iter::repeat("  or "));
        self.instead.iter().zip(or).try_for_each(|(way, before)| write!(f, "\n{before}{way}"))
    }
}

/// The value of a flag: behind its `=`, or the next argument.
#[must_use]
pub fn value(inline: Option<String>, rest: &mut impl Iterator<Item = String>) -> Option<String> {
    inline.or_else(|| rest.next()).filter(|value| !value.is_empty() && !value.starts_with("--"))
}

/// The number of an entry, as a transcript writes it: digits, and no zero before them.
#[must_use]
pub fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}
