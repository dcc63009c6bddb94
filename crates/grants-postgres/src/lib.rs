//! The durable store of grants for many processes: one PostgreSQL database, whose primary decides.
//!
//! - A claim that was answered is on the server's disk (rule `GRANT-05`): each transaction is explicit, sets
//!   `synchronous_commit = on` for itself, and counts only when its commit has succeeded. A server with `fsync = off` is
//!   refused.
//! - A claim is one conditional UPDATE by primary key at READ COMMITTED. The row is locked before it, which decides
//!   nothing: so time is read after the wait. What the database gives up is begun anew; a commit whose answer was
//!   lost is said to be unknown, and the same attempt finds out.
//! - Statements go out together: a claim is two round trips, one of them the read for the policy, and claims that are
//!   asked for at once share both. Nothing is written that all claims share.
//! - Time is the database's clock. It is never before the last audit row that was committed, nor before the store's mark, nor
//!   before what this program was told (rule `GRANT-06`). So a clock that is set back revives nothing that a row has seen
//!   end: at most the milliseconds between two transactions that ran at once. A clock that was far ahead is not followed
//!   back: what it let expire stays so.
//! - A standby, and a session that only reads, are refused. So is a database that is not where it was (rule `GRANT-18`):
//!   a dump that was put back, a recovery to a point in time, a copy, a standby that took over. Then the store is opened
//!   [after a restore](Opening::after_restore) or [after a lossless move](Opening::after_lossless_move). Files that were put
//!   back as they were at an earlier time are noticed only by programs that have seen more; raise the epoch by hand.
//! - Standbys must have each commit (`synchronous_standby_names`), or a failover is a restore.
//! - Two versions of the program share a database for one upgrade. One of them migrates it, under a lock.
//!
//! Connections are direct, or through a pooler that keeps a session for each: statements are prepared. The store blocks, and
//! is called from a thread of its own where the rest is async.
//!
//! [`Postgres`] is the store, [`Opening`] how it is opened, [`Fault`] what can go wrong, [`Effects`] what an effect within its
//! transactions works on.
//!
//! ```no_run
//! # use twogates_grants_postgres as grants_postgres;
//! use grants::{GrantId, NotUsable, Order, Store};
//! use grants_postgres::Postgres;
//! use wire::Digest;
//!
//! let store = Postgres::open("host=/run/postgresql dbname=grants")?;
//! let nobody = GrantId::from_store(Digest::of("example", &[]));
//! assert_eq!(store.revoke(nobody, &Order::new("bob", "a typing error")), Err(NotUsable::Unknown));
//! # Ok::<(), grants_postgres::Fault>(())
//! ```
//!
//! What cannot be used says why, and what to do:
//!
//! ```
//! # use twogates_grants_postgres as grants_postgres;
//! use grants_postgres::{Fault, Postgres};
//! use rules::Refused;
//!
//! let fault = Postgres::open("host=/nowhere dbname=grants").unwrap_err();
//! assert!(matches!(fault, Fault::Unreachable(_)));
//! assert_eq!((fault.code(), fault.rule().id), ("database_unreachable", "GRANT-13"));
//! assert_eq!(fault.remedy(), "check the address, the role, and that the server runs");
//! ```

mod connection;
mod crew;
mod dial;
mod effects;
mod fault;
mod opening;
mod pool;
mod postgres;
mod schema;
mod tables;
mod target;
mod together;
mod work;

pub use effects::Effects;
pub use fault::Fault;
pub use opening::Opening;
pub use postgres::Postgres;
pub use tables::Tables;
pub use tokio_postgres::Row;
pub use tokio_postgres::types::ToSql;
