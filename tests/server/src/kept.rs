//! Pages that are kept in `outputs/`: compared, or written anew where `TWO_GATES_BLESS` is set.

use anyhow::{Context, bail};
use std::fs;
use std::path::Path;

/// Holds the page that came out against the one that is kept.
///
/// # Errors
///
/// The first line in which they differ; or the page cannot be written.
pub fn hold(name: &str, page: &str) -> anyhow::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../outputs").join(name);
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        fs::write(&path, page).with_context(|| format!("outputs/{name} cannot be written"))?;
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    match differs(&there, page) {
        None => Ok(()),
        Some((line, kept, came)) => {
            bail!(
                "outputs/{name}, line {line}: kept is {kept:?}, and {came:?} comes out now; TWO_GATES_BLESS=1 writes it"
            )
        }
    }
}

/// The number of the first line in which two texts differ, and the line in both.
fn differs<'a>(one: &'a str, other: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let longest = one.lines().count().max(other.lines().count());
    let line = |text: &'a str, at| text.lines().nth(at).unwrap_or_default();
    let mut pairs = (0..longest).map(|at| (at + 1, line(one, at), line(other, at)));
    pairs.find(|(_, one, other)| one != other)
}

#[cfg(test)]
mod tests {
    use super::differs;

    #[test]
    fn the_first_line_that_differs_is_told() {
        assert_eq!(differs("a\nb\n", "a\nb\n"), None);
        assert_eq!(differs("a\nb\nc\n", "a\nx\ny\n"), Some((2, "b", "x")));
        assert_eq!(differs("a\n", "a\nb\n"), Some((2, "", "b")));
        assert_eq!(differs("", "a\n"), Some((1, "", "a")));
    }
}
