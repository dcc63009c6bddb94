//! `requestState` as a client sends it back: unchanged, for the same call, by whoever was asked.

use super::{Faults, Look, On, Row, Seen};
use crate::memory::{Echo, Retry};
use crate::patch::Patch;
use rules::{Rule, mrtr, state};

const SAMPLES: &str = include_str!("../../samples/state.txt");

const fn row(
    name: &'static str,
    rule: &'static Rule,
    finds: &'static str,
    look: fn(&Seen<'_>, &mut Faults<'_>),
) -> Row {
    Row { name, rule, finds, look: Look::Seen(On::Retry, look), samples: SAMPLES }
}

pub(super) const ROWS: &[Row] = &[
    row("retry-id", &mrtr::NEW_ID, "a retry with the id of the request that it retries", id),
    row(
        "state-changed",
        &mrtr::ECHO,
        "a state that is not, code point for code point, the one that was given",
        changed,
    ),
    row("state-missing", &mrtr::ECHO, "a retry without the state that was given", missing),
    row("state-invented", &mrtr::ECHO, "a state where none was given", invented),
    row("state-other-client", &state::PRINCIPAL, "a state that was given to somebody else", other_client),
    row("state-other-call", &state::REQUEST, "a state that was given for another call", other_call),
    row(
        "state-other-tool",
        &state::CONTRACT,
        "a state that was given for another tool, or by another server",
        other_tool,
    ),
];

const AT: &str = "/params/requestState";

fn asked_on(seen: &Seen<'_>) -> String {
    let line = seen.question().map(|question| match question.place.entry {
        Some(entry) => format!("entry {entry}"),
        None => format!("line {}", question.place.line),
    });
    line.unwrap_or_else(|| "no line".into())
}

fn id(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.retry().is_some_and(|retry| retry.same_id) && seen.exchange.without_envelope.is_none() {
        faults.add("/id", "a retry is a new request, and needs a new id");
    }
}

fn echoes(seen: &Seen<'_>, echo: Echo) -> bool {
    seen.retry().is_some_and(|retry| retry.echo == echo)
}

fn changed(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if echoes(seen, Echo::Changed) {
        faults.add(AT, format!("the state is not the one that {} gave", asked_on(seen)));
    }
}

fn missing(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if echoes(seen, Echo::Missing) {
        faults.add("/params", format!("the state that {} gave is missing", asked_on(seen)));
    }
}

fn invented(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if echoes(seen, Echo::Invented) {
        faults.repair(AT, "a state is sent, and none was given", Patch::remove(AT));
    }
}

fn when(seen: &Seen<'_>, faults: &mut Faults<'_>, differs: fn(&Retry) -> bool, what: &str) {
    if seen.retry().is_some_and(differs) {
        faults.add(AT, format!("the state was given on {} {what}", asked_on(seen)));
    }
}

fn other_client(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    when(seen, faults, |retry| retry.other_client, "to somebody else");
}

fn other_call(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    when(seen, faults, |retry| retry.other_call, "for another call");
}

fn other_tool(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    when(seen, faults, |retry| retry.other_subject || retry.other_server, "for another tool, or by another server");
}
