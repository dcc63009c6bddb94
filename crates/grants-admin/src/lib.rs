//! The operator's command for any store of grants: to look at it, to verify it, and to order what only a person may.
//!
//! - [`cli`]: the program, from its arguments to its exit status.
//! - Every change carries who orders it and why, and stands in the audit.
//! - It runs beside a server on the same store: each change is one transaction of that store like any other.
//! - Nothing is made: a path that leads to no store is an error.
//!
//! Text from elsewhere (subjects, tools, notes, what tools wrote) is shown as safe lines (rule `CALL-07`). Values of
//! arguments are shown on demand only, and references to grants never, for a store does not have them.

pub mod cli;

mod commands;
mod find;
mod opened;
mod output;
mod pages;
mod stop;

pub use opened::Opened;
