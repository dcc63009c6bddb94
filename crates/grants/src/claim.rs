//! The once-only right to act.

use crate::{AttemptId, End, Grant, GrantId, Held, Holder, How};
use consent::{BoundSnapshot, Changed, Effect, EffectClass, Moment, Round, Snapshot, Tool};
use rules::Refused;
use std::fmt;
use std::marker::PhantomData;
use wire::Digest;

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
    holder: Holder,
    number: u32,
    effect: EffectClass,
    held: Held,
    gone_on: bool,
    tool: PhantomData<fn() -> T>,
}

/// A claim whose call has asked for something more, on its way to the client and back: which grant, and who held it. It is no
/// authority: the row says whether it still is so (rule `GRANT-03`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRound {
    /// The grant.
    pub grant: GrantId,
    /// Who held it when the question went out.
    pub holder: Holder,
}

/// How the effect of one grant ended, on its way into the store. An effect returns it and cannot make one up.
#[must_use = "the store must be told how the effect ended"]
pub struct Settled {
    grant: GrantId,
    holder: Holder,
    end: End,
    text: String,
}

/// What can be said of a claim when whoever acts on it breaks off: that nobody knows what became of it (rule `GRANT-13`), and
/// nothing else.
#[derive(Debug)]
pub struct BrokenOff {
    grant: GrantId,
    holder: Holder,
}

impl BrokenOff {
    /// Says so. Where its end was told before, that stands.
    pub fn unknown(self, text: impl Into<String>) -> Settled {
        Settled { grant: self.grant, holder: self.holder, end: End::Indeterminate, text: text.into() }
    }
}

impl<T: Effect> Claim<T> {
    /// What is kept of it while somebody acts who may break off, as a panic does.
    #[must_use]
    pub const fn if_broken_off(&self) -> BrokenOff {
        BrokenOff { grant: self.running.grant, holder: self.running.holder }
    }

    /// The claim of a row that is held: by whom, it says itself.
    pub(crate) const fn of_claimed_row(args: T::Args, grant: &Grant, held: Held, check_snapshot: bool) -> Self {
        let holder = Holder { attempt: held.attempt, fence: grant.fence };
        let running = Running {
            grant: grant.id,
            holder,
            number: grant.used,
            effect: grant.effect,
            held,
            gone_on: false,
            tool: PhantomData,
        };
        Self { args, snapshot: grant.intent.snapshot, check_snapshot, running }
    }

    /// The same in another request of the same call: what ran before it may have acted.
    pub(crate) const fn gone_on(mut self) -> Self {
        self.running.gone_on = true;
        self
    }

    /// Gives out the arguments, once the resource still is what the person was shown (rule `GRANT-07`). `now` takes the
    /// resource's snapshot. Call this where nothing can come between it and the effect: under the resource's own lock,
    /// or on a staged resource.
    ///
    /// # Errors
    ///
    /// The settled end, when the resource has changed: a failure, for nothing ran. Where the grant was claimed before, by
    /// whoever was not heard of again, the change may be what that one did: then the end is not known.
    pub fn take(self, now: impl FnOnce(&T::Args) -> Snapshot) -> Result<(T::Args, Running<T>), Settled> {
        let Self { args, snapshot, check_snapshot, running } = self;
        match snapshot.holds(&now(&args)) {
            Err(changed) if check_snapshot => Err(running.changed(&changed)),
            _ => Ok((args, running)),
        }
    }
}

/// A claim behind the first half of its effect: what that gave and the arguments, or what it said against it; and in both
/// cases what it takes to settle.
pub type Halfway<T, A, E> = Result<(A, <T as Tool>::Args, Running<T>), (E, Running<T>)>;

/// What the reversible first half of a staged effect goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstHalf {
    /// The stored id of the grant: its stage is named after it.
    pub grant: GrantId,
    /// The fence of the claim: the stage is named after it, too, so that a worker that lost its claim finds it gone.
    pub fence: u64,
    /// The resource as the person was shown it. None where nothing is held against it, which only a lesson can say.
    pub approved: Option<BoundSnapshot>,
}

