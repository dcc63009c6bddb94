//! Checks are rows, run by one loop.

use crate::{Defence, Defences};

/// One line of a table of checks: the defence that it is, what it refuses with, and what must hold.
#[derive(Debug)]
pub struct Check<S: ?Sized, R> {
    /// The name of this check.
    pub defence: Defence,
    /// The refusal when it does not hold.
    pub refusal: R,
    /// What must hold of the subject.
    pub holds: fn(&S) -> bool,
}

/// Holds `subject` against each check that is on, in order.
///
/// # Errors
///
/// The refusal of the first check that does not hold.
///
/// ```
/// # use twogates_rules as rules;
/// use rules::{Check, Defence, Defences, judge};
/// const CHECKS: &[Check<u32, &str>] =
///     &[Check { defence: Defence::Expiry, refusal: "too late", holds: |at| *at < 10 }];
/// assert_eq!(judge(Defences::all(), CHECKS, &9), Ok(()));
/// assert_eq!(judge(Defences::all(), CHECKS, &10), Err("too late"));
/// ```
pub fn judge<S: ?Sized, R: Clone>(on: Defences, checks: &[Check<S, R>], subject: &S) -> Result<(), R> {
    for check in checks {
        if on.on(check.defence) && !(check.holds)(subject) {
            return Err(check.refusal.clone());
        }
    }
    Ok(())
}
