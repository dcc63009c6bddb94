//! Asking the search service.

use crate::config::Search;
use serde::Deserialize;
use serde_json::json;
use std::fmt;
use std::time::Duration;
use ureq::{Agent, Error};

/// How long an answer may be, in bytes.
const LONGEST: u64 = 65_536;

/// A client of one search service.
#[derive(Clone)]
pub(crate) struct Client {
    agent: Agent,
    address: Option<String>,
    timeout: Duration,
}

/// Why there are no hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotFound {
    /// Nothing left this machine.
    NotSent(String),
    /// The service said no.
    Refused(String),
    /// No answer came. It may have searched.
    Unknown(String),
}

#[derive(Deserialize)]
struct Found {
    hits: Vec<String>,
}

impl Client {
    /// The client of the service that the operator named.
    pub(crate) fn new(search: &Search) -> Self {
        let timeout = Duration::from_millis(search.timeout_ms);
        // Every status is an answer. A redirection would send the query somewhere else.
        let agent = Agent::config_builder()
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            .max_redirects(0)
            .build()
            .into();
        Self { agent, address: search.url.clone(), timeout }
    }

    /// Sends a query out, and gives at most `limit` hits.
    ///
    /// # Errors
    ///
    /// [`NotFound`] says what is known.
    pub(crate) fn search(&self, query: &str, limit: u8) -> Result<Vec<String>, NotFound> {
        let Some(address) = &self.address else {
            return Err(NotFound::NotSent("no search service is configured".into()));
        };
        let body = json!({"query": query, "limit": limit}).to_string();
        let asked = self.agent.post(address).header("Content-Type", "application/json").send(body);
        let mut answer = asked.map_err(|error| self.told(&error))?;
        if answer.status() != 200 {
            return Err(NotFound::Refused(format!(
                "the search service answered with status {}",
                answer.status().as_u16()
            )));
        }
        let text =
            answer.body_mut().with_config().limit(LONGEST).read_to_string().map_err(|error| self.told(&error))?;
        let unreadable =
            |_| NotFound::Refused("the search service answered with something that is no list of hits".into());
        let found: Found = serde_json::from_str(&text).map_err(unreadable)?;
        Ok(found.hits.into_iter().take(limit.into()).collect())
    }

    fn told(&self, error: &Error) -> NotFound {
        match error {
            Error::ConnectionFailed | Error::HostNotFound | Error::BadUri(_) => {
                NotFound::NotSent("the search service cannot be reached".into())
            }
            Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
                NotFound::NotSent("the search service cannot be reached".into())
            }
            Error::Timeout(_) => {
                NotFound::Unknown(format!("The search service did not answer within {} ms", self.timeout.as_millis()))
            }
            _ => NotFound::Unknown("The search service broke off".into()),
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("address", &self.address).finish_non_exhaustive()
    }
}
