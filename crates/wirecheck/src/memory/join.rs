//! Holds one message against what is remembered, and remembers it.

use super::access::Asking;
use super::calls::{Ends, Pending, id, state};
use super::parties::{Parties, Side};
use super::{Memory, Retry};
use crate::finding::Place;
use crate::input::Exchange;
use crate::parts::{Parts, Shape};
use scope::ScopeSet;
use scope::challenge::{bearer_challenge, parse};
use serde_json::{Map, Value};
use wire::entry::Kind;

/// How a message relates to those before it.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) side: Option<Side>,
    pub(crate) ends: Ends,
    /// Of a request: what is known of it.
    pub(crate) request: Option<Pending>,
    /// Of a request: whether an unanswered one has its id.
    pub(crate) id_in_use: bool,
    /// Of a response, or of an HTTP answer without a message: the request that it answers.
    pub(crate) answered: Option<Pending>,
    /// Of an authorization request: what it follows from.
    pub(crate) asking: Option<Asking>,
    /// Whether it answers a request for a resource's metadata.
    pub(crate) is_metadata: bool,
}

impl Joined {
    /// Of a request: how it relates to what was asked.
    pub(crate) fn retry(&self) -> Option<&Retry> {
        self.request.as_ref()?.retry.as_ref()
    }

    /// Of a response: how its request related to what was asked.
    pub(crate) fn answered_retry(&self) -> Option<&Retry> {
        self.answered.as_ref()?.retry.as_ref()
    }
}

impl Memory {
    /// Holds a message against what is remembered. The request that it answers is remembered no more.
    pub(crate) fn join(&mut self, place: Place, exchange: &Exchange, parts: &Parts<'_>) -> Joined {
        if let Some(number) = exchange.number {
            self.forget_entry(number);
        }
        self.parties.learn(&self.keys, exchange, parts);
        let said = self.parties.said(&self.keys, exchange);
        let side = said.or_else(|| Parties::by_message(parts));
        let ends = Ends::of(&self.keys, exchange, side);
        let mut joined = Joined {
            side,
            ends,
            request: None,
            id_in_use: false,
            answered: None,
            asking: None,
            is_metadata: exchange.answers.is_some_and(|number| self.metadata_asked.get(&number).is_some()),
        };
        match (exchange.kind, parts.shape) {
            (Kind::Oauth, _) => joined.asking = self.access.asking(&self.keys, exchange, ends),
            (_, Shape::Request) => {
                let mut request = Pending::new(&self.keys, place, exchange, parts, ends);
                request.by_server = side == Some(Side::Server);
                request.retry = self.questions.retry(&self.keys, exchange, parts, &request, self.whole());
                joined.id_in_use = self.pending.get(&ends.here(request.id)).is_some();
                joined.request = Some(request);
            }
            (_, Shape::Response) => self.join_response(exchange, parts, said, &mut joined),
            (_, Shape::Neither) if exchange.http.as_ref().is_some_and(|http| http.status.is_some()) => {
                let key = exchange.answers.and_then(|number| self.pending_by_entry.get(&number)).copied();
                joined.answered = key.and_then(|key| self.pending.take(&key));
            }
            _ => {}
        }
        joined
    }

    /// Forgets what an earlier entry with this number was: several transcripts may stand in one file.
    fn forget_entry(&mut self, number: u32) {
        self.pending_by_entry.take(&number);
        self.metadata_asked.take(&number);
        self.questions.forget_entry(number);
        self.access.forget_entry(number);
    }

    fn join_response(&mut self, exchange: &Exchange, parts: &Parts<'_>, said: Option<Side>, joined: &mut Joined) {
        let key = joined.ends.here(id(&self.keys, parts.id));
        let by_server = self.pending.get(&key).map(|request| request.by_server);
        match (said, by_server) {
            // An answer to what a server asked comes from a client.
            (None, Some(true)) => {
                joined.side = Some(Side::Client);
                self.pending.take(&key);
            }
            (Some(Side::Client), _) => {}
            _ => joined.answered = self.pending.take(&key),
        }
        if joined.answered.is_none() && parts.id.is_none_or(Value::is_null) {
            let key = exchange.answers.and_then(|number| self.pending_by_entry.get(&number)).copied();
            joined.answered = key.and_then(|key| self.pending.take(&key));
        }
        if let Some(retry) = joined.answered.as_mut().and_then(|request| request.retry.as_mut()) {
            self.questions.by_now(retry);
        }
    }

