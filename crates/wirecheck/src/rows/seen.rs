//! One message as the rows see it.

use crate::input::Exchange;
use crate::memory::{Joined, Memory, Pending, Question, Retry, Side};
use crate::parts::{Parts, Shape};
use crate::pointer::under;
use serde_json::{Map, Value};
use wire::entry::Kind;

/// One message, and how it relates to those before it.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) exchange: &'a Exchange,
    pub(crate) parts: Parts<'a>,
    pub(crate) joined: &'a Joined,
    pub(crate) memory: &'a Memory,
    /// The questions of an `input_required` result.
    questions: Vec<Asked<'a>>,
}

/// What a row looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    /// Any JSON-RPC message, and what should be one.
    Message,
    /// A request, unless a server sent it.
    Request,
    /// A request that carries answers or a state.
    Retry,
    /// A request or notification, whoever sent it.
    Method,
    /// A result, unless a client sent it.
    Result,
    /// A final result of a method whose results are kept: discover, the lists, a resource.
    Kept,
    /// The final result of a tool.
    Return,
    /// A result for a request that carried answers or a state.
    Answered,
    /// A result that asks.
    Question,
    /// An error, unless a client sent it.
    Error,
    /// What has an HTTP part.
    Http,
    /// An exchange with an authorization server.
    Oauth,
    /// Something that happened in the world.
    Effect,
}

/// The methods whose final results are kept, and carry caching hints.
pub(super) const KEPT: &[&str] =
    &["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"];

/// Kinds that apply to one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u16);

impl Kinds {
    pub(crate) const fn has(self, on: On) -> bool {
        self.0 & (1 << on as u16) != 0
    }

    fn of(seen: &Seen<'_>) -> Self {
        let mcp = seen.exchange.kind == Kind::Mcp && seen.exchange.message.is_some();
        let shape = seen.parts.shape;
        let request = mcp && shape == Shape::Request && seen.joined.side != Some(Side::Server);
        let response = mcp && shape == Shape::Response && seen.joined.side != Some(Side::Client);
        let result = response && seen.parts.error.is_none();
        let complete = result && seen.parts.is_complete();
        let method = seen.asked_method();
        let kinds = [
            (On::Message, mcp),
            (On::Request, request),
            (On::Retry, request && seen.joined.retry().is_some()),
            (On::Method, mcp && matches!(shape, Shape::Request | Shape::Notification)),
            (On::Result, result),
            (On::Kept, complete && KEPT.contains(&method)),
            (On::Return, complete && method == "tools/call"),
            (On::Answered, result && seen.joined.answered_retry().is_some()),
            (On::Question, response && seen.parts.is_question()),
            (On::Error, response && seen.parts.error.is_some()),
            (On::Http, seen.exchange.http.is_some()),
            (On::Oauth, seen.exchange.kind == Kind::Oauth),
            (On::Effect, seen.exchange.kind == Kind::Effect),
        ];
        Self(kinds.iter().fold(0, |all, (on, applies)| all | u16::from(*applies) << *on as u16))
    }
}

/// A place among the questions of a result: a question, or a field of its form. Its pointer is made when it is needed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot<'a> {
    key: &'a str,
    field: Option<&'a str>,
}

impl Spot<'_> {
    /// The pointer to the question.
    pub(crate) fn question(self) -> String {
        under("/result/inputRequests", self.key)
    }

    /// The pointer to the schema of its form.
    pub(crate) fn schema(self) -> String {
        self.question() + "/params/requestedSchema"
    }

    /// The pointer to the field.
    pub(crate) fn field(self) -> String {
        under(&(self.schema() + "/properties"), self.field.unwrap_or_default())
    }

    /// The name of the field.
    pub(crate) fn name(&self) -> &str {
        self.field.unwrap_or_default()
    }
}

impl<'a> Seen<'a> {
    pub(crate) fn new(exchange: &'a Exchange, parts: Parts<'a>, joined: &'a Joined, memory: &'a Memory) -> Self {
        let all = parts.in_result("inputRequests").and_then(Value::as_object).into_iter().flatten();
        let questions = all.map(|(key, asked)| Asked::of(Spot { key, field: None }, asked)).collect();
        Self { exchange, parts, joined, memory, questions }
    }

