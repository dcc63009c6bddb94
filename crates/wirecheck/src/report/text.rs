//! Findings for people.

use super::{Count, count, ids, line, place, sentence};
use crate::shown::say;
use crate::{Finding, Place, Summary};
use rules::Rule;
use std::io::{self, Write};

pub(super) fn finding(out: &mut impl Write, file: &str, finding: &Finding) -> io::Result<()> {
    let Finding { check, rule, pointer, wrong, .. } = finding;
    let at = if pointer.is_empty() { String::new() } else { format!(" at {pointer}") };
    say(out, format_args!("{}: {} {} ({check}){at}", place(file, finding.place), finding.severity().word(), rule.id))?;
    say(out, format_args!("    {}", sentence(wrong)))?;
    say(out, format_args!("    {} [{}; {}]", rule.sentence, rule.keyword.word(), rule.source))?;
    if let Some(repair) = &finding.repair {
        say(out, format_args!("    repair: {}", line(&repair.json())))?;
    }
    Ok(())
}

/// What a mark says and no check can see. It is no finding, for nothing shows that it is wrong, nor that it is right.
pub(super) fn unproven(
    out: &mut impl Write,
    file: &str,
    at: Place,
    rules: &[&'static Rule],
    alone: bool,
) -> io::Result<()> {
    let end = if alone { ", and it names no other rule: nothing shows that this entry breaks one" } else { "" };
    let (at, rules) = (place(file, at), ids(rules));
    say(out, format_args!("{at}: not judged: the mark names {rules}, which no check can see in a message{end}"))
}

pub(super) fn end(out: &mut impl Write, found: Count, files: &[(String, Summary)]) -> io::Result<()> {
    for (file, summary) in files {
        about(out, file, summary)?;
    }
    let checked: u64 = files.iter().map(|(_, summary)| summary.checked).sum();
    let unproven: u64 = files.iter().map(|(_, summary)| summary.unproven).sum();
    let found = match found {
        Count { errors: 0, warnings: 0, notes: 0 } if checked == 0 => "there is nothing to check".to_owned(),
        Count { errors: 0, warnings: 0, notes: 0 } => "nothing is wrong".to_owned(),
        Count { errors, warnings, notes } => {
            [count(errors, "error", "errors"), count(warnings, "warning", "warnings"), count(notes, "note", "notes")]
                .join(", ")
        }
    };
    let unproven = match unproven {
        0 => String::new(),
        some => format!("; {} not proven", count(some, "mark is", "marks are")),
    };
    say(out, format_args!("{checked} checked: {found}{unproven}"))
}

/// What was not judged. It is never left unsaid.
fn about(out: &mut impl Write, file: &str, summary: &Summary) -> io::Result<()> {
    if let Some(line) = summary.gap {
        say(out, format_args!("{file}: line {line} could not be read; behind it, what is missing proves nothing"))?;
    }
    if summary.skipped > 0 {
        let skipped = count(summary.skipped, "line or item was", "lines or items were");
        say(out, format_args!("{file}: {skipped} passed over, for no message stands there"))?;
    }
    if summary.forgotten > 0 {
        let forgotten = count(summary.forgotten, "request or question was", "requests and questions were");
        let most = crate::WINDOW;
        say(out, format_args!("{file}: {forgotten} forgotten and not judged, for {most} of each are remembered"))?;
    }
    if summary.again > 0 {
        let again = count(summary.again, "used state was", "used states were");
        let rule = rules::state::USED.id;
        say(out, format_args!("{file}: {again} sent again and brought nothing, as {rule} says"))?;
    }
    Ok(())
}
