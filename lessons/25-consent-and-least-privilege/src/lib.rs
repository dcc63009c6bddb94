//! Lesson 25: consent and least privilege.
//!
//! One tool call through two gates, as an annotated transcript. [`acts`] play it on a [`Stage`]; what they do is
//! recorded, and every line that is printed is rendered from what was recorded. [`attacks`] play what each defence
//! stops, [`without`] compares a run with one in which defences are off, and [`which`] asks which gate a failure belongs
//! to.

pub mod acts;
pub mod attacks;
pub mod cli;
pub mod stage;
pub mod which;
pub mod without;

pub use stage::{Cast, Stage};
