//! `checklist`: renders the checklist, or the review of a tool list. All that it does is in the library.

use std::io;
use std::process::ExitCode;
use twogates_checklist::cli::{Streams, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut streams = Streams { input: &mut io::stdin().lock(), output: &mut io::stdout().lock() };
    match run(&arguments, &mut streams) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("checklist: {wrong:#}");
            ExitCode::FAILURE
        }
    }
}
