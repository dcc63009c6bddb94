//! A request that came through the front door, on its way through rmcp.
//!
//! rmcp has read the same bytes once more by the time that a handler sees them, and read them loosely. So the handler is given
//! what was read strictly, by way of the request's extensions; and what it answers for the gates goes back by the same way,
//! because a handler of rmcp's cannot choose an HTTP status.

use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, Extensions};
use std::sync::{Arc, OnceLock};
use twogates::Admitted;
use twogates::wire::http::Response;

/// What is answered where a request did not come through the front door. It is a mistake of whoever wrote the server.
pub(crate) const NOT_ADMITTED: &str = "this server takes requests through its gates alone";

/// An admitted request. Nobody outside of this crate can make one.
#[derive(Debug, Clone)]
pub(crate) struct Passed(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    admitted: Admitted,
    over: Over,
    answer: OnceLock<Response>,
}

/// How a request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    Http,
    Stdio,
}

impl Passed {
    pub(crate) fn new(admitted: Admitted, over: Over) -> Self {
        Self(Arc::new(Inner { admitted, over, answer: OnceLock::new() }))
    }

    /// The request that a handler was called for, where it came through the front door.
    pub(crate) fn of(extensions: &Extensions) -> Option<&Self> {
        let over_http = || extensions.get::<http::request::Parts>()?.extensions.get::<Self>();
        extensions.get::<Self>().or_else(over_http)
    }

    pub(crate) fn admitted(&self) -> &Admitted {
        &self.0.admitted
    }

    pub(crate) fn over(&self) -> Over {
        self.0.over
    }

    /// Answers for the gates. What is returned is for rmcp, and goes to nobody: whoever writes the response replaces it. If
    /// it did go out, it would say that nothing was done.
    pub(crate) fn answer(&self, response: Response) -> CallToolResponse {
        // The first answer counts.
        self.0.answer.set(response).ok();
        CallToolResult::error(vec![ContentBlock::text("Not run: the gates have answered.")]).into()
    }

    /// What the gates answered, where they did.
    pub(crate) fn answered(&self) -> Option<&Response> {
        self.0.answer.get()
    }
}
