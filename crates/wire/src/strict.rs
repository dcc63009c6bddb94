//! Strict JSON: refuses, on the raw text, what two readers could read differently.
//!
//! A name that stands twice, a number of 2^53 or more in any notation, a lone surrogate, deep nesting: each is legal
//! JSON, and each is read differently by readers that people really use. Whoever asks a person about one reading must
//! not run another, so such text is refused before anyone is asked (rule `CALL-04`).
//!
//! The reader is written by hand because it must see the text: a reader over `serde` sees numbers only after they were
//! rounded, and sees something else again when a program somewhere turns on `serde_json`'s `arbitrary_precision`.

use rules::{Fault, Refused, Rule};
use serde_json::{Map, Number, Value};
use std::fmt;

/// How deep arrays and objects may nest.
pub const MAX_DEPTH: usize = 64;

/// The first magnitude that a double does not hold exactly together with its neighbours: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Why a text was refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong.
    pub reason: Reason,
    /// The byte offset in the text.
    pub at: usize,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is not UTF-8.
    NotUtf8,
    /// It is not JSON; the word says what was expected.
    NotJson(&'static str),
    /// An object has this name twice.
    DuplicateName(String),
    /// A number has a magnitude of 2^53 or more.
    NumberTooLarge,
    /// A string has half of a surrogate pair.
    LoneSurrogate,
    /// It nests deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl Malformed {
    /// Whether the text is not JSON at all, as opposed to JSON that could be read in two ways.
    #[must_use]
    pub const fn not_json(&self) -> bool {
        matches!(self.reason, Reason::NotUtf8 | Reason::NotJson(_))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for Malformed {}

impl Refused for Malformed {
    fn fault(&self) -> Fault {
        Fault::PeerMisbehaved
    }

    fn rule(&self) -> &'static Rule {
        if self.not_json() { &rules::base::JSON_RPC } else { &rules::call::STRICT_JSON }
    }

    fn code(&self) -> &'static str {
        match self.reason {
            Reason::NotUtf8 => "not_utf8",
            Reason::NotJson(_) => "not_json",
            Reason::DuplicateName(_) => "duplicate_name",
            Reason::NumberTooLarge => "number_too_large",
            Reason::LoneSurrogate => "lone_surrogate",
            Reason::TooDeep => "too_deep",
        }
    }

    fn why(&self) -> String {
        let at = self.at;
        match &self.reason {
            Reason::NotUtf8 => format!("byte {at} is not UTF-8"),
            Reason::NotJson(expected) => format!("not JSON at byte {at}: expected {expected}"),
            Reason::DuplicateName(name) => {
                format!("the name {name:?} stands twice in one object (byte {at})")
            }
            Reason::NumberTooLarge => format!("the number at byte {at} is 2^53 or more"),
            Reason::LoneSurrogate => format!("the string at byte {at} has half of a surrogate pair"),
            Reason::TooDeep => format!("nested deeper than {MAX_DEPTH} levels at byte {at}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self.reason {
            Reason::NotUtf8 | Reason::NotJson(_) => "send one JSON value in UTF-8",
            Reason::DuplicateName(_) => "send each name once",
            Reason::NumberTooLarge => "send large numbers as strings",
            Reason::LoneSurrogate => "send whole characters",
            Reason::TooDeep => "send flatter data",
        }
    }
}

/// Reads one JSON value.
///
/// # Errors
///
/// [`Malformed`] for what is not JSON, and for what two readers could read differently.
///
/// ```
/// # use twogates_wire as wire;
/// use wire::strict::{Reason, read};
/// assert_eq!(read(r#"{"to": "alice"}"#).unwrap()["to"], "alice");
/// let twice = read(r#"{"to": "alice", "t\u006f": "mallory"}"#).unwrap_err();
/// assert_eq!(twice.reason, Reason::DuplicateName("to".into()));
/// ```
pub fn read(text: &str) -> Result<Value, Malformed> {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let value = reader.value(MAX_DEPTH)?;
    reader.skip_space();
    if reader.peek().is_some() {
        return Err(reader.not_json("the end of the text"));
    }
    Ok(value)
}

/// Reads one JSON value from bytes.
///
/// # Errors
///
/// As [`read`], and for bytes that are not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Value, Malformed> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| Malformed { reason: Reason::NotUtf8, at: error.valid_up_to() })?;
    read(text)
}

/// A cursor over text that is known to be UTF-8.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
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
            if map.contains_key(&name) {
                return Err(Malformed { reason: Reason::DuplicateName(name), at: start });
            }
            map.insert(name, value);
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
        let number = std::str::from_utf8(token).ok().and_then(|token| token.parse().ok());
        number.and_then(exact).ok_or(Malformed { reason: Reason::NumberTooLarge, at: start })
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
        let mut bytes = Vec::new();
        self.at += 1;
        loop {
            match self.next() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let character = self.escape(start)?;
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(byte @ 0x20..) => bytes.push(byte),
                _ => return Err(self.not_json("the end of a string")),
            }
        }
        // The text is UTF-8 and an escape adds whole characters, so that the bytes between quotes are UTF-8 too.
        String::from_utf8(bytes).map_err(|_| Malformed { reason: Reason::NotUtf8, at: start })
    }

    fn escape(&mut self, start: usize) -> Result<char, Malformed> {
        Ok(match self.next() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.hex()?;
                let code = match first {
                    0xd800..0xdc00 if self.eat(b'\\') && self.eat(b'u') => match self.hex()? {
                        second @ 0xdc00..0xe000 => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                        _ => first,
                    },
                    _ => first,
                };
                char::from_u32(code).ok_or(Malformed { reason: Reason::LoneSurrogate, at: start })?
            }
            _ => return Err(self.not_json("an escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, Malformed> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.next().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.not_json("four hexadecimal digits"))?;
        }
        Ok(code)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
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

/// The number, as an integer where it is one, so that `1`, `1.0` and `1e0` are one value.
#[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53 fits an i64")]
fn exact(number: f64) -> Option<Number> {
    if number.is_nan() || number.abs() >= EXACT {
        return None;
    }
    if number.fract() == 0.0 { Some(Number::from(number as i64)) } else { Number::from_f64(number) }
}
