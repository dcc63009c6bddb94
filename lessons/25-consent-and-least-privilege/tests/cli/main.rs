//! The command line: what is printed for what is typed, in memory and by the real program.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail loudly")]

mod ask;
mod ask_whole;
mod attack;
mod attack_edits;
mod entries;
mod lists;
mod options;
mod plain;
mod program;
mod removed;
mod session;
mod step;
mod which;
mod without;
