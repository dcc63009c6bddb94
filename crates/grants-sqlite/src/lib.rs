//! The default durable store of grants: one SQLite file.
//!
//! - A claim that was answered is on the disk (rule `GRANT-05`): every connection has `synchronous = full`, and is refused
//!   where it has not.
//! - One connection writes, and one thread has it at a time. Whoever finds it free writes their own claim; works that come
//!   meanwhile share one commit, in the order in which they came, and are answered once that commit has succeeded. So many
//!   workers cost little more than one, and none of them starves.
//! - Several processes may have the same file. They wait for their turn by locks of the operating system, and nobody is
//!   told that the database is locked. The file must be on a local disk.
//! - Time is this machine's wall clock, and never behind what any of the processes said before, also after a restart
//!   (rule `GRANT-06`).
//! - A copy that is older than what was seen is refused (rule `GRANT-18`), until it is opened [after a
//!   restore](Opening::after_restore).
//! - An effect can live in the same file, and takes place with its claim or not at all ([`Effects`]).
//!
//! Beside the file `grants.db` stand SQLite's own `grants.db-wal` and `grants.db-shm`, the locks `grants.db-next` and
//! `grants.db-writing`, and `grants.db-mark`, which says how many commits were seen. A backup is taken with SQLite's
//! `VACUUM INTO`, or of the file alone while nobody has it open. It is put back without the files beside it; the mark stays.
//!
//! [`Sqlite`] is the store, [`Opening`] how it is opened, [`Fault`] what can go wrong.

mod connection;
mod desk;
mod effects;
mod fault;
mod files;
mod log;
mod mark;
mod opening;
mod readers;
mod remembered;
mod schema;
mod sqlite;
mod tables;
mod time;
mod turn;
mod writer;

pub use effects::Effects;
pub use fault::Fault;
pub use opening::Opening;
pub use rusqlite;
pub use sqlite::Sqlite;
pub use tables::Tables;
