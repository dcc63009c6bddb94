//! What is compared by a digest instead of being kept: ids, calls, states. Nothing can be read back from one.

use serde_json::Value;
use std::hash::{BuildHasher as _, RandomState};

/// A keyed digest. Two are compared within one run only, for the key is random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(u64);

/// Makes keys.
#[derive(Debug)]
pub(crate) struct Keys {
    state: RandomState,
    nobody: Key,
}

impl Keys {
    pub(crate) fn new() -> Self {
        let state = RandomState::new();
        let nobody = Key(state.hash_one(()));
        Self { state, nobody }
    }

    /// The key of what has no name.
    pub(super) const fn nobody(&self) -> Key {
        self.nobody
    }

    /// The key of these parts, in this order. They are written side by side and hashed at once, which is much faster than
    /// one by one.
    pub(crate) fn of(&self, parts: &[Part<'_>]) -> Key {
        let mut bytes = Vec::with_capacity(USUAL);
        parts.iter().for_each(|part| part.write(&mut bytes));
        Key(self.state.hash_one(bytes.as_slice()))
    }
}

/// How many bytes the parts of most keys are.
const USUAL: usize = 256;

/// What a key is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'a> {
    Text(&'a str),
    Value(&'a Value),
    Key(Key),
    Number(u64),
    None,
}

impl<'a> From<Option<&'a str>> for Part<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Part::None, Part::Text)
    }
}

impl<'a> From<Option<&'a Value>> for Part<'a> {
    fn from(value: Option<&'a Value>) -> Self {
        value.map_or(Part::None, Part::Value)
    }
}

impl Part<'_> {
    /// Writes it so that no other parts read the same.
    fn write(self, bytes: &mut Vec<u8>) {
        match self {
            Self::Text(text) => write_text(0, text, bytes),
            Self::Value(value) => write_value(value, bytes),
            Self::Key(Key(key)) => write_number(2, key, bytes),
            Self::Number(number) => write_number(4, number, bytes),
            Self::None => bytes.push(3),
        }
    }
}

fn write_number(kind: u8, number: u64, bytes: &mut Vec<u8>) {
    bytes.push(kind);
    bytes.extend_from_slice(&number.to_le_bytes());
}

/// A text, its length before it, so that two texts never read as one.
fn write_text(kind: u8, text: &str, bytes: &mut Vec<u8>) {
    write_number(kind, text.len() as u64, bytes);
    bytes.extend_from_slice(text.as_bytes());
}

/// A value, whatever the order of its names.
fn write_value(value: &Value, bytes: &mut Vec<u8>) {
    match value {
        Value::Null => bytes.push(10),
        Value::Bool(yes) => bytes.extend_from_slice(&[11, u8::from(*yes)]),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => write_number(12, whole.cast_unsigned(), bytes),
            (None, float) => write_number(13, float.unwrap_or_default().to_bits(), bytes),
        },
        Value::String(text) => write_text(14, text, bytes),
        Value::Array(items) => {
            write_number(15, items.len() as u64, bytes);
            items.iter().for_each(|item| write_value(item, bytes));
        }
        Value::Object(members) => {
            write_number(16, members.len() as u64, bytes);
            let mut write = |(name, value): (&String, &Value)| {
                write_text(17, name, bytes);
                write_value(value, bytes);
            };
            // They are in order already, unless something in the build asks for the order in which they came.
            if members.keys().is_sorted() {
                return members.iter().for_each(write);
            }
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| name.as_str());
            members.into_iter().for_each(&mut write);
        }
    }
}

/// About how many bytes a value takes.
pub(crate) fn weight(value: &Value) -> usize {
    let own = size_of::<Value>();
    match value {
        Value::String(text) => own + text.len(),
        Value::Array(items) => own + items.iter().map(weight).sum::<usize>(),
        Value::Object(members) => {
            own + members.iter().map(|(name, value)| own + name.len() + weight(value)).sum::<usize>()
        }
        _ => own,
    }
}
