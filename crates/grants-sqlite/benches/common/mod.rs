//! What the benchmarks share: a folder on the disk that is measured, and grants of a size.

use consent::{EffectClass, Evidence, Intent, Moment, QuestionId, Snapshot, Until, server_digest};
use grants::audit::{About, Entry, What};
use grants::{AttemptId, Authority, Claiming, Grant, GrantRef, Item, NewGrant, Transactions};
use scope::Principal;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use twogates_grants_sqlite::Sqlite;
use wire::{Call, Digest};

#[derive(Debug)]
pub(crate) struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// A folder that is removed at the end: on the disk of what is built, or where `BENCH_FOLDER` says.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let place = std::env::var_os("BENCH_FOLDER").unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into());
        let path = Path::new(&place).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A yes with arguments of about this many bytes.
pub(crate) fn yes(number: u64, bytes: usize) -> NewGrant {
    let arguments = Map::from_iter([("path".to_owned(), Value::from("x".repeat(bytes)))]);
    let intent = Intent {
        server: "notes".into(),
        contract: Digest::of("benchmark/contract", &[]),
        principal: Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None },
        call: Call::new("delete_note", &arguments),
        snapshot: Snapshot::Absent { shown: "nothing".into() }.bound(),
        uses: 1,
        until: Until::At(Moment::from_store(1 << 50)),
        evidence: Evidence::ReportedByClient,
    };
    let reference = GrantRef::new(u128::from(number).to_be_bytes(), intent.call.arg_hash());
    // Where a question stands in its index says nothing of its number.
    let question = reference.id().digest().bytes().first_chunk().copied().unwrap();
    NewGrant {
        reference,
        question: QuestionId::from_bytes(question),
        item: Item::ONLY,
        intent,
        effect: EffectClass::AtMostOnce,
    }
}

/// What an attempt presents for the yes of this number; `like` is one with the same arguments.
pub(crate) fn claiming(number: u64, like: &NewGrant, attempt: u64) -> Claiming {
    Claiming {
        grant: GrantRef::new(u128::from(number).to_be_bytes(), like.reference.arg_hash()).id(),
        arg_hash: like.reference.arg_hash(),
        server: server_digest("notes"),
        contract: like.intent.contract,
        attempt: AttemptId::from_bytes(u128::from(attempt).to_be_bytes()),
        lease_ms: 60_000,
    }
}

/// Puts this many grants into a store, each with the row of its issue, many in one transaction. They go in by the order of
/// their ids, so that each page is written once; who claims one by its number finds it anywhere.
pub(crate) fn fill(store: &Sqlite, count: u64, bytes: usize) {
    const TOGETHER: usize = 20_000;
    let hash = yes(0, bytes).reference.arg_hash();
    let id = |number: u64| GrantRef::new(u128::from(number).to_be_bytes(), hash).id();
    let mut numbers: Vec<_> = (0..count).map(|number| (id(number), number)).collect();
    numbers.sort_unstable();
    for numbers in numbers.chunks(TOGETHER) {
        let numbers = numbers.to_vec();
        let filled = store.transact(move |table| {
            let now = table.now()?;
            for (_, number) in &numbers {
                let grant = Grant::new(&yes(*number, bytes), now, 1);
                assert!(table.insert(&grant)?);
                table.append(&Entry::new(now, What::Issued, About::grant(&grant), "reported_by_client"))?;
            }
            Ok(())
        });
        filled.unwrap();
    }
}
