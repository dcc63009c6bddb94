//! One failure, and what is said of each place that it can belong to.

use super::Place;

/// One failure.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// The vector, by its file's name without the ending.
    pub vector: &'static str,
    /// The step of it, from 1.
    pub step: usize,
    /// What led to it, for somebody who has not seen the vector.
    pub scene: &'static str,
    /// Why it belongs where it does.
    pub because: &'static str,
    /// Each other place: why one may think of it, and why it is another.
    pub others: [(Place, &'static str); 3],
    /// What to play to see more of this kind, as arguments of `cargo run --`.
    pub play: &'static str,
}

impl Item {
    /// What is said of this place.
    #[must_use]
    pub fn reason(&self, place: Place) -> &'static str {
        self.others.iter().find(|(other, _)| *other == place).map_or(self.because, |(_, reason)| reason)
    }

    /// Where the vector stands.
    #[must_use]
    pub fn file(&self) -> String {
        format!("tests/vectors/{}.json", self.vector)
    }
}
