//! The named defences, and the one way to switch one off.

use crate::{Rule, auth, cache, call, elicitation, grant, host, http, mrtr, scope, state, tools};
use std::fmt;
use std::str::FromStr;

macro_rules! defences {
    ($($variant:ident $name:literal $rule:path, $stops:literal;)*) => {
        /// One named check in the code. What it stops is [`Defence::stops`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Defence {
            $(#[doc = $stops] $variant,)*
        }

        impl Defence {
            /// Every defence, in the order in which a call meets them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The stable name, as `--without` takes it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it stops, as one sentence.
            #[must_use]
            pub const fn stops(self) -> &'static str {
                match self { $(Self::$variant => $stops,)* }
            }

            /// The rule that it keeps.
            #[must_use]
            pub const fn rule(self) -> &'static Rule {
                match self { $(Self::$variant => &$rule,)* }
            }
        }
    };
}

defences! {
    HostGate "host-gate" host::OWN_GATE, "Stops a call that an untrusted server would run with nobody asked.";
    HintTrust "hint-trust" tools::HINTS_UNTRUSTED, "Stops a server's own hints from deciding that nobody is asked.";
    RuleLimits "rule-limits" host::STANDING_RULE, "Stops a standing rule from covering another server, tool or definition.";
    Audience "audience" auth::AUDIENCE, "Stops a token that was issued for another server.";
    TokenExpiry "token-expiry" auth::INVALID_TOKEN, "Stops a token whose time has passed.";
    StrictJson "strict-json" call::STRICT_JSON, "Stops a message that two readers could read differently.";
    HeaderBody "header-body" http::HEADERS_EQUAL_BODY, "Stops a body that says something else than its headers.";
    Disclosure "disclosure" scope::UNDISCLOSED, "Stops an undisclosed tool from being told apart from an unknown one.";
    Scope "scope" scope::CHECKED_PER_CALL, "Stops a call that the token does not cover.";
    Hierarchy "hierarchy" scope::HIERARCHY, "Stops a broader scope from being refused where a narrower one is asked for.";
    CompleteChallenge "complete-challenge" scope::COMPLETE_CHALLENGE, "Stops a challenge from naming only some of what the call needs.";
    ListFilter "list-filter" scope::LIST_FILTERED, "Stops a tool from being shown to a caller that may not call it.";
    PrivateCache "private-cache" cache::PRIVATE, "Stops one user's tool list from being served to another.";
    Union "union" scope::UNION, "Stops a step-up from costing scopes that were earned before.";
    StepUpCap "step-up-cap" scope::CAP, "Stops a client from re-authorizing without end.";
    NothingNew "nothing-new" scope::NOTHING_NEW, "Stops a step-up that asks for what was already requested.";
    Capability "capability" elicitation::CAPABILITY, "Stops a question to a client that cannot show it.";
    Defaults "defaults" call::DEFAULTS, "Stops a yes from covering values that were filled in later.";
    SafeRendering "safe-rendering" call::SHOWN_SAFELY, "Stops an argument from forging lines of the question.";
    NoesLimit "noes-limit" call::NOES, "Stops a model from asking until somebody gives in.";
    RoundsCap "rounds-cap" mrtr::ROUNDS, "Stops a server from asking without end.";
    Integrity "integrity" state::INTEGRITY, "Stops a state that the server did not write.";
    Principal "principal" state::PRINCIPAL, "Stops one user's state in another user's hands.";
    Contract "contract" state::CONTRACT, "Stops a yes to one server's tool from running another, or the same one elsewhere.";
    Arguments "arguments" state::REQUEST, "Stops a yes to one set of arguments from running another.";
    SingleUse "single-use" state::ONCE, "Stops one yes from running twice.";
    Expiry "expiry" state::EXPIRY, "Stops a yes that came too late.";
    ExactYes "exact-yes" call::EXACT_YES, "Stops anything but an accepted, exact yes from counting as one.";
    Epoch "epoch" grant::RESTORED, "Stops a grant that a restored copy gave back.";
    Window "window" grant::NOT_BEFORE, "Stops a grant from running before the time that the question showed.";
    GrantExpiry "grant-expiry" grant::EXPIRY, "Stops a grant from running after the time that the question showed.";
    StillAuthorized "still-authorized" grant::STILL_AUTHORIZED, "Stops a grant whose principal may no longer do this.";
    Snapshot "snapshot" grant::SNAPSHOT, "Stops a call on a resource that changed since the question.";
    Fence "fence" grant::FENCED, "Stops a worker that lost its grant from speaking for it.";
    CommitPoint "commit-point" grant::IN_FLIGHT, "Stops an effect whose yes was taken back while a worker had it.";
    SelfTest "self-test" grant::PROVEN, "Stops a tool that rests on a backend which does not keep its promise.";
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no defence's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDefence(String);

impl fmt::Display for UnknownDefence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no defence named {:?}", self.0)
    }
}

impl std::error::Error for UnknownDefence {}

impl FromStr for Defence {
    type Err = UnknownDefence;

    fn from_str(name: &str) -> Result<Self, UnknownDefence> {
        let known = Self::ALL.iter().find(|defence| defence.name() == name);
        known.copied().ok_or_else(|| UnknownDefence(name.to_owned()))
    }
}

/// The defences that are on. [`Defences::all`] is the only way to get a set of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defences(u64);

impl Defences {
    /// Every defence on.
    #[must_use]
    pub const fn all() -> Self {
        Self(u64::MAX)
    }

    /// Whether `defence` is on.
    #[must_use]
    pub const fn on(self, defence: Defence) -> bool {
        self.0 & (1 << defence as u8) != 0
    }

    /// Those that are off, in order.
    pub fn off(self) -> impl Iterator<Item = Defence> {
        Defence::ALL.iter().copied().filter(move |defence| !self.on(*defence))
    }
}

impl Default for Defences {
    fn default() -> Self {
        Self::all()
    }
}

/// A gate that holds defences. It is built with every one of them on.
pub trait Guarded {
    /// The set that it holds. There is nothing to assign to it but [`Defences::all`].
    fn defences_mut(&mut self) -> &mut Defences;
}

/// What weakens. For teaching: nothing that ships calls this.
pub mod danger {
    use super::{Defence, Guarded};

    /// The same gate with one defence switched off.
    ///
    /// ```
    /// # use twogates_rules as rules;
    /// use rules::{Defence, Defences, Guarded, danger};
    /// #[derive(Default)]
    /// struct Gate(Defences);
    /// impl Guarded for Gate {
    ///     fn defences_mut(&mut self) -> &mut Defences { &mut self.0 }
    /// }
    /// let gate = danger::without(Gate::default(), Defence::Expiry);
    /// assert!(!gate.0.on(Defence::Expiry) && gate.0.on(Defence::Integrity));
    /// ```
    #[must_use]
    pub fn without<G: Guarded>(mut gate: G, defence: Defence) -> G {
        gate.defences_mut().0 &= !(1 << defence as u8);
        gate
    }
}