impl OpenRound {
    /// It as bytes, as a sealed state carries them.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Round::CLAIM] {
        let mut bytes = [0; Round::CLAIM];
        let parts = self.grant.digest().bytes().iter().chain(self.holder.attempt.bytes());
        let fence = self.holder.fence.to_be_bytes();
        bytes.iter_mut().zip(parts.chain(&fence)).for_each(|(to, from)| *to = *from);
        bytes
    }

    /// From the bytes that a state carried. Each names some claim, which may be none of the store's.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Round::CLAIM]) -> Option<Self> {
        let (grant, rest) = bytes.split_first_chunk()?;
        let (attempt, fence) = rest.split_first_chunk()?;
        let holder =
            Holder { attempt: AttemptId::from_bytes(*attempt), fence: u64::from_be_bytes(fence.try_into().ok()?) };
        Some(Self { grant: GrantId::from_store(Digest::from_bytes(*grant)), holder })
    }
}

impl<T: Effect> Claim<T> {
    /// Gives out the arguments once the reversible first half of a staged effect is done. It holds what it has set aside
    /// against what was approved, and undoes itself where that is not it. What follows is
    /// [`Grants::commit`](crate::Grants::commit).
    ///
    /// # Errors
    ///
    /// What the first half says, and what it takes to settle.
    pub fn take_staged<A, E>(self, first_half: impl FnOnce(&T::Args, &FirstHalf) -> Result<A, E>) -> Halfway<T, A, E> {
        let Self { args, snapshot, check_snapshot, running } = self;
        let approved = check_snapshot.then_some(snapshot);
        let by = FirstHalf { grant: running.grant, fence: running.holder.fence, approved };
        match first_half(&args, &by) {
            Ok(aside) => Ok((aside, args, running)),
            Err(refusal) => Err((refusal, running)),
        }
    }
}

impl<T: Tool> Running<T> {
    /// The stored id of the grant: what an idempotency key or a stage is named after.
    #[must_use]
    pub const fn grant(&self) -> GrantId {
        self.grant
    }

    /// Who holds the grant: what the store is told when the effect is committed.
    #[must_use]
    pub const fn holder(&self) -> Holder {
        self.holder
    }

    /// What a retry and a crash may do with the effect, as the store goes by it.
    #[must_use]
    pub const fn effect(&self) -> EffectClass {
        self.effect
    }

    /// The first moment at which whoever acts is taken to be lost.
    #[must_use]
    pub const fn act_by(&self) -> Moment {
        self.held.act_by
    }

    /// Whether somebody claimed this use before, or an earlier request of the same call, and may have acted.
    #[must_use]
    pub const fn may_have_acted(&self) -> bool {
        self.gone_on || !matches!(self.held.how, How::First)
    }

    /// The idempotency key of this use of the grant: the stored id and the number of the use. It stays the same however
    /// often the use is claimed, and it reveals nothing.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}:{}", self.grant.hex(), self.number)
    }

    /// Leaves the claim open, because the call asks for something more. [`Grants::go_on`](crate::Grants::go_on) goes on with it
    /// when the answer comes; without one its time turns it into an unknown outcome.
    pub fn wait(self) -> OpenRound {
        OpenRound { grant: self.grant, holder: self.holder }
    }

    /// Says how the effect ended, with a short text for whoever asks again.
    pub fn settle(self, end: End, text: impl Into<String>) -> Settled {
        Settled { grant: self.grant, holder: self.holder, end, text: text.into() }
    }

    fn changed(self, changed: &Changed) -> Settled {
        if self.may_have_acted() {
            let text = format!("Claimed before, and not heard of again; {}.", changed.why());
            return self.settle(End::Indeterminate, text);
        }
        self.settle(End::Failed, changed.not_run())
    }
}

impl Settled {
    /// The grant, its holder, the end, and the text.
    pub(crate) fn into_parts(self) -> (GrantId, Holder, End, String) {
        (self.grant, self.holder, self.end, self.text)
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

/// Without the text, in which a tool may name what it acted on.
impl fmt::Debug for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Settled({:?}, {:?}, {} bytes)", self.grant, self.end, self.text.len())
    }
}
