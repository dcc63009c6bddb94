//! A backend that remembers an idempotency key: the same key twice does the thing once.
//!
//! The key is made from the grant's stored id, so that every retry of one grant sends the same, and it reveals nothing.
//! That helps only while the backend honours it, and as long as it remembers it. [`proven`] finds out both at start-up, and
//! what it returns is the only thing that an effect of this class takes.

use crate::{BrokenPromise, Ended, of_class};
use consent::{Effect, EffectClass};
use grants::{Claim, End, Grants, NotUsable};
use std::fmt;
use wire::Digest;

/// A backend that says of itself that it remembers idempotency keys.
///
/// ```
/// # use twogates_effects as effects;
/// use effects::BrokenPromise;
/// use effects::keyed::{self, KeyedBackend, NotSent, Receipt};
/// use std::cell::RefCell;
/// /// Takes a key, and does not look at it.
/// struct Forgetful(RefCell<u32>);
/// impl KeyedBackend for Forgetful {
///     type Request = u32;
///     fn harmless(&self) -> (u32, u32) { (0, 1) }
///     fn remembers_ms(&self) -> u64 { 86_400_000 }
///     fn send(&self, _key: &str, _amount: &u32) -> Result<Receipt, NotSent> {
///         *self.0.borrow_mut() += 1;
///         Ok(Receipt::new(format!("payment {}", self.0.borrow())))
///     }
/// }
/// let refused = keyed::proven(Forgetful(RefCell::default()), [7; 16], 600_000).unwrap_err();
/// assert_eq!(refused, BrokenPromise::KeyIgnored);
/// ```
pub trait KeyedBackend {
    /// What it is asked to do.
    type Request;

    /// Two different requests that harm nobody, for the test at start-up: a draft, a payment of nothing to oneself.
    fn harmless(&self) -> (Self::Request, Self::Request);

    /// For how long it remembers a key, in milliseconds.
    fn remembers_ms(&self) -> u64;

    /// Does it, or gives the receipt of the first time where this key was used before for the same request.
    ///
    /// # Errors
    ///
    /// [`NotSent`] says what is known.
    fn send(&self, key: &str, request: &Self::Request) -> Result<Receipt, NotSent>;
}

/// What a backend gave for a request: its own reference, such as the number of a payment. Two requests that were both
/// done have two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt(String);

impl Receipt {
    /// A receipt with the backend's own reference.
    #[must_use]
    pub fn new(reference: impl Into<String>) -> Self {
        Self(reference.into())
    }

    /// The backend's own reference.
    #[must_use]
    pub fn reference(&self) -> &str {
        &self.0
    }
}

/// Why there is no receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSent {
    /// The backend says no, and nothing was done.
    Refused(String),
    /// The key was used for another request.
    KeyTaken,
    /// No answer came. It may have been done; the same key may be sent again.
    Unknown(String),
}

/// A backend that passed the test.
pub struct Proven<B> {
    backend: B,
}

impl<B: KeyedBackend> Proven<B> {
    /// The backend.
    #[must_use]
    pub const fn backend(&self) -> &B {
        &self.backend
    }
}

impl<B: KeyedBackend> Proven<B> {
    /// Sends what a claim is about, under the key of this use of its grant. `request` makes it of the arguments. For a tool
    /// of another class nothing is sent, and the store is told so.
    ///
    /// When no answer comes, the grant stays claimed: the next claim of it, once this one's time is over, sends the same
    /// request under the same key, and learns what became of it.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], where the store was not told how it ended.
    pub fn run<T: Effect>(
        &self,
        tool: &T,
        grants: &Grants,
        claim: Claim<T>,
        request: impl FnOnce(T::Args) -> B::Request,
    ) -> Result<Ended, NotUsable> {
        let (args, running) = match claim.take(|args| tool.snapshot(args)) {
            Ok(taken) => taken,
            Err(settled) => return grants.settle(settled).map(Ended::known),
        };
        let running = match of_class(running, EffectClass::Keyed) {
            Ok(running) => running,
            Err(settled) => return grants.settle(settled).map(Ended::known),
        };
        let (end, text) = match self.backend.send(&running.key(), &request(args)) {
            Ok(receipt) => (End::Executed, format!("done: {}", receipt.reference())),
            Err(NotSent::Refused(why)) => (End::Failed, format!("Not run: the backend says no: {why}.")),
            // Something was done under this key, and not this.
            Err(NotSent::KeyTaken) => (End::Indeterminate, "The key was used for another request.".to_owned()),
            Err(NotSent::Unknown(why)) => return Ok(Ended::Open { why }),
        };
        grants.settle(running.settle(end, text)).map(Ended::known)
    }
}

impl<B> fmt::Debug for Proven<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proven(keyed)")
    }
}

/// Tests a backend with its own harmless requests, under two keys that nobody used: `drawn` is 128 random bits.
/// `longest_ms` is how long after the first request the last retry may come: the longest life of a grant, for a claim and
/// its retries end with it.
///
/// A backend that answers as if it remembered, and still does the thing twice, is not found out by this; nor one that
/// forgets later than in the moment of the test.
///
/// # Errors
///
/// [`BrokenPromise`] says which promise it does not keep. Nothing may be sent through it as keyed then.
pub fn proven<B: KeyedBackend>(backend: B, drawn: [u8; 16], longest_ms: u64) -> Result<Proven<B>, BrokenPromise> {
    if backend.remembers_ms() <= longest_ms {
        return Err(BrokenPromise::ForgetsTooSoon);
    }
    let key = |which: &[u8]| format!("self-test:{}", Digest::of("two-gates/self-test/1", &[&drawn, which]));
    let (one, other) = (key(b"one"), key(b"other"));
    let (request, different) = backend.harmless();
    let sent = |key: &str| backend.send(key, &request).map_err(|_| BrokenPromise::NoAnswer(EffectClass::Keyed));
    let first = sent(&one)?;
    if sent(&one)? != first {
        return Err(BrokenPromise::KeyIgnored);
    }
    // One answer for everything would look like memory.
    if sent(&other)? == first {
        return Err(BrokenPromise::OtherAnswer);
    }
    match backend.send(&one, &different) {
        Err(NotSent::KeyTaken) => Ok(Proven { backend }),
        Err(NotSent::Unknown(_)) => Err(BrokenPromise::NoAnswer(EffectClass::Keyed)),
        Ok(_) | Err(NotSent::Refused(_)) => Err(BrokenPromise::OtherArgumentsTaken),
    }
}
