//! The remedy that the account of that deployment proposes, in Rust, with its names and its four refusals.
//!
//! It is right: authority lives in a record of the server's, it is consumed once, it ends, and it is bound to the arguments.
//! And it is not enough; the act behind the next one shows what it still lets through. What it is built on is kept as it
//! was: `consume` then act, a caller who may say what time it is, an `issue` that overwrites.

use std::collections::BTreeMap;
use std::fmt;
use twogates::grants::{Clock, FakeClock};
use wire::Digest;

/// Arguments by name.
pub type Args = BTreeMap<String, String>;

/// An execution attempt that does not hold a valid, unconsumed grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantViolation(String);

impl fmt::Display for GrantViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GrantViolation {}

/// The record of an approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Its name, which whoever issues it makes up.
    pub grant_id: String,
    /// The hash of the approved arguments.
    pub arg_hash: String,
    /// The first moment at which it may not be consumed any more, in milliseconds.
    pub expires_at: u64,
    /// When it was consumed. Whether anything was done after that, no field says.
    pub consumed_at: Option<u64>,
}

/// The server-side authority for approvals that came from a question.
#[derive(Debug)]
pub struct GrantStore {
    grants: BTreeMap<String, Grant>,
    clock: FakeClock,
}

impl GrantStore {
    /// An empty store that goes by this clock.
    #[must_use]
    pub const fn new(clock: FakeClock) -> Self {
        Self { grants: BTreeMap::new(), clock }
    }

    /// Writes a grant down, and says the hash of its arguments.
    pub fn issue(&mut self, grant_id: &str, args: &Args, ttl_seconds: u64) -> String {
        let expires_at = self.clock.ms().saturating_add(ttl_seconds.saturating_mul(1_000));
        let arg_hash = arg_hash(args);
        let grant = Grant { grant_id: grant_id.into(), arg_hash: arg_hash.clone(), expires_at, consumed_at: None };
        self.grants.insert(grant_id.into(), grant);
        arg_hash
    }

    /// Consumes a grant.
    ///
    /// # Errors
    ///
    /// [`GrantViolation`] for one that is unknown, consumed, expired, or for other arguments.
    pub fn consume(&mut self, grant_id: &str, args: &Args, now: Option<u64>) -> Result<(), GrantViolation> {
        let now = now.unwrap_or_else(|| self.clock.ms());
        let Some(grant) = self.grants.get_mut(grant_id) else {
            return Err(GrantViolation(format!("unknown grant_id={grant_id}")));
        };
        if let Some(consumed_at) = grant.consumed_at {
            let at = twogates::consent::render::clock(consumed_at);
            return Err(GrantViolation(format!("grant_id={grant_id} already consumed at {at}")));
        }
        if now >= grant.expires_at {
            let at = twogates::consent::render::clock(grant.expires_at);
            return Err(GrantViolation(format!("grant_id={grant_id} expired at {at}")));
        }
        let given = arg_hash(args);
        if given != grant.arg_hash {
            let (approved, got) = (prefix(&grant.arg_hash), prefix(&given));
            return Err(GrantViolation(format!(
                "grant_id={grant_id} argument hash mismatch: approved {approved} got {got}"
            )));
        }
        grant.consumed_at = Some(now);
        Ok(())
    }

    /// The records, by name.
    pub fn grants(&self) -> impl Iterator<Item = &Grant> {
        self.grants.values()
    }
}

/// The worker's entry point: fails closed on a retry, on expiry, and on other arguments. What `perform_delete` says comes
/// back.
///
/// # Errors
///
/// [`GrantViolation`], and nothing was performed.
pub fn execute_destructive<T>(
    store: &mut GrantStore,
    grant_id: &str,
    args: &Args,
    perform_delete: impl FnOnce(&str) -> T,
) -> Result<T, GrantViolation> {
    store.consume(grant_id, args, None)?;
    Ok(perform_delete(args.get("path").map(String::as_str).unwrap_or_default()))
}

fn arg_hash(args: &Args) -> String {
    Digest::of("lesson-26/seed-remedy/1", &[format!("{args:?}").as_bytes()]).to_string()
}

fn prefix(hash: &str) -> String {
    hash.chars().take(12).collect()
}
