//! The cursor that reads: one method for each production of RFC 8259.

use super::{MAX_DEPTH, Malformed, Reason};
use serde_json::map::{Entry, Map};
use serde_json::{Number, Value};

/// The first magnitude that a double does not hold exactly together with its neighbours: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// So many digits tell any double from its neighbours. Of more, a reader that keeps doubles drops some, and one that keeps
/// decimals none.
const DIGITS: usize = 17;

/// An integer of so many characters is below 2^53.
const SHORT: usize = 15;

/// A cursor over text that is known to be UTF-8.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where a string with escapes is put together, so that the string itself is allocated once.
    pieces: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, pieces: String::new() }
    }

    /// One value, and nothing but space around it.
    pub(super) fn whole(mut self) -> Result<Value, Malformed> {
        let value = self.value(MAX_DEPTH)?;
        self.skip_space();
        if self.peek().is_some() {
            return Err(self.not_json("the end of the text"));
        }
        Ok(value)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Malformed> {
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(self.deeper(depth)?),
            Some(b'[') => self.array(self.deeper(depth)?),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number().map(Value::Number),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err(self.not_json("a value")),
        }
    }

    fn deeper(&self, depth: usize) -> Result<usize, Malformed> {
        depth.checked_sub(1).ok_or(Malformed { reason: Reason::TooDeep, at: self.at })
    }

    fn object(&mut self, depth: usize) -> Result<Value, Malformed> {
        let mut map = Map::new();
        self.at += 1;
        self.skip_space();
        if self.eat(b'}') {
            return Ok(Value::Object(map));
        }
        loop {
            self.skip_space();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.not_json("a name in quotes"));
            }
            let name = self.string()?;
            self.skip_space();
            if !self.eat(b':') {
                return Err(self.not_json("a colon"));
            }
            let value = self.value(depth)?;
            match map.entry(name) {
                Entry::Vacant(vacant) => vacant.insert(value),
                Entry::Occupied(occupied) => {
                    return Err(Malformed { reason: Reason::DuplicateName(occupied.key().clone()), at: start });
                }
            };
            self.skip_space();
            if self.eat(b'}') {
                return Ok(Value::Object(map));
            }
            if !self.eat(b',') {
                return Err(self.not_json("a comma or a closing brace"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Malformed> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.eat(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            self.skip_space();
            if self.eat(b']') {
                return Ok(Value::Array(items));
            }
            if !self.eat(b',') {
                return Err(self.not_json("a comma or a closing bracket"));
            }
        }
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, Malformed> {
        for expected in word.bytes() {
            if !self.eat(expected) {
                return Err(self.not_json(word));
            }
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Number, Malformed> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') && self.digits() == 0 {
            return Err(self.not_json("a digit"));
        }
        if self.eat(b'.') && self.digits() == 0 {
            return Err(self.not_json("a digit"));
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _signed = self.eat(b'+') || self.eat(b'-');
            if self.digits() == 0 {
                return Err(self.not_json("a digit"));
            }
        }
        let token = self.text.get(start..self.at).unwrap_or_default();
        // Whatever is short and whole is exact.
        if let (..=SHORT, Ok(whole)) = (token.len(), token.parse::<i64>()) {
            return Ok(Number::from(whole));
        }
        let refused = |reason| Malformed { reason, at: start };
        let number = token.parse().map_err(|_| refused(Reason::NumberTooLarge))?;
        let exact = exact(number).ok_or_else(|| refused(Reason::NumberTooLarge))?;
        let digits = significant(token);
        if digits > DIGITS || (digits > 0 && number == 0.0) {
            return Err(refused(Reason::NumberInexact));
        }
        Ok(exact)
    }

    /// Skips digits and says how many there were.
    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<String, Malformed> {
        let start = self.at;
        self.at += 1;
        let plain = self.plain();
        if self.eat(b'"') {
            return Ok(plain.to_owned());
        }
        self.pieces.clear();
        self.pieces.push_str(plain);
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let escaped = self.escape(start)?;
                    self.pieces.push(escaped);
                }
                _ => return Err(self.not_json("the end of a string")),
            }
            let plain = self.plain();
            self.pieces.push_str(plain);
        }
        self.at += 1;
        Ok(self.pieces.clone())
    }

    /// Takes characters that stand for themselves. All that ends them is ASCII, so that none is taken in part.
    fn plain(&mut self) -> &'a str {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = plain_length(rest);
        let plain = self.text.get(self.at..self.at + length).unwrap_or_default();
        self.at += length;
        plain
    }

    /// One escape. `start` is where its string begins: half of a pair is a fault of the whole string.
    fn escape(&mut self, start: usize) -> Result<char, Malformed> {
        self.at += 1;
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.code_point(start),
            _ => return Err(self.not_json("an escape")),
        };
        self.at += 1;
        Ok(character)
    }

    /// What follows a backslash when it is a `u`, and the second half of the pair where there is one.
    fn code_point(&mut self, start: usize) -> Result<char, Malformed> {
        self.at += 1;
        let first = self.hex()?;
        let code = match first {
            0xd800..0xdc00 if self.eat(b'\\') && self.eat(b'u') => match self.hex()? {
                second @ 0xdc00..0xe000 => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                _ => first,
            },
            _ => first,
        };
        char::from_u32(code).ok_or(Malformed { reason: Reason::LoneSurrogate, at: start })
    }

    fn hex(&mut self) -> Result<u32, Malformed> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.not_json("four hexadecimal digits"))?;
            self.at += 1;
        }
        Ok(code)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected);
        self.at += usize::from(found);
        found
    }

    fn not_json(&self, expected: &'static str) -> Malformed {
        Malformed { reason: Reason::NotJson(expected), at: self.at }
    }
}

/// How many bytes stand for themselves in a string. Eight are looked at together, which halves the time of reading.
fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let ends = ends(u64::from_le_bytes(*word));
        if ends != 0 {
            return place * 8 + ends.trailing_zeros() as usize / 8;
        }
    }
    let end = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    words.len() * 8 + rest.iter().position(end).unwrap_or(rest.len())
}

/// Marks where a quote, a backslash or a control character is among eight bytes. The lowest mark is always right.
const fn ends(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Sets the high bit of each byte that is smaller than `than`. What it sets wrongly is above one that is set rightly,
    // for only what is smaller borrows from the byte above.
    const fn smaller(word: u64, than: u64) -> u64 {
        word.wrapping_sub(EACH * than) & !word & (EACH * 0x80)
    }
    let quote = smaller(word ^ (EACH * b'"' as u64), 1);
    let backslash = smaller(word ^ (EACH * b'\\' as u64), 1);
    quote | backslash | smaller(word, 0x20)
}

/// The number, as an integer where it is one, so that `1`, `1.0` and `1e0` are one value.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53 fits an i64")]
fn exact(number: f64) -> Option<Number> {
    if number.is_nan() || number.abs() >= EXACT {
        return None;
    }
    if number.fract() == 0.0 { Some(Number::from(number as i64)) } else { Number::from_f64(number) }
}

/// How many digits a number has from the first to the last that is not zero.
fn significant(token: &str) -> usize {
    let mantissa = token.bytes().take_while(|byte| !matches!(byte, b'e' | b'E'));
    let digits = mantissa.filter(u8::is_ascii_digit).skip_while(|digit| *digit == b'0');
    digits.zip(1..).filter(|(digit, _)| *digit != b'0').last().map_or(0, |(_, length)| length)
}
