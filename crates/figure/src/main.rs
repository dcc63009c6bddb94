//! `figure`: renders the interactive figure. All that it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match twogates_figure::cli::run(&arguments, &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("figure: {wrong:#}");
            ExitCode::FAILURE
        }
    }
}
