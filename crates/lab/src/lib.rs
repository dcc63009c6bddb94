//! The four-tool server and its host in one process.
//!
//! - [`server`]: `list_files`, `search_web`, `delete_file` and `send_payment` behind both gates, answering exact
//!   2026-07-28 messages; and [`server::careless`], a server that keeps no gate at all.
//! - [`host`]: the other end: a person, a scripted model, a ledger, a cache of lists, and the client that steps up.
//! - [`authorization`]: an authorization server that grants all, half, one at a time, or nothing new.
//! - [`show`]: what an audit, a ledger and a world hold, as lines of a transcript.
//! - [`queue`]: a queue that is nasty on purpose.
//! - [`summary`]: what the resources come to after a run.
//! - `vectors`, a feature: attacks and honest runs as data, played here; and the defence matrix.
//! - [`recorder`]: everything that passes becomes a [`wire::Entry`]. `twogates-print` renders entries for people.
//!
//! One fake clock and seeded dice: two runs give the same bytes.

pub mod authorization;
pub mod host;
pub mod queue;
pub mod recorder;
pub mod resources;
pub mod server;
pub mod show;
pub mod summary;
pub mod tools;
#[cfg(feature = "vectors")]
pub mod vectors;
pub mod world;

mod weaken;

pub use weaken::without_all;
pub use world::World;
