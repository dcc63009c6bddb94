//! The vectors that concern a server, over HTTP, against the binary that is shipped. `scripts/parts/67-vectors-over-http`
//! builds it, and says where in `TWO_GATES_BINARIES`. `TWO_GATES_ONLY` has only vectors played with this in their names.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used,
    reason = "tests fail loudly"
)]

mod clock;
mod page;
mod peer;
mod search;
mod stage;
mod store;
mod support;
mod which;

use clock::Library;
use lab::World;
use lab::authorization::AuthorizationServer;
use lab::vectors::{Expect, Vector, Verdict};
use page::{Row, page};
use peer::OverHttp;
use search::Search;
use stage::{House, Stage};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;
use store::Stores;
use tokio::runtime::Builder;
use twogates_server_tests::issuer::Issuer;
use twogates_server_tests::kept;
use which::not_played;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Plays every one of these on a store, and says what went wrong with each.
fn play(stores: Stores, vectors: &[Vector]) -> Vec<Option<String>> {
    let house = house(stores);
    vectors.iter().map(|vector| play_one(&house, &vector.outward())).collect()
}

/// What the vectors of one run share.
fn house(stores: Stores) -> Rc<House> {
    let named = std::env::var("TWO_GATES_BINARIES");
    let binaries = named.unwrap_or_else(|_| panic!("NOT RUN: run scripts/parts/67-vectors-over-http")).into();
    let (issuer, search, library) = (Issuer::start().unwrap(), Search::start(), Library::build());
    Rc::new(House { binaries, issuer, search, library, stores })
}

fn play_one(house: &Rc<House>, vector: &Vector) -> Option<String> {
    let world = World::new(3);
    let authorization = AuthorizationServer::new(&world);
    let peer = OverHttp {
        world: world.clone(),
        authorization: authorization.clone(),
        house: house.clone(),
        runtime: Builder::new_current_thread().enable_all().build().unwrap(),
        stage: Stage::set(house, &vector.setup),
    };
    let run = vector.play_against(Rc::new(peer), &world, &authorization, &[]);
    vector.hold(&run).err().map(|failure| failure.to_string())
}

/// What is expected is compared with what the process answers, and with what is in its folder.
#[test]
fn what_does_not_hold_is_found() {
    let vectors = lab::vectors::load(&root().join("tests/vectors")).unwrap();
    let honest = vectors.iter().find(|vector| vector.name == "001-honest-deletion").unwrap();
    let house = house(Stores::Sqlite);
    let wrong = |change: fn(&mut Expect)| {
        let mut vector = honest.outward();
        vector.steps.iter_mut().filter_map(|step| step.expect_mut()).for_each(change);
        play_one(&house, &vector).unwrap_or_else(|| panic!("it holds all the same"))
    };
    let answered = wrong(|expect| expect.verdict = expect.verdict.map(|_| Verdict::Refused));
    assert!(answered.contains("verdict: expected refused, got listed"), "{answered}");
    let happened = wrong(|expect| expect.effects = None);
    assert!(happened.contains("effects: expected none, got deleted notes.txt"), "{happened}");
    let granted = wrong(|expect| expect.grants = expect.grants.as_ref().map(|_| Vec::new()));
    assert!(granted.contains("grants: expected none, got delete_file executed"), "{granted}");
}

#[test]
fn the_table_is_the_one_that_is_kept() {
    let vectors = lab::vectors::load(&root().join("tests/vectors")).unwrap();
    let only = std::env::var("TWO_GATES_ONLY").unwrap_or_default();
    let vectors: Vec<_> = vectors.into_iter().filter(|vector| vector.name.contains(&only)).collect();
    let played: Vec<_> = vectors.iter().filter(|vector| not_played(vector).is_none()).cloned().collect();
    let of = |stores: fn() -> Stores| {
        let played = &played;
        move || {
            let stores = stores();
            let name = stores.name();
            (name, play(stores, played))
        }
    };
    let came = thread::scope(|scope| {
        let both = [scope.spawn(of(|| Stores::Sqlite)), scope.spawn(of(Stores::postgres))];
        both.map(|thread| thread.join().unwrap())
    });
    let mut failures = 0;
    for (store, came) in &came {
        for failure in came.iter().flatten() {
            println!("On {store}: {failure}");
            failures += 1;
        }
    }
    let row = |vector: &Vector| {
        let place = played.iter().position(|one| one.name == vector.name);
        let came = place.map(|place| came.iter().map(|(_, came)| came[place].clone()).collect());
        let came = came.ok_or_else(|| not_played(vector).unwrap_or_else(|| unreachable!("it is played")));
        Row { name: vector.name.clone(), came }
    };
    let rows: Vec<_> = vectors.iter().map(row).collect();
    let page = page(&came.each_ref().map(|(name, _)| *name), &rows);
    println!("{page}");
    assert_eq!(failures, 0, "vectors do not hold over HTTP");
    // Some of the vectors are no table to keep.
    if !only.is_empty() {
        return;
    }
    kept::hold("vectors-over-http.md", &page).unwrap_or_else(|error| panic!("{error:#}"));
}
