//! The once-only right to act.

use crate::{End, GrantId};
use consent::{BoundSnapshot, Changed, Effect, Snapshot, Tool};
use rules::Refused;
use std::fmt;
use std::marker::PhantomData;

/// The once-only right to make one call. Not `Clone`; of one tool's type; it owns the arguments, parsed from the stored
/// bytes, and gives them out only when the resource still is what the person was shown.
///
/// What the type cannot hold: an effect that acts twice inside one claim, and a claim that is dropped. The first is the
/// tool's own duty; the second leaves the grant claimed, and its time turns it into an unknown outcome.
#[must_use = "a claim that is dropped leaves the outcome unknown"]
pub struct Claim<T: Tool> {
    args: T::Args,
    snapshot: BoundSnapshot,
    check_snapshot: bool,
    running: Running<T>,
}

/// A claim whose arguments are out. Only [`Running::settle`] makes the [`Settled`] that an effect returns.
#[must_use = "an effect that is not settled has an unknown outcome"]
pub struct Running<T: Tool> {
    grant: GrantId,
    tool: PhantomData<fn() -> T>,
}

/// How the effect of one grant ended, on its way into the store. An effect returns it and cannot make one up.
#[must_use = "the store must be told how the effect ended"]
#[derive(Debug)]
pub struct Settled {
    grant: GrantId,
    end: End,
    text: String,
}

impl<T: Effect> Claim<T> {
    pub(crate) const fn of_claimed_row(
        args: T::Args,
        snapshot: BoundSnapshot,
        check_snapshot: bool,
        grant: GrantId,
    ) -> Self {
        Self { args, snapshot, check_snapshot, running: Running { grant, tool: PhantomData } }
    }

    /// Gives out the arguments, once the resource still is what the person was shown (rule `GRANT-07`). `now` takes the
    /// resource's snapshot. Call this where nothing can come between it and the effect: under the resource's own lock,
    /// or on a staged resource.
    ///
    /// # Errors
    ///
    /// The settled failure, when the resource has changed. Nothing ran.
    pub fn take(self, now: impl FnOnce(&T::Args) -> Snapshot) -> Result<(T::Args, Running<T>), Settled> {
        let Self { args, snapshot, check_snapshot, running } = self;
        match snapshot.holds(&now(&args)) {
            Err(changed) if check_snapshot => Err(running.changed(&changed)),
            _ => Ok((args, running)),
        }
    }
}

impl<T: Tool> Running<T> {
    /// The stored id of the grant: what an idempotency key or a stage is named after.
    #[must_use]
    pub const fn grant(&self) -> GrantId {
        self.grant
    }

    /// Says how the effect ended, with a short text for whoever asks again.
    pub fn settle(self, end: End, text: impl Into<String>) -> Settled {
        Settled { grant: self.grant, end, text: text.into() }
    }

    fn changed(self, changed: &Changed) -> Settled {
        self.settle(End::Failed, changed.not_run())
    }
}

impl Settled {
    /// The grant, the end, and the text.
    pub(crate) fn into_parts(self) -> (GrantId, End, String) {
        (self.grant, self.end, self.text)
    }
}

impl<T: Tool> fmt::Debug for Claim<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Claim({:?})", self.running.grant)
    }
}

impl<T: Tool> fmt::Debug for Running<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Running({:?})", self.grant)
    }
}
