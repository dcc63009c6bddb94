//! Holds a transcript of MCP 2026-07-28 against the rules: what is wrong, where, by which rule, and how to repair it.
//!
//! - [`Checker`] reads a stream of bare messages, transcript entries or wrapped logs, and reports each [`Finding`] as it
//!   is found. Its memory does not grow with the stream.
//! - [`rows`](all_rows): the checks as a table. Each has a bad transcript that it alone objects to, and a good one.
//! - [`report`]: the findings as text, JSON or SARIF. [`cli`]: the program.
//! - [`patch`]: repairs (RFC 6902), written and applied.
//!
//! It shares no message type with the gates: what it checks cannot teach it what to expect.
//!
//! ```
//! # use twogates_wirecheck as wirecheck;
//! use wirecheck::{Checker, Event, Options};
//! let transcript = r#"{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Not JSON."}}"#;
//! let mut wrong = Vec::new();
//! let mut happens = |event| {
//!     if let Event::Finding(finding) = event {
//!         wrong.push(format!("{} at {}: {}", finding.rule.id, finding.pointer, finding.wrong));
//!     }
//! };
//! Checker::new(Options::default()).check(transcript.as_bytes(), &mut happens).unwrap();
//! assert_eq!(wrong, ["BASE-04 at /id: an error to an unreadable id has none; null is no id"]);
//! ```

pub mod cli;
#[cfg(feature = "schema")]
pub mod official;
pub mod patch;
pub mod report;

mod checker;
mod finding;
mod form;
mod input;
mod memory;
mod parts;
mod pointer;
mod rows;
mod samples;
mod shown;

pub use checker::{Checker, Event, Options, Summary};
pub use finding::{Finding, Place, Severity};
pub use input::cut::MAX_DOCUMENT;
pub use memory::WINDOW;
pub use rows::{Row, all as all_rows, find_row};
pub use samples::Samples;
