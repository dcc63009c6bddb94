//! The student edits Alice's retry before it is sent.

mod draft;
mod table;
mod verdict;

use super::{Options, Terminal};
use crate::acts::{self, ACTS};
use crate::stage::{Scripted, Stage};
use draft::Draft;
use lab::host::{Pending, Reply, Sent};
use lesson::show;
use print::Printer;
use serde_json::{Map, json};
use std::io::{self, Write};
use std::rc::Rc;
use wire::Entry;
use wire::entry::{Kind, Violation};

/// The act that all this belongs to.
const ACT: &str = "attack";

const HONEST: &str = "Now Alice's own client sends the honest retry.";

/// Plays up to Alice's yes, lets the student edit the retry, and sends first that and then the honest one.
pub(super) fn play(options: &Options, terminal: &mut Terminal) -> io::Result<()> {
    let mut stage = acts::empty(&options.without).map_err(io::Error::other)?;
    for act in ACTS.iter().filter(|act| act.main && act.number < 7) {
        (act.play)(&mut stage);
    }
    stage.hand_over(Rc::new(Scripted));
    stage.begin(
        ACT,
        "Your turn: what comes back is hostile input",
        &["Alice is asked about notes.txt and says yes. Her retry is on the table. Change it, and send it."],
    );
    stage.alice_says(&[Reply::Yes]);
    let mut shown = Shown { printer: show::printer(terminal), printed: 0 };
    if let Some(mut pending) = ask_about_notes(&mut stage) {
        stage.alice.answer(&mut pending);
        shown.catch_up(&stage, terminal)?;
        let draft = edit(&stage, &pending, terminal)?;
        let before = stage.entries().len();
        send(&mut stage, &pending, &draft);
        let sent: Vec<Entry> = stage.entries().into_iter().skip(before).collect();
        if !draft.edits.is_empty() {
            let came_of_it = verdict_of(&stage).map(came_of_it);
            stage.say(&came_of_it.into_iter().chain([HONEST]).collect::<Vec<_>>());
            stage.alice.retry(&pending);
        }
        stage.summary();
        stage.say(&[&verdict::verdict(&draft.params, &sent, &options.without)]);
    }
    shown.catch_up(&stage, terminal)
}

/// How much of the act was printed.
struct Shown {
    printer: Printer,
    printed: usize,
}

impl Shown {
    /// Prints what was recorded in this act since the last time.
    fn catch_up(&mut self, stage: &Stage, terminal: &mut Terminal) -> io::Result<()> {
        let entries = stage.entries();
        let nexts = entries.iter().skip(1).map(Some).chain([None]);
        for (entry, next) in entries.iter().zip(nexts).skip(self.printed).filter(|(entry, _)| entry.act == ACT) {
            let mut lines = self.printer.lines_of(entry.number, &entries);
            let note_follows = next.is_some_and(|next| next.kind == Kind::Note);
            if note_follows && lines.last().is_some_and(|line| !line.is_empty()) {
                lines.push(String::new());
            }
            terminal.print(lines)?;
        }
        self.printed = entries.len();
        terminal.output.flush()
    }
}

/// Nothing where nobody is asked.
fn ask_about_notes(stage: &mut Stage) -> Option<Pending> {
    let arguments = Map::from_iter([("path".to_owned(), json!("notes.txt"))]);
    match stage.alice.begin("delete_file", &arguments, None) {
        Sent::Asks(pending) => Some(pending),
        Sent::Answered(_) => None,
    }
}

/// Lets the student edit what is to be sent, until they send it or their input ends.
fn edit(stage: &Stage, pending: &Pending, terminal: &mut Terminal) -> io::Result<Draft> {
    let mut draft = Draft::of(pending);
    writeln!(terminal.output, "The retry, and where each part of it stands:\n")?;
    terminal.print(table::lines(&draft.params))?;
    writeln!(terminal.output, "\n{}\n", draft::MENU)?;
    while let Some(typed) = terminal.typed("edit> ")?.filter(|typed| !typed.is_empty()) {
        if typed == "?" {
            terminal.print(table::lines(&draft.params))?;
            continue;
        }
        let said = draft.apply(&stage.world, &typed).unwrap_or_else(|wrong| wrong);
        writeln!(terminal.output, "      {said}")?;
    }
    writeln!(terminal.output)?;
    Ok(draft)
}

/// Sends the draft. When a gate refuses it, the entry is marked as the violation that the gate named.
fn send(stage: &mut Stage, pending: &Pending, draft: &Draft) {
    if draft.as_bob {
        stage.bob.sign_in_quietly();
    }
    let host = if draft.as_bob { &mut stage.bob } else { &mut stage.alice };
    let text = draft.told();
    let violation = (!draft.edits.is_empty()).then(|| Violation { text, rules: Vec::new() });
    let params = draft.params.clone();
    host.retry_edited(pending, violation, |sent| *sent = params);
    stage.name_rules_of_last_violation();
}

/// What the last gate came to, if one decided.
fn verdict_of(stage: &Stage) -> Option<String> {
    stage.entries().last()?.gate.as_ref().map(|gate| gate.verdict.clone())
}

/// What is said of a retry that somebody edited.
fn came_of_it(verdict: String) -> &'static str {
    match verdict.as_str() {
        "refused" => "Nothing ran.",
        "asked" => "Nothing ran. What was sent is no answer, so the question is put again.",
        "failed" => "Gate two let it through. It failed when it was to run.",
        _ => "It was let through.",
    }
}
