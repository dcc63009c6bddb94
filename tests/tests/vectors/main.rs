//! The vectors: what stands in the files, that each holds, that each expectation can fail, and that together they cover
//! the rules and the defences.

#![expect(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail loudly")]

mod black_box;
mod can_fail;
mod coverage;
mod failing;
mod holds;
mod matrix;
mod parts;
mod schema;
mod shape;
mod tools;
mod wire_rules;

use lab::vectors::Vector;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folder of the vectors.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// Every vector.
pub(crate) fn vectors() -> &'static [Vector] {
    static VECTORS: OnceLock<Vec<Vector>> = OnceLock::new();
    VECTORS.get_or_init(|| lab::vectors::load(&folder()).unwrap_or_else(|unreadable| panic!("{unreadable}")))
}

/// The vector of this name, without its number.
pub(crate) fn vector(name: &str) -> &'static Vector {
    let named = vectors().iter().find(|vector| short(vector) == name);
    named.unwrap_or_else(|| panic!("there is no vector {name}"))
}

/// Its name without its number.
pub(crate) fn short(vector: &Vector) -> &str {
    vector.name.split_once('-').map_or("", |(_, name)| name)
}

/// A file of the folder as it stands there.
pub(crate) fn json(file: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    wire::strict::read(&text).unwrap_or_else(|malformed| panic!("{file}: {malformed}"))
}
