//! The student is the person at the prompt.

use super::{Cast, Terminal, show};
use lab::host::{Person, Reply, Script};
use lab::recorder::Recorder;
use print::Printer;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const WHAT_TO_TYPE: &str = "yes, no (in the form), decline, or cancel? ";
/// What to type at the host's own prompt, which has no form.
const AT_HOST: &str = "yes, no, or cancel? ";
/// Said to whoever types anything else. The specification's word for a form that is submitted is taken as well.
const NOT_UNDERSTOOD: &str = "That was not understood. Type one of these words; accept is the same as yes.";
/// What the host's own prompt begins with.
const HOST_ASKS: &str = "This host asks:";

/// Stands in the first note that the student sees.
const WHO_YOU_ARE: &str = "You answer for Alice at each prompt, as you like: what happens then depends on it.";

/// Stands below the heading of an act in which nobody was at the prompt: none of it was printed by then.
const UNASKED: &str = "You were asked nothing here.";

/// Someone at a real terminal. What happened so far is printed before each prompt.
#[derive(Clone)]
pub struct Asked(Rc<RefCell<Table>>);

struct Table {
    terminal: Terminal,
    printer: Printer,
    recorder: Option<Arc<Mutex<Recorder>>>,
    act: Option<&'static str>,
    printed: usize,
    prompts: usize,
    last_is_empty: bool,
    failed: Option<io::Error>,
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Asked")
    }
}

impl Cast for Asked {
    fn person(&self, script: &[Reply]) -> Box<dyn Person> {
        // Where the script has nobody at the prompt, nobody sits there.
        if script.is_empty() { Box::new(Script::default()) } else { Box::new(self.clone()) }
    }

    fn watch(&self, recorder: &Arc<Mutex<Recorder>>) {
        self.0.borrow_mut().recorder = Some(recorder.clone());
    }

    fn improvises(&self) -> bool {
        true
    }

    fn says_first(&self) -> Option<&'static str> {
        Some(WHO_YOU_ARE)
    }
}

impl Person for Asked {
    fn answer(&mut self, prompt: &str) -> Reply {
        let mut table = self.0.borrow_mut();
        table.ask(prompt).unwrap_or_else(|error| {
            table.failed = Some(error);
            Reply::Cancel
        })
    }
}

impl Table {
    /// Prints what happened since the last time, with this line below the first of it.
    fn catch_up(&mut self, mut below: Option<&str>) -> io::Result<()> {
        let Some(recorder) = &self.recorder else { return Ok(()) };
        let entries = lock(recorder).entries().to_vec();
        for entry in entries.iter().skip(self.printed) {
            if self.act.is_none_or(|act| entry.act == act) {
                let lines = self.printer.lines_of(entry.number, &entries);
                self.last_is_empty = lines.last().is_none_or(String::is_empty);
                self.terminal.print(lines)?;
                if let Some(line) = below.take() {
                    let gap = if self.last_is_empty { "" } else { "\n" };
                    writeln!(self.terminal.output, "{gap}     {line}\n")?;
                    self.last_is_empty = true;
                }
            }
        }
        self.printed = entries.len();
        self.terminal.output.flush()
    }

    fn ask(&mut self, prompt: &str) -> io::Result<Reply> {
        self.prompts += 1;
        self.catch_up(None)?;
        if !self.last_is_empty {
            writeln!(self.terminal.output)?;
        }
        writeln!(self.terminal.output, "{prompt}\n")?;
        let what_to_type = if prompt.starts_with(HOST_ASKS) { AT_HOST } else { WHAT_TO_TYPE };
        loop {
            let reply = match self.terminal.typed(what_to_type)?.as_deref().map(str::to_lowercase).as_deref() {
                Some("yes" | "y" | "accept") => Reply::Yes,
                Some("no" | "n") => Reply::NoInTheForm,
                Some("decline" | "d") => Reply::Decline,
                Some("cancel" | "c") => Reply::Cancel,
                Some(_) => {
                    writeln!(self.terminal.output, "{NOT_UNDERSTOOD}")?;
                    continue;
                }
                None => {
                    writeln!(self.terminal.output, "Nobody is there any more: the prompt is closed.")?;
                    Reply::Cancel
                }
            };
            writeln!(self.terminal.output)?;
            self.last_is_empty = true;
            return Ok(reply);
        }
    }

    /// Prints the rest; below its heading that nobody was asked, when so it is.
    fn end(&mut self) -> io::Result<()> {
        self.catch_up((self.prompts == 0).then_some(UNASKED))
    }
}

fn lock(recorder: &Mutex<Recorder>) -> MutexGuard<'_, Recorder> {
    recorder.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays with the student at the prompt. `played` plays everything that happens, to the cast that it is given; what belongs
/// to another act than `act` is not shown.
///
/// # Errors
///
/// When the terminal cannot be read or written, or `played` fails.
pub fn play(
    act: Option<&'static str>,
    terminal: &mut Terminal,
    played: impl FnOnce(&Rc<dyn Cast>) -> io::Result<()>,
) -> io::Result<()> {
    let table = Rc::new(RefCell::new(Table {
        printer: show::printer(terminal),
        terminal: terminal.taken(),
        recorder: None,
        act,
        printed: 0,
        prompts: 0,
        last_is_empty: true,
        failed: None,
    }));
    let cast: Rc<dyn Cast> = Rc::new(Asked(table.clone()));
    let played = played(&cast);
    let mut table = table.borrow_mut();
    let ended = played.and_then(|()| table.end());
    *terminal = table.terminal.taken();
    table.failed.take().map_or(ended, Err)
}
