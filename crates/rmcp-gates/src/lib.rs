//! Both gates and a grant store around any rmcp [`ServerHandler`](rmcp::ServerHandler), over Streamable HTTP and stdio.
//!
//! - [`Setup`]: what an operator says of a server: its identity, keys, store, and of each tool a [`ToolPolicy`].
//!   [`Setup::around`] takes the handler and says at once what does not fit together.
//! - [`Gated`]: the handler behind both gates. [`Gated::http`] is what `axum` serves.
//! - [`Act`] and [`Look`]: tools of one's own, for what a handler of rmcp's cannot say: a staged or a transactional effect.
//! - [`Queue`]: where the calls wait that run later. [`Gated::work`] runs one of them.
//!
//! A message is read strictly, from its raw bytes, before rmcp sees it (rule `CALL-04`). A handler gets a call only with a
//! claim behind it, or the proof that nobody had to be asked, and its arguments are those that were shown and hashed.
//! A question of a handler's own goes out only where this very request declared what it needs (rule `MRTR-06`); one on a claim
//! that may not ends that claim with an unknown outcome, for the handler ran before it asked.
//! Nothing of the gates is decided here: this maps rmcp's types to `twogates` and back.

pub mod danger;

mod answer;
mod bad_setup;
mod calling;
mod declared;
mod desk;
mod gated;
mod http_layer;
mod key;
mod listing;
mod native;
mod passed;
mod policy;
mod queue;
mod rounds;
mod schema;
mod setup;
mod stdio;
mod work;
mod wrapped;

pub use bad_setup::BadSetup;
pub use gated::Gated;
pub use http_layer::Http;
pub use key::GrantKey;
pub use native::{Act, Acted, Look};
pub use policy::ToolPolicy;
pub use queue::{NotQueued, Queue, Queued};
pub use setup::Setup;

pub use {rmcp, twogates};

/// The programs on the project's front page.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod front_page {}
