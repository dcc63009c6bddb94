//! One attempt at a call, and where it leads.

use consent::{Question, Tool};
use grants::{Claim, GrantId, GrantRef};
use serde_json::{Map, Value};
use std::fmt;
use wire::message::ToolCall;

/// One attempt at a call, as its request carried it.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// The tool that the request named.
    pub tool: String,
    /// The arguments, as they were sent.
    pub arguments: Map<String, Value>,
    /// The answers to questions.
    pub responses: Map<String, Value>,
    /// The state that was echoed.
    pub state: Option<String>,
    /// Whether this very request declared that its client shows forms.
    pub shows_forms: bool,
}

impl Attempt {
    /// The attempt of a `tools/call` request.
    #[must_use]
    pub fn of(call: ToolCall, shows_forms: bool) -> Self {
        Self {
            tool: call.name,
            arguments: call.arguments,
            responses: call.input_responses,
            state: call.request_state,
            shows_forms,
        }
    }
}

/// Where an attempt leads when nothing refuses it.
pub enum Step<T: Tool> {
    /// A person must decide: answer `input_required` with this question.
    Ask(Question),
    /// A person said yes: act, with this claim and with nothing else.
    Run(Claim<T>),
    /// A person said yes, and the call waits: put this reference into the queue, and say so.
    Queued {
        /// What the worker claims with.
        reference: GrantRef,
        /// What the caller is told to ask after.
        handle: GrantId,
    },
}

impl<T: Tool> fmt::Debug for Step<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask(question) => write!(f, "Ask({:?})", question.id),
            Self::Run(claim) => write!(f, "Run({claim:?})"),
            Self::Queued { handle, .. } => write!(f, "Queued({handle})"),
        }
    }
}
