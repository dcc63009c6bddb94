//! The official conformance suite: run, judged, and printed as one table.

mod baseline;
mod judged;
mod page;
mod suite;

pub use baseline::{Baseline, Explained};
pub use judged::{Judged, Verdict};
pub use page::{Column, page};
pub use suite::{Check, Results, Scenario, Status, Suite, Tier};
