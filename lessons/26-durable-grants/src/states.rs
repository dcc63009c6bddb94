//! Stand-ins for states.
//!
//! A state binds the file that the person was shown: where it lies on the disk, and when it was born. So on each machine and
//! in each run it is another one. A transcript that must come out the same everywhere has stand-ins in its place, of the same
//! length and the same shape. What was sent twice is the same twice, and what differed differs.

use serde_json::Value;
use std::collections::BTreeMap;
use wire::{Digest, Entry};

/// What stands before the body of a state: its version and the name of its key.
const PARTS: usize = 2;
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The same entries, with a stand-in for each state.
#[must_use]
pub fn stand_in(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut known = BTreeMap::new();
    for message in entries.iter_mut().filter_map(|entry| entry.message.as_mut()) {
        for place in ["/params/requestState", "/result/requestState"] {
            if let Some(Value::String(state)) = message.pointer_mut(place) {
                let number = known.len();
                let standing: &mut String = known.entry(state.clone()).or_insert_with(|| standing(state, number));
                state.clone_from(standing);
            }
        }
    }
    entries
}

/// The stand-in of the state that comes as this one: each letter behind the second dot is another one, and the dots stay.
fn standing(state: &str, number: usize) -> String {
    let mut dots = 0;
    let letters = state.chars().zip(0_u64..).map(|(letter, place)| {
        dots += usize::from(letter == '.');
        if letter == '.' || dots < PARTS { letter } else { drawn(number, place) }
    });
    letters.collect()
}

fn drawn(number: usize, place: u64) -> char {
    let digest = Digest::of("lesson-26/stand-in/1", &[&number.to_be_bytes(), &place.to_be_bytes()]);
    let first = digest.bytes().first().copied().unwrap_or_default();
    LETTERS.get(usize::from(first % 64)).map_or('A', |letter| char::from(*letter))
}
