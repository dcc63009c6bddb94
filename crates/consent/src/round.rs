//! `requestState` of a question that a tool asks itself, beside ours: its own state, sealed within ours.
//!
//! `r1.<key id>.<body>.<tag>`. The body names what the state is bound to, in fields of fixed width, and ends with what the tool
//! gave, which is carried as it is: a holder can read it, and cannot change it. Where a person had approved the call, it names
//! the claim that the call runs on, and the store decides whether that still is so; any other state only expires.

use crate::intent::server_digest;
use crate::seal::{Fields, Kind};
use crate::{BadState, ConsentGate, Moment};
use rules::{Check, Defence, judge};
use wire::Digest;

/// What a round is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundOf {
    /// The principal.
    pub principal: Digest,
    /// What is called: the contract of a tool, or another method and what it names.
    pub called: Digest,
    /// The arguments.
    pub arguments: Digest,
}

/// What a round's state carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The claim that the call runs on, where a person had approved it: bytes that the grants read.
    pub claim: Option<[u8; Round::CLAIM]>,
    /// The tool's own state, where it gave one.
    pub state: Option<String>,
}

impl Round {
    /// How many bytes name a claim.
    pub const CLAIM: usize = 56;
}

/// The bindings of a state, beside what is presented.
type Bound = (Digest, RoundOf);

/// What a round is bound to. A binding is a line here and nowhere else.
const BINDINGS: &[Check<(Bound, Bound), BadState>] = &[
    Check {
        defence: Defence::Principal,
        refusal: BadState::OtherPrincipal,
        holds: |(sealed, now)| sealed.1.principal == now.1.principal,
    },
    Check { defence: Defence::Contract, refusal: BadState::OtherServer, holds: |(sealed, now)| sealed.0 == now.0 },
    Check {
        defence: Defence::Contract,
        refusal: BadState::OtherContract,
        holds: |(sealed, now)| sealed.1.called == now.1.called,
    },
    Check {
        defence: Defence::Arguments,
        refusal: BadState::OtherArguments,
        holds: |(sealed, now)| sealed.1.arguments == now.1.arguments,
    },
];

/// What a round that rests on no claim may be too old for.
const AGE: &[Check<(Moment, Moment), BadState>] =
    &[Check { defence: Defence::Expiry, refusal: BadState::Expired, holds: |(expires, at)| at < expires }];

impl ConsentGate {
    /// Whether a state says that it is a round's, and not a question's of ours.
    #[must_use]
    pub fn is_round(state: &str) -> bool {
        Kind::ROUND.is_of(state)
    }

    /// Seals a round that is good before this moment.
    #[must_use]
    pub fn seal_round(&self, of: &RoundOf, round: &Round, expires: Moment) -> String {
        let mut body = Vec::new();
        for digest in [&server_digest(self.server()), &of.principal, &of.called, &of.arguments] {
            body.extend_from_slice(digest.bytes());
        }
        body.extend_from_slice(&expires.ms().to_be_bytes());
        body.push(u8::from(round.claim.is_some()));
        body.extend(round.claim.iter().flatten());
        body.push(u8::from(round.state.is_some()));
        body.extend(round.state.iter().flat_map(|state| state.bytes()));
        Kind::ROUND.seal(&self.ring, &body)
    }

    /// Opens a round: it is intact, and belongs to this principal, server and call. Where it rests on no claim, it is not too
    /// old either; of a claim the store says so.
    ///
    /// # Errors
    ///
    /// [`BadState`] names the first part that differs.
    pub fn open_round(&self, of: &RoundOf, state: &str, at: Moment) -> Result<Round, BadState> {
        let body = Kind::ROUND.open(&self.ring, self.defences.on(Defence::Integrity), state)?;
        let (sealed, expires, round) = read(&body).ok_or(BadState::Tampered)?;
        judge(self.defences, BINDINGS, &(sealed, (server_digest(self.server()), *of)))?;
        if round.claim.is_none() {
            judge(self.defences, AGE, &(expires, at))?;
        }
        Ok(round)
    }
}

fn read(body: &[u8]) -> Option<(Bound, Moment, Round)> {
    let mut fields = Fields(body);
    let server = Digest::from_bytes(fields.take()?);
    let of = RoundOf {
        principal: Digest::from_bytes(fields.take()?),
        called: Digest::from_bytes(fields.take()?),
        arguments: Digest::from_bytes(fields.take()?),
    };
    let expires = Moment::unsealed(u64::from_be_bytes(fields.take()?));
    let claim = match fields.take()? {
        [0] => None,
        [1] => Some(fields.take()?),
        [_] => return None,
    };
    let state = match (fields.take()?, fields.0) {
        ([0], []) => None,
        ([1], rest) => Some(String::from_utf8(rest.to_vec()).ok()?),
        _ => return None,
    };
    Some(((server, of), expires, Round { claim, state }))
}
