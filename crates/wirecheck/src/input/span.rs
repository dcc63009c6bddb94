//! Where a value stands in a text that is known to be JSON.

use std::ops::Range;

/// The bytes of the value that a pointer names, given as its parts. Of members that have one name the last counts.
pub(super) fn of(text: &str, parts: &[String]) -> Option<Range<usize>> {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0 };
    cursor.space();
    for part in parts {
        cursor.at = cursor.enter(part)?;
    }
    let begins = cursor.at;
    cursor.value();
    Some(begins..cursor.at)
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or_default()
    }

    fn space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// Where the member or item `part` begins, in the object or array that begins here.
    fn enter(&mut self, part: &str) -> Option<usize> {
        let object = self.peek() == b'{';
        let mut found = None;
        let mut place = 0_usize;
        self.at += 1;
        loop {
            self.space();
            let here = match self.peek() {
                0 | b'}' | b']' => return found,
                b',' => {
                    self.at += 1;
                    continue;
                }
                b'"' if object => {
                    let name = self.at;
                    self.value();
                    let name =
                        self.text.get(name..self.at).and_then(|name| serde_json::from_slice::<String>(name).ok());
                    self.space();
                    self.at += 1;
                    self.space();
                    name.is_some_and(|name| name == part)
                }
                _ => part.parse() == Ok(place),
            };
            place += 1;
            if here {
                found = Some(self.at);
            }
            let before = self.at;
            self.value();
            if self.at == before {
                return found;
            }
        }
    }

    /// Goes behind the value that begins here.
    fn value(&mut self) {
        let mut scan = super::scan::Scan::default();
        while let Some(byte) = self.text.get(self.at) {
            let plain = !matches!(byte, b'{' | b'[' | b'"') && scan.whole();
            if plain && matches!(byte, b',' | b'}' | b']' | b':' | b' ' | b'\t' | b'\r' | b'\n') {
                return;
            }
            scan.step(*byte);
            self.at += 1;
            if scan.whole() && matches!(byte, b'}' | b']' | b'"') {
                return;
            }
        }
    }
}
