//! Work is begun anew where the database asks for it, connections are replaced, and what is not known is said.

use super::support::plain;
use super::*;
use consent::Intent;
use grants::{Authority, State, audit};
use std::sync::atomic::{AtomicU32, Ordering};

/// Lets the first writes of audit rows fail so, so many times. The count is a sequence: it is not rolled back.
fn fail_at_first(house: &House, times: u32, code: &str) {
    house.beside.run(&format!(
        "CREATE SEQUENCE public.tries; \
         CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
           IF nextval('public.tries') <= {times} THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = '{code}'; END IF; \
           RETURN NEW; END $$; \
         CREATE TRIGGER fail BEFORE INSERT ON two_gates.audit FOR EACH ROW EXECUTE FUNCTION public.fail()"
    ));
}

/// Does this at the end of a transaction, when its commit is under way.
fn at_commit(house: &House, what: &str) {
    house.beside.run(&format!(
        "CREATE FUNCTION public.at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {what}; RETURN NULL; END $$; \
         CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON two_gates.audit DEFERRABLE INITIALLY DEFERRED \
         FOR EACH ROW EXECUTE FUNCTION public.at_commit()"
    ));
}

/// Counts how often it is asked.
#[derive(Debug, Default)]
struct Counting(AtomicU32);

impl Authority for Counting {
    fn may_still(&self, _: &Intent) -> bool {
        self.0.fetch_add(1, Ordering::SeqCst);
        true
    }
}

#[test]
fn a_transaction_that_the_database_gave_up_is_begun_anew() {
    for code in ["40001", "40P01"] {
        let house = House::new();
        issue(&house.store, &plain(1));
        fail_at_first(&house, 3, code);
        let authority = Counting::default();
        let claimed = house.store.claim(&claiming(&plain(1), 1), &authority).unwrap();
        assert_eq!((claimed.state, claimed.fence, claimed.used), (State::Claimed, 1, 1));
        assert_eq!(authority.0.load(Ordering::SeqCst), 1, "the work is begun anew, and nothing around it");
        assert_eq!(house.beside.number("SELECT last_value FROM public.tries"), 4);
        assert_eq!(audit::verify(&house.store.audit().unwrap()), Ok(()));
    }
}

#[test]
fn any_other_error_is_told_and_leaves_nothing() {
    let house = House::new();
    issue(&house.store, &plain(1));
    fail_at_first(&house, 1, "P0001");
    let Err(NotUsable::Unavailable(why)) = claim(&house.store, &plain(1), 1) else { panic!("it is an error") };
    assert!(why.contains("on purpose"), "{why}");
    assert_eq!(house.store.grant(plain(1).reference.id()).unwrap().unwrap().state, State::Issued);
    assert!(claim(&house.store, &plain(1), 2).is_ok(), "and the connection is used again");
}

/// A commit that fails never reports a win.
#[test]
fn a_commit_that_fails_is_no_claim() {
    let house = House::new();
    issue(&house.store, &plain(1));
    at_commit(&house, "RAISE EXCEPTION 'no commit'");
    let Err(NotUsable::Unavailable(why)) = claim(&house.store, &plain(1), 1) else { panic!("it is an error") };
    assert!(why.contains("no commit"), "{why}");
    assert_eq!(house.beside.text("SELECT state FROM two_gates.grants"), "issued");
}

/// The connection breaks while the commit is under way: nobody is told that it won or lost.
#[test]
fn a_commit_without_an_answer_is_said_to_be_unknown() {
    let house = House::new();
    issue(&house.store, &plain(1));
    at_commit(&house, "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60)");
    let Err(NotUsable::Unavailable(why)) = claim(&house.store, &plain(1), 1) else { panic!("it is an error") };
    assert!(why.starts_with("whether the transaction was committed is not known"), "{why}");
    house.beside.run("DROP TRIGGER at_commit ON two_gates.audit");
    assert_eq!(claim(&house.store, &plain(1), 1).unwrap().fence, 1, "the same attempt finds out");
}

/// Several claims that share the commit share that, too.
#[test]
fn all_who_share_a_commit_without_an_answer_are_told_so() {
    let house = House::new();
    for number in 1..=8 {
        issue(&house.store, &plain(number));
    }
    at_commit(&house, "PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60)");
    let came = together(8, |number| claim(&house.store, &plain(u64::from(number)), 1));
    for came in came {
        let Err(NotUsable::Unavailable(why)) = came else { panic!("it is an error") };
        assert!(why.starts_with("whether the transaction was committed is not known"), "{why}");
    }
    house.beside.run("DROP TRIGGER at_commit ON two_gates.audit");
    let came = together(8, |number| claim(&house.store, &plain(u64::from(number)), 1));
    assert!(came.into_iter().all(|came| came.is_ok_and(|grant| grant.fence == 1)));
}

#[test]
fn broken_connections_are_replaced() {
    let house = House::new();
    issue(&house.store, &plain(1));
    for attempt in 1..=3 {
        house.beside.run(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity \
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        );
        assert_eq!(claim(&house.store, &plain(1), attempt).is_ok(), attempt == 1);
    }
}

/// Also where several were kept, and none of them is in use while they end: no claim on them is unknown.
#[test]
fn connections_that_ended_meanwhile_are_not_used() {
    let house = House::new();
    for number in 1..=16 {
        issue(&house.store, &plain(number));
    }
    assert!(together(8, |number| claim(&house.store, &plain(u64::from(number)), 1)).iter().all(Result::is_ok));
    house.beside.run(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    let came = together(8, |number| claim(&house.store, &plain(u64::from(number) + 8), 1));
    assert!(came.iter().all(Result::is_ok), "{came:?}");
}

/// Two transactions of one thread could wait for each other, and the database would not see it.
#[test]
fn work_within_work_is_refused() {
    let house = House::new();
    let config = house.config.clone();
    let within = rows(&house.store, move |_| {
        let other = Postgres::open(&config);
        Ok(other.map(|other| other.find(plain(1).reference.id())))
    });
    let Err(NotUsable::Unavailable(why)) = within.unwrap() else { panic!("it is refused") };
    assert!(why.contains("within") || why.contains("asked the store again"), "{why}");
    assert_eq!(house.store.find(plain(1).reference.id()), Ok(None), "and afterwards all is well");
}
