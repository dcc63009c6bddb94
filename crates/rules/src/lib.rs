//! What must hold, who is at fault when it does not, and which check keeps it.
//!
//! Everything else in the workspace cites this crate: refusals, transcript margins, wire findings, checklist lines.
//! It has no dependency and does nothing; it only says.
//!
//! - [`Rule`]: one sentence that must hold, with its id, keyword and source. Families: [`base`], [`http`], [`mrtr`],
//!   [`state`], [`elicitation`], [`tools`], [`cache`], [`auth`], [`scope`], and this project's own [`call`],
//!   [`host`], [`grant`] and [`transcript`].
//! - [`Refused`]: what every refusal can say of itself. Fault first.
//! - [`Defence`]: one named check in the code. [`danger::without`] switches one off, for teaching only.
//!
//! ```
//! # use twogates_rules as rules;
//! let rule = rules::find("RS-04").unwrap();
//! assert_eq!(rule, &rules::state::PRINCIPAL);
//! assert!(rules::find("RS-99").is_none());
//! ```

mod catalogue;
mod check;
mod defence;
mod refused;
mod rule;

pub use catalogue::{
    all, auth, base, cache, call, elicitation, find, grant, host, http, mrtr, scope, state, tools, transcript,
};
pub use check::{Check, judge};
pub use defence::{Defence, Defences, Guarded, danger};
pub use refused::{Fault, Refused};
pub use rule::{Keyword, Rule};
