//! The PostgreSQL store, by subject, on a server of the tests' own.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

#[path = "../support/mod.rs"]
mod support;

mod again;
mod claims;
mod clauses;
mod clock;
mod contention;
mod crash;
mod isolation;
mod place;
mod primary;
mod schema;
mod waits;
mod within;

use grants::{Broken, Grant, NewGrant, NotUsable, Store, Table, Transactions};
use std::sync::Barrier;
use std::thread;
use support::{Anyone, SHARED, Session, claiming};
use twogates_grants_postgres::{Fault, Opening, Postgres};

/// A store in a database of its own, and a session beside it.
struct House {
    config: String,
    store: Postgres,
    beside: Session,
}

impl House {
    fn new() -> Self {
        Self::with(|opening| opening)
    }

    fn with(how: impl FnOnce(Opening) -> Opening) -> Self {
        let config = SHARED.config(&SHARED.database());
        let store = how(Postgres::at(&config)).open().unwrap();
        Self { beside: Session::to(&config), config, store }
    }

    /// One whose clock stands until it is moved.
    fn standing() -> Self {
        let Self { config, beside, .. } = Self::new();
        support::clock::stop(&beside);
        Self { store: Postgres::open(&config).unwrap(), config, beside }
    }
}

fn issue(store: &Postgres, new: &NewGrant) -> Grant {
    store.issue(std::slice::from_ref(new)).unwrap().0.remove(0)
}

fn claim(store: &Postgres, new: &NewGrant, attempt: u8) -> Result<Grant, NotUsable> {
    store.claim(&claiming(new, attempt), &Anyone)
}

fn now(store: &Postgres) -> u64 {
    Store::now(store).ms()
}

/// Runs a work on the rows of a store, in one transaction.
fn rows<T: Send + 'static>(store: &Postgres, work: impl Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static) -> T {
    store.transact(work).unwrap()
}

/// Runs this in so many threads that begin together.
fn together<T: Send>(threads: u8, act: impl Fn(u8) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(usize::from(threads));
    thread::scope(|scope| {
        let run = |number| {
            let (start, act) = (&start, &act);
            scope.spawn(move || {
                start.wait();
                act(number)
            })
        };
        let threads: Vec<_> = (1..=threads).map(run).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// What opening a store says against it.
fn refused(opening: Opening) -> Fault {
    opening.open().err().unwrap()
}
