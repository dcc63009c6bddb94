//! What may become of a grant. Pure: one function for every store and every test.
//!
//! ```text
//! issued ──claim──▶ claimed ──settle──▶ executed | failed | indeterminate
//!   │                  └──time passes──▶ indeterminate ──settle──▶ executed | failed
//!   ├──time passes──▶ expired
//!   ├──revoke──▶ revoked
//!   └──claim, no longer allowed──▶ no longer authorized
//! ```

use crate::{Claiming, Grant, NotUsable};
use consent::Moment;
use rules::{Check, Defence, Defences, judge};
use wire::Digest;

/// The state of a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// A person said yes; nobody has acted.
    Issued,
    /// Someone holds the right to act.
    Claimed,
    /// The effect happened.
    Executed,
    /// The effect did not happen.
    Failed,
    /// Whether the effect happened is not known; a person decides (rule `GRANT-13`).
    Indeterminate,
    /// Its time passed before anyone acted.
    Expired,
    /// It was revoked before anyone acted.
    Revoked,
    /// Its principal may no longer do this.
    NoLongerAuthorized,
}

impl State {
    /// Every state.
    pub const ALL: &[Self] = &[
        Self::Issued,
        Self::Claimed,
        Self::Executed,
        Self::Failed,
        Self::Indeterminate,
        Self::Expired,
        Self::Revoked,
        Self::NoLongerAuthorized,
    ];

    /// The state as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Claimed => "claimed",
            Self::Executed => "executed",
            Self::Failed => "failed",
            Self::Indeterminate => "indeterminate",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::NoLongerAuthorized => "no_longer_authorized",
        }
    }
}

/// How an effect ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// It happened.
    Executed,
    /// It did not happen.
    Failed,
    /// Whether it happened is not known.
    Indeterminate,
}

/// What happens to a grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Someone wants to act on it.
    Claim {
        /// The arguments that they were given.
        arg_hash: Digest,
        /// The server for which they would run it.
        server: Digest,
        /// The promise of the tool that they would run.
        contract: Digest,
        /// Whether the policy says that the principal may still do this.
        authorized: bool,
    },
    /// Whoever claimed it says how the effect ended.
    Settle(End),
    /// Someone takes the yes back.
    Revoke,
    /// Nothing but time.
    Lapse,
}

impl Event {
    /// A claim as it was presented, and whether the policy says that the principal may still do this.
    #[must_use]
    pub fn claim(claiming: &Claiming, authorized: bool) -> Self {
        let Claiming { reference, server, contract } = claiming;
        Self::Claim { arg_hash: reference.arg_hash(), server: *server, contract: *contract, authorized }
    }
}

/// What comes of an event: the state that the grant is in afterwards, and whether the event was refused. A refusal can
/// move a grant too: the claim that finds it expired marks it so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The state afterwards.
    pub next: State,
    /// Why the event was refused, where it was.
    pub refusal: Option<NotUsable>,
}

/// A claim beside the grant that it is held against.
struct Attempt {
    given: Bound,
    approved: Bound,
    state: State,
    at: Moment,
    expires_at: Moment,
    authorized: bool,
}

/// What a grant is bound to, and a claim beside it.
struct Bound {
    arguments: Digest,
    server: Digest,
    contract: Digest,
}

/// What a claim must meet, in order. What does not belong to the grant is refused before anything that would end it, so
/// that nobody burns a grant with the wrong arguments (rule `RS-12`).
const CLAIM: &[Check<Attempt, NotUsable>] = &[
    Check {
        defence: Defence::Arguments,
        refusal: NotUsable::OtherArguments,
        holds: |claim| claim.given.arguments == claim.approved.arguments,
    },
    Check {
        defence: Defence::Contract,
        refusal: NotUsable::OtherServer,
        holds: |claim| claim.given.server == claim.approved.server,
    },
    Check {
        defence: Defence::Contract,
        refusal: NotUsable::OtherContract,
        holds: |claim| claim.given.contract == claim.approved.contract,
    },
    Check { defence: Defence::SingleUse, refusal: NotUsable::Revoked, holds: |claim| claim.state != State::Revoked },
    Check { defence: Defence::SingleUse, refusal: NotUsable::Used, holds: |claim| claim.state == State::Issued },
    Check { defence: Defence::GrantExpiry, refusal: NotUsable::Expired, holds: |claim| claim.at < claim.expires_at },
    Check {
        defence: Defence::StillAuthorized,
        refusal: NotUsable::NoLongerAuthorized,
        holds: |claim| claim.authorized,
    },
];

/// What comes of an event at a moment of the store's clock. Stores that ship pass [`Defences::all`]; only the memory
/// store can be weakened, for teaching.
#[must_use]
pub fn step(grant: &Grant, event: &Event, at: Moment, on: Defences) -> Step {
    let state = grant.state;
    let moved = |next| Step { next, refusal: None };
    match (event, state) {
        (Event::Claim { arg_hash, server, contract, authorized }, _) => {
            let claim = Attempt {
                given: Bound { arguments: *arg_hash, server: *server, contract: *contract },
                approved: Bound {
                    arguments: grant.intent.call.arg_hash(),
                    server: grant.intent.server_digest(),
                    contract: grant.intent.contract,
                },
                state,
                at,
                expires_at: grant.expires_at,
                authorized: *authorized,
            };
            match judge(on, CLAIM, &claim) {
                Ok(()) => moved(State::Claimed),
                Err(refusal) => {
                    // A refusal ends what nobody has acted on. What was done stays done, single use on or off.
                    let next = match (&refusal, state) {
                        (NotUsable::Expired, State::Issued) => State::Expired,
                        (NotUsable::NoLongerAuthorized, State::Issued) => State::NoLongerAuthorized,
                        _ => state,
                    };
                    Step { next, refusal: Some(refusal) }
                }
            }
        }
        (Event::Settle(end), State::Claimed | State::Indeterminate) => moved(match end {
            End::Executed => State::Executed,
            End::Failed => State::Failed,
            End::Indeterminate => State::Indeterminate,
        }),
        (Event::Settle(_), _) => Step { next: state, refusal: Some(NotUsable::NotClaimed) },
        (Event::Revoke, State::Issued) => moved(State::Revoked),
        (Event::Revoke, _) => Step { next: state, refusal: Some(NotUsable::Used) },
        (Event::Lapse, State::Issued) if on.on(Defence::GrantExpiry) && at >= grant.expires_at => moved(State::Expired),
        (Event::Lapse, State::Claimed) if at >= grant.expires_at => moved(State::Indeterminate),
        (Event::Lapse, _) => moved(state),
    }
}
