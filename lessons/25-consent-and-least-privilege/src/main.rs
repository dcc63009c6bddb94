//! `cargo run`: lesson 25 as an annotated transcript. All that it does is in the library.

use lesson_25::cli::{self, Terminal};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let echo = !stdin.is_terminal();
    let mut terminal = Terminal {
        input: Box::new(stdin.lock()),
        output: Box::new(BufWriter::new(stdout)),
        errors: Box::new(io::stderr()),
        colour,
        echo,
    };
    let ended = cli::run(&arguments, &mut terminal).and_then(|code| terminal.output.flush().map(|()| code));
    match ended {
        Ok(code) => code,
        // Whoever pipes into `head` has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lesson-25: {error}");
            ExitCode::FAILURE
        }
    }
}
