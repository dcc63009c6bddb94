//! Where a lesson reads and writes.

use std::io::{self, BufRead, Write};
use twogates::consent::render;

/// How many bytes a line may have that somebody types.
const LONGEST: usize = 4096;

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
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn print(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| writeln!(self.output, "{line}"))
    }

    /// Prints a prompt, and gives what is typed at it, without spaces around it. None at the end of the input. A line of
    /// more than 4,096 bytes is nothing that anybody typed: it is not taken, and the next one is.
    ///
    /// Whatever comes, the next thing that is printed begins on a line of its own.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written.
    pub fn typed(&mut self, prompt: &str) -> io::Result<Option<String>> {
        loop {
            write!(self.output, "{prompt}")?;
            self.output.flush()?;
            let Some(bytes) = self.line()? else {
                writeln!(self.output)?;
                return Ok(None);
            };
            if bytes.len() > LONGEST {
                writeln!(self.output, "\nA line may have {LONGEST} bytes at most. That one was not read.")?;
                continue;
            }
            // Bytes that are no text are no reason to end the lesson.
            let typed = String::from_utf8_lossy(&bytes).trim().to_owned();
            if self.echo {
                writeln!(self.output, "{}", render::line(&typed))?;
            }
            return Ok(Some(typed));
        }
    }

    /// The next line, and of a very long one no more than its beginning. None at the end of the input.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut begun = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                return Ok(begun.then_some(line));
            }
            begun = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let room = (LONGEST + 1).saturating_sub(line.len());
            let taken = end.unwrap_or(chunk.len());
            line.extend(chunk.iter().take(taken.min(room)));
            let used = end.map_or(taken, |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    /// Takes this terminal's place and gives it: for whoever must own one for a while.
    #[must_use]
    pub fn taken(&mut self) -> Self {
        Self {
            input: std::mem::replace(&mut self.input, Box::new(io::empty())),
            output: std::mem::replace(&mut self.output, Box::new(io::sink())),
            errors: std::mem::replace(&mut self.errors, Box::new(io::sink())),
            colour: self.colour,
            echo: self.echo,
        }
    }
}
