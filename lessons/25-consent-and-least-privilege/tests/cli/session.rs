//! A run of the command line in memory.

use lesson_25::cli::{self, Terminal};
use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::process::ExitCode;
use std::rc::Rc;

/// What came of a run.
pub(crate) struct Session {
    pub(crate) output: String,
    pub(crate) errors: String,
    code: ExitCode,
}

/// Bytes that are still there when the one who wrote them is gone.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}

/// The arguments of a command line without quotation marks.
pub(crate) fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Runs with these arguments while somebody types, into a pipe.
pub(crate) fn run(arguments: &str, typed: &str) -> Session {
    run_at(arguments, typed.as_bytes(), false, true)
}

/// The same at a terminal of one's own choice.
pub(crate) fn run_at(arguments: &str, typed: &[u8], colour: bool, echo: bool) -> Session {
    let (output, errors) = (Shared::default(), Shared::default());
    let mut terminal = Terminal {
        input: Box::new(Cursor::new(typed.to_vec())),
        output: Box::new(output.clone()),
        errors: Box::new(errors.clone()),
        colour,
        echo,
    };
    let code = cli::run(&words(arguments), &mut terminal).unwrap();
    Session { output: output.text(), errors: errors.text(), code }
}

/// What a run prints that must go well.
pub(crate) fn printed(arguments: &str, typed: &str) -> String {
    run(arguments, typed).good(arguments).output
}

/// A run whose reader is gone.
pub(crate) fn run_into_closed(arguments: &str, typed: &str) -> io::Result<ExitCode> {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let mut terminal = Terminal {
        input: Box::new(Cursor::new(typed.as_bytes().to_vec())),
        output: Box::new(Closed),
        errors: Box::new(io::sink()),
        colour: false,
        echo: true,
    };
    cli::run(&words(arguments), &mut terminal)
}

impl Session {
    /// This run, which went well and complained of nothing.
    pub(crate) fn good(self, about: &str) -> Self {
        assert!(self.ended(ExitCode::SUCCESS), "{about}: {:?} {}", self.code, self.errors);
        assert_eq!(self.errors, "", "{about}");
        self
    }

    pub(crate) fn ended(&self, code: ExitCode) -> bool {
        // Exit codes cannot be compared, but they print what they are.
        format!("{:?}", self.code) == format!("{code:?}")
    }

    /// What happened in the world, in order.
    pub(crate) fn effects(&self) -> Vec<&str> {
        self.behind("==> ")
    }

    /// What a person said, in order.
    pub(crate) fn said(&self) -> Vec<&str> {
        self.behind("     says: ")
    }

    /// The lines that contain a mark, from behind it.
    fn behind(&self, mark: &str) -> Vec<&str> {
        self.output.lines().filter_map(|line| Some(line.split_once(mark)?.1)).collect()
    }

    /// How often the student was asked what to answer.
    pub(crate) fn prompts(&self) -> usize {
        let prompts = ["yes, no (in the form), decline, or cancel? ", "yes, no, or cancel? "];
        prompts.iter().map(|prompt| self.output.matches(prompt).count()).sum()
    }
}

/// What is wrong with the lines of a text: longer than a terminal is wide, or with a character that moves or hides.
pub(crate) fn misfits(text: &str) -> Vec<&str> {
    let fits = |line: &&str| line.chars().count() <= 80 && !line.chars().any(char::is_control);
    text.lines().filter(|line| !fits(line)).collect()
}
