//! The JSON of a message: folded ([`fold`]) to what a reader needs beside the messages that it goes back to, and laid
//! out in few lines ([`layout`]).

mod fold;
mod layout;

use super::line::{BODY, HANG, Line, Tone};
use super::prose;
use super::safe::counted;
use super::thread::{Thread, method};
use fold::{Folder, Node};
use wire::Entry;

/// How many lines of one folded message are printed.
const LINES: usize = 16;

/// What an envelope carries.
const CARRIED: &[&str] = &["\"params\": ", "\"result\": ", "\"error\": "];

/// The message of an entry, folded. What a form says to a person follows as a block.
pub(super) fn folded(entry: &Entry, thread: Thread<'_>, columns: usize) -> Vec<Line> {
    let Some(message) = &entry.message else { return Vec::new() };
    let called = method(entry).is_some();
    let earlier = thread.back(entry).find(|other| other.message.is_some() && method(other).is_some() == called);
    let mut folder = Folder::new(entry, earlier);
    let node = folder.fold(message);
    let (before, node) = opened(&node);
    let mut lines = layout::filled(before, node, columns - BODY);
    let more = lines.len().saturating_sub(LINES);
    lines.truncate(LINES);
    if more > 0 {
        lines.push(format!("… {}: explain {}", counted(more as u64, "more line"), entry.number));
    }
    let mut lines: Vec<Line> = lines.into_iter().map(|text| Line::indented(BODY).and(Tone::Plain, text)).collect();
    lines.extend(prose::block(folder.forms.iter().copied(), BODY + HANG, prose::LINES, columns));
    lines
}

/// What a message carries, without the envelope around it when that is folded whole: the head line says what it says.
fn opened(node: &Node) -> (&str, &Node) {
    match node {
        Node::Object(parts) => match parts.as_slice() {
            [(mark, _), (key, inner)] if mark.is_empty() && CARRIED.contains(&key.as_str()) => (key, inner),
            _ => ("", node),
        },
        _ => ("", node),
    }
}

/// The message of an entry, whole.
pub(super) fn whole(entry: &Entry, columns: usize) -> Vec<Line> {
    let Some(message) = &entry.message else { return Vec::new() };
    let lines = layout::spread(&fold::whole(message), columns - BODY);
    lines.into_iter().map(|text| Line::indented(BODY).and(Tone::Plain, text)).collect()
}
