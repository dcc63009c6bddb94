//! What the tools touch: files, a payment ledger, a little web.

mod files;
mod payments;
mod web;

pub use files::{File, Files};
pub use payments::{Bank, Payment, Payments};
pub use web::Web;
