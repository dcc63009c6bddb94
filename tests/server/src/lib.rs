//! What needs a running server, and is therefore no test of the default members.
//!
//! - `fixture`, a handler with everything that the official conformance suite asks for; `gated`, the same behind both gates;
//!   and `serving`, which serves them.
//! - `conformance`: the suite's runner, its verdicts, and the table of them.
//! - `running`: a server in a process of its own; `exchange`, one request to it; `issuer`, who signs tokens for it; and
//!   `shim`, a loopback proxy that adds the token that the suite never sends.
//! - `kept`: pages in `outputs/`, compared or written anew.
//! - `interop`: rmcp's client as an arm of the four-tool story.
//!
//! Everything here stands behind a feature; each part of `scripts/test` that needs one says so.

#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(any(feature = "conformance", feature = "vectors"))]
pub mod exchange;
#[cfg(feature = "conformance")]
pub mod fixture;
#[cfg(feature = "conformance")]
pub mod gated;
#[cfg(feature = "interop")]
pub mod interop;
#[cfg(any(feature = "conformance", feature = "vectors"))]
pub mod issuer;
#[cfg(any(feature = "conformance", feature = "vectors"))]
pub mod kept;
#[cfg(any(feature = "conformance", feature = "vectors"))]
pub mod running;
#[cfg(feature = "conformance")]
pub mod serving;
#[cfg(feature = "conformance")]
pub mod shim;
