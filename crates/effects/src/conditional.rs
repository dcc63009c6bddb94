//! A backend that checks a version together with the effect: `If-Match`, a generation, `WHERE version = ?`.
//!
//! The version stands in the snapshot that the person was shown, and the change goes out on the condition that the object
//! still has it. Whoever looks first and changes afterwards has checked nothing. A backend that takes a condition and
//! ignores it looks the same from outside until it matters, so [`proven`] tries it at start-up.

use crate::{BrokenPromise, of_class};
use consent::{Effect, EffectClass, Snapshot};
use grants::{Claim, End, Grant, Grants, NotUsable};
use std::fmt;

/// A backend that says of itself that it checks a condition together with the change.
///
/// ```
/// # use twogates_effects as effects;
/// use effects::BrokenPromise;
/// use effects::conditional::{self, ConditionalBackend, NotChanged, Version};
/// use std::cell::Cell;
/// /// Takes a condition, and does not look at it.
/// struct Heedless(Cell<u32>);
/// impl ConditionalBackend for Heedless {
///     type Change = ();
///     fn harmless(&self) -> (String, ()) { ("probe".into(), ()) }
///     fn version(&self, _object: &str) -> Result<Option<Version>, NotChanged> {
///         Ok(Some(Version::new(self.0.get().to_string())))
///     }
///     fn change(&self, object: &str, _only_if: &Version, _change: &()) -> Result<Option<Version>, NotChanged> {
///         self.0.set(self.0.get() + 1);
///         self.version(object)
///     }
/// }
/// assert_eq!(conditional::proven(Heedless(Cell::new(1))).unwrap_err(), BrokenPromise::ConditionIgnored);
/// ```
pub trait ConditionalBackend {
    /// What is done to an object.
    type Change;

    /// An object of the tester's own, which exists, and a change to it that harms nobody, for the test at start-up.
    fn harmless(&self) -> (String, Self::Change);

    /// The version of an object now; none where there is no such object.
    ///
    /// # Errors
    ///
    /// [`NotChanged::Unknown`], when the backend does not answer.
    fn version(&self, object: &str) -> Result<Option<Version>, NotChanged>;

    /// Changes an object if it has this very version, in one step of the backend's own. Returns the version afterwards;
    /// none where the change was to delete it.
    ///
    /// # Errors
    ///
    /// [`NotChanged`] says what is known.
    fn change(&self, object: &str, only_if: &Version, change: &Self::Change) -> Result<Option<Version>, NotChanged>;
}

/// The version of an object, in the backend's own words: an entity tag, a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version(String);

impl Version {
    /// A version in the backend's own words.
    #[must_use]
    pub fn new(version: impl Into<String>) -> Self {
        Self(version.into())
    }

    /// It as the backend wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why an object was not changed, or is not known to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotChanged {
    /// The object has another version, or is gone. Nothing was changed.
    Mismatch,
    /// The backend says no, and nothing was changed.
    Refused(String),
    /// No answer came. It may have been changed; a person must look.
    Unknown(String),
}

/// A backend that passed the test.
pub struct Proven<B> {
    backend: B,
}

impl<B: ConditionalBackend> Proven<B> {
    /// The backend.
    #[must_use]
    pub const fn backend(&self) -> &B {
        &self.backend
    }
}

impl<B: ConditionalBackend> Proven<B> {
    /// Changes what a claim is about, if it still has the version that was approved. `seen` gives the state of the object
    /// and the version that goes with it; `change` makes the object's name and the change of the arguments.
    ///
    /// For a tool of another class nothing is sent, and the store is told so. It is never sent twice: where no answer comes, the end is recorded as unknown, and a person looks.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], where the store was not told how it ended.
    pub fn run<T: Effect>(
        &self,
        grants: &Grants,
        claim: Claim<T>,
        seen: impl FnOnce(&T::Args) -> (Snapshot, Version),
        change: impl FnOnce(T::Args) -> (String, B::Change),
    ) -> Result<Grant, NotUsable> {
        let mut approved = None;
        let taken = claim.take(|args| {
            let (snapshot, version) = seen(args);
            approved = Some(version);
            snapshot
        });
        let (args, running) = match taken {
            Ok(taken) => taken,
            Err(settled) => return grants.settle(settled),
        };
        let running = match of_class(running, EffectClass::Conditional) {
            Ok(running) => running,
            Err(settled) => return grants.settle(settled),
        };
        let Some(version) = approved else {
            return grants.settle(running.settle(End::Failed, "Not run: nobody looked at the object."));
        };
        let (object, change) = change(args);
        let (end, text) = match self.backend.change(&object, &version, &change) {
            Ok(Some(after)) => (End::Executed, format!("changed {object}; its version is {} now", after.as_str())),
            Ok(None) => (End::Executed, format!("deleted {object}")),
            // The same attempt once more: what changed it may have been this one.
            Err(NotChanged::Mismatch) if running.may_have_acted() => {
                (End::Indeterminate, format!("{object} has another version, which may be this call's own."))
            }
            Err(NotChanged::Mismatch) => (End::Failed, format!("Not run: {object} was changed meanwhile.")),
            Err(NotChanged::Refused(why)) => (End::Failed, format!("Not run: the backend says no: {why}.")),
            Err(NotChanged::Unknown(why)) => (End::Indeterminate, format!("No answer came: {why}.")),
        };
        grants.settle(running.settle(end, text))
    }
}

impl<B> fmt::Debug for Proven<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proven(conditional)")
    }
}

/// A version that no object has.
const NOBODYS: &str = "two-gates-self-test";

/// Tests a backend on its own harmless object: a wrong condition must be refused and change nothing, the right one must
/// go through and raise the version, and the condition that held a moment ago must be refused then.
///
/// # Errors
///
/// [`BrokenPromise`] says which promise it does not keep. Nothing may be changed through it as conditional then.
pub fn proven<B: ConditionalBackend>(backend: B) -> Result<Proven<B>, BrokenPromise> {
    let silent = |_| BrokenPromise::NoAnswer(EffectClass::Conditional);
    let (object, change) = backend.harmless();
    let version = || backend.version(&object).map_err(silent)?.ok_or(BrokenPromise::NoAnswer(EffectClass::Conditional));
    let refuses = |condition: &Version| match backend.change(&object, condition, &change) {
        Ok(_) => Err(BrokenPromise::ConditionIgnored),
        Err(NotChanged::Mismatch) => Ok(()),
        Err(NotChanged::Refused(_) | NotChanged::Unknown(_)) => Err(BrokenPromise::NoAnswer(EffectClass::Conditional)),
    };
    let before = version()?;
    refuses(&Version::new(NOBODYS))?;
    // It may refuse in words and change all the same.
    if version()? != before {
        return Err(BrokenPromise::ConditionIgnored);
    }
    match backend.change(&object, &before, &change) {
        Ok(Some(after)) if after == before => return Err(BrokenPromise::VersionStays),
        Ok(_) => {}
        Err(NotChanged::Mismatch) => return Err(BrokenPromise::RightConditionRefused),
        Err(other) => return Err(silent(other)),
    }
    refuses(&before)?;
    Ok(Proven { backend })
}
