//! `cargo run -p lesson-26`: durable grants as an annotated transcript. All that it does is in the library.

use lesson_26::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    lesson::program("lesson-26", |arguments, terminal| cli::run(&std::env::current_exe()?, arguments, terminal))
}
