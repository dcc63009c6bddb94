//! A message in lines.

use super::fold::Node;
use crate::line::HANG;
use crate::safe::width;
use crate::wrap;

/// In few lines: what fits on a line stays on one, and closing brackets stand behind the last part.
pub(super) fn filled(before: &str, node: &Node, columns: usize) -> Vec<String> {
    let mut filler = Filler { columns, lines: Vec::new(), line: String::new(), open: true };
    filler.put(before, node, "", 0);
    filler.lines.push(filler.line);
    filler.lines
}

/// In the usual form: what fits on a line stays on one, and each part of what does not has its own.
pub(super) fn spread(node: &Node, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    spread_into(&mut lines, "", node, "", 0, columns);
    lines
}

fn flat(node: &Node) -> String {
    match node {
        Node::Atom(text) => text.clone(),
        Node::Object(parts) => {
            let parts: Vec<_> = parts.iter().map(|(key, value)| format!("{key}{}", flat(value))).collect();
            format!("{{{}}}", parts.join(", "))
        }
        Node::Array(items) => format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(", ")),
    }
}

/// What has parts, taken apart.
struct Parts<'a> {
    opening: &'static str,
    /// Each with what goes before it.
    each: Vec<(&'a str, &'a Node)>,
    closing: &'static str,
}

fn parts(node: &Node) -> Option<Parts<'_>> {
    match node {
        Node::Atom(_) => None,
        Node::Object(parts) => {
            let each = parts.iter().map(|(key, value)| (key.as_str(), value)).collect();
            Some(Parts { opening: "{", each, closing: "}" })
        }
        Node::Array(items) => {
            let each = items.iter().map(|item| ("", item)).collect();
            Some(Parts { opening: "[", each, closing: "]" })
        }
    }
}

/// Goes before what continues a line.
const HANGING: &str = "  ";

/// One level further in, but never beyond the middle.
fn deeper(indent: usize, columns: usize) -> usize {
    (indent + HANG).min(columns / 2)
}

struct Filler {
    columns: usize,
    lines: Vec<String>,
    line: String,
    /// Whether the next text follows a bracket, or begins a line: then no space goes before it.
    open: bool,
}

impl Filler {
    /// Writes `before`, the node and `after`; new lines begin at `indent`.
    fn put(&mut self, before: &str, node: &Node, after: &str, indent: usize) {
        let text = format!("{before}{}{after}", flat(node));
        if self.fits(&text) {
            return self.push(&text);
        }
        if indent + width(&text) <= self.columns {
            self.next(indent);
            return self.push(&text);
        }
        match parts(node) {
            Some(Parts { opening, each, closing }) => {
                let opening = format!("{before}{opening}");
                if !self.fits(&opening) {
                    self.next(indent);
                }
                self.push(&opening);
                self.open = true;
                self.inside(&each, &format!("{closing}{after}"));
            }
            None => self.long(&text, indent),
        }
    }

    fn inside(&mut self, parts: &[(&str, &Node)], closing: &str) {
        let indent = deeper(self.line.len() - self.line.trim_start().len(), self.columns);
        for (place, (key, node)) in parts.iter().enumerate() {
            let after = if place + 1 < parts.len() { "," } else { closing };
            // The objects of a list stand below each other.
            if key.is_empty() && !matches!(node, Node::Atom(_)) {
                self.next(indent);
            }
            self.put(key, node, after, indent);
        }
    }

    /// A text that is longer than a line.
    fn long(&mut self, text: &str, indent: usize) {
        let used = width(&self.line) + usize::from(!self.open);
        let mut first = self.columns.saturating_sub(used);
        if first < (self.columns - indent) / 2 {
            self.next(indent);
            first = self.columns - indent;
        }
        let indent = deeper(indent, self.columns);
        for (place, line) in wrap::words(text, first, self.columns - indent).iter().enumerate() {
            if place > 0 {
                self.next(indent);
            }
            self.push(line);
        }
    }

    fn fits(&self, text: &str) -> bool {
        width(&self.line) + usize::from(!self.open) + width(text) <= self.columns
    }

    fn push(&mut self, text: &str) {
        if !self.open {
            self.line.push(' ');
        }
        self.line.push_str(text);
        self.open = false;
    }

    fn next(&mut self, indent: usize) {
        if !self.line.trim().is_empty() {
            self.lines.push(std::mem::take(&mut self.line));
        }
        self.line = " ".repeat(indent);
        self.open = true;
    }
}

fn spread_into(lines: &mut Vec<String>, before: &str, node: &Node, after: &str, indent: usize, columns: usize) {
    let room = columns - indent;
    let text = format!("{before}{}{after}", flat(node));
    let mut push = |text: &str| lines.push(" ".repeat(indent) + text);
    match parts(node).filter(|_| width(&text) > room) {
        None => {
            for (place, line) in wrap::words(&text, room, room - HANG).iter().enumerate() {
                push(&format!("{}{line}", if place > 0 { HANGING } else { "" }));
            }
        }
        Some(Parts { opening, each, closing }) => {
            push(&format!("{before}{opening}"));
            for (place, (key, node)) in each.iter().enumerate() {
                let after = if place + 1 < each.len() { "," } else { "" };
                spread_into(lines, key, node, after, deeper(indent, columns), columns);
            }
            lines.push(format!("{}{closing}{after}", " ".repeat(indent)));
        }
    }
}
