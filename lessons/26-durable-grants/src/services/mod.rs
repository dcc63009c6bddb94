//! Services beside the grants, each in two kinds: one that keeps its promise, and one that takes what it is given and
//! ignores it. From outside they look the same until it matters, so the second kind must be refused at start-up.

mod documents;
mod payments;

pub use documents::{Change, DocumentStore};
pub use payments::{Payment, PaymentService};

/// Whether a service keeps what it promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manners {
    /// It does.
    Keeps,
    /// It takes the key, or the condition, and does not look at it.
    Ignores,
}
