//! Effects that live in the grant's own database: they take place with their claim, or not at all.

use super::*;
use grants::{Broken, State, Transactional};
use twogates_grants_sqlite::{Effects, Fault};

/// A store with a table of an effect's own, and a grant.
fn ledger(folder: &Folder) -> Sqlite {
    let store = store(folder, &FakeClock::at(START));
    issue(&store, &yes(1, "notes.txt", EffectClass::Transactional, START + LIFETIME));
    within(&store, |effects| effects.execute("CREATE TABLE ledger (entry TEXT NOT NULL UNIQUE) STRICT", ())).unwrap();
    store
}

fn within<T: Send + 'static>(
    store: &Sqlite,
    work: impl Fn(Effects<'_>) -> Result<T, Fault> + Send + 'static,
) -> Result<T, NotUsable> {
    store.transact_within(move |open| Ok(work(Sqlite::effects(open))?))
}

fn entries(store: &Sqlite) -> Vec<String> {
    within(store, |effects| effects.query("SELECT entry FROM ledger ORDER BY entry", (), |row| row.get(0))).unwrap()
}

/// Claims, and makes an entry, in one transaction that ends as its caller says.
fn enter(store: &Sqlite, attempt: u8, fails: bool) -> Result<bool, NotUsable> {
    let bid = grants::Bid { claiming: claiming(&plain(1), attempt), authorized: true };
    store.transact_within(move |open| {
        use grants::Table;
        let at = open.now()?;
        let Some(grant) = open.claim(&bid, at)? else { return Ok(false) };
        let sql = "INSERT INTO ledger (entry) VALUES (?1)";
        Sqlite::effects(open).execute(sql, (format!("{}:{}", grant.id.hex(), grant.used),))?;
        if fails { Err(Broken("the effect failed".into())) } else { Ok(true) }
    })
}

#[test]
fn an_effect_takes_place_with_its_claim_or_not_at_all() {
    let folder = Folder::new();
    let store = ledger(&folder);
    let grant = || store.grant(plain(1).reference.id()).unwrap().unwrap();
    assert_eq!(enter(&store, 1, true), Err(NotUsable::Unavailable("the effect failed".into())));
    assert_eq!((entries(&store).len(), grant().state), (0, State::Issued));
    assert_eq!(enter(&store, 1, false), Ok(true));
    assert_eq!((entries(&store), grant().state), (vec![format!("{}:1", grant().id.hex())], State::Claimed));
    assert_eq!(enter(&store, 2, false), Ok(false));
    assert_eq!(entries(&store).len(), 1);
}

#[test]
fn an_effect_cannot_touch_what_is_the_stores() {
    let folder = Folder::new();
    let store = ledger(&folder);
    for sql in [
        "UPDATE gates_grants SET state = 'issued'",
        "UPDATE GATES_grants SET fence = 9",
        "DELETE FROM gates_audit",
        "INSERT INTO ledger SELECT state FROM gates_grants",
        "DROP TABLE gates_denials",
        "CREATE TABLE gates_mine (x)",
        "ALTER TABLE ledger RENAME TO gates_mine",
        "CREATE INDEX mine ON gates_grants (state)",
        "CREATE TRIGGER mine AFTER INSERT ON ledger BEGIN DELETE FROM gates_audit; END",
        "CREATE TRIGGER mine AFTER INSERT ON gates_audit BEGIN DELETE FROM ledger; END",
        "COMMIT",
        "ROLLBACK",
        "SAVEPOINT mine",
        "ROLLBACK TO work",
        "PRAGMA synchronous = off",
        "PRAGMA writable_schema = on",
        "ATTACH 'other.db' AS other",
        "SELECT load_extension('x')",
        "VACUUM",
    ] {
        let before = store.audit().unwrap();
        assert!(within(&store, move |effects| effects.execute(sql, ())).is_err(), "{sql}");
        assert_eq!(store.audit().unwrap(), before);
    }
    assert_eq!(within(&store, |effects| effects.query("SELECT state FROM gates_grants", (), |_| Ok(()))).ok(), None);
    assert!(claim(&store, &plain(1), 1).is_ok(), "and the store goes on");
    assert_eq!(entries(&store).len(), 0);
}

#[test]
fn the_guard_is_gone_with_the_effect() {
    let folder = Folder::new();
    let store = ledger(&folder);
    let leaked = store.transact_within(|open| {
        std::mem::forget(Sqlite::effects(open));
        Ok(())
    });
    assert_eq!(leaked, Ok(()));
    assert!(claim(&store, &plain(1), 1).is_ok());
}
