//! `checklist`: renders the checklist, or the review of a tool list. All that it does is in the library.

use std::io;
use std::process::ExitCode;
use twogates_checklist::cli::{Streams, complaint, run};

fn main() -> ExitCode {
    // An argument that is not Unicode is the name of a file, or nothing that is known.
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut streams = Streams { input: &mut io::stdin().lock(), output: &mut io::stdout().lock() };
    match run(&arguments, &mut streams) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("{}", complaint(&wrong));
            ExitCode::FAILURE
        }
    }
}
