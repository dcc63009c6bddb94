//! Text as pieces: each character as itself, or as a visible escape.

use super::characters::hidden_after;
use std::str::Chars;
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::is_nfc;
use wire::hidden;

/// How many combining marks one letter carries as themselves. More of them climb into the lines above and below.
const MARKS: usize = 5;

/// One character, and how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    character: char,
    escaped: bool,
}

impl Piece {
    /// A character of the renderer's own.
    pub(super) const fn own(character: char) -> Self {
        Self { character, escaped: false }
    }

    /// Whether it would rest on whatever is written before it.
    pub(super) fn leans(self) -> bool {
        !self.escaped && is_combining_mark(self.character)
    }

    /// How many characters it takes.
    pub(super) fn width(self) -> usize {
        let mut text = String::new();
        self.write(&mut text);
        text.chars().count()
    }

    /// Writes it.
    pub(super) fn write(self, out: &mut String) {
        match self.character {
            character if !self.escaped => out.push(character),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            character @ ('\\' | '"') => out.extend(['\\', character]),
            character => out.extend(character.escape_unicode()),
        }
    }
}

/// The pieces of a text.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    rest: Chars<'a>,
    /// Whether the text will stand between quotation marks.
    quoted: bool,
    /// The letter that was written last and the marks on it; empty where a mark would have nothing to rest on.
    letter: String,
}

impl<'a> Pieces<'a> {
    /// Of a text that stands by itself.
    pub(super) fn plain(text: &'a str) -> Self {
        Self { rest: text.chars(), quoted: false, letter: String::new() }
    }

    /// Of a text that will stand between quotation marks.
    pub(super) fn quoted(text: &'a str) -> Self {
        Self { quoted: true, ..Self::plain(text) }
    }

    /// Whether `character` must be escaped after what was written so far.
    fn escapes(&self, character: char) -> bool {
        hidden(character)
            || hidden_after(&self.letter, character)
            || character == '\\'
            || (self.quoted && character == '"')
            || (is_combining_mark(character) && (self.letter.is_empty() || self.letter.chars().count() > MARKS))
            || !is_nfc(&format!("{}{character}", self.letter))
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let character = self.rest.next()?;
        let escaped = self.escapes(character);
        if escaped || !is_combining_mark(character) {
            self.letter.clear();
        }
        if !escaped && character != ' ' {
            self.letter.push(character);
        }
        Some(Piece { character, escaped })
    }
}
