//! The checklist, rendered.

use crate::Evidence;
use crate::sections::{ALL, Section, lines};
use askama::Template;
use rules::Rule;

/// The page as Markdown.
#[derive(Template)]
#[template(path = "checklist.md", escape = "none")]
struct Markdown {
    sections: &'static [&'static Section],
    rules: Vec<&'static Rule>,
}

/// The page as HTML.
#[derive(Template)]
#[template(path = "checklist.html")]
struct Html {
    sections: &'static [&'static Section],
    revision: &'static str,
}

/// The checklist as Markdown: every line with its rules' sentences, and links to its evidence that work from `outputs/`.
///
/// # Errors
///
/// What askama says; it has no reason to.
///
/// ```
/// # use twogates_checklist as checklist;
/// let page = checklist::page::markdown().unwrap();
/// assert!(page.contains(rules::grant::CLAIMED_ONCE.sentence));
/// ```
pub fn markdown() -> Result<String, askama::Error> {
    Markdown { sections: ALL, rules: cited() }.render()
}

/// The checklist as one page of HTML without scripts and without anything from elsewhere. It prints on one sheet of A4.
///
/// # Errors
///
/// What askama says; it has no reason to.
pub fn html() -> Result<String, askama::Error> {
    Html { sections: ALL, revision: wire::VERSION }.render()
}

/// The rules that the lines cite, each once, in the order of the catalogue.
fn cited() -> Vec<&'static Rule> {
    let cites = |rule: &&'static Rule| lines().any(|line| line.rules.contains(rule));
    rules::all().filter(cites).collect()
}

/// A name in pieces that may stand on two lines: a browser breaks it where it is told to.
fn pieces(evidence: &Evidence) -> Vec<String> {
    evidence.name().split_inclusive('_').map(str::to_owned).collect()
}
