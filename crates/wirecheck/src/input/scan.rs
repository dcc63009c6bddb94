//! Follows JSON text byte by byte: what is open, and whether it is inside a string.

/// How many open brackets are told apart. Those that are open deeper are only counted.
const TOLD_APART: usize = 1024;

/// What is open at one place of a text.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The opening bytes of the arrays and objects that are open.
    open: Vec<u8>,
    deeper: u64,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Goes on by one byte.
    pub(super) fn step(&mut self, byte: u8) {
        if self.in_string {
            if self.escaped {
                self.escaped = false;
            } else {
                self.escaped = byte == b'\\';
                self.in_string = byte != b'"';
            }
            return;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' if self.open.len() < TOLD_APART => self.open.push(byte),
            b'{' | b'[' => self.deeper += 1,
            b'}' | b']' if self.deeper > 0 => self.deeper -= 1,
            b'}' | b']' => {
                self.open.pop();
            }
            _ => {}
        }
    }

    pub(super) fn steps(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.step(*byte));
    }

    /// Whether nothing is open.
    pub(super) const fn whole(&self) -> bool {
        self.open.is_empty() && !self.in_string
    }

    /// Whether what is open innermost is an object.
    pub(super) fn in_object(&self) -> bool {
        self.deeper == 0 && self.open.last() == Some(&b'{')
    }
}
