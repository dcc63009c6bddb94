//! Whoever waits for a grant is judged by the time after the wait.

use super::support::clock::{self, START};
use super::support::yes;
use super::*;
use consent::EffectClass;
use grants::State;
use std::time::{Duration, Instant};

/// Waits until somebody waits for a lock in this database.
fn until_somebody_waits(beside: &Session) {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while beside.number(waiting) == 0 {
        thread::yield_now();
    }
}

/// The row is held by somebody who then changes nothing: the database tests the condition of a waiting UPDATE only once,
/// before the wait, so that it is the lock before it that decides which time counts.
#[test]
fn a_grant_that_expires_during_the_wait_is_not_claimed() {
    let house = House::standing();
    let new = yes(1, "notes.txt", EffectClass::AtMostOnce, START + 1000);
    issue(&house.store, &new);
    let holder = Session::to(&house.config);
    holder.run("BEGIN; SELECT FROM two_gates.grants FOR UPDATE");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| claim(&house.store, &new, 1));
        until_somebody_waits(&house.beside);
        clock::move_by(&house.beside, 1000);
        holder.run("ROLLBACK");
        assert_eq!(waiting.join().unwrap(), Err(NotUsable::Expired));
    });
    assert_eq!(house.store.grant(new.reference.id()).unwrap().unwrap().state, State::Expired);
}

/// Whoever waits for one that was claimed meanwhile finds it used.
#[test]
fn a_grant_that_is_claimed_during_the_wait_is_used() {
    let house = House::new();
    let new = super::support::plain(1);
    issue(&house.store, &new);
    let holder = Session::to(&house.config);
    holder.run(
        "BEGIN; UPDATE two_gates.grants SET state = 'claimed', consumed_at = 1, attempt = '\\x00000000000000000000000000000000', \
         held_since = 1, act_by = expires_at, how = 'claimed', fence = 1, used = 1",
    );
    thread::scope(|scope| {
        let waiting = scope.spawn(|| claim(&house.store, &new, 1));
        until_somebody_waits(&house.beside);
        holder.run("COMMIT");
        assert_eq!(waiting.join().unwrap(), Err(NotUsable::Used));
    });
}

/// A claim reads the row of the store and waits for nobody who writes it.
#[test]
fn no_claim_waits_for_the_store_s_own_row() {
    let house = House::new();
    let new = super::support::plain(1);
    issue(&house.store, &new);
    let holder = Session::to(&house.config);
    holder.run("BEGIN; UPDATE two_gates.store SET high_water = 1");
    assert!(claim(&house.store, &new, 1).is_ok());
    holder.run("ROLLBACK");
}

/// Claims that are asked for at once go together, and nobody waits for another's grant.
#[test]
fn whoever_claims_another_grant_does_not_wait() {
    let house = House::new();
    for number in 1..=8 {
        issue(&house.store, &super::support::plain(number));
    }
    let holder = Session::to(&house.config);
    let held = super::support::plain(1).reference.id().hex();
    holder.run(&format!("BEGIN; SELECT FROM two_gates.grants WHERE id = '\\x{held}' FOR UPDATE"));
    let began = Instant::now();
    thread::scope(|scope| {
        let claims: Vec<_> = (1..=8)
            .map(|number| {
                let store = &house.store;
                scope.spawn(move || claim(store, &super::support::plain(number), 1))
            })
            .collect();
        let mut claims = claims.into_iter();
        let first = claims.next().unwrap();
        assert!(claims.all(|claim| claim.join().unwrap().is_ok()));
        // Whoever waits for the held row gives up after half a minute, and would then be served as well.
        assert!(began.elapsed() < Duration::from_secs(25), "the others waited");
        assert!(!first.is_finished());
        holder.run("ROLLBACK");
        assert!(first.join().unwrap().is_ok());
    });
}
