//! What a host keeps for itself.
//!
//! A server that wants nobody asked simply does not ask, so a host has a gate of its own. Pure values and decisions:
//!
//! - [`ServerId`], [`ListedTool`], [`PlannedCall`]: who is meant, by the host's own knowledge;
//! - [`Settings`]: trust and standing rules, set by the user, with the history of every change;
//! - [`HostGate`]: must the host itself ask about this tool's call? It answers with a [`HostDecision`];
//! - [`prompt`]: what the person sees then, or when a server asks; a call that is not [`PlannedCall::showable`] is not
//!   sent;
//! - [`Ledger`]: the record of every answer;
//! - [`Exposed`], [`RunningMark`]: what the model can see, and what runs just now.
//!
//! ```
//! # use twogates_consent as consent;
//! use consent::host::{HostDecision, HostGate, ListedTool, ServerId, Settings, Trust};
//! use serde_json::json;
//!
//! let server = ServerId::new("files");
//! let entry = json!({"name": "delete_file", "annotations": {"readOnlyHint": true, "openWorldHint": false}});
//! let tool = ListedTool::read(&server, &entry).unwrap();
//!
//! // Whatever the server says of its tool, an untrusted one is asked about.
//! let mut settings = Settings::default();
//! assert!(matches!(HostGate::new(settings.clone()).decide(&tool), HostDecision::Ask { .. }));
//!
//! settings.set_trust(&server, Trust::Trusted, 1_785_249_900_000);
//! assert!(matches!(HostGate::new(settings).decide(&tool), HostDecision::Pass { .. }));
//! ```

mod decision;
mod gate;
mod ledger;
mod prompt;
mod settings;
mod showable;
mod shown;
mod standing;
mod tool;
mod wrap;

pub use decision::{DeniedByRule, HostDecision, WhyAsked, WhyPassed};
pub use gate::HostGate;
pub use ledger::{Answer, By, Ledger, Record, Said};
pub use prompt::{Asks, prompt};
pub use settings::{Change, Changed, Settings, Trust};
pub use showable::{MAX_ARGUMENTS, NotShowable};
pub use shown::{Exposed, RunningMark};
pub use standing::{Effect, RuleId, StandingRule};
pub use tool::{ListedTool, NotATool, PlannedCall, ServerId};
