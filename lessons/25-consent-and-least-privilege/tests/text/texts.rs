//! The texts, and how tables and code are found in them.

use std::path::PathBuf;

/// A text: where it stands below the root, and what it says.
pub(crate) struct Text {
    pub(crate) path: &'static str,
    pub(crate) text: &'static str,
}

pub(crate) const LESSON: Text =
    Text { path: "lessons/25-consent-and-least-privilege/README.md", text: include_str!("../../README.md") };
pub(crate) const README: Text = Text { path: "README.md", text: include_str!("../../../../README.md") };
pub(crate) const SECURITY: Text = Text { path: "SECURITY.md", text: include_str!("../../../../SECURITY.md") };

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

impl Text {
    /// The rows of the table below this head, each as its cells. There must be one.
    pub(crate) fn table(&self, head: &str) -> Vec<Vec<&'static str>> {
        let mut rows = self.text.lines().skip_while(|line| *line != head).take_while(|line| line.starts_with('|'));
        assert!(rows.next().is_some(), "{} has no table {head}", self.path);
        let rows: Vec<Vec<_>> =
            rows.skip(1).map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect();
        assert!(rows.len() > 3, "{head}");
        rows
    }

    /// What stands in single backticks.
    pub(crate) fn code(&self) -> Vec<&'static str> {
        let outside = self.text.split("```").step_by(2);
        outside.flat_map(in_backticks).collect()
    }

    /// The lines of the blocks of code in this language.
    pub(crate) fn block_lines(&self, language: &str) -> Vec<&'static str> {
        let blocks = self.text.split("```").skip(1).step_by(2);
        blocks.filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n')).flat_map(str::lines).collect()
    }
}

/// What stands in single backticks in a text without blocks.
pub(crate) fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
