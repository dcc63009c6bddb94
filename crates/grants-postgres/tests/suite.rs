//! The suite that every store runs, over the store in PostgreSQL.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

#[expect(dead_code, unused_imports, reason = "the other tests need more of it")]
mod support;

use grants::suite::{Restarts, Subject};
use grants::{restart_suite, store_suite};
use std::sync::Arc;
use support::{SHARED, Session, clock};
use twogates_grants_postgres::Postgres;

/// A store in a database of its own, whose clock stands until it is moved.
struct InPostgres {
    config: String,
    store: Arc<Postgres>,
}

impl InPostgres {
    fn move_by(&self, ms: i64) {
        clock::move_by(&Session::to(&self.config), ms);
    }
}

impl Subject for InPostgres {
    type Store = Postgres;

    fn empty() -> Self {
        let config = SHARED.config(&SHARED.database());
        // The tables are made by one store, and the clock is stopped before another one sees it.
        drop(Postgres::open(&config).unwrap());
        clock::stop(&Session::to(&config));
        Self { store: Arc::new(Postgres::open(&config).unwrap()), config }
    }

    fn store(&self) -> Arc<Postgres> {
        self.store.clone()
    }

    fn advance(&self, ms: u64) {
        self.move_by(i64::try_from(ms).unwrap());
    }

    fn set_back(&self, ms: u64) {
        self.move_by(-i64::try_from(ms).unwrap());
    }
}

impl Restarts for InPostgres {
    fn restart(self) -> Self {
        let Self { config, store } = self;
        drop(store);
        Self { store: Arc::new(Postgres::open(&config).unwrap()), config }
    }
}

store_suite!(InPostgres);
restart_suite!(InPostgres);
