//! A database with many grants in it.

use super::bare::Bare;
use super::support::{Cluster, LATE, Session, plain};
use grants::Store;
use std::sync::atomic::{AtomicU64, Ordering};
use twogates_grants_postgres::Postgres;

/// A database with this many grants: a third for claims, and one for each of what they are held against.
pub(crate) struct Filled {
    config: String,
    folder: std::path::PathBuf,
    pub(crate) database: String,
    pub(crate) grants: u64,
    claims: Rows,
    updates: Rows,
    wholes: Rows,
}

/// Some of the grants, and how many of them were taken.
pub(crate) struct Rows {
    pub(crate) first: u64,
    pub(crate) count: u64,
    taken: AtomicU64,
}

impl Rows {
    const fn of(first: u64, count: u64) -> Self {
        Self { first, count, taken: AtomicU64::new(0) }
    }

    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub(crate) fn take(&self, count: f64) {
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
    }
}

/// Copies of the first grant: the same yes under other references, each with its question and its first audit row.
const COPIES: &str = "\
    CREATE FUNCTION pg_temp.bytes(n bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT int8send(0) || int8send(n) $$; \
    INSERT INTO two_gates.approvals (number, question, item, items, intent, intent_hash) \
      SELECT n + 1, pg_temp.bytes(n), item, items, intent, intent_hash FROM two_gates.approvals, generate_series(1, LAST) n; \
    INSERT INTO two_gates.grants (number, id, arg_hash, server, contract, principal, effect, epoch, uses, issued_at, \
      not_before, expires_at, state, fence, used) \
      SELECT n + 1, sha256(int8send(17) || 'two-gates/grant/1'::bytea || int8send(16) || pg_temp.bytes(n)), arg_hash, server, \
      contract, principal, effect, epoch, uses, issued_at, not_before, expires_at, state, fence, used \
      FROM two_gates.grants, generate_series(1, LAST) n; \
    INSERT INTO two_gates.audit SELECT n + 1, place, at, what, pg_temp.bytes(n), grant_id, principal, subject, tool, arg_hash, \
      code, note, answer_by, chain FROM two_gates.audit, generate_series(1, LAST) n; \
    SELECT setval('two_gates.audit_number', LAST + 1), setval('two_gates.grant_number', LAST + 1);";

impl Filled {
    /// Steps through any number of grants that it does not divide, so that neighbours are not on one page.
    pub(crate) const STEP: u64 = 611_953;

    pub(crate) fn with(cluster: &Cluster, grants: u64) -> Self {
        let database = cluster.database();
        let config = cluster.config(&database);
        let store = Postgres::open(&config).unwrap();
        assert!(LATE > store.now().ms());
        store.issue(&[plain(0)]).unwrap();
        let session = Session::to(&config);
        session.run(&COPIES.replace("LAST", &(grants - 1).to_string()));
        session.run("VACUUM ANALYZE");
        session.run("CHECKPOINT");
        let third = grants / 3;
        // A small one has nothing but claims.
        let claims = Rows::of(0, if grants <= 1000 { grants } else { third });
        let (updates, wholes) = (Rows::of(third, third), Rows::of(third * 2, third));
        Self { config, folder: cluster.folder().to_owned(), database, grants, claims, updates, wholes }
    }

    pub(crate) fn config(&self) -> String {
        self.config.clone()
    }

    pub(crate) fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// The number of a grant that nobody has claimed.
    pub(crate) fn next(&self) -> u64 {
        let taken = self.claims.taken.fetch_add(1, Ordering::Relaxed);
        assert!(taken < self.claims.count, "there are too few grants for so many claims");
        taken * Self::STEP % self.claims.count
    }

    /// The grants that this goes through.
    pub(crate) const fn rows(&self, bare: Bare) -> &Rows {
        match bare {
            Bare::Update => &self.updates,
            Bare::Whole => &self.wholes,
        }
    }
}
