//! `cargo run -p lesson-26`: durable grants as an annotated transcript. All that it does is in the library.

use lab::lesson::Terminal;
use lesson_26::cli;
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
    let ended = std::env::current_exe().and_then(|program| cli::run(&program, &arguments, &mut terminal));
    let ended = ended.and_then(|code| terminal.output.flush().map(|()| code));
    match ended {
        Ok(code) => code,
        // Whoever pipes into `head` has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lesson-26: {error}");
            ExitCode::FAILURE
        }
    }
}
