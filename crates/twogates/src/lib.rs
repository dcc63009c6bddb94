//! Two gates in front of an MCP tool call, and a grant behind them. Protocol revision 2026-07-28.
//!
//! Every side-effecting call must pass **scope** (may this client attempt calls like this at all?) and **consent** (did a
//! human say yes to this very call?), in this order. The yes becomes a **grant**, which whoever acts spends once.
//!
//! - [`Front`]: what a message must be before a tool is looked at: origin, token, strict JSON, envelope, headers; and the
//!   metadata that tells a client where tokens come from.
//! - [`Gates`]: both gates. [`Gates::read`] for a tool that may run unasked, [`Gates::act`] for every other.
//! - [`outcome`]: every way in which a message can end, with its HTTP status and error code: one table.
//! - [`reply`]: turns an ending into the message that goes out.
//!
//! This is the one crate that a server depends on; the others are re-exported.

pub mod outcome;
pub mod reply;

mod attempt;
mod earlier;
mod front;
mod gates;
mod headers;
mod metadata;
#[cfg(feature = "os")]
mod os;
mod refusal;
mod token;
mod told;
mod turned;
mod undeclared;

pub use attempt::{Attempt, Step};
pub use front::{Admission, Admitted, Endpoint, Front};
pub use gates::{Gates, ListStep, NOES, NOES_WITHIN_MS, Rounds};
#[cfg(feature = "os")]
pub use os::OsDice;
pub use refusal::Refusal;
pub use token::{Token, Tokens};
pub use turned::{BadToken, Mismatch, Turned};
pub use undeclared::Undeclared;

pub use {consent, grants, rules, scope, wire};
