//! Cuts a stream into documents, one at a time, in memory that does not grow with the stream.
//!
//! A stream is lines ([`Lines`]), or one array whose items are the documents ([`Items`]).

use super::items::Items;
use super::lines::Lines;
use super::scan::Scan;
use std::io::{self, BufRead};

/// The most bytes of one document.
pub const MAX_DOCUMENT: usize = 16 * 1024 * 1024;

/// The mark that some editors put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What stands at one place of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// A document. Its text stands in the buffer.
    Document,
    /// A document of more than the most bytes, which was left out.
    TooLong,
    /// The array around the documents is not one: what was expected here.
    Broken(&'static str),
}

/// Cuts a stream.
#[derive(Debug)]
pub(crate) enum Cutter<R> {
    Lines(Lines<R>),
    Items(Items<R>),
}

impl<R: BufRead> Cutter<R> {
    /// Looks at the beginning of the stream. It is an array if it begins with one, unless that is one line of several.
    pub(crate) fn new(mut input: R, most: usize) -> io::Result<Self> {
        if input.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
            input.consume(BYTE_ORDER_MARK.len());
        }
        let ahead = input.fill_buf()?.trim_ascii_start();
        let mut lines = ahead.splitn(2, |byte| *byte == b'\n');
        let mut scan = Scan::default();
        scan.steps(lines.next().unwrap_or_default());
        let is_array = ahead.starts_with(b"[");
        let one_of_several = scan.whole() && lines.next().is_some_and(|rest| !rest.trim_ascii().is_empty());
        Ok(if is_array && !one_of_several {
            Self::Items(Items::new(input, most))
        } else {
            Self::Lines(Lines::new(input, most))
        })
    }

    /// The next document, in `buffer`, and the line on which it begins. `None` at the end of the stream.
    pub(crate) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<(u64, Cut)>> {
        buffer.clear();
        match self {
            Self::Lines(lines) => lines.next(buffer),
            Self::Items(items) => items.next(buffer),
        }
    }
}