    /// Remembers a message after it was checked. Gives back the request that it asks about, if it is a question.
    pub(crate) fn remember(
        &mut self,
        place: Place,
        exchange: &Exchange,
        parts: &Parts<'_>,
        joined: Joined,
    ) -> Option<Pending> {
        match exchange.kind {
            Kind::Oauth => self.remember_authorization(exchange, parts, &joined),
            Kind::Effect => {
                if let Some(number) = exchange.answers {
                    self.questions.effect(number);
                }
            }
            _ => {}
        }
        self.remember_metadata(place, exchange, &joined);
        self.remember_tokens(exchange);
        if parts.method == "notifications/cancelled" {
            let cancelled = id(&self.keys, parts.param("requestId"));
            self.pending.take(&joined.ends.here(cancelled));
        }
        let Joined { request, answered, ends, .. } = joined;
        if let Some(request) = request {
            if let Some(retry) = &request.retry {
                self.questions.note_retry(exchange.number, retry);
            }
            if request.token == Some(true) {
                self.tokens.keep(ends.channel, 0, ());
            }
            let key = ends.here(request.id);
            if let Some(number) = exchange.number {
                self.pending_by_entry.keep(number, 0, key);
            }
            self.pending.keep(key, 0, request);
        }
        let request = answered?;
        self.remember_answer(exchange, parts, &request, ends);
        parts.is_question().then_some(request)
    }

    fn remember_answer(&mut self, exchange: &Exchange, parts: &Parts<'_>, request: &Pending, ends: Ends) {
        self.access.challenge(&self.keys, exchange, ends, request);
        if let Some(retry) = request.retry.as_ref().filter(|_| parts.is_complete()) {
            self.questions.complete(retry, parts.is_error_result());
        }
        self.remember_list(parts, request, ends);
    }

    /// Remembers a question. What it asks is taken out of it.
    pub(crate) fn remember_question(&mut self, place: Place, exchange: &mut Exchange, request: &Pending) {
        let Some(result) = exchange.message.as_mut().and_then(|message| message.get_mut("result")) else { return };
        let asked = result.get_mut("inputRequests").map(Value::take);
        let mut asked = if let Some(Value::Object(asked)) = asked { asked } else { Map::new() };
        // What a person reads is the longest part, and no answer is held against it.
        for params in asked.values_mut().filter_map(|one| one.get_mut("params")?.as_object_mut()) {
            params.remove("message");
        }
        let state = result.get("requestState").map(|given| state(&self.keys, given));
        self.questions.ask(&self.keys, place, state, asked, request);
    }

    fn remember_authorization(&mut self, exchange: &Exchange, parts: &Parts<'_>, joined: &Joined) {
        let member = |name: &str| parts.members.and_then(|members| members.get(name));
        if let (Some(_), Some(asking)) = (member("response_type"), &joined.asking) {
            let scopes = member("scope").and_then(Value::as_str).and_then(|text| ScopeSet::parse(text).ok());
            self.access.request(&self.keys, exchange, asking, &scopes.unwrap_or_default());
        }
        if let (Some(_), Some(message)) = (member("access_token"), &exchange.message) {
            self.access.token(exchange, message);
        }
    }

    fn remember_metadata(&mut self, place: Place, exchange: &Exchange, joined: &Joined) {
        let Some(http) = &exchange.http else { return };
        let request = http.request.as_deref().unwrap_or_default();
        if let (true, Some(number)) = (request.contains("/.well-known/oauth-protected-resource"), exchange.number) {
            self.metadata_asked.keep(number, 0, ());
        }
        if joined.is_metadata && http.status == Some(200) {
            self.metadata_unsaid.keep(joined.ends.server, 0, None);
        }
        let challenges = parse(http.headers.all("WWW-Authenticate"));
        let unsaid = bearer_challenge(&challenges).is_some_and(|challenge| challenge.resource_metadata().is_none());
        if http.status == Some(401) && unsaid && self.metadata_unsaid.get(&joined.ends.server).is_none() {
            self.metadata_unsaid.keep(joined.ends.server, 0, Some(place));
        }
    }
}
