//! `requestState`: a question's id and the digests that it is bound to, under a MAC.
//!
//! `v1.<key id>.<body>.<tag>`. The body is fixed-width binary, so that there is one encoding of each state and nothing
//! to parse; each bound part is a field of its own, so that a refusal can name the part that differs. It holds digests
//! and ids only: nothing that its holder may not read. It is a reference and no authority (rule `GRANT-03`).

use crate::intent::{QuestionId, Until};
use crate::{BadState, BoundSnapshot, KeyRing, Moment};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use wire::Digest;

/// A kind of state. One of another kind is not even looked into.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    version: &'static str,
    domain: &'static str,
}

impl Kind {
    /// The state of a question of ours.
    pub(crate) const QUESTION: Self = Self { version: "v1", domain: "two-gates/state/1" };
    /// The state of a question of a tool's own.
    pub(crate) const ROUND: Self = Self { version: "r1", domain: "two-gates/round/1" };

    /// Whether a state says that it is of this kind.
    pub(crate) fn is_of(self, state: &str) -> bool {
        state.split_once('.').is_some_and(|(version, _)| version == self.version)
    }

    /// Seals a body with the ring's current key.
    pub(crate) fn seal(self, ring: &KeyRing, body: &[u8]) -> String {
        let (key, version) = (ring.current(), self.version);
        let tag = self.mac(key.expose_secret(), key.id(), body).finalize().into_bytes();
        format!("{version}.{}.{}.{}", key.id(), BASE64.encode(body), BASE64.encode(tag))
    }

    /// The body of what a key of the ring sealed. With `verify` off, anybody's: that is the defence `integrity`, and only
    /// `danger` turns it off.
    pub(crate) fn open(self, ring: &KeyRing, verify: bool, state: &str) -> Result<Vec<u8>, BadState> {
        let mut parts = state.split('.');
        let (Some(version), Some(id), Some(body), Some(tag), None) =
            (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(BadState::Tampered);
        };
        if version != self.version {
            return Err(BadState::Tampered);
        }
        let body = BASE64.decode(body).map_err(|_| BadState::Tampered)?;
        if verify {
            let key = ring.find(id).ok_or(BadState::UnknownKey)?;
            let tag = BASE64.decode(tag).map_err(|_| BadState::Tampered)?;
            self.mac(key.expose_secret(), id, &body).verify_slice(&tag).map_err(|_| BadState::Tampered)?;
        }
        Ok(body)
    }

    #[expect(clippy::expect_used, reason = "HMAC takes a key of any length; going on without one would be worse")]
    fn mac(self, secret: &[u8], id: &str, body: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("a key of any length");
        for part in [self.domain.as_bytes(), id.as_bytes(), body] {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }
}

/// What a state is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sealed {
    pub(crate) question: QuestionId,
    pub(crate) server: Digest,
    pub(crate) principal: Digest,
    pub(crate) contract: Digest,
    pub(crate) arguments: Digest,
    pub(crate) snapshot: BoundSnapshot,
    /// The first moment at which an answer does not count any more.
    pub(crate) expires: Moment,
    /// Until when the call may run.
    pub(crate) until: Until,
    pub(crate) uses: u32,
    pub(crate) round: u8,
}

impl Sealed {
    /// How long a body is. That of a call with a window ends with eight bytes more: the first moment at which it may run.
    const LENGTH: usize = 16 + 6 * Digest::LENGTH + 8 + 8 + 4 + 1;

    fn body(&self) -> Vec<u8> {
        let (until, from) = match self.until {
            // A moment to run at is later than its question, and so is never 0.
            Until::AtOnce => (0, None),
            Until::At(moment) => (moment.ms(), None),
            Until::Within { from, to } => (to.ms(), Some(from.ms())),
        };
        let mut body = Vec::with_capacity(Self::LENGTH + 8);
        body.extend_from_slice(self.question.bytes());
        for digest in [
            &self.server,
            &self.principal,
            &self.contract,
            &self.arguments,
            &self.snapshot.identity,
            &self.snapshot.content,
        ] {
            body.extend_from_slice(digest.bytes());
        }
        body.extend_from_slice(&self.expires.ms().to_be_bytes());
        body.extend_from_slice(&until.to_be_bytes());
        body.extend_from_slice(&self.uses.to_be_bytes());
        body.push(self.round);
        body.extend(from.map(u64::to_be_bytes).into_iter().flatten());
        body
    }

    fn read(body: &[u8]) -> Option<Self> {
        let (body, from) = body.split_first_chunk::<{ Self::LENGTH }>()?;
        let from = match from {
            [] => None,
            from => Some(u64::from_be_bytes(from.try_into().ok()?)),
        };
        let mut fields = Fields(body);
        Some(Self {
            question: QuestionId::from_bytes(fields.take()?),
            server: Digest::from_bytes(fields.take()?),
            principal: Digest::from_bytes(fields.take()?),
            contract: Digest::from_bytes(fields.take()?),
            arguments: Digest::from_bytes(fields.take()?),
            snapshot: BoundSnapshot {
                identity: Digest::from_bytes(fields.take()?),
                content: Digest::from_bytes(fields.take()?),
            },
            expires: Moment::unsealed(u64::from_be_bytes(fields.take()?)),
            until: match (u64::from_be_bytes(fields.take()?), from) {
                (0, None) => Until::AtOnce,
                (0, Some(_)) => return None,
                (ms, None) => Until::At(Moment::unsealed(ms)),
                (ms, Some(from)) => Until::Within { from: Moment::unsealed(from), to: Moment::unsealed(ms) },
            },
            uses: u32::from_be_bytes(fields.take()?),
            round: u8::from_be_bytes(fields.take()?),
        })
    }

    /// Seals with the ring's current key.
    pub(crate) fn seal(&self, ring: &KeyRing) -> String {
        Kind::QUESTION.seal(ring, &self.body())
    }

    /// Opens what a key of the ring sealed: [`Kind::open`].
    pub(crate) fn open(ring: &KeyRing, verify: bool, state: &str) -> Result<Self, BadState> {
        Self::read(&Kind::QUESTION.open(ring, verify, state)?).ok_or(BadState::Tampered)
    }
}

/// Takes fixed-width fields off the front.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }
}
