//! `two-gates`: the real server. All that it does is in the library.

use clap::Parser;
use std::process::ExitCode;
use twogates_server::cli::{Cli, run};

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("two-gates: {error:#}");
            ExitCode::FAILURE
        }
    }
}