    /// The kinds that apply to this message.
    pub(crate) fn kinds(&self) -> Kinds {
        Kinds::of(self)
    }

    /// Whether this is a request, and no server sent it.
    #[cfg(feature = "schema")]
    pub(crate) fn is_request(&self) -> bool {
        self.kinds().has(On::Request)
    }

    /// The request that this response answers.
    pub(crate) const fn answered(&self) -> Option<&'a Pending> {
        self.joined.answered.as_ref()
    }

    /// The method of the request that this response answers. Empty where it is not known.
    pub(crate) fn asked_method(&self) -> &'a str {
        self.answered().map_or("", |request| request.method.as_ref())
    }

    /// How this request relates to what was asked.
    pub(crate) fn retry(&self) -> Option<&'a Retry> {
        self.joined.retry()
    }

    /// The question that this request answers.
    pub(crate) fn question(&self) -> Option<&'a Question> {
        self.memory.questions.get(self.retry()?.question)
    }

    /// Whether this is a final result that does not say that it is an error.
    pub(crate) fn succeeds(&self) -> bool {
        self.parts.is_complete() && !self.parts.is_error_result()
    }

    /// The HTTP status that this was sent with.
    pub(crate) fn status(&self) -> Option<u16> {
        self.exchange.http.as_ref()?.status
    }

    /// The questions of an `input_required` result.
    pub(crate) fn questions(&self) -> impl Iterator<Item = Asked<'a>> {
        self.questions.iter().copied()
    }

    /// The elicitations among them.
    pub(crate) fn elicitations(&self) -> impl Iterator<Item = Asked<'a>> {
        self.questions().filter(Asked::is_elicitation)
    }

    /// The schemas of the forms among them.
    pub(crate) fn forms(&self) -> impl Iterator<Item = (Asked<'a>, &'a Map<String, Value>)> {
        self.questions().filter(Asked::is_form).filter_map(|asked| Some((asked, asked.schema?)))
    }

    /// The fields of all forms.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (Spot<'a>, &'a Map<String, Value>)> {
        self.forms().flat_map(|(Asked { spot, .. }, form)| {
            let properties = form.get("properties").and_then(Value::as_object).into_iter().flatten();
            let field = move |(name, field): (&'a String, &'a Value)| {
                Some((Spot { field: Some(name.as_str()), ..spot }, field.as_object()?))
            };
            properties.filter_map(field)
        })
    }
}

/// A question taken apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) spot: Spot<'a>,
    pub(crate) whole: &'a Value,
    pub(crate) method: Option<&'a str>,
    pub(crate) params: Option<&'a Map<String, Value>>,
    pub(crate) mode: Option<&'a Value>,
    /// The schema of its form.
    pub(crate) schema: Option<&'a Map<String, Value>>,
}

impl<'a> Asked<'a> {
    fn of(spot: Spot<'a>, whole: &'a Value) -> Self {
        let params = whole.get("params").and_then(Value::as_object);
        let param = |name: &str| params.and_then(|params| params.get(name));
        let method = whole.get("method").and_then(Value::as_str);
        let schema = param("requestedSchema").and_then(Value::as_object);
        Self { spot, whole, method, params, mode: param("mode"), schema }
    }

    pub(crate) fn is_elicitation(&self) -> bool {
        self.method == Some("elicitation/create")
    }

    /// Whether it is an elicitation in form mode. One without a mode is.
    pub(crate) fn is_form(&self) -> bool {
        self.is_elicitation() && self.mode.is_none_or(|mode| mode == "form")
    }

    /// What the person reads.
    pub(crate) fn message(&self) -> Option<&'a str> {
        self.params?.get("message")?.as_str()
    }
}

/// Whether what was asked before is an elicitation in form mode.
pub(crate) fn is_form(asked: &Value) -> bool {
    Asked::of(Spot { key: "", field: None }, asked).is_form()
}

pub(crate) fn is_elicitation(asked: &Value) -> bool {
    asked.get("method").and_then(Value::as_str) == Some("elicitation/create")
}
