//! For each act, that what its heading claims really happened: in the entries, and in the world behind them.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests fail loudly")]

mod every;
mod main_path;
mod noes;
mod others;
mod step_ups;
mod story;
mod trust;
