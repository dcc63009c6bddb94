//! Several defences off at once.

use rules::{Defence, Guarded, danger};

/// The same gate without any of these defences. For teaching.
#[must_use]
pub fn without_all<G: Guarded>(gate: G, off: &[Defence]) -> G {
    off.iter().fold(gate, |gate, defence| danger::without(gate, *defence))
}
