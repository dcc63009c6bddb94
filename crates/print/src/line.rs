//! A line before it is printed: pieces of text, each with its tone.
//!
//! Lines are laid out without colour and coloured last, so that colour never moves a character.

use super::safe::{safe, width};
use super::wrap;

/// The column at which the body of an entry begins; the number stands before it.
pub(super) const BODY: usize = 5;
/// How many columns the label of a margin line takes.
pub(super) const LABEL: usize = 12;
/// How far the second line of something stands behind its first.
pub(super) const HANG: usize = 2;

/// How a piece of text is meant. Each tone only repeats what the words say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// As it is.
    Plain,
    /// To be read first.
    Strong,
    /// To be passed over.
    Quiet,
    /// Something was let through.
    Good,
    /// Somebody was asked.
    Open,
    /// Something was refused, or is wrong.
    Bad,
}

impl Tone {
    const fn code(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Strong => Some("1"),
            Self::Quiet => Some("2"),
            Self::Good => Some("32"),
            Self::Open => Some("33"),
            Self::Bad => Some("1;31"),
        }
    }
}

/// One line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line(Vec<(Tone, String)>);

impl Line {
    /// A line that begins with this many spaces.
    pub(super) fn indented(columns: usize) -> Self {
        Self::default().and(Tone::Plain, " ".repeat(columns))
    }

    /// With this text at its end.
    pub(super) fn and(mut self, tone: Tone, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.0.push((tone, text));
        }
        self
    }

    /// With another line at its end.
    pub(super) fn join(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// With this text at the right edge, where there is room for it and two spaces before it.
    pub(super) fn and_right(self, tone: Tone, text: &str, columns: usize) -> Result<Self, Self> {
        let used = self.width() + width(text);
        if used + 2 > columns {
            return Err(self);
        }
        Ok(self.and(Tone::Plain, " ".repeat(columns - used)).and(tone, text))
    }

    /// How many columns it takes.
    pub(super) fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| width(text)).sum()
    }

    /// The same text in lines of at most this many columns. The last resort: whoever builds a line keeps to the width.
    pub(super) fn within(self, columns: usize) -> Vec<Self> {
        let mut lines = Vec::new();
        let mut line = Self::default();
        for (tone, mut text) in self.0 {
            while line.width() + width(&text) > columns {
                if line.width() < columns {
                    let (head, rest) = wrap::split(&text, columns - line.width());
                    line = line.and(tone, head);
                    text = rest;
                }
                lines.push(std::mem::take(&mut line));
            }
            line = line.and(tone, text);
        }
        lines.push(line);
        lines
    }

    /// The text as it is printed, without spaces at its end.
    pub(super) fn paint(mut self, colour: bool) -> String {
        while let Some((_, last)) = self.0.last_mut() {
            last.truncate(last.trim_end().len());
            if !last.is_empty() {
                break;
            }
            self.0.pop();
        }
        let mut out = String::new();
        for (tone, text) in &self.0 {
            match tone.code().filter(|_| colour) {
                Some(code) => out.extend(["\u{1b}[", code, "m", text, "\u{1b}[0m"]),
                None => out.push_str(text),
            }
        }
        out
    }
}

/// A margin line: a label, a text that wraps beside it, and rule ids at the right edge of the last line. The tone is the
/// label's, and that of a verdict that ends with a colon.
pub(super) fn margin(label: &str, tone: Tone, text: &str, rules: &[String], columns: usize) -> Vec<Line> {
    let edge = BODY + LABEL;
    let room = columns - edge;
    let before = |place| match place {
        0 => Line::indented(BODY).and(tone, format!("{label:LABEL$}")),
        _ => Line::indented(edge),
    };
    let line = |(place, part): (usize, String)| match part.split_once(": ") {
        Some((verdict, why)) if place == 0 => before(place).and(tone, verdict).and(Tone::Plain, format!(": {why}")),
        _ => before(place).and(Tone::Plain, part),
    };
    let mut lines: Vec<Line> = wrap::words(text, room, room).into_iter().enumerate().map(line).collect();
    let ids = safe(&rules.join(" "));
    if ids.is_empty() {
        return lines;
    }
    match lines.pop().unwrap_or_default().and_right(Tone::Quiet, &ids, columns) {
        Ok(line) => lines.push(line),
        Err(line) => {
            lines.push(line);
            let right = |part: String| Line::indented(columns - width(&part)).and(Tone::Quiet, part);
            lines.extend(wrap::words(&ids, room, room).into_iter().map(right));
        }
    }
    lines
}
