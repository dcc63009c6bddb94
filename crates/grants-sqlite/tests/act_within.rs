//! A transactional effect through the typed face: an entry in a ledger that is in the grants' own file.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

use consent::{
    Answered, Approval, ConsentGate, Contract, Dice, Effect, EffectClass, Intent, Key, KeyRing, Lifetime, Policy,
    QuestionId, Snapshot, Tool,
};
use grants::{
    Authority, Claim, End, FakeClock, Grant, GrantRef, Grants, Issued, NotUsable, State, Store, Transactional,
};
use scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use twogates_grants_sqlite::{Effects, Sqlite};

struct Pay;

impl Tool for Pay {
    type Args = Map<String, Value>;

    fn contract(&self) -> Contract {
        Contract { name: "pay".into(), input_schema: json!({}), effect: EffectClass::Transactional, version: 1 }
    }
}

const NOTHING: Snapshot = Snapshot::DeclaredNone { reason: "a ledger takes every entry" };

impl Effect for Pay {
    fn snapshot(&self, _: &Self::Args) -> Snapshot {
        NOTHING
    }
}

#[derive(Debug)]
struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// Dice that count.
#[derive(Debug, Default)]
struct Counter(AtomicU64);

impl Dice for Counter {
    fn draw(&self) -> [u8; 16] {
        u128::from(self.0.fetch_add(1, Ordering::SeqCst) + 1).to_be_bytes()
    }
}

/// A folder that is removed when its test ends.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn approval(grants: &Grants) -> Approval<Pay> {
    let scope = ScopeGate::new(Hierarchy::default()).tool("pay", ToolScopes::base(ScopeSet::default()));
    let gate = ConsentGate::new("bank", KeyRing::new(Key::new("k1", &[7; 32]).unwrap()));
    let prepared = || {
        let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
        let call = wire::Call::new("pay", &Map::from_iter([("cents".to_owned(), json!(500))]));
        let caller = Caller { principal, granted: ScopeSet::default() };
        gate.prepare(&Pay, scope.clear(caller, call).unwrap(), true).unwrap()
    };
    let policy = Policy { lifetime: Lifetime::Deferred(60_000), ..Policy::default() };
    let question: QuestionId = grants.new_question();
    let asked = prepared().ask(&policy, question, grants.now()).unwrap();
    let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    let opened = prepared().open(&asked.request_state).unwrap();
    match opened.answer(yes.as_object().unwrap(), grants.now()).unwrap() {
        Answered::Yes(approval) => approval,
        other => panic!("not a yes: {other:?}"),
    }
}

fn pay(grants: &Grants, store: &Sqlite, reference: &GrantRef, end: End) -> Result<Grant, NotUsable> {
    grants.act_within(store, &Pay, reference, move |claim: Claim<Pay>, effects: Effects<'_>| {
        let (args, running) = match claim.take(|_| NOTHING) {
            Ok(taken) => taken,
            Err(changed) => return changed,
        };
        let entry = (running.key(), args.get("cents").map(Value::to_string));
        match effects.execute("INSERT INTO ledger (key, cents) VALUES (?1, ?2)", entry) {
            Ok(_) => running.settle(end, "entered"),
            Err(fault) => running.settle(End::Failed, fault.to_string()),
        }
    })
}

fn entries(store: &Sqlite) -> Vec<(String, String)> {
    let read = |row: &twogates_grants_sqlite::rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let found = store.transact_within(move |open| {
        Ok(Sqlite::effects(open).query("SELECT key, cents FROM ledger ORDER BY key", (), read)?)
    });
    found.unwrap()
}

/// A store with a table for entries, in a folder of this name.
fn ledger(name: &str, clock: &FakeClock) -> (Folder, Arc<Sqlite>, Grants) {
    let name = format!("{name}-{}", std::process::id());
    let folder = Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    std::fs::create_dir_all(&folder.0).unwrap();
    let store = Arc::new(Sqlite::at(folder.0.join("grants.db")).with_clock(clock.clone()).open().unwrap());
    let made = store.transact_within(|open| {
        let sql = "CREATE TABLE ledger (key TEXT PRIMARY KEY, cents TEXT NOT NULL) STRICT";
        Ok(Sqlite::effects(open).execute(sql, ())?)
    });
    made.unwrap();
    let grants = Grants::new("bank", store.clone(), Arc::new(Anyone), Arc::new(Counter::default()));
    (folder, store, grants)
}

fn issued(grants: &Grants) -> GrantRef {
    let Issued::New(reference) = grants.issue(&Pay, approval(grants)).unwrap() else { panic!("it is new") };
    reference
}

#[test]
fn an_entry_is_made_with_its_claim_or_not_at_all() {
    let (_folder, store, grants) = ledger("within", &FakeClock::at(1_785_247_200_000));
    for (end, state, made) in [(End::Executed, State::Executed, 1), (End::Failed, State::Failed, 0)] {
        let before = entries(&store).len();
        let reference = issued(&grants);
        let grant = pay(&grants, &store, &reference, end).unwrap();
        assert_eq!((grant.state, entries(&store).len() - before), (state, made));
        assert_eq!(pay(&grants, &store, &reference, End::Executed), Err(NotUsable::Used));
        assert_eq!(entries(&store).len() - before, made, "and no second time");
    }
    assert!(entries(&store).iter().all(|(key, cents)| key.ends_with(":1") && cents == "500"));
}

/// The effect took so long that its grant's time passed within the transaction: it is undone, as whoever asks is told.
#[test]
fn an_effect_that_outlives_its_grant_does_not_take_place() {
    let clock = FakeClock::at(1_785_247_200_000);
    let (_folder, store, grants) = ledger("outlived", &clock);
    let reference = issued(&grants);
    let came = grants.act_within(&*store, &Pay, &reference, move |claim: Claim<Pay>, effects: Effects<'_>| {
        let Ok((_, running)) = claim.take(|_| NOTHING) else { panic!("nothing changed") };
        effects.execute("INSERT INTO ledger (key, cents) VALUES ('late', '500')", ()).unwrap();
        clock.advance(60_000);
        running.settle(End::Executed, "entered")
    });
    assert_eq!((came, entries(&store).len()), (Err(NotUsable::Expired), 0));
    assert_eq!(store.grant(reference.id()).unwrap().unwrap().state, State::Expired);
}

/// A statement of the effect ends the transaction, and the effect does not say so. Nothing of it counts, and what the store
/// would have written next does not stand alone in the file.
#[test]
fn an_effect_that_rolls_everything_back_and_says_nothing_has_done_nothing() {
    let (_folder, store, grants) = ledger("rolled-back", &FakeClock::at(1_785_247_200_000));
    let reference = issued(&grants);
    let before = store.audit().unwrap();
    let came = grants.act_within(&*store, &Pay, &reference, |claim: Claim<Pay>, effects: Effects<'_>| {
        let Ok((_, running)) = claim.take(|_| NOTHING) else { panic!("nothing changed") };
        for _ in 0..2 {
            effects.execute("INSERT OR ROLLBACK INTO ledger (key, cents) VALUES ('same', '500')", ()).ok();
        }
        running.settle(End::Executed, "entered")
    });
    assert!(matches!(came, Err(NotUsable::Unavailable(_))), "{came:?}");
    assert_eq!((entries(&store).len(), store.audit().unwrap()), (0, before));
    assert_eq!(pay(&grants, &store, &reference, End::Executed).map(|grant| grant.state), Ok(State::Executed));
}
