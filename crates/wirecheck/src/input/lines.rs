//! Documents that stand on lines. One that is laid out over several is taken whole, if its first line ends inside it.

use super::cut::Cut;
use super::scan::Scan;
use std::io::{self, BufRead, Read as _};

#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    most: usize,
    /// How many lines were read.
    read: u64,
    /// A line that was read, and belongs to the next document.
    ahead: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(input: R, most: usize) -> Self {
        Self { input, most, read: 0, ahead: Vec::new() }
    }

    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Option<(u64, Cut)>> {
        while self.line(buffer)? {
            if buffer.trim_ascii().is_empty() {
                buffer.clear();
                continue;
            }
            let begun = self.read;
            if goes_on(buffer) {
                self.further_lines(buffer)?;
            }
            let cut = if buffer.len() > self.most { Cut::TooLong } else { Cut::Document };
            return Ok(Some((begun, cut)));
        }
        Ok(None)
    }

    /// Adds the lines on which a document goes on.
    fn further_lines(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let mut scan = Scan::default();
        scan.steps(buffer);
        let mut next = Vec::new();
        while !scan.whole() && buffer.len() <= self.most {
            next.clear();
            if !self.line(&mut next)? {
                return Ok(());
            }
            // Within an object no document begins at the margin: the one before was cut off.
            if next.starts_with(b"{") && scan.in_object() {
                self.read -= 1;
                self.ahead = next;
                return Ok(());
            }
            scan.steps(&next);
            buffer.append(&mut next);
        }
        Ok(())
    }

    /// Reads one line, with its end. Of one that is too long a piece is kept that is too long as well.
    fn line(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        if !self.ahead.is_empty() {
            self.read += 1;
            buffer.append(&mut self.ahead);
            return Ok(true);
        }
        let limit = self.most.saturating_add(1);
        if self.piece(limit, buffer)? == 0 {
            return Ok(false);
        }
        self.read += 1;
        let mut ended = buffer.len() < limit || buffer.ends_with(b"\n");
        let mut rest = Vec::new();
        while !ended {
            rest.clear();
            ended = self.piece(limit, &mut rest)? < limit || rest.ends_with(b"\n");
        }
        Ok(true)
    }

    fn piece(&mut self, limit: usize, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        self.input.by_ref().take(limit).read_until(b'\n', buffer)
    }
}

/// Whether a line ends inside a document that is laid out over several.
fn goes_on(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"{") && matches!(line.last(), Some(b'{' | b'[' | b',' | b':'))
}
