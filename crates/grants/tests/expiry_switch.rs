//! The defence `grant-expiry` is all that ends a yes by time: with it off, neither a claim nor a question after it does.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

use consent::{EffectClass, Evidence, Intent, QuestionId, Snapshot, Until};
use rules::{Defence, danger};
use scope::Principal;
use serde_json::Map;
use twogates_grants::{
    AttemptId, Authority, Claiming, FakeClock, GrantRef, Item, Memory, NewGrant, NotUsable, Standing, State, Store,
};
use wire::{Call, Digest};

#[derive(Debug)]
struct Everyone;

impl Authority for Everyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// A grant that may run for ten minutes, in a store without this defence, after `minutes`; and what it is claimed with.
fn issued(off: Option<Defence>, minutes: u64) -> (Memory, NewGrant) {
    let clock = FakeClock::at(1_000);
    let store = Memory::new(clock.clone());
    let store = match off {
        Some(defence) => danger::without(store, defence),
        None => store,
    };
    let call = Call::new("delete_file", &Map::new());
    let new = NewGrant {
        reference: GrantRef::new([7; 16], call.arg_hash()),
        question: QuestionId::from_bytes([1; 16]),
        item: Item::ONLY,
        effect: EffectClass::AtMostOnce,
        intent: Intent {
            server: "files".into(),
            contract: Digest::from_bytes([2; 32]),
            principal: Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None },
            call,
            snapshot: Snapshot::DeclaredNone { reason: "a test" }.bound(),
            uses: 1,
            until: Until::At(store.now().later(600_000)),
            evidence: Evidence::ReportedByClient,
        },
    };
    store.issue(std::slice::from_ref(&new)).unwrap();
    clock.advance(minutes * 60_000);
    (store, new)
}

fn recalled(store: &Memory, new: &NewGrant) -> State {
    match store.recall(new.question).unwrap() {
        Some(Standing::Granted(grant)) => grant.state,
        other => panic!("{other:?}"),
    }
}

fn claimed(store: &Memory, new: &NewGrant) -> Result<State, NotUsable> {
    let claiming = Claiming {
        grant: new.reference.id(),
        arg_hash: new.reference.arg_hash(),
        attempt: AttemptId::from_bytes([1; 16]),
        lease_ms: 60_000,
        server: new.intent.server_digest(),
        contract: new.intent.contract,
    };
    store.claim(&claiming, &Everyone).map(|grant| grant.state)
}

#[test]
fn asking_after_a_grant_ends_it_once_its_time_has_passed() {
    let (store, new) = issued(None, 9);
    assert_eq!(recalled(&store, &new), State::Issued);
    let (store, new) = issued(None, 10);
    assert_eq!(recalled(&store, &new), State::Expired);
    assert_eq!(claimed(&store, &new), Err(NotUsable::Used));
}

#[test]
fn without_the_defence_time_ends_nothing() {
    let (store, new) = issued(Some(Defence::GrantExpiry), 30);
    assert_eq!(recalled(&store, &new), State::Issued);
    assert_eq!(claimed(&store, &new), Ok(State::Claimed));
}
