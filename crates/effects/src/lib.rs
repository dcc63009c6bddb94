//! Effects that a grant can rest on.
//!
//! A grant says that a person agreed, once. Whether an effect happens once too depends on what it acts on, and a tool says
//! which kind that is: its effect class. Three of the classes need something of the outside, and it is here:
//!
//! - [`staged`]: deleting a file in two halves, of which the first can be taken back. Linux alone has what it needs; on
//!   another system [`deletion_class`] says so.
//! - [`keyed`]: a backend that remembers an idempotency key, and the test that it does.
//! - [`conditional`]: a backend that checks a version together with the effect, and the test that it does.
//!
//! A promise that is not kept is worse than none: a backend that takes a key and forgets it, or takes a condition and
//! ignores it, is refused when the server starts, and so is a file system that overwrites where it was told not to.

pub mod conditional;
pub mod keyed;
#[cfg(target_os = "linux")]
pub mod staged;

mod refusal;

pub use refusal::BrokenPromise;

use consent::EffectClass;

/// The class of a file's deletion on this system: staged where a file can be moved without replacing another, which this
/// project knows how to do on Linux alone; at-most-once elsewhere, where a crash leaves an outcome that a person must
/// look into.
#[must_use]
pub const fn deletion_class() -> EffectClass {
    if cfg!(target_os = "linux") { EffectClass::Staged } else { EffectClass::AtMostOnce }
}
