//! `cargo run`: lesson 25 as an annotated transcript. All that it does is in the library.

use lesson_25::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    lesson::program("lesson-25", cli::run)
}
