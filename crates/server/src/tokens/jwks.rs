//! The keys of an authorization server: fetched when they are needed, and not more often than the operator lets.

use crate::config::{Auth, Issuer};
use anyhow::{Context, anyhow, ensure};
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::Value;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracing::{info, warn};
use ureq::Agent;

/// For how long the authorization server is waited for.
const WAIT: Duration = Duration::from_secs(5);
/// How many requests wait for a fetch at most.
const MOST_WAITING: usize = 32;
/// How long a document of its may be, in bytes.
const LONGEST: u64 = 262_144;

/// The key set of one issuer.
pub(crate) struct Jwks {
    issuer: String,
    address: Option<String>,
    refresh: Duration,
    keep: Duration,
    agent: Agent,
    kept: Mutex<Kept>,
    /// Held by whoever fetches.
    fetching: Mutex<()>,
    waiters: Arc<AtomicUsize>,
}

/// The place of one who waits.
struct OwnedPlace(Arc<AtomicUsize>);

impl Drop for OwnedPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What was fetched, and when somebody last tried.
#[derive(Default)]
struct Kept {
    keys: Vec<Jwk>,
    fetched: Option<Instant>,
    tried: Option<Instant>,
}

impl Jwks {
    /// The keys of this issuer. Nothing is fetched yet.
    pub(crate) fn new(of: &Issuer, auth: &Auth) -> Self {
        // A redirection could lead anywhere, and without TLS.
        let agent = Agent::config_builder().timeout_global(Some(WAIT)).max_redirects(0).build().into();
        Self {
            issuer: of.issuer.clone(),
            address: of.jwks.clone(),
            refresh: Duration::from_secs(auth.refresh_seconds),
            keep: Duration::from_secs(auth.keep_seconds),
            agent,
            kept: Mutex::default(),
            fetching: Mutex::default(),
            waiters: Arc::default(),
        }
    }

    /// The key that a token names, for this algorithm. A token that names none gets the only one that fits.
    ///
    /// An unknown name has the keys fetched again, for they may have been rotated; at most once in `auth.refresh_seconds`,
    /// whoever asks. Who waits for that fetch gets what it brought; whoever shows a known key waits for nobody.
    pub(crate) fn find(&self, name: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        let (known, old) = self.look(name, algorithm);
        match known {
            Some(key) if !old => return Some(key),
            // The keys are good for a while yet: one request fetches them anew, and the others go on.
            Some(_) => drop(self.fetching.try_lock().map(|_fetching| self.refetch())),
            None => {
                let _waiting = self.waiting()?;
                let _fetching = self.fetching.lock().unwrap_or_else(PoisonError::into_inner);
                if let (Some(key), false) = self.look(name, algorithm) {
                    return Some(key);
                }
                self.refetch();
            }
        }
        self.look(name, algorithm).0
    }

    /// The key, and whether it is time to fetch the keys again. What could not be fetched for twice that time may have been
    /// withdrawn.
    fn look(&self, name: Option<&str>, algorithm: Algorithm) -> (Option<DecodingKey>, bool) {
        let kept = self.kept();
        let age = kept.fetched.map(|at| at.elapsed());
        let good = age.is_some_and(|age| age < self.keep.saturating_mul(2));
        let key = named(&kept.keys, name, algorithm).filter(|_| good);
        (key.and_then(|key| DecodingKey::from_jwk(key).ok()), age.is_none_or(|age| age >= self.keep))
    }

