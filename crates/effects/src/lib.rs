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
//! A transactional effect needs the store's own transaction, and nothing of this crate; for one that has nothing at all
//! there is [`act_once`].
//!
//! A promise that is not kept is worse than none: a backend that takes a key and forgets it, or takes a condition and
//! ignores it, is refused when the server starts, and so is a file system that overwrites where it was told not to.

pub mod conditional;
pub mod keyed;
#[cfg(target_os = "linux")]
pub mod staged;

mod refusal;
mod unaided;

pub use refusal::BrokenPromise;
pub use unaided::{Did, act_once};

use consent::{EffectClass, Tool};
use grants::{End, Grant, Running, Settled};

/// What became of an effect that may be tried again.
#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    /// The store knows how it ended.
    Known(Box<Grant>),
    /// No answer came. The grant stays claimed, and whoever claims it next finds out.
    Open {
        /// What is known.
        why: String,
    },
}

impl Ended {
    fn known(grant: Grant) -> Self {
        Self::Known(Box::new(grant))
    }
}

/// A claim of this class; the end of one whose tool has another. That class promises what the effect does not keep: where it
/// lets another worker take over, the effect would be done twice.
fn of_class<T: Tool>(running: Running<T>, class: EffectClass) -> Result<Running<T>, Settled> {
    let declared = running.effect();
    if declared == class {
        return Ok(running);
    }
    let end = if running.may_have_acted() { End::Indeterminate } else { End::Failed };
    let text = format!("Not run: the tool is declared {}, and its effect is {}.", declared.word(), class.word());
    Err(running.settle(end, text))
}

/// The class of a file's deletion on this system: staged where a file can be moved without replacing another, which this
/// project knows how to do on Linux alone; at-most-once elsewhere, where a crash leaves an outcome that a person must
/// look into.
#[must_use]
pub const fn deletion_class() -> EffectClass {
    if cfg!(target_os = "linux") { EffectClass::Staged } else { EffectClass::AtMostOnce }
}
