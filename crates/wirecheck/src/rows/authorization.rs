//! What clients ask of authorization servers: the resource, and the least set of scopes that is not too small.

use super::challenge_scopes::shown;
use super::{Faults, Look, On, Row, Seen};
use crate::memory::Asking;
use crate::patch::Patch;
use ::scope::ScopeSet;
use rules::{Rule, auth, scope};
use serde_json::Value;

const SAMPLES: &str = include_str!("../../samples/authorization.txt");

const fn row(
    name: &'static str,
    rule: &'static Rule,
    finds: &'static str,
    look: fn(&Seen<'_>, &mut Faults<'_>),
) -> Row {
    Row { name, rule, finds, look: Look::Seen(On::Oauth, look), samples: SAMPLES }
}

pub(super) const ROWS: &[Row] = &[
    row(
        "auth-resource",
        &auth::RESOURCE,
        "an authorization or token request that does not name the resource",
        resource,
    ),
    row("auth-first", &scope::FIRST_SET, "a first request for other scopes than the challenge named", first),
    row("auth-union", &scope::UNION, "a step-up that leaves out what was requested, held or challenged", union),
    row("auth-nothing-new", &scope::NOTHING_NEW, "a step-up for nothing that was not requested before", nothing_new),
    row("auth-cap", &scope::CAP, "a third step-up for the same tool", cap),
];

/// How many step-ups may follow for one tool.
const MOST: u32 = 2;

fn member<'a>(seen: &Seen<'a>, name: &str) -> Option<&'a Value> {
    seen.exchange.message.as_ref()?.get(name)
}

fn resource(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let asks = ["response_type", "grant_type"].iter().any(|name| member(seen, name).is_some());
    if asks && !member(seen, "resource").is_some_and(Value::is_string) {
        faults.add("", "the request does not name the resource that the token is for");
    }
}

/// What a client asks for in an authorization request, and what that follows from.
fn asked<'a>(seen: &Seen<'a>) -> Option<(ScopeSet, &'a Asking)> {
    member(seen, "response_type")?;
    let scopes = member(seen, "scope").and_then(Value::as_str).and_then(|text| ScopeSet::parse(text).ok());
    Some((scopes.unwrap_or_default(), seen.joined.asking.as_ref()?))
}

fn first(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some((scopes, Asking { challenged, book, .. })) = asked(seen) else { return };
    let first = challenged.status == 401 && book.requested.is_none() && seen.memory.from_the_beginning;
    let Some(named) = challenged.scopes.as_ref().filter(|_| first) else { return };
    if scopes != *named {
        let wrong = format!("the challenge named {}, and the client asks for {}", shown(named), shown(&scopes));
        faults.repair("/scope", wrong, Patch::add("/scope", named.to_string()));
    }
}

fn union(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some((scopes, Asking { challenged, book, .. })) = asked(seen) else { return };
    let known = [challenged.scopes.as_ref(), book.requested.as_ref(), book.granted.as_ref()];
    let all = known.into_iter().flatten().fold(ScopeSet::default(), |all, some| all.union(some));
    let left_out = all.without(&scopes);
    if challenged.status == 403 && !left_out.is_empty() {
        let patch = Patch::add("/scope", all.union(&scopes).to_string());
        faults.repair("/scope", format!("the step-up leaves out {}", shown(&left_out)), patch);
    }
}

fn nothing_new(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some((_, Asking { challenged, book, .. })) = asked(seen) else { return };
    let requested = book.requested.as_ref().filter(|_| challenged.status == 403);
    let covered = requested.zip(challenged.scopes.as_ref()).is_some_and(|(before, named)| before.covers(named));
    if covered {
        faults.add("/scope", "the challenge named nothing that was not requested before; this asks in vain");
    }
}

fn cap(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some((_, asking)) = asked(seen) else { return };
    if asking.challenged.status == 403 && asking.step_ups >= MOST {
        faults.add("", format!("step-up number {} for the same tool", asking.step_ups + 1));
    }
}
