//! The authorization server: who logs in, and what they get.

use crate::server::RESOURCE;
use crate::world::World;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use twogates::consent::{Dice, Intent};
use twogates::grants::Authority;
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Token, Tokens};

/// How much of a request is granted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Generosity {
    /// All of it.
    #[default]
    All,
    /// The first half of what is new, rounded down.
    Half,
    /// One new scope at a time.
    OneByOne,
    /// Nothing beyond the first set.
    NothingNew,
}

/// An access token, as it was issued. Its secret is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Issued {
    /// The secret string. It goes into the `Authorization` header and nowhere else.
    pub secret: String,
    /// The name under which a transcript speaks of it.
    pub name: String,
    /// What it covers.
    pub scopes: ScopeSet,
}

impl fmt::Debug for Issued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Issued({}: {})", self.name, self.scopes)
    }
}

/// How long a token lasts, in milliseconds: one hour.
pub const TOKEN_MS: u64 = 3_600_000;

/// The authorization server. It knows every token that it issued, prints none of them, and knows who may still do what.
pub struct AuthorizationServer {
    world: World,
    tokens: Mutex<BTreeMap<String, Token>>,
    closed: Mutex<Vec<Principal>>,
    taken: Mutex<Vec<(Principal, String)>>,
}

impl fmt::Debug for AuthorizationServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AuthorizationServer({} tokens)", crate::tools::lock(&self.tokens).len())
    }
}

impl AuthorizationServer {
    /// A server without tokens.
    #[must_use]
    pub fn new(world: &World) -> Arc<Self> {
        Arc::new(Self {
            world: world.clone(),
            tokens: Mutex::default(),
            closed: Mutex::default(),
            taken: Mutex::default(),
        })
    }

    /// Issues a token for the lab's server: what was held before, and of what is new as much as `generosity` says. A
    /// request without scopes gets nothing but the token.
    pub fn authorize(
        &self,
        principal: &Principal,
        requested: Option<&ScopeSet>,
        held: &ScopeSet,
        generosity: Generosity,
    ) -> Issued {
        let requested = requested.cloned().unwrap_or_default();
        let new = requested.without(held);
        let first = held.is_empty();
        let many = match generosity {
            _ if first => usize::MAX,
            Generosity::All => usize::MAX,
            Generosity::Half => new.iter().count() / 2,
            Generosity::OneByOne => 1,
            Generosity::NothingNew => 0,
        };
        let some: Vec<&str> = new.iter().take(many).collect();
        let kept: Vec<&str> = requested.iter().filter(|scope| held.contains(scope)).collect();
        self.issue(principal, ScopeSet::of(&kept).union(&ScopeSet::of(&some)), RESOURCE)
    }

    /// Issues a token with these scopes for any resource.
    pub fn issue(&self, principal: &Principal, scopes: ScopeSet, audience: &str) -> Issued {
        let secret: String = self.world.dice.draw().iter().map(|byte| format!("{byte:02x}")).collect();
        let token = Token {
            caller: Caller { principal: principal.clone(), granted: scopes.clone() },
            audience: audience.to_owned(),
            expires_ms: self.world.now_ms().saturating_add(TOKEN_MS),
        };
        let mut tokens = crate::tools::lock(&self.tokens);
        tokens.insert(secret.clone(), token);
        Issued { secret, name: format!("{}'s token {}", principal.subject, tokens.len()), scopes }
    }

    /// Takes from a principal the scope that a tool needs: no grant of theirs for that tool may be claimed any more.
    pub fn take_scope(&self, principal: &Principal, tool: &str) {
        crate::tools::lock(&self.taken).push((principal.clone(), tool.to_owned()));
    }

    /// Gives it back.
    pub fn give_scope(&self, principal: &Principal, tool: &str) {
        crate::tools::lock(&self.taken).retain(|(person, taken)| person != principal || taken != tool);
    }

    /// Closes a principal's account: no grant of theirs may be claimed any more.
    pub fn close(&self, principal: &Principal) {
        crate::tools::lock(&self.closed).push(principal.clone());
    }

    /// Opens a principal's account again.
    pub fn reopen(&self, principal: &Principal) {
        crate::tools::lock(&self.closed).retain(|closed| closed != principal);
    }
}

impl Tokens for AuthorizationServer {
    fn verify(&self, token: &str) -> Option<Token> {
        crate::tools::lock(&self.tokens).get(token).cloned()
    }
}

impl Authority for AuthorizationServer {
    fn may_still(&self, intent: &Intent) -> bool {
        let taken = crate::tools::lock(&self.taken);
        let covered = !taken.iter().any(|(person, tool)| *person == intent.principal && tool == intent.call.tool());
        covered && !crate::tools::lock(&self.closed).contains(&intent.principal)
    }
}

/// A person with a client, as the authorization server knows them.
#[must_use]
pub fn person(subject: &str) -> Principal {
    Principal { issuer: crate::server::ISSUER.into(), subject: subject.into(), client: Some("desk".into()) }
}
