//! Reads off a step what came of it.

use super::expect::Seen;
use super::peer::Peer;
use super::setup::LAB;
use super::verdict::Verdict;
use crate::host::{Ending, Received};
use crate::summary::Summary;
use serde_json::{Map, Value};
use twogates::scope::challenge;
use wire::Entry;
use wire::entry::{Kind, Line};

/// How a step ended, before anything else is read off its entries.
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    pub(super) text: String,
    pub(super) tools: Option<Vec<String>>,
    pub(super) ledger: Vec<String>,
}

impl Outcome {
    pub(super) const fn plain(verdict: Verdict) -> Self {
        Self { verdict, text: String::new(), tools: None, ledger: Vec::new() }
    }

    pub(super) fn of_response(received: &Received) -> Self {
        let body = received.message.as_ref().unwrap_or(&Value::Null);
        Self { text: text(body), ..Self::plain(Verdict::of_response(&received.response, body)) }
    }

    pub(super) fn of_ending(ending: &Ending) -> Self {
        let text = match ending {
            Ending::Result { text, .. } | Ending::Withheld(text) => text.clone(),
            Ending::Error { message, .. } => message.clone(),
            Ending::Asked(pending) => {
                let question = pending.requests.values().next().and_then(|request| request.pointer("/params/message"));
                question.and_then(Value::as_str).unwrap_or_default().to_owned()
            }
            _ => String::new(),
        };
        Self { text, ..Self::plain(Verdict::of_ending(ending)) }
    }
}

/// The resources before a step.
pub(super) struct Before(Vec<(String, Summary)>);

impl Before {
    pub(super) fn of(peer: &dyn Peer, whole: bool) -> Self {
        Self(if whole { peer.summaries() } else { peer.worlds() })
    }

    fn effects_since(&self, earlier: &Self) -> Vec<String> {
        let pairs = self.0.iter().zip(&earlier.0);
        let effects = pairs.flat_map(|((server, now), (_, then))| {
            now.beyond(then).into_iter().map(move |what| match server.as_str() {
                LAB => what,
                other => format!("{other}: {what}"),
            })
        });
        effects.collect()
    }

    fn grants(&self) -> Vec<String> {
        let lab = self.0.first().map(|(_, summary)| summary.grants.as_slice()).unwrap_or_default();
        lab.iter().map(|grant| format!("{} {}", grant.tool, grant.state)).collect()
    }
}

impl Seen {
    /// What happened in the world at a step, and nothing else.
    pub(super) fn of_effects(before: &Before, now: &Before) -> Self {
        let effects = Map::from_iter([("effects".to_owned(), now.effects_since(before).into())]);
        Self { facts: effects, ..Self::default() }
    }

    /// What came of a step: `new` are its entries.
    pub(super) fn of(outcome: Outcome, new: &[Entry], before: &Before, now: &Before) -> Self {
        let answer = new.iter().rev().find(|entry| status(entry).is_some());
        let body = answer.and_then(|entry| entry.message.clone()).unwrap_or_default();
        let decisions = new.iter().filter_map(|entry| entry.gate.as_ref());
        let last = decisions.clone().next_back();
        let code = last.and_then(|gate| gate.code.clone());
        let refused_by = last.filter(|gate| gate.code.is_some()).and_then(|gate| gate.rules.first().cloned());
        let mut facts = Map::new();
        let mut fact = |name: &str, value: Value| drop(facts.insert(name.into(), value));
        fact("verdict", outcome.verdict.word().into());
        fact("effects", now.effects_since(before).into());
        fact("code", code.into());
        fact("status", answer.and_then(status).into());
        fact("error", body.pointer("/error/code").cloned().unwrap_or_default());
        if let Some((scopes, error)) = answer.and_then(challenged) {
            fact("scopes", scopes.into());
            fact("challenge", error.into());
        }
        if let Some(tools) = outcome.tools.or_else(|| listed(&body)) {
            fact("tools", tools.into());
        }
        fact("ledger", outcome.ledger.into());
        fact("lines", outcome.text.lines().count().into());
        fact("prompts", new.iter().filter(|entry| entry.kind == Kind::Human).count().into());
        fact("sent", new.iter().filter(|entry| posted(entry)).count().into());
        let requested = requested(new);
        fact("authorizations", requested.len().into());
        fact("requested", requested.into());
        fact("grants", now.grants().into());
        let headers =
            answer.and_then(|entry| entry.http.as_ref()).map(|http| http.headers.0.clone()).unwrap_or_default();
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        Self {
            facts,
            refused_by,
            rules: decisions.flat_map(|gate| gate.rules.clone()).collect(),
            whole: if body.is_null() { headers + &outcome.text } else { headers + &wire::order::compact(&body) },
            shown: lines(new.iter().filter(|entry| entry.kind == Kind::Human).flat_map(|entry| &entry.text)),
            sends: sends(new),
            text: outcome.text,
            body,
            entries: (new.first().map_or(0, |entry| entry.number), new.last().map_or(0, |entry| entry.number)),
        }
    }
}

/// What the answer says in words.
fn text(body: &Value) -> String {
    let question = || {
        let questions = body.pointer("/result/inputRequests")?.as_object()?;
        questions.values().next()?.pointer("/params/message")
    };
    let said = body.pointer("/error/message").or_else(|| body.pointer("/result/content/0/text")).or_else(question);
    said.and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn status(entry: &Entry) -> Option<u16> {
    entry.http.as_ref()?.status
}

fn posted(entry: &Entry) -> bool {
    entry.http.as_ref().and_then(|http| http.request.as_deref()).is_some_and(|request| request.starts_with("POST"))
}

fn lines<'a>(lines: impl Iterator<Item = &'a Line>) -> String {
    lines.flat_map(|line| [&**line, "\n"]).collect()
}

fn sends(entries: &[Entry]) -> String {
    let messages = entries.iter().filter(|entry| posted(entry)).filter_map(|entry| entry.message.as_ref());
    messages.map(|message| wire::order::compact(message) + "\n").collect()
}

/// The scopes and the error of the challenge, where there is one.
fn challenged(entry: &Entry) -> Option<(Vec<String>, Option<String>)> {
    let challenges = challenge::parse(entry.http.as_ref()?.headers.all("WWW-Authenticate"));
    let bearer = challenge::bearer_challenge(&challenges)?;
    let scopes = bearer.scope().map(|scopes| scopes.iter().map(str::to_owned).collect());
    Some((scopes.unwrap_or_default(), bearer.error().map(str::to_owned)))
}

fn listed(body: &Value) -> Option<Vec<String>> {
    let tools = body.pointer("/result/tools")?.as_array()?;
    Some(tools.iter().filter_map(|tool| tool.get("name")?.as_str()).map(str::to_owned).collect())
}

/// The scopes of each authorization request.
fn requested(entries: &[Entry]) -> Vec<String> {
    let requests = entries.iter().filter(|entry| entry.kind == Kind::Oauth).filter_map(|entry| entry.message.as_ref());
    let requests = requests.filter(|message| message.get("response_type").is_some());
    requests.map(|message| message.get("scope").and_then(Value::as_str).unwrap_or_default().to_owned()).collect()
}
