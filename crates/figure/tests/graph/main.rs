//! The graph: what is in it, and that it is what the crates do.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests fail loudly")]

mod contents;
mod fresh;

use std::path::Path;
use twogates_figure::calls::{Call, Grants, Setting, Token};

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The page that is shipped.
fn shipped() -> String {
    std::fs::read_to_string(root().join(twogates_figure::cli::PAGE)).unwrap()
}

/// A setting, by the words of its address.
fn setting(words: &str) -> Setting {
    let words: Vec<&str> = words.split('.').collect();
    Setting {
        call: *Call::ALL.iter().find(|call| call.word() == words[0]).unwrap(),
        token: *Token::ALL.iter().find(|token| token.word() == words[1]).unwrap(),
        grants: *Grants::ALL.iter().find(|grants| grants.word() == words[2]).unwrap(),
        forms: words[3] == "forms",
        queued: words[4] == "queue",
    }
}
