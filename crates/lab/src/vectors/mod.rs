//! Vectors: numbered attacks and honest runs as data, played in this process.
//!
//! A vector is a file that knows nothing of Rust: who is there, what they send, what is tampered with, and what must come
//! of each step ([`Vector`]). [`Vector::play`] plays it, [`Vector::hold`] compares, [`Failure`] says what went wrong, and
//! [`matrix`] plays all of them without each defence and each pair of them.
//!
//! - format (`format`, `steps`, `setup`, `policies`, `tamper`, `patch`, `expect`, `verdict`, `load`): what stands in a file.
//! - run (`play`, `player`, `messages`, `peer`, `told`, `scripted`, `seen`): a step is played against a [`Peer`], and what came of
//!   it is read off.
//! - report (`failure`, `mistakes`): the first step that went wrong, and the likely reason.

pub mod matrix;

mod expect;
mod failure;
mod format;
mod load;
mod messages;
mod mistakes;
mod patch;
mod peer;
mod play;
mod player;
mod policies;
mod scripted;
mod seen;
mod setup;
mod steps;
mod tamper;
mod told;
mod verdict;

pub use expect::{Expect, Mismatch, Seen, Through};
pub use failure::Failure;
pub use format::{Step, Vector};
pub use load::{Unreadable, load};
pub use mistakes::{MISTAKES, Mistake, REASONS};
pub use patch::Operation;
pub use peer::{InProcess, Peer, Turn};
pub use play::Run;
pub use policies::{BankKind, DailyWindow, Strength};
pub use setup::{ADDRESSES, Generous, LAB, LIST_TOOL, Person, Scripted, Server, ServerKind, Setup};
pub use steps::{
    Answer, Get, List, Model, Reads, Repeat, Resume, Retry, Revoke, RuleEffect, Send, StandingRule, Word, Work,
};
pub use tamper::{Replace, StateEdit, Tamper, Tampered};
pub use verdict::Verdict;

/// The lab's tools.
pub const TOOLS: &[&str] = crate::tools::FOUR;
