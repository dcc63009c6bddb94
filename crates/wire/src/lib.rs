//! MCP revision 2026-07-28 on the wire.
//!
//! Strict JSON in ([`strict`]), canonical bytes out ([`canonical`]), the messages between ([`message`], [`result`],
//! [`http`]), the [`Call`] that they carry, and the [`Entry`] in which a transcript keeps them. No policy, no I/O.

pub mod canonical;
pub mod entry;
pub mod http;
pub mod message;
pub mod order;
pub mod result;
pub mod strict;

mod call;
mod digest;
mod hidden;

pub use call::Call;
pub use digest::Digest;
pub use entry::Entry;
pub use hidden::hidden;
pub use strict::Malformed;

/// The one protocol revision that this workspace speaks.
pub const VERSION: &str = "2026-07-28";
