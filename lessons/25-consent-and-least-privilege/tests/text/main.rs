//! What the texts say holds of the code: the lesson's README, the one at the root, and SECURITY.md.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail loudly")]

mod claims;
mod commands;
mod excerpt;
mod links;
mod texts;
mod walk;
