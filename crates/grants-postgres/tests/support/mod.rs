//! What the tests and the benchmark share: a server, sessions, and yeses.

pub(crate) mod clock;
mod cluster;
mod session;

pub(crate) use cluster::{Cluster, SHARED, program};
pub(crate) use session::Session;

use consent::{EffectClass, Evidence, Intent, Moment, QuestionId, Snapshot, Until, server_digest};
use grants::{AttemptId, Authority, Claiming, GrantRef, Item, NewGrant};
use scope::Principal;
use serde_json::{Map, Value};
use wire::{Call, Digest};

/// How long a worker may take, in milliseconds.
pub(crate) const LEASE: u64 = 10_000;

/// Later than any clock of these tests.
pub(crate) const LATE: u64 = 4_000_000_000_000;

#[derive(Debug)]
pub(crate) struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

pub(crate) fn contract() -> Digest {
    Digest::of("test/contract", &[])
}

pub(crate) fn question(number: u64) -> QuestionId {
    QuestionId::from_bytes(u128::from(number).to_be_bytes())
}

/// A yes of this number, to be run until then. Its reference is made from the number.
pub(crate) fn yes(number: u64, path: &str, effect: EffectClass, until: u64) -> NewGrant {
    let intent = Intent {
        server: "notes".into(),
        contract: contract(),
        principal: Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None },
        call: Call::new("delete_note", &Map::from_iter([("path".to_owned(), Value::from(path))])),
        snapshot: Snapshot::Absent { shown: "nothing".into() }.bound(),
        uses: 1,
        until: Until::At(Moment::from_store(until)),
        evidence: Evidence::ReportedByClient,
    };
    let reference = GrantRef::new(u128::from(number).to_be_bytes(), intent.call.arg_hash());
    NewGrant { reference, question: question(number), item: Item::ONLY, intent, effect }
}

/// An at-most-once yes without an end in these tests.
pub(crate) fn plain(number: u64) -> NewGrant {
    yes(number, "notes.txt", EffectClass::AtMostOnce, LATE)
}

pub(crate) fn claiming(new: &NewGrant, attempt: u8) -> Claiming {
    Claiming {
        grant: new.reference.id(),
        arg_hash: new.reference.arg_hash(),
        server: server_digest("notes"),
        contract: contract(),
        attempt: AttemptId::from_bytes([attempt; 16]),
        lease_ms: LEASE,
    }
}
