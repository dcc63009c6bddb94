//! Servers: one that keeps both gates, and one that keeps none.

pub mod careless;

mod decision;
mod honest;
mod listing;
#[cfg(feature = "vectors")]
mod operator;
mod settings;
mod staged;
mod worker;

pub use honest::LabServer;
pub(crate) use listing::first_scopes;
pub use listing::{ISSUER, METADATA_PATH, METADATA_URL, RESOURCE};
pub use settings::Settings;
pub use staged::Aside;
pub use worker::Dies;

use wire::entry::Decision;
use wire::http::{Request, Response};

/// Something that answers HTTP.
pub trait Service {
    /// Answers one request, and says for the transcript what was decided and what happened.
    fn handle(&self, http: &Request) -> Handled;
}

/// An answer, and what the transcript says of it. Nothing beside the response goes out.
#[derive(Debug, Clone, PartialEq)]
pub struct Handled {
    /// What goes out.
    pub response: Response,
    /// What a gate decided, and why.
    pub decision: Option<Decision>,
    /// What happened in the world.
    pub effects: Vec<String>,
}
