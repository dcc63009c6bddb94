//! The program: what it is told, what it reads, what it prints.

use crate::review::{MAX_BYTES, Review};
use crate::shipped;
use anyhow::{Context, Error, Result, bail};
use consent::render;
use std::env;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

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
/// When the arguments are none of those that [`HELP`] shows, when what is shipped is stale, when a list has an entry without
/// a name (its review is printed all the same), and when something cannot be read or written.
pub fn run(arguments: &[String], streams: &mut Streams<'_>) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        [] => shipped::write(&shipped::root(&env::current_dir()?)?),
        ["--check"] => {
            shipped::check(&shipped::root(&env::current_dir()?)?)?;
            Ok(writeln!(streams.output, "the checklist in outputs/ is fresh, and its evidence is there")?)
        }
        ["--tools", file] => {
            let (review, nameless) = if *file == "-" {
                review(&mut *streams.input, "standard input")?
            } else {
                let opened = File::open(file).with_context(|| file.to_string())?;
                // The folder is nobody's business: a review may be published.
                let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
                review(opened, &name)?
            };
            streams.output.write_all(review.as_bytes())?;
            match nameless {
                Some(nameless) => bail!("{file}: {nameless}"),
                None => Ok(()),
            }
        }
        ["--help" | "-h"] => Ok(streams.output.write_all(HELP.as_bytes())?),
        _ => bail!("unknown arguments; --help says what is known"),
    }
}

/// What went wrong, as one safe line: it may name a file, an argument, or a member of somebody else's list.
#[must_use]
pub fn complaint(wrong: &Error) -> String {
    render::line(&format!("checklist: {wrong:#}"))
}

/// Reviews what is read, up to the limit and a byte more, which is told. With it comes what is wrong with the
/// list as a whole.
fn review(input: impl Read, name: &str) -> Result<(String, Option<String>)> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_BYTES)?.saturating_add(1);
    input.take(most).read_to_end(&mut bytes).with_context(|| name.to_owned())?;
    let review = Review::of(&bytes, name).with_context(|| name.to_owned())?;
    Ok((review.markdown()?, review.nameless()))
}
