//! What an operator decides for one tool of a handler.

use rmcp::model::CallToolResult;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;
use twogates::consent::{EffectClass, Lifetime, Policy, Snapshot};
use twogates::grants::End;
use twogates::scope::{ScopeSet, ToolScopes};

/// How the state of the resource is captured that a call with these arguments would touch.
type Look = dyn Fn(&Map<String, Value>) -> Snapshot + Send + Sync;
/// What is kept of how a call ended.
type Tell = dyn Fn(&CallToolResult) -> (End, String) + Send + Sync;

/// What an operator decides for one tool of a handler: which scopes it needs, what a retry and a crash may do with its
/// effect, how the resource is looked at, and what is told of the outcome.
///
/// A tool without one is destructive and open-world: [`ToolPolicy::at_most_once`].
///
/// ```
/// # use twogates_rmcp_gates as rmcp_gates;
/// use rmcp_gates::ToolPolicy;
/// use rmcp_gates::twogates::scope::{ScopeSet, ToolScopes};
/// let scopes = ToolScopes::base(ScopeSet::of(&["payments:write"]))
///     .when(ScopeSet::of(&["payments:approve"]), |arguments| Some(arguments.get("amount")?.as_f64()? > 1000.0));
/// let pay = ToolPolicy::keyed().scoped(scopes);
/// let list = ToolPolicy::read().scopes(&["payments:read"]);
/// assert!(pay.is_asked() && !list.is_asked());
/// ```
#[derive(Clone)]
pub struct ToolPolicy {
    pub(crate) scopes: Option<ToolScopes>,
    pub(crate) effect: EffectClass,
    pub(crate) consent: Policy,
    pub(crate) version: u32,
    asked: bool,
    because: Option<&'static str>,
    look: Arc<Look>,
    tell: Arc<Tell>,
}

/// What a person is shown where the operator declares no snapshot.
const NOT_LOOKED_AT: &str = "the server looks at nothing before this call";

impl ToolPolicy {
    /// A tool whose calls are asked about, and run at most once: where it is not known whether one ran, a person finds out
    /// (rule `GRANT-13`).
    #[must_use]
    pub fn at_most_once() -> Self {
        Self {
            scopes: None,
            effect: EffectClass::AtMostOnce,
            consent: Policy::default(),
            version: 1,
            asked: true,
            because: None,
            look: Arc::new(|_| Snapshot::DeclaredNone { reason: NOT_LOOKED_AT }),
            tell: Arc::new(as_it_says),
        }
    }

    /// A tool whose calls are asked about, and whose handler passes the [`GrantKey`](crate::GrantKey) on to a backend that
    /// remembers it: it may be tried again with the same key.
    #[must_use]
    pub fn keyed() -> Self {
        Self { effect: EffectClass::Keyed, ..Self::at_most_once() }
    }

    /// A tool that only reads, in a closed world, and runs with nobody asked (rule `CALL-03`). Its own hints must say so.
    #[must_use]
    pub fn read() -> Self {
        Self { effect: EffectClass::Read, asked: false, ..Self::at_most_once() }
    }

    /// The same, and asked about all the same: for a read of the open world.
    #[must_use]
    pub fn asked(self) -> Self {
        Self { asked: true, because: None, ..self }
    }

    /// The scopes that each call needs.
    #[must_use]
    pub fn scopes(self, base: &[&str]) -> Self {
        self.scoped(ToolScopes::base(ScopeSet::of(base)))
    }

    /// The scopes that a call needs, also by its arguments, and whether the tool is disclosed to whoever lacks them.
    #[must_use]
    pub fn scoped(self, scopes: ToolScopes) -> Self {
        Self { scopes: Some(scopes), ..self }
    }

    /// How the state of the resource is captured that a call with these arguments would touch (rule `GRANT-07`). It may
    /// block. Between this and the handler nothing holds the resource: only a tool of one's own ([`Act`](crate::Act)) can
    /// look and act under one lock.
    #[must_use]
    pub fn snapshot(self, look: impl Fn(&Map<String, Value>) -> Snapshot + Send + Sync + 'static) -> Self {
        Self { look: Arc::new(look), ..self }
    }

    /// What is kept of how a call ended, and told whoever asks again. Without it a result with `isError` is a failure, any
    /// other is done, and nothing of its content is kept.
    #[must_use]
    pub fn told(self, tell: impl Fn(&CallToolResult) -> (End, String) + Send + Sync + 'static) -> Self {
        Self { tell: Arc::new(tell), ..self }
    }

    /// How long a yes lives, how strong its evidence must be, and how often it counts.
    #[must_use]
    pub fn consent(self, consent: Policy) -> Self {
        Self { consent, ..self }
    }

    /// The calls run later: whoever said yes is told that it waits. A yes lives for this many milliseconds, at most
    /// [`Lifetime::CEILING_MS`].
    #[must_use]
    pub fn deferred(self, lives_ms: u64) -> Self {
        let consent = Policy { lifetime: Lifetime::Deferred(lives_ms), ..self.consent };
        Self { consent, ..self }
    }

    /// The version of the promise: raised by hand when the tool comes to mean something else, so that older yeses end.
    #[must_use]
    pub fn version(self, version: u32) -> Self {
        Self { version, ..self }
    }

    /// Whether its calls are asked about.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.asked
    }

    /// Why they are not, where that is the operator's own decision.
    #[must_use]
    pub const fn unasked_because(&self) -> Option<&'static str> {
        self.because
    }

    pub(crate) fn because(self, reason: &'static str) -> Self {
        Self { because: Some(reason), ..self }
    }

    pub(crate) fn look(&self, arguments: &Map<String, Value>) -> Snapshot {
        (self.look)(arguments)
    }

    pub(crate) fn tell(&self, result: &CallToolResult) -> (End, String) {
        (self.tell)(result)
    }
}

fn as_it_says(result: &CallToolResult) -> (End, String) {
    let end = if result.is_error == Some(true) { End::Failed } else { End::Executed };
    (end, String::new())
}

impl fmt::Debug for ToolPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolPolicy")
            .field("scopes", &self.scopes)
            .field("effect", &self.effect)
            .field("consent", &self.consent)
            .field("version", &self.version)
            .field("asked", &self.asked)
            .field("because", &self.because)
            .finish_non_exhaustive()
    }
}
