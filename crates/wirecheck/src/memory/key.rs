//! What is compared by a digest instead of being kept: ids, calls, states. Nothing can be read back from one.

use serde_json::Value;
use std::hash::{BuildHasher as _, Hash as _, Hasher, RandomState};

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

    /// The key of these parts, in this order.
    pub(crate) fn of(&self, parts: &[Part<'_>]) -> Key {
        let mut hasher = self.state.build_hasher();
        for part in parts {
            match part {
                Part::Text(text) => hash_text(0, text, &mut hasher),
                Part::Value(value) => hash(value, &mut hasher),
                Part::Key(key) => (2_u8, key).hash(&mut hasher),
                Part::Number(number) => (4_u8, number).hash(&mut hasher),
                Part::None => 3_u8.hash(&mut hasher),
            }
        }
        Key(hasher.finish())
    }
}

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

/// A text, its length before it, so that two texts never read as one.
fn hash_text(kind: u8, text: &str, hasher: &mut impl Hasher) {
    hasher.write_usize(text.len() << 8 | usize::from(kind));
    hasher.write(text.as_bytes());
}

/// A value, whatever the order of its names.
fn hash(value: &Value, hasher: &mut impl Hasher) {
    match value {
        Value::Null => 10_u8.hash(hasher),
        Value::Bool(yes) => (11_u8, yes).hash(hasher),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => (12_u8, whole).hash(hasher),
            (None, float) => (13_u8, float.map(f64::to_bits)).hash(hasher),
        },
        Value::String(text) => hash_text(14, text, hasher),
        Value::Array(items) => {
            (15_u8, items.len()).hash(hasher);
            items.iter().for_each(|item| hash(item, hasher));
        }
        Value::Object(members) => {
            (16_u8, members.len()).hash(hasher);
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| name.as_str());
            for (name, value) in members {
                hash_text(17, name, hasher);
                hash(value, hasher);
            }
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
