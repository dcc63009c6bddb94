//! Where a lesson reads and writes.

use std::io::{self, BufRead, Write};
use twogates::consent::render;

/// Where a lesson reads and writes.
pub struct Terminal {
    /// Where the student types.
    pub input: Box<dyn BufRead>,
    /// Where the transcript goes.
    pub output: Box<dyn Write>,
    /// Where it is said what is wrong with the arguments.
    pub errors: Box<dyn Write>,
    /// Whether lines may be coloured.
    pub colour: bool,
    /// Whether what the student types must be printed, because the input is no terminal that shows it.
    pub echo: bool,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Terminal(colour: {}, echo: {})", self.colour, self.echo)
    }
}

impl Terminal {
    /// Prints lines.
    pub(super) fn print(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| writeln!(self.output, "{line}"))
    }

    /// Prints a prompt, and gives what is typed at it, without spaces around it. None at the end of the input.
    ///
    /// Whatever comes, the next thing that is printed begins on a line of its own.
    pub(super) fn typed(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{prompt}")?;
        self.output.flush()?;
        // Bytes that are no text are no reason to end the lesson.
        let mut bytes = Vec::new();
        let end = self.input.read_until(b'\n', &mut bytes)? == 0;
        let typed = String::from_utf8_lossy(&bytes).trim().to_owned();
        if end || self.echo {
            writeln!(self.output, "{}", render::line(&typed))?;
        }
        Ok((!end).then_some(typed))
    }

    /// Takes this terminal's place and gives it: for whoever must own one for a while.
    pub(super) fn taken(&mut self) -> Self {
        Self {
            input: std::mem::replace(&mut self.input, Box::new(io::empty())),
            output: std::mem::replace(&mut self.output, Box::new(io::sink())),
            errors: std::mem::replace(&mut self.errors, Box::new(io::sink())),
            colour: self.colour,
            echo: self.echo,
        }
    }
}
