//! What is printed, held against what is kept; and how the program ends.
//!
//! `scripts/outputs goldens` writes the kept texts anew.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

mod cli;
mod golden;
mod patch;
mod safe;

use std::process::ExitCode;
use twogates_wirecheck::cli::{Streams, run};

/// How a run ended, and what it printed on both streams.
pub(crate) fn ran(arguments: &[&str], input: &str) -> (ExitCode, String, String) {
    let arguments: Vec<_> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams { input: &mut input.as_bytes(), output: &mut output, errors: &mut errors };
    let code = run(&arguments, &mut streams).unwrap();
    (code, String::from_utf8(output).unwrap(), String::from_utf8(errors).unwrap())
}

/// A transcript with a finding of each severity, one with a repair, in entries and in bare messages.
pub(crate) const FAULTS: &str = concat!(
    r#"{"v":1,"number":11,"act":"a","atMs":0,"kind":"mcp","from":"host","to":"server","message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_file","arguments":{},"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}}}}"#,
    "\n",
    r#"{"v":1,"number":12,"act":"a","atMs":0,"kind":"mcp","from":"server","to":"host","answers":11,"message":{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"The user declined."}}}"#,
    "\n",
);
