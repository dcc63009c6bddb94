//! Reading: every layout and wrapper, what cannot be read, and what is forgotten.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod blind;
mod layouts;
mod limits;
mod odd;
mod random;
mod sdks;
mod wrappers;

use twogates_wirecheck::{Checker, Event, Options, Summary};

/// A request without a version: what should be found wherever it stands.
pub(crate) const WRONG: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
/// Its answer.
pub(crate) const ANSWER: &str =
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"The version is missing."}}"#;

/// `line: check pointer` of each finding, `line: why` of each document that cannot be read, and the summary.
pub(crate) fn checked(text: impl AsRef<[u8]>, options: Options) -> (Vec<String>, Summary) {
    let mut happened = Vec::new();
    let mut happens = |event| {
        happened.push(match event {
            Event::Finding(finding) => format!("{}: {} {}", finding.place.line, finding.check, finding.pointer),
            Event::Unproven { place, .. } => format!("{}: unproven", place.line),
            Event::Unreadable(place, why) => format!("{}: {why}", place.line),
        });
    };
    let summary = Checker::new(options).check(text.as_ref(), &mut happens).unwrap();
    (happened, summary)
}

/// What happened in a text that is whole.
pub(crate) fn whole(text: impl AsRef<[u8]>) -> Vec<String> {
    checked(text, Options::default()).0
}
