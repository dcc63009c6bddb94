//! How a lesson's program begins and ends.

use super::Terminal;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

/// Runs a lesson of this name with the program's own arguments, input and output, and says how it ended.
///
/// Lines are coloured on a terminal alone, and never where `NO_COLOR` says something. Whoever pipes into `head` has read
/// enough: that is no failure.
pub fn program(name: &str, lesson: impl FnOnce(&[String], &mut Terminal) -> io::Result<ExitCode>) -> ExitCode {
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
    let ended = lesson(&arguments, &mut terminal).and_then(|code| terminal.output.flush().map(|()| code));
    match ended {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}
