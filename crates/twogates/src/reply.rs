//! Endings as messages.

use crate::outcome::{Channel, Outcome};
use crate::{Refusal, Turned};
use consent::{BadState, CannotAsk, Question};
use grants::{GrantId, NotUsable};
use rules::Refused;
use scope::BearerChallenge;
use serde_json::{Map, Value, json};
use wire::http::Response;
use wire::message::RequestId;
use wire::result::{self, ServerInfo};

/// What is told of a store that did not answer. What the store said is for its operator alone.
const STORE_FAILED: &str = "The store of grants did not answer, so what became of this call is not known. Send the same \
                            request again before anything else is tried.";

/// A server as its messages name it.
///
/// ```
/// use twogates::Refusal;
/// use twogates::consent::{BadState, No};
/// use twogates::outcome::Outcome;
/// use twogates::reply::Server;
/// use twogates::wire::{message::RequestId, result::ServerInfo};
/// let server = Server {
///     info: ServerInfo { name: "notes".into(), version: "1.0".into() },
///     metadata: "https://notes.example/.well-known/oauth-protected-resource/mcp".into(),
/// };
/// let id = RequestId::Number(7);
/// let done = server.ran(&id, Outcome::Done, "Deleted notes.txt.");
/// assert!(done.status == 200 && !done.body.contains("isError"));
///
/// // A person's no is a result that the model reads. A bad state is an error, with one text for every reason.
/// let no = server.refused(&id, &Refusal::SaidNo(No::Declined));
/// assert!(no.body.contains(r#""isError":true"#) && no.body.contains("Not run: the person declined"));
/// let bad = server.refused(&id, &BadState::OtherPrincipal.into());
/// assert!(bad.body.contains("-32602") && bad.body.contains(BadState::OUTWARD));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its name and version, in each result's `_meta`.
    pub info: ServerInfo,
    /// Where its protected resource metadata is, in each challenge.
    pub metadata: String,
}

impl Server {
    /// A result.
    #[must_use]
    pub fn result(&self, id: &RequestId, result: Map<String, Value>) -> Response {
        Response::json(200, &result::response(id, result, &self.info))
    }

    /// The outcome of a tool that ran: [`Outcome::Done`] or [`Outcome::Failed`], with its text for the model.
    #[must_use]
    pub fn ran(&self, id: &RequestId, outcome: Outcome, text: &str) -> Response {
        self.result(id, result::tool_result(outcome.row().channel == Channel::ToolError, text))
    }

    /// A question: [`Outcome::Asked`].
    #[must_use]
    pub fn question(&self, id: &RequestId, question: &Question) -> Response {
        self.result(id, result::question(&question.message, &question.request_state))
    }

    /// Approved, and waiting: [`Outcome::Queued`]. The handle names the grant and grants nothing (rule `HAND-01`).
    #[must_use]
    pub fn queued(&self, id: &RequestId, handle: GrantId) -> Response {
        let text = format!(
            "Approved, not yet done. Grant {handle} is queued. Ask again with the same requestState to learn what became \
             of it."
        );
        self.ran(id, Outcome::Queued, &text)
    }

    /// Why a call does not run.
    #[must_use]
    pub fn refused(&self, id: &RequestId, refusal: &Refusal) -> Response {
        let row = refusal.outcome().row();
        match (row.channel, refusal) {
            (Channel::Challenge, Refusal::Scope(insufficient)) => {
                self.challenge(row.status, &BearerChallenge::insufficient(insufficient, &self.metadata))
            }
            (Channel::Error(code), _) => {
                let (message, data) = outward(refusal);
                Response::json(row.status, &result::error(Some(id), code, &message, data))
            }
            (Channel::ToolResult, _) => self.ran(id, refusal.outcome(), &said(refusal)),
            _ => self.ran(id, Outcome::Failed, &said(refusal)),
        }
    }

    /// The same where there is no HTTP: a scope that does not suffice is told as a tool result.
    #[must_use]
    pub fn refused_on_stdio(&self, id: &RequestId, refusal: &Refusal) -> Response {
        match refusal.outcome().row().channel {
            Channel::Challenge => self.ran(id, Outcome::Failed, &said(refusal)),
            _ => self.refused(id, refusal),
        }
    }

    /// Why a message did not get as far as a tool.
    #[must_use]
    pub fn turned(&self, turned: &Turned) -> Response {
        let row = turned.outcome().row();
        match (row.channel, turned) {
            (Channel::Challenge, Turned::NoToken { challenge, .. }) => self.challenge(row.status, challenge),
            (Channel::Error(code), _) => {
                Response::json(row.status, &result::error(turned.id(), code, &turned.spoken(), turned.data()))
            }
            (_, Turned::NotPost) => with(Response::empty(row.status), "Allow", "POST"),
            _ => Response::empty(row.status),
        }
    }

    fn challenge(&self, status: u16, challenge: &BearerChallenge) -> Response {
        with(Response::empty(status), "WWW-Authenticate", challenge.header())
    }
}

fn with(mut response: Response, header: &str, value: impl Into<String>) -> Response {
    response.headers = response.headers.with(header, value);
    response
}

/// What an error says outward. A bad state has one text, whatever the reason (rule `CALL-11`).
fn outward(refusal: &Refusal) -> (String, Option<Value>) {
    match refusal {
        Refusal::State(_) => (BadState::OUTWARD.into(), None),
        Refusal::CannotAsk(CannotAsk::NoForm) => {
            (refusal.spoken(), Some(json!({"requiredCapabilities": {"elicitation": {"form": {}}}})))
        }
        Refusal::Undeclared(undeclared) => {
            (refusal.spoken(), Some(json!({"requiredCapabilities": undeclared.required})))
        }
        Refusal::Grant(NotUsable::Unavailable(_)) => (STORE_FAILED.into(), None),
        _ => (refusal.spoken(), None),
    }
}

/// What the model reads of a refusal.
fn said(refusal: &Refusal) -> String {
    match refusal.outcome() {
        Outcome::Used | Outcome::Queued | Outcome::DoneSince => refusal.spoken(),
        _ => refusal.not_run(),
    }
}
