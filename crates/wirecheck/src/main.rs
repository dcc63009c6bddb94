//! `wirecheck`: holds transcripts against the rules. All that it does is in the library.

use std::io::{self, BufWriter};
use std::process::ExitCode;
use twogates_wirecheck::cli::{Streams, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut streams = Streams { input: &mut io::stdin().lock(), output: &mut output, errors: &mut io::stderr().lock() };
    match run(&arguments, &mut streams) {
        Ok(code) => code,
        // Whoever pipes into `head` has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wirecheck: {error}");
            ExitCode::from(2)
        }
    }
}
