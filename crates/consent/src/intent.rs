//! What a yes covers.

use crate::{BoundSnapshot, Evidence, Moment};
use scope::Principal;
use std::fmt;
use wire::{Call, Digest};

/// The id of one question: 128 random bits. It names the question and grants nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId([u8; 16]);

impl QuestionId {
    /// An id from 16 bytes, random where it is new.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QuestionId({self})")
    }
}

/// Where new ids come from: the operating system in earnest, seeded dice in a lesson.
pub trait Dice: Send + Sync + fmt::Debug {
    /// 16 bytes that nobody can guess and that were not drawn before.
    fn draw(&self) -> [u8; 16];
}

/// Until when a call may run after its yes. The question shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// While the retry that carries the yes is handled.
    AtOnce,
    /// Before this moment.
    At(Moment),
    /// From one moment on, and before another: in a window of the operator's.
    Within {
        /// The first moment at which it may run.
        from: Moment,
        /// The first moment at which it may not run any more.
        to: Moment,
    },
}

impl Until {
    /// As a person reads it who is asked at this moment: a time of another day has its date.
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::{Moment, Until};
    /// let asked = Moment::from_store(1_785_247_200_000);
    /// assert_eq!(Until::AtOnce.shown(asked), "now");
    /// assert_eq!(Until::At(asked.later(2_700_000)).shown(asked), "until 14:45 UTC");
    /// assert_eq!(Until::At(asked.later(86_400_000)).shown(asked), "until 2026-07-29 14:00 UTC");
    /// let window = Until::Within { from: asked.later(3_600_000), to: asked.later(7_200_000) };
    /// assert_eq!(window.shown(asked), "not before 15:00 UTC, until 16:00 UTC");
    /// ```
    #[must_use]
    pub fn shown(self, asked: Moment) -> String {
        match self {
            Self::AtOnce => "now".to_owned(),
            Self::At(moment) => format!("until {}", crate::render::seen(moment.ms(), asked.ms())),
            Self::Within { from, to } => {
                let [from, to] = [from, to].map(|moment| crate::render::seen(moment.ms(), asked.ms()));
                format!("not before {from}, until {to}")
            }
        }
    }
}

/// What a yes covers: this server, this promise, this principal, these arguments, this state of the resource, this many
/// times, until then (rule `CALL-01`). Not the tool, not the server, not the next call.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    /// The server, by its own configured identity.
    pub server: String,
    /// The digest of the tool's contract.
    pub contract: Digest,
    /// Who is bound.
    pub principal: Principal,
    /// The tool and its arguments.
    pub call: Call,
    /// The resource as it was shown.
    pub snapshot: BoundSnapshot,
    /// How often the call may run.
    pub uses: u32,
    /// Until when it may run.
    pub until: Until,
    /// How strong the evidence of the yes is.
    pub evidence: Evidence,
}

impl Intent {
    /// The digest of the server, as a state and a claim are held against it.
    #[must_use]
    pub fn server_digest(&self) -> Digest {
        server_digest(&self.server)
    }

    /// The digest of the whole intent. The evidence is not part of it: it says how the yes came, not what it covers.
    #[must_use]
    pub fn hash(&self) -> Digest {
        // "Now" is no moment, not the moment 0.
        let until = match self.until {
            Until::AtOnce => Vec::new(),
            Until::At(moment) => moment.ms().to_be_bytes().to_vec(),
            Until::Within { from, to } => [from, to].map(|moment| moment.ms().to_be_bytes()).concat(),
        };
        Digest::of(
            "two-gates/intent/1",
            &[
                self.server.as_bytes(),
                self.contract.bytes(),
                self.principal.digest().bytes(),
                self.call.tool().as_bytes(),
                self.call.arguments(),
                self.snapshot.identity.bytes(),
                self.snapshot.content.bytes(),
                &self.uses.to_be_bytes(),
                &until,
            ],
        )
    }
}

/// The digest of a server's own configured identity: what a state is sealed for, and what a claim is held against.
#[must_use]
pub fn server_digest(server: &str) -> Digest {
    Digest::of("two-gates/server/1", &[server.as_bytes()])
}
