//! An effect that has nothing to rest on: it is tried once, and whatever is not known goes to a person.

use crate::of_class;
use consent::{Effect, EffectClass};
use grants::{Claim, End, Grant, Grants, NotUsable};

/// What somebody who acted once says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Did {
    /// It happened.
    It(String),
    /// It did not happen, for certain.
    Nothing(String),
    /// Nobody knows. It is not tried again.
    Unknown(String),
}

/// Acts once on a claim of class at-most-once, and tells the store how it ended. For a tool of another class nothing runs,
/// and the store is told so. The resource is looked at before; nothing
/// but a lock of the resource's own can keep what comes in between away.
///
/// # Errors
///
/// [`NotUsable`], where the store was not told how it ended. Its time then turns the grant into an unknown end.
pub fn act_once<T: Effect>(
    tool: &T,
    grants: &Grants,
    claim: Claim<T>,
    act: impl FnOnce(T::Args) -> Did,
) -> Result<Grant, NotUsable> {
    let (args, running) = match claim.take(|args| tool.snapshot(args)) {
        Ok(taken) => taken,
        Err(settled) => return grants.settle(settled),
    };
    let running = match of_class(running, EffectClass::AtMostOnce) {
        Ok(running) => running,
        Err(settled) => return grants.settle(settled),
    };
    let (end, text) = match act(args) {
        Did::It(text) => (End::Executed, text),
        Did::Nothing(text) => (End::Failed, text),
        Did::Unknown(text) => (End::Indeterminate, text),
    };
    grants.settle(running.settle(end, text))
}
