//! The program: what it is told, what it reads, what it prints.

use crate::shipped;
use anyhow::{Result, bail};
use std::env;
use std::io::{Read, Write};

/// What `--help` says.
pub const HELP: &str = "\
Renders the checklist for a consent and authorization design, and reviews the tool list of any MCP server.

  checklist                 writes outputs/consent-design-checklist.md and .html
  checklist --check         fails when one of them is stale, or evidence that they name is missing
  checklist --tools FILE    reviews a tools/list result, as Markdown on standard output; `-` is standard input

FILE holds what the server answered (a JSON-RPC response), its result, or the array of tools alone.
";

/// The streams of the program.
pub struct Streams<'a> {
    /// Read for `--tools -`.
    pub input: &'a mut dyn Read,
    /// What is printed.
    pub output: &'a mut dyn Write,
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Streams")
    }
}

/// Runs the program.
///
/// # Errors
///
/// When the arguments are none of those that [`HELP`] shows, when what is shipped is stale, and when something cannot be
/// read or written.
pub fn run(arguments: &[String], streams: &mut Streams<'_>) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] => shipped::write(&shipped::root(&env::current_dir()?)?),
        ["--check"] => {
            shipped::check(&shipped::root(&env::current_dir()?)?)?;
            Ok(writeln!(streams.output, "the checklist in outputs/ is fresh, and its evidence is there")?)
        }
        ["--help" | "-h"] => Ok(streams.output.write_all(HELP.as_bytes())?),
        _ => bail!("unknown arguments; --help says what is known"),
    }
}
