//! What an entry is, and what it goes back to: the facts that the printer derives from the recorded entries.
//!
//! One entry is related to another by `answers` and by nothing else. So a line changes only with its own entry and with
//! those that this one goes back to.

use serde_json::{Map, Value};
use wire::Entry;
use wire::entry::Kind;

/// The entries in which an entry is looked up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thread<'a>(pub(super) &'a [Entry]);

impl<'a> Thread<'a> {
    /// The entry that this one answers. An answer comes later than what it answers; anything else is none.
    pub(super) fn answered(self, entry: &Entry) -> Option<&'a Entry> {
        let number = entry.answers.filter(|number| *number < entry.number)?;
        self.0.iter().find(|other| other.number == number)
    }

    /// What this entry answers, what that answers, and so on.
    pub(super) fn back(self, entry: &Entry) -> impl Iterator<Item = &'a Entry> {
        std::iter::successors(self.answered(entry), move |entry| self.answered(entry))
    }

    /// The question that a request brings an answer to: the nearest one since the request before.
    pub(super) fn question(self, entry: &Entry) -> Option<&'a Entry> {
        self.back(entry).take_while(|other| method(other).is_none()).find(|other| is_question(other))
    }

    /// The request that this one repeats: the nearest one, or for a request that brings an answer, the call that was
    /// first made.
    pub(super) fn original(self, entry: &Entry) -> Option<&'a Entry> {
        let nearest = self.back(entry).find(|other| method(other).is_some())?;
        let round = self.question(entry).is_some() && self.question(nearest).is_some();
        if round { self.original(nearest) } else { Some(nearest) }
    }
}

/// Whether a reader may stop behind this entry. A request goes on to its answer, an effect of a message to the result that
/// tells of it, what the model wants to the message that carries it, and what the model reads to the mark that the call is
/// over.
pub(super) fn closes(entry: &Entry) -> bool {
    let request = method(entry).is_some()
        || entry.http.as_ref().is_some_and(|http| http.request.is_some())
        || member(entry, "response_type").is_some();
    let wanted = entry.kind == Kind::Host && entry.from == "model";
    let read = entry.kind == Kind::Mcp && entry.model_reads;
    let told = entry.kind == Kind::Effect && entry.answers.is_some();
    !(request || wanted || read || told)
}

/// A member of a message, where it is an object.
fn member<'a>(entry: &'a Entry, name: &str) -> Option<&'a Value> {
    entry.message.as_ref()?.get(name)
}

/// The method of an MCP request.
pub(super) fn method(entry: &Entry) -> Option<&str> {
    if entry.kind == Kind::Mcp { member(entry, "method")?.as_str() } else { None }
}

/// The parameters of a request.
pub(super) fn params(entry: &Entry) -> Option<&Map<String, Value>> {
    member(entry, "params")?.as_object()
}

/// One parameter of a request.
pub(super) fn param<'a>(entry: &'a Entry, name: &str) -> Option<&'a Value> {
    params(entry)?.get(name)
}

/// One member of a result.
pub(super) fn result<'a>(entry: &'a Entry, name: &str) -> Option<&'a Value> {
    member(entry, "result")?.get(name)
}

/// The id of a request or response.
pub(super) fn id(entry: &Entry) -> Option<&Value> {
    member(entry, "id").filter(|_| entry.kind == Kind::Mcp)
}

/// The code of a JSON-RPC error.
pub(super) fn error_code(entry: &Entry) -> Option<&Value> {
    member(entry, "error")?.get("code")
}

/// Whether this is an `input_required` result.
pub(super) fn is_question(entry: &Entry) -> bool {
    entry.kind == Kind::Mcp && result(entry, "resultType").and_then(Value::as_str) == Some("input_required")
}

/// The lines of the messages of a question's forms, in the order of their keys.
pub(super) fn question_lines(entry: &Entry) -> Vec<&str> {
    let requests = result(entry, "inputRequests").and_then(Value::as_object).map(wire::order::entries);
    let messages = requests.into_iter().flatten().filter_map(|(_, request)| request.get("params")?.get("message"));
    messages.filter_map(Value::as_str).flat_map(|message| message.split('\n')).collect()
}

/// The value of a header.
pub(super) fn header<'a>(entry: &'a Entry, name: &str) -> Option<&'a str> {
    entry.http.as_ref()?.headers.first(name)
}

/// The name of the token that a request carries.
pub(super) fn token(entry: &Entry) -> Option<&str> {
    let value = header(entry, "Authorization")?;
    let bare = value.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer"));
    Some(bare.map_or(value, |(_, token)| token))
}

/// The scopes that a body names.
pub(super) fn scopes(entry: &Entry) -> Option<Vec<&str>> {
    Some(member(entry, "scope")?.as_str()?.split_whitespace().collect())
}

/// The scopes that a challenge names.
pub(super) fn challenged(entry: &Entry) -> Option<Vec<&str>> {
    let parameters = super::headers::parameters(header(entry, "WWW-Authenticate")?);
    let scope = parameters.into_iter().find_map(|parameter| {
        let (name, value) = parameter.split_once('=').filter(|(name, _)| !name.contains('"'))?;
        let name = name.trim().rsplit(' ').next()?;
        name.eq_ignore_ascii_case("scope").then(|| value.trim().trim_matches(['"', ',']))
    })?;
    Some(scope.split_whitespace().collect())
}
