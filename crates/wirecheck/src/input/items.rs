//! Documents that are the items of one array.

use super::cut::Cut;
use super::scan::Scan;
use std::io::{self, BufRead};

#[derive(Debug)]
pub(crate) struct Items<R> {
    input: R,
    most: usize,
    /// The line of the next byte.
    line: u64,
    awaits: Awaits,
}

/// What comes next in an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaits {
    /// Its opening bracket.
    Opening,
    /// An item, or the closing bracket.
    Item,
    /// A comma, or the closing bracket.
    Comma,
    /// Nothing but space.
    End,
    /// Nothing: the stream was read.
    Nothing,
}

impl<R: BufRead> Items<R> {
    pub(super) const fn new(input: R, most: usize) -> Self {
        Self { input, most, line: 1, awaits: Awaits::Opening }
    }

    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<(u64, Cut)>> {
        while let Some(byte) = self.peek()? {
            let awaits = match (self.awaits, byte) {
                (awaits, b' ' | b'\t' | b'\r' | b'\n') => awaits,
                (Awaits::Opening, _) => Awaits::Item,
                (Awaits::Comma, b',') => Awaits::Item,
                (Awaits::Item | Awaits::Comma, b']') => Awaits::End,
                (Awaits::Item, _) => return self.item(buffer).map(Some),
                // What follows is read all the same, as the next item.
                (Awaits::Comma, _) => return Ok(Some(self.broken(Awaits::Item, "a comma or the end of the array"))),
                (Awaits::End, _) => return Ok(Some(self.broken(Awaits::Nothing, "nothing behind the array"))),
                (Awaits::Nothing, _) => return Ok(None),
            };
            self.awaits = awaits;
            self.skip(byte);
        }
        let cut_off = matches!(self.awaits, Awaits::Item | Awaits::Comma);
        Ok(cut_off.then(|| self.broken(Awaits::Nothing, "the end of the array")))
    }

    const fn broken(&mut self, awaits: Awaits, expected: &'static str) -> (u64, Cut) {
        self.awaits = awaits;
        (self.line, Cut::Broken(expected))
    }

    /// Reads one item: up to the comma or bracket behind it, or to the end of its own brackets.
    fn item(&mut self, buffer: &mut Vec<u8>) -> io::Result<(u64, Cut)> {
        let begun = self.line;
        let mut scan = Scan::default();
        let mut too_long = false;
        self.awaits = Awaits::Comma;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            let mut taken = 0;
            let mut ended = false;
            for byte in chunk {
                if scan.whole() && matches!(byte, b',' | b']') {
                    ended = true;
                    break;
                }
                scan.step(*byte);
                taken += 1;
                self.line += u64::from(*byte == b'\n');
                if scan.whole() && matches!(byte, b'}' | b']') {
                    ended = true;
                    break;
                }
            }
            buffer.extend_from_slice(chunk.get(..taken).unwrap_or_default());
            self.input.consume(taken);
            if buffer.len() > self.most {
                too_long = true;
                buffer.clear();
            }
            if ended {
                break;
            }
        }
        Ok((begun, if too_long { Cut::TooLong } else { Cut::Document }))
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.input.fill_buf()?.first().copied())
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        self.line += u64::from(byte == b'\n');
    }
}
