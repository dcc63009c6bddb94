//! Gate one: may this client attempt calls like this at all?
//!
//! Pure: values in, decisions out. The server's side decides, the client's side steps up, and both speak through the
//! `WWW-Authenticate` header.
//!
//! - [`ScopeGate`]: one table of tools and one predicate, for the check, for `tools/list` and for the challenge. Its
//!   [`clear`](ScopeGate::clear) is the only way to a [`Cleared`], which gate two takes by value.
//! - [`ScopeSet`], [`Hierarchy`], [`ToolScopes`]: what is granted, what implies what, what a tool needs.
//! - [`Principal`] and [`Caller`]: who is asking, and with what.
//! - [`challenge`]: the header's grammar, read and written. [`ResourceMetadata`]: where a client looks next.
//! - [`StepUp`]: the client's memory of what it asked for, and when it gives up.
//!
//! ```
//! # use twogates_scope as scope;
//! use scope::{Caller, Hierarchy, NotCleared, Principal, ScopeGate, ScopeSet, ToolScopes};
//! use serde_json::json;
//!
//! let gate = ScopeGate::new(Hierarchy::default()).tool(
//!     "send_payment",
//!     ToolScopes::base(ScopeSet::of(&["payments:write"]))
//!         .when(ScopeSet::of(&["payments:approve"]), |arguments| Some(arguments.get("amount")?.as_f64()? > 1000.0)),
//! );
//! let alice = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
//! let caller = Caller { principal: alice, granted: ScopeSet::of(&["payments:write"]) };
//!
//! let small = wire::Call::new("send_payment", json!({"amount": 1000}).as_object().unwrap());
//! assert_eq!(gate.clear(caller.clone(), small).unwrap().call().tool(), "send_payment");
//!
//! let large = wire::Call::new("send_payment", json!({"amount": 1001}).as_object().unwrap());
//! let NotCleared::Insufficient(refusal) = gate.clear(caller, large).unwrap_err() else { panic!() };
//! assert_eq!(refusal.needed.to_string(), "payments:approve payments:write");
//! ```

pub mod challenge;

mod gate;
mod give_up;
mod hierarchy;
mod metadata;
mod principal;
mod refusal;
mod scopes;
mod step_up;
mod tool;
mod well_known;

pub use challenge::{BearerChallenge, BearerError, Challenge, Param, bearer_challenge, step_up_challenge};
pub use gate::{Cleared, ScopeGate};
pub use give_up::GiveUp;
pub use hierarchy::Hierarchy;
pub use metadata::{BadMetadata, ResourceMetadata};
pub use principal::{Caller, Principal};
pub use refusal::{BadScope, Insufficient, NotCleared, UnknownTool};
pub use scopes::ScopeSet;
pub use step_up::{MAX_STEP_UPS, Operation, StepUp};
pub use tool::ToolScopes;
pub use well_known::well_known;
