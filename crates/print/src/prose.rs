//! What is told rather than sent: the narrator's notes, what a person saw and said, and what happened in the world.

use super::line::{BODY, HANG, Line, Tone};
use super::safe::{counted, name, safe, shown, width};
use super::thread::{Thread, is_question, question_lines};
use super::wrap;
use wire::Entry;
use wire::entry::Kind;

/// What begins a line that a person said, or a sentence of the narrator's to remember.
const SAID: &str = "> ";
/// What begins a line of a server's in a host's prompt.
const SERVERS: &str = "| ";
/// How many lines of one folded block are printed.
pub(super) const LINES: usize = 40;

/// The title of the act that a note opens.
pub(super) fn heading(entry: &Entry) -> Option<&str> {
    let first = lines_of(entry).next().filter(|_| entry.kind == Kind::Note)?;
    first.strip_prefix("# ").map(str::trim)
}

/// A rule with a title in it.
pub(super) fn rule(title: &str, columns: usize) -> Line {
    let title = format!("── {} ", name(title, columns - 8));
    let rest = columns - width(&title);
    Line::default().and(Tone::Strong, title).and(Tone::Quiet, "─".repeat(rest))
}

/// The narrator: a title, paragraphs, and sentences to remember. A line that begins with a space keeps its place.
pub(super) fn note(entry: &Entry, columns: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = heading(entry).map(|title| rule(title, columns)).into_iter().collect();
    let texts = lines_of(entry).skip(lines.len());
    lines.extend(texts.flat_map(|text| match text.strip_prefix(SAID) {
        Some(sentence) => beside("  >  ", sentence, Tone::Strong, columns),
        None => {
            let bare = text.trim_start_matches(' ');
            let indent = (width(text) - width(bare) + BODY).min(columns / 2);
            let parts = wrap::words(&shown(bare), columns - indent, columns - indent);
            parts.into_iter().map(|part| Line::indented(indent).and(Tone::Plain, part)).collect()
        }
    }));
    lines
}

/// What a person saw, as a block, and what they said. Unfolded where there is no thread.
pub(super) fn human(entry: &Entry, skip: usize, thread: Option<Thread<'_>>, columns: usize) -> Vec<Line> {
    let question = thread.and_then(|thread| thread.back(entry).find(|other| is_question(other)));
    let limit = if thread.is_some() { LINES } else { usize::MAX };
    let asked: Vec<String> =
        question.map(question_lines).into_iter().flatten().map(|line| format!("{SERVERS}{}", safe(line))).collect();
    let mut lines = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    let mut repeated = 0_u64;
    for text in lines_of(entry).skip(skip) {
        if asked.iter().any(|line| line == text) {
            repeated += 1;
            continue;
        }
        seen.extend(again(&mut repeated, question));
        match text.strip_prefix(SAID) {
            Some(words) => {
                lines.extend(block(seen.iter().map(String::as_str), BODY, limit, columns));
                seen.clear();
                lines.extend(beside("     says: ", words, Tone::Strong, columns));
            }
            None => seen.push(text.to_owned()),
        }
    }
    seen.extend(again(&mut repeated, question));
    lines.extend(block(seen.iter().map(String::as_str), BODY, limit, columns));
    lines
}

/// What is said of the server's words that stand in the question itself.
fn again(repeated: &mut u64, question: Option<&Entry>) -> Option<String> {
    let count = std::mem::take(repeated);
    let number = question.filter(|_| count > 0)?.number;
    Some(format!("{SERVERS}… {}, word for word as in {number}", counted(count, "line")))
}

/// What happened.
pub(super) fn effect(entry: &Entry, skip: usize, columns: usize) -> Vec<Line> {
    let texts = lines_of(entry).skip(skip);
    texts.flat_map(|text| beside(&format!("     {}", arrow(text)), text, Tone::Strong, columns)).collect()
}

/// Goes before what happened, but not before what a host prints itself while a tool runs.
fn arrow(text: &str) -> &'static str {
    if ["RUNNING", "DONE", "ENDED"].iter().any(|mark| text.starts_with(mark)) { "" } else { "==> " }
}

/// The first line of what happened, of what a person said, or of what a host did.
pub(super) fn first(entry: &Entry) -> Option<String> {
    let text = lines_of(entry).next()?;
    match entry.kind {
        Kind::Human => text.strip_prefix(SAID).map(|words| format!("says: {}", shown(words))),
        Kind::Effect => Some(format!("{}{}", arrow(text), shown(text))),
        Kind::Host => Some(shown(text)),
        _ => None,
    }
}

/// Lines of plain text, each wrapped.
pub(super) fn plain(entry: &Entry, skip: usize, columns: usize) -> Vec<Line> {
    lines_of(entry).skip(skip).flat_map(|text| beside("     ", text, Tone::Plain, columns)).collect()
}

/// A block of lines as a person sees them, at most `limit` of them.
pub(super) fn block<'a>(
    texts: impl Iterator<Item = &'a str>,
    indent: usize,
    limit: usize,
    columns: usize,
) -> Vec<Line> {
    let room = columns - indent - HANG;
    let mut lines = Vec::new();
    for text in texts {
        let bare = text.trim_start_matches(' ');
        let inner = (width(text) - width(bare)).min(room / 2);
        // A server's words keep their mark on each line: without it the second would look like the host's.
        let (mark, words) = bare.strip_prefix(SERVERS).map_or(("", bare), |words| (SERVERS, words));
        let free = room - inner - width(mark);
        let parts = wrap::words(&shown(words), free, free - HANG).into_iter().map(|part| mark.to_owned() + &part);
        let hang = if mark.is_empty() { HANG } else { 0 };
        let hangs = std::iter::once(inner).chain(std::iter::repeat(inner + hang));
        lines.extend(parts.zip(hangs).map(|(part, inner)| {
            Line::indented(indent).and(Tone::Quiet, "│ ").and(Tone::Plain, " ".repeat(inner) + &part)
        }));
    }
    let more = lines.len().saturating_sub(limit);
    lines.truncate(limit);
    if more > 0 {
        lines.push(Line::indented(indent).and(Tone::Quiet, format!("│ … {}", counted(more as u64, "more line"))));
    }
    lines
}

/// A text that wraps beside what stands before it.
fn beside(before: &str, text: &str, tone: Tone, columns: usize) -> Vec<Line> {
    let edge = width(before);
    let parts = wrap::words(&shown(text), columns - edge, columns - edge).into_iter().enumerate();
    let line = |(place, part)| match place {
        0 => Line::default().and(Tone::Plain, before).and(tone, part),
        _ => Line::indented(edge).and(tone, part),
    };
    parts.map(line).collect()
}

/// The lines of an entry's text.
fn lines_of(entry: &Entry) -> impl Iterator<Item = &str> {
    entry.text.iter().map(|line| &**line)
}
