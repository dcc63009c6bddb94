//! Challenges: 401 and 403, and what they must say.

use super::challenge_scopes::{drips, offline_access};
use super::{Faults, Look, On, Row, Seen};
use crate::memory::Memory;
use ::scope::challenge::{Challenge, bearer_challenge, parse, step_up_challenge};
use rules::{auth, scope};
use serde_json::Value;

const SAMPLES: &str = include_str!("../../samples/challenge.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "challenge-missing",
        rule: &auth::CHALLENGE_GRAMMAR,
        finds: "a 401 without a challenge that can be read",
        look: Look::Seen(On::Http, missing),
        samples: SAMPLES,
    },
    Row {
        name: "challenge-grammar",
        rule: &auth::CHALLENGE_GRAMMAR,
        finds: "a challenge with a parameter that its grammar does not give a value, or that stands twice",
        look: Look::Seen(On::Http, grammar),
        samples: SAMPLES,
    },
    Row {
        name: "challenge-step-up",
        rule: &scope::INSUFFICIENT,
        finds: "an insufficient_scope challenge without scope or resource_metadata, or not with 403",
        look: Look::Seen(On::Http, step_up),
        samples: SAMPLES,
    },
    Row {
        name: "challenge-incomplete",
        rule: &scope::COMPLETE_CHALLENGE,
        finds: "a challenge that names a scope which an earlier one for the same call left out",
        look: Look::Seen(On::Http, drips),
        samples: SAMPLES,
    },
    Row {
        name: "challenge-error",
        rule: &auth::NO_ERROR_WITHOUT_TOKEN,
        finds: "a 401 with an error, for a request without a token",
        look: Look::Seen(On::Http, error),
        samples: SAMPLES,
    },
    Row {
        name: "challenge-offline",
        rule: &auth::NO_OFFLINE_ACCESS,
        finds: "offline_access in a challenge or in scopes_supported",
        look: Look::Seen(On::Http, offline_access),
        samples: SAMPLES,
    },
    Row {
        name: "metadata",
        rule: &auth::METADATA,
        finds: "resource metadata that does not name the resource and its authorization servers",
        look: Look::Seen(On::Http, metadata),
        samples: SAMPLES,
    },
    Row {
        name: "metadata-unsaid",
        rule: &auth::METADATA_FOUND,
        finds: "a 401 that does not say where the metadata is, while nobody found it at the known path",
        look: Look::End(unsaid),
        samples: SAMPLES,
    },
];

const AT: &str = "/http/headers";

/// The challenges of an answer.
pub(super) fn challenges(seen: &Seen<'_>) -> Vec<Challenge> {
    parse(seen.exchange.http.iter().flat_map(|http| http.headers.all("WWW-Authenticate")))
}

fn missing(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.status() == Some(401) && challenges(seen).is_empty() {
        faults.add_outside(AT, "the 401 has no challenge that can be read", None);
    }
}

fn grammar(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let lines = seen.exchange.http.iter().flat_map(|http| &http.headers.0).enumerate();
    for (place, (name, line)) in lines.filter(|(_, (name, _))| name.eq_ignore_ascii_case("WWW-Authenticate")) {
        let _ = name;
        for challenge in parse([line.as_str()]) {
            // What stands twice, or has no value, is not given out by name.
            let unread = |param: &&::scope::challenge::Param| challenge.param(&param.name).is_none();
            if let Some(param) = challenge.params.iter().find(unread) {
                let wrong = format!("no value can be read for {}", crate::shown::shown(&param.name));
                faults.add_outside(&format!("{AT}/{place}/1"), wrong, None);
            }
        }
    }
}

fn step_up(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let challenges = challenges(seen);
    let Some(challenge) = step_up_challenge(&challenges) else { return };
    if seen.status() != Some(403) {
        faults.add_outside("/http/status", "insufficient_scope is answered with status 403", None);
    }
    if challenge.scope().is_none() {
        faults.add_outside(AT, "the challenge does not name the scopes", None);
    }
    if challenge.resource_metadata().is_none() {
        faults.add_outside(AT, "the challenge does not say where the metadata is", None);
    }
}

fn error(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let without_token = seen.answered().is_some_and(|request| request.token == Some(false));
    let challenges = challenges(seen);
    let error = bearer_challenge(&challenges).and_then(Challenge::error);
    if seen.status() == Some(401) && without_token && error.is_some() {
        faults.add_outside(AT, "the request had no token, so that none of it can be wrong", None);
    }
}

fn metadata(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if !seen.joined.is_metadata || seen.status() != Some(200) {
        return;
    }
    let member = |name: &str| seen.exchange.message.as_ref().and_then(|message| message.get(name));
    if !member("resource").is_some_and(Value::is_string) {
        faults.add("", "the metadata does not name its resource");
    }
    let servers = member("authorization_servers").and_then(Value::as_array);
    if !servers.is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_string)) {
        faults.add("", "the metadata names no authorization server");
    }
}

fn unsaid(memory: &Memory, faults: &mut Faults<'_>) {
    for place in memory.metadata_unsaid() {
        faults.add_before(place, "the 401 does not say where the metadata is");
    }
}
