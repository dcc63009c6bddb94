//! What the tools touch: files, a payment ledger, a little web.

mod files;
mod payments;
mod web;

pub use files::{File, Files};
pub use payments::{Payment, Payments};
pub use web::Web;
