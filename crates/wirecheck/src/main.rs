//! `wirecheck`: holds transcripts against the rules. All that it does is in the library.

use std::io::{self, BufWriter};
use std::process::ExitCode;
use twogates_wirecheck::cli::{Streams, run, unwritten};

fn main() -> ExitCode {
    // An argument that is not Unicode is the name of a file, or nothing that is known.
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut streams = Streams { input: &mut io::stdin().lock(), output: &mut output, errors: &mut io::stderr().lock() };
    run(&arguments, &mut streams).unwrap_or_else(|error| unwritten(&error, &mut io::stderr().lock()))
}
