//! What stands in an audit, in a ledger, in a client's memory, and in the world, as lines for a transcript to show.
//!
//! Each line begins with spaces, so that a printer keeps its columns.

use crate::resources::{Files, Payments};
use twogates::consent::host::{Answer, By, Ledger, Record, Said};
use twogates::consent::render;
use twogates::grants::audit::Row;
use twogates::scope::StepUp;

/// How many columns a row of an audit has: a screen's, less a transcript's margin.
const ROW: usize = 75;

/// The rows of a server's audit: number, what happened, who, which tool, the exact reason, and by whose order and why.
#[must_use]
pub fn audit(rows: &[Row]) -> Vec<String> {
    let head = std::iter::once("The server's audit:".to_owned());
    let row = |row: &Row| {
        let (number, what, code) = (row.number, row.what.word(), row.code.as_str());
        let (subject, tool) = (row.about.subject.as_str(), row.about.tool.as_str());
        let line = format!("  {number:>2}  {what:<8} {subject:<6} {tool:<13} {code}").trim_end().to_owned();
        let note = format!("({})", render::line(&row.note));
        match () {
            () if row.note.is_empty() => vec![line],
            () if line.chars().count() + 2 + note.chars().count() <= ROW => vec![format!("{line}  {note}")],
            // Below its row's text, where a printer that breaks it goes on.
            () => vec![line, format!("      {note}")],
        }
    };
    head.chain(rows.iter().flat_map(row)).collect()
}

/// The records of a host's ledger: which tool, what was answered, at which prompt, and by whom.
#[must_use]
pub fn ledger(whose: &str, ledger: &Ledger) -> Vec<String> {
    if ledger.records().is_empty() {
        return vec![format!("The ledger of {whose}'s host: nobody was asked.")];
    }
    let head = std::iter::once(format!("The ledger of {whose}'s host:"));
    let record = |(number, record): (usize, &Record)| {
        let (server, tool) = (record.server.name(), record.tool.as_str());
        format!("  {number:>2}  {server:<8} {tool:<13} {}", said(record.said))
    };
    head.chain((1..).zip(ledger.records()).map(record)).collect()
}

/// What a host requested of the authorization server so far, and what its token covers.
#[must_use]
pub fn scopes(whose: &str, step_up: &StepUp) -> Vec<String> {
    vec![
        format!("The scopes of {whose}'s host:"),
        format!("  requested: {}", step_up.requested()),
        format!("  holds:     {}", step_up.held()),
    ]
}

/// What is in the world: the files, and what was paid.
#[must_use]
pub fn world(whose: &str, files: &Files, payments: &Payments) -> Vec<String> {
    let files: Vec<&str> = files.paths().collect();
    let paid = payments.made().iter().map(|paid| format!("{} {} to {}", paid.amount, paid.currency, paid.to));
    let paid: Vec<String> = paid.collect();
    vec![
        format!("At {whose}:"),
        format!("  files: {}", files.join(", ")),
        format!("  paid:  {}", if paid.is_empty() { "nothing".to_owned() } else { paid.join(", ") }),
    ]
}

/// One answer in words.
pub(crate) fn said(said: Said) -> String {
    let answer = match said.answer() {
        Answer::Yes => "yes",
        Answer::NoInTheForm => "no in the form",
        Answer::Declined => "declined",
        Answer::Cancelled => "cancelled",
        Answer::Denied => "no",
    };
    match said {
        Said::ToServer(_) => format!("{answer}, to the server's question, by a person"),
        Said::ToHost(_, By::Person) => format!("{answer}, at the host's own prompt, by a person"),
        Said::ToHost(_, By::Rule(rule)) => format!("{answer}, in place of the host's own prompt, by {rule}"),
    }
}
