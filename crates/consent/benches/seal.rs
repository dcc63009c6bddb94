//! What the seal costs: opening a state and sealing it again, beside the bare cryptography over the same bytes.
//!
//! `scripts/bench` runs it. Both are measured by turns in one run, so that their ratio holds on a machine that is busy
//! with other things; the fastest of several rounds counts.

#![expect(clippy::unwrap_used, reason = "a benchmark fails loudly")]

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use serde_json::{Map, Value, json};
use sha2::Sha256;
use std::hint::black_box;
use std::time::{Duration, Instant};
use twogates_consent::{
    ConsentGate, Contract, Effect, EffectClass, Key, KeyRing, Moment, Policy, QuestionId, Snapshot, Tool,
};

const SECRET: [u8; 32] = [7; 32];

struct DeleteNote;

impl Tool for DeleteNote {
    type Args = Map<String, Value>;

    fn contract(&self) -> Contract {
        Contract { name: "delete_note".into(), input_schema: json!({}), effect: EffectClass::AtMostOnce, version: 1 }
    }
}

impl Effect for DeleteNote {
    fn snapshot(&self, _: &Self::Args) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a benchmark has no notes" }
    }
}

/// The state of a question, as a client holds it.
fn state(ring: &KeyRing) -> String {
    let scope = ScopeGate::new(Hierarchy::default()).tool("delete_note", ToolScopes::base(ScopeSet::default()));
    let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
    let call = wire::Call::new("delete_note", &Map::new());
    let cleared = scope.clear(Caller { principal, granted: ScopeSet::default() }, call).unwrap();
    let gate = ConsentGate::new("notes", ring.clone());
    let prepared = gate.prepare(&DeleteNote, cleared, true).unwrap();
    let asked = prepared.ask(&Policy::default(), QuestionId::from_bytes([1; 16]), Moment::from_store(0)).unwrap();
    asked.request_state
}

fn mac(body: &[u8]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(&SECRET).unwrap().chain_update(body)
}

/// Body and tag of a state out of base64url and back into it, with one HMAC-SHA256 each way.
fn bare(body: &str, tag: &str) -> (String, String) {
    let (body, tag) = (BASE64.decode(body).unwrap(), BASE64.decode(tag).unwrap());
    mac(&body).verify_slice(&tag).unwrap();
    let tag = mac(&body).finalize().into_bytes();
    (BASE64.encode(&body), BASE64.encode(tag))
}

/// How long one run of each takes: the fastest of `rounds`, by turns, after one that does not count.
fn fastest<const N: usize>(rounds: u32, runs: u32, each: [&dyn Fn(); N]) -> [Duration; N] {
    let mut fastest = [Duration::MAX; N];
    for round in 0..=rounds {
        for (run, best) in each.iter().zip(&mut fastest) {
            let start = Instant::now();
            (0..runs).for_each(|_| run());
            let took = start.elapsed() / runs;
            *best = if round == 0 { Duration::MAX } else { took.min(*best) };
        }
    }
    fastest
}

fn main() {
    // Without `--bench` it is built and tried, not measured.
    let (rounds, runs) = if std::env::args().any(|argument| argument == "--bench") { (20, 20_000) } else { (1, 1) };
    let ring = KeyRing::new(Key::new("k1", &SECRET).unwrap());
    let state = state(&ring);
    let body = state.split('.').nth(2).unwrap().to_owned();
    let tag = BASE64.encode(mac(&BASE64.decode(&body).unwrap()).finalize().into_bytes());
    assert_eq!(ring.resealed(&state).unwrap(), state);
    assert_eq!(bare(&body, &tag), (body.clone(), tag.clone()));

    let took = fastest(
        rounds,
        runs,
        [&|| drop(black_box(ring.resealed(black_box(&state)))), &|| drop(black_box(bare(black_box(&body), &tag)))],
    );
    let [sealed, bare] = took.map(|took| took.as_secs_f64() * 1e6);
    println!("a state of {} bytes: open + seal {sealed:.2} µs", BASE64.decode(&body).unwrap().len());
    println!("bare, the same bytes: base64url both ways, HMAC-SHA256 each way {bare:.2} µs");
    println!("ratio of rates: {:.2} x (at least 0.5 x is the aim)", bare / sealed);
}
