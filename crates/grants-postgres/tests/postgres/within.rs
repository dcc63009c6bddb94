//! Effects that live in the grants' own database.

use super::support::plain;
use super::*;
use grants::{End, Holder, State, Transactional};
use twogates_grants_postgres::Effects;

fn ledger(house: &House) {
    house.beside.run("CREATE SCHEMA app; CREATE TABLE app.ledger (key text PRIMARY KEY, amount bigint NOT NULL)");
}

fn entries(house: &House) -> i64 {
    house.beside.number("SELECT count(*) FROM app.ledger")
}

fn enter(effects: &mut Effects<'_>, key: &str, amount: i64) -> Result<(), Fault> {
    effects.query("INSERT INTO app.ledger (key, amount) VALUES ($1, $2)", &[&key, &amount]).map(drop)
}

/// Claims, enters an amount, and commits, in one transaction.
fn act(
    house: &House,
    attempt: u8,
    after: impl Fn(&mut Effects<'_>) -> Result<(), Fault> + Send + 'static,
) -> Result<Grant, NotUsable> {
    let claiming = claiming(&plain(1), attempt);
    house.store.transact_within(move |open| {
        let bid = grants::Bid { claiming, authorized: true };
        let (at, Some(grant)) = open.lock_and_claim(&bid)? else { return Err(Broken("not claimed".into())) };
        enter(&mut Postgres::effects(open), "one", 7)?;
        after(&mut Postgres::effects(open))?;
        let done = Grant { state: State::Executed, outcome: Some((at, "entered".into())), ..grant.clone() };
        assert!(open.replace(&grant, &done)?);
        Ok(done)
    })
}

#[test]
fn effect_and_claim_are_one_transaction() {
    let house = House::new();
    ledger(&house);
    issue(&house.store, &plain(1));
    let done = act(&house, 1, |_| Ok(())).unwrap();
    assert_eq!((done.state, entries(&house)), (State::Executed, 1));
    assert!(act(&house, 2, |_| Ok(())).is_err());
    assert_eq!(entries(&house), 1);
}

#[test]
fn an_effect_that_fails_leaves_nothing() {
    let house = House::new();
    ledger(&house);
    issue(&house.store, &plain(1));
    // The second entry of the same key breaks the transaction, even where the effect does not mind.
    let came = act(&house, 1, |effects| {
        drop(enter(effects, "one", 8));
        Ok(())
    });
    assert!(came.is_err(), "{came:?}");
    assert_eq!(entries(&house), 0);
    assert_eq!(house.store.grant(plain(1).reference.id()).unwrap().unwrap().state, State::Issued);
    assert_eq!(act(&house, 2, |_| Ok(())).unwrap().state, State::Executed);
}

#[test]
fn an_effect_leaves_the_transaction_and_the_grants_alone() {
    let house = House::new();
    ledger(&house);
    issue(&house.store, &plain(1));
    for sql in [
        "COMMIT",
        " rollback",
        "SET synchronous_commit = off",
        "/* first */ COMMIT",
        "DELETE FROM two_gates.audit",
        "UPDATE \"two_gates\".grants SET state = 'issued'",
        "PREPARE TRANSACTION 'x'",
        "UPDATE U&\"two\\005fgates\".grants SET state = 'issued'",
        "DO $$ BEGIN EXECUTE 'DELETE FROM two' || '_gates.audit'; END $$",
        "SELECT set_config('synchronous_commit', 'off', true)",
    ] {
        let came = act(&house, 1, move |effects| effects.query(sql, &[]).map(drop));
        let Err(NotUsable::Unavailable(why)) = came else { panic!("{sql}") };
        assert!(why.starts_with("an effect must not use"), "{why}");
    }
    assert_eq!((entries(&house), house.beside.text("SELECT state FROM two_gates.grants")), (0, "issued".to_owned()));
}

/// What an effect did in a run that was given up is not there twice.
#[test]
fn an_effect_that_is_begun_anew_counts_once() {
    let house = House::new();
    ledger(&house);
    issue(&house.store, &plain(1));
    house.beside.run(
        "CREATE SEQUENCE app.tries; CREATE FUNCTION app.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
           IF nextval('app.tries') <= 3 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF; RETURN NEW; END $$; \
         CREATE TRIGGER fail AFTER INSERT ON app.ledger FOR EACH ROW EXECUTE FUNCTION app.fail()",
    );
    act(&house, 1, |_| Ok(())).unwrap();
    assert_eq!((entries(&house), house.beside.number("SELECT last_value FROM app.tries")), (1, 4));
    let holder = Holder { attempt: grants::AttemptId::from_bytes([1; 16]), fence: 1 };
    assert!(house.store.settle(plain(1).reference.id(), holder, End::Executed, "").is_ok());
}
