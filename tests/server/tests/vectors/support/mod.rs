//! What the tests of the PostgreSQL store have already: a cluster of their own, and a clock of a database that stands.

#[expect(dead_code, reason = "the store's own tests use more of it")]
#[path = "../../../../../crates/grants-postgres/tests/support/clock.rs"]
pub(crate) mod clock;
#[expect(dead_code, reason = "the store's own tests use more of it")]
#[path = "../../../../../crates/grants-postgres/tests/support/cluster.rs"]
mod cluster;
mod session;

pub(crate) use cluster::Cluster;
pub(crate) use session::Session;