    /// One more who waits for a fetch; none where so many do that they would hold up everybody else.
    fn waiting(&self) -> Option<OwnedPlace> {
        let place = OwnedPlace(self.waiters.clone());
        (self.waiters.fetch_add(1, Ordering::SeqCst) < MOST_WAITING).then_some(place)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who issues.
    pub(crate) fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Fetches the keys now. Where that fails, the first token tries again.
    pub(crate) fn warm(&self) {
        self.refetch();
        self.kept().tried = None;
    }

    fn refetch(&self) {
        {
            let mut kept = self.kept();
            if kept.tried.is_some_and(|at| at.elapsed() < self.refresh) {
                return;
            }
            kept.tried = Some(Instant::now());
        }
        match self.fetched() {
            Ok(keys) => {
                info!(event = "keys_fetched", issuer = %self.issuer, keys = keys.len());
                let mut kept = self.kept();
                kept.keys = keys;
                kept.fetched = Some(Instant::now());
            }
            Err(error) => warn!(event = "keys_not_fetched", issuer = %self.issuer, why = %format!("{error:#}")),
        }
    }

    fn fetched(&self) -> anyhow::Result<Vec<Jwk>> {
        let address = self.address.clone().map_or_else(|| self.discovered(), Ok)?;
        let document = self.document(&address)?;
        let listed = document.get("keys").and_then(Value::as_array);
        let listed = listed.ok_or_else(|| anyhow!("{address} holds no key set"))?;
        // A key of a kind that is not known here is another reader's.
        let keys: Vec<Jwk> = listed.iter().filter_map(|key| serde_json::from_value(key.clone()).ok()).collect();
        ensure!(!keys.is_empty(), "{address} holds no key that can be used");
        Ok(keys)
    }

    /// The address of the key set, from the issuer's metadata (RFC 8414, or OpenID Connect Discovery).
    fn discovered(&self) -> anyhow::Result<String> {
        let issuer = self.issuer.trim_end_matches('/');
        let host = issuer.find("://").map_or(0, |at| at + 3);
        let path = issuer.get(host..).and_then(|rest| rest.find('/')).map_or(issuer.len(), |at| host + at);
        let (origin, path) = issuer.split_at_checked(path).unwrap_or((issuer, ""));
        let mut said = Vec::new();
        for address in [
            format!("{origin}/.well-known/oauth-authorization-server{path}"),
            format!("{origin}/.well-known/openid-configuration{path}"),
            format!("{issuer}/.well-known/openid-configuration"),
        ] {
            match self.document(&address) {
                // A document that speaks of another issuer is not this one's (RFC 8414 3.3).
                Ok(document) if document.get("issuer").and_then(Value::as_str) == Some(&self.issuer) => {
                    let found = document.get("jwks_uri").and_then(Value::as_str).map(str::to_owned);
                    return found.ok_or_else(|| anyhow!("{address} names no jwks_uri"));
                }
                Ok(_) => said.push(format!("{address} speaks of another issuer")),
                Err(error) => said.push(format!("{error:#}")),
            }
        }
        Err(anyhow!("no metadata of {} was found: {}", self.issuer, said.join("; ")))
    }

    fn document(&self, address: &str) -> anyhow::Result<Value> {
        let asked = self.agent.get(address).header("Accept", "application/json").call();
        let mut answer = asked.with_context(|| format!("{address} cannot be fetched"))?;
        ensure!(answer.status() == 200, "{address} answers with {}", answer.status());
        let text = answer.body_mut().with_config().limit(LONGEST).read_to_string();
        let text = text.with_context(|| format!("{address} cannot be read"))?;
        serde_json::from_str(&text).with_context(|| format!("{address} holds no JSON"))
    }
}

/// The key of this name that may verify this algorithm; without a name, the only one that may.
fn named<'a>(keys: &'a [Jwk], name: Option<&str>, algorithm: Algorithm) -> Option<&'a Jwk> {
    let mut fitting = keys.iter().filter(|key| {
        let of_name = name.is_none_or(|name| key.common.key_id.as_deref() == Some(name));
        of_name && fits(key, algorithm)
    });
    let first = fitting.next()?;
    // Of two keys, a token must say which.
    fitting.next().is_none().then_some(first)
}

/// Whether a key is of the kind that an algorithm needs, and may verify signatures of it.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    let common = &key.common;
    let may = common.public_key_use.as_ref().is_none_or(|used| *used == PublicKeyUse::Signature);
    let meant = common.key_algorithm.is_none_or(|meant| meant == KeyAlgorithm::from(algorithm));
    let kind = match (&key.algorithm, algorithm) {
        (AlgorithmParameters::EllipticCurve(curve), Algorithm::ES256) => curve.curve == EllipticCurve::P256,
        (AlgorithmParameters::EllipticCurve(curve), Algorithm::ES384) => curve.curve == EllipticCurve::P384,
        (AlgorithmParameters::OctetKeyPair(pair), Algorithm::EdDSA) => pair.curve == EllipticCurve::Ed25519,
        (AlgorithmParameters::RSA(_), algorithm) => is_rsa(algorithm),
        _ => false,
    };
    may && meant && kind
}

const fn is_rsa(algorithm: Algorithm) -> bool {
    use Algorithm::{PS256, PS384, PS512, RS256, RS384, RS512};
    matches!(algorithm, RS256 | RS384 | RS512 | PS256 | PS384 | PS512)
}

impl fmt::Debug for Jwks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Jwks({})", self.issuer)
    }
}
