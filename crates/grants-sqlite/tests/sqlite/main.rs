//! The SQLite store, by subject.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

mod claims;
mod clauses;
mod clock;
mod contention;
mod failing_commit;
mod faults;
mod folder;
mod log;
mod restored;
mod schema;
mod together;
mod within;

use consent::{EffectClass, Evidence, Intent, Moment, QuestionId, Snapshot, Until, server_digest};
use folder::Folder;
use grants::{
    AttemptId, Authority, Claiming, FakeClock, Grant, GrantRef, Item, NewGrant, NotUsable, Store, Transactions,
};
use scope::Principal;
use serde_json::{Map, Value};
use std::path::Path;
use twogates_grants_sqlite::Sqlite;
use wire::{Call, Digest};

/// When the clocks of these tests start, in milliseconds since 1970.
const START: u64 = 1_785_247_200_000;

/// How long a grant of these tests lives, and how long a worker may take, in milliseconds.
const LIFETIME: u64 = 60_000;
const LEASE: u64 = 10_000;

#[derive(Debug)]
struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

fn alice() -> Principal {
    Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: Some("desk".into()) }
}

fn contract() -> Digest {
    Digest::of("test/contract", &[])
}

fn call(path: &str) -> Call {
    Call::new("delete_note", &Map::from_iter([("path".to_owned(), Value::from(path))]))
}

/// A store in this folder by this clock.
fn store(folder: &Folder, clock: &FakeClock) -> Sqlite {
    Sqlite::at(folder.database()).with_clock(clock.clone()).open().unwrap()
}

fn sql(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path).unwrap()
}

/// A yes of this number, to be run until then. Its reference is made from the number.
fn yes(number: u64, path: &str, effect: EffectClass, until: u64) -> NewGrant {
    let snapshot = Snapshot::Absent { shown: "nothing".into() }.bound();
    let intent = Intent {
        server: "notes".into(),
        contract: contract(),
        principal: alice(),
        call: call(path),
        snapshot,
        uses: 1,
        until: Until::At(Moment::from_store(until)),
        evidence: Evidence::ReportedByClient,
    };
    let reference = GrantRef::new(u128::from(number).to_be_bytes(), intent.call.arg_hash());
    NewGrant { reference, question: question(number), item: Item::ONLY, intent, effect }
}

fn question(number: u64) -> QuestionId {
    QuestionId::from_bytes(u128::from(number).to_be_bytes())
}

/// An at-most-once yes that lives as long as they do here.
fn plain(number: u64) -> NewGrant {
    yes(number, "notes.txt", EffectClass::AtMostOnce, START + LIFETIME)
}

fn claiming(new: &NewGrant, attempt: u8) -> Claiming {
    Claiming {
        grant: new.reference.id(),
        arg_hash: new.reference.arg_hash(),
        server: server_digest("notes"),
        contract: contract(),
        attempt: AttemptId::from_bytes([attempt; 16]),
        lease_ms: LEASE,
    }
}

fn issue(store: &Sqlite, new: &NewGrant) -> Grant {
    store.issue(std::slice::from_ref(new)).unwrap().0.remove(0)
}

fn claim(store: &Sqlite, new: &NewGrant, attempt: u8) -> Result<Grant, NotUsable> {
    store.claim(&claiming(new, attempt), &Anyone)
}

/// Runs a work on the rows of a store, in one transaction.
fn rows<T: Send + 'static>(
    store: &Sqlite,
    work: impl Fn(&mut dyn grants::Table) -> Result<T, grants::Broken> + Send + 'static,
) -> T {
    store.transact(work).unwrap()
}
