//! One entry with nothing folded.

use super::line::{BODY, Line, Tone};
use super::safe::{name, safe};
use super::thread::Thread;
use super::{head, headers, json, margins, prose, told, violation, wrap};
use consent::render;
use wire::Entry;
use wire::entry::Kind;

/// How many columns an id and a keyword take.
const ID: usize = 10;
const KEYWORD: usize = 12;

/// The entry, then each rule that it cites.
pub(super) fn lines(entry: &Entry, thread: Thread<'_>, columns: usize) -> Vec<Line> {
    let mut lines =
        if entry.kind == Kind::Note { prose::note(entry, columns) } else { head::lines(entry, thread, columns) };
    lines.push(place(entry));
    lines.extend(violation(entry, columns));
    lines.extend(section(headers::every(entry, columns)));
    lines.extend(section(if entry.kind == Kind::Note { Vec::new() } else { told(entry, None, columns) }));
    lines.extend(section(json::whole(entry, columns)));
    lines.extend(section(margins(entry, thread, columns)));
    lines.extend(section(rules(entry, columns)));
    lines
}

/// Where and when it happened, and what it answers.
fn place(entry: &Entry) -> Line {
    let answers = entry.answers.map(|number| format!(", answers {number}")).unwrap_or_default();
    let text = format!("act {}, {}{answers}", name(&entry.act, 40), render::moment(entry.at_ms));
    Line::indented(BODY).and(Tone::Quiet, text)
}

/// With an empty line before it, where there is something.
fn section(lines: Vec<Line>) -> impl Iterator<Item = Line> {
    let empty = (!lines.is_empty()).then(Line::default);
    empty.into_iter().chain(lines)
}

/// Each rule that the violation and the gate cite, once: id, keyword, sentence, and where it comes from.
fn rules(entry: &Entry, columns: usize) -> Vec<Line> {
    let broken = entry.violation.iter().flat_map(|violation| &violation.rules);
    let kept = entry.gate.iter().flat_map(|gate| &gate.rules);
    let mut ids: Vec<&String> = Vec::new();
    for id in broken.chain(kept) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    if ids.is_empty() && entry.kind != Kind::Note {
        return vec![Line::indented(BODY).and(Tone::Quiet, "It cites no rule.")];
    }
    ids.into_iter().flat_map(|id| rule(id, columns)).collect()
}

fn rule(id: &str, columns: usize) -> Vec<Line> {
    let edge = BODY + ID + KEYWORD;
    let Some(rule) = rules::find(id) else {
        let text = format!("{:ID$}no rule has this id", safe(id));
        return vec![Line::indented(BODY).and(Tone::Bad, text)];
    };
    let room = columns - edge;
    let sentence = wrap::words(rule.sentence, room, room).into_iter().map(|text| (Tone::Plain, text));
    let source = wrap::words(rule.source, room, room).into_iter().map(|text| (Tone::Quiet, text));
    let named = Line::indented(BODY).and(Tone::Strong, format!("{id:ID$}"));
    let named = named.and(Tone::Plain, format!("{:KEYWORD$}", rule.keyword.word()));
    let before = std::iter::once(named).chain(std::iter::repeat(Line::indented(edge)));
    before.zip(sentence.chain(source)).map(|(line, (tone, text))| line.and(tone, text)).collect()
}
