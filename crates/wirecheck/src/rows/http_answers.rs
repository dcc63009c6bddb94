//! What a request over HTTP carries beside its body, and with what it is answered.

use super::{Faults, Look, On, Row, Seen};
use crate::parts::Shape;
use crate::patch::Patch;
use rules::{auth, http};
use wire::entry::Kind;

const SAMPLES: &str = include_str!("../../samples/http_answers.txt");

const AUTHORIZATION: &str = "Authorization";

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "token-missing",
        rule: &auth::EVERY_REQUEST,
        finds: "a request without a token, from a client that had sent one to the same server",
        look: Look::Seen(On::Http, token_missing),
        samples: SAMPLES,
    },
    Row {
        name: "token-twice",
        rule: &auth::EVERY_REQUEST,
        finds: "a request with two Authorization lines, of which each reader takes one",
        look: Look::Seen(On::Http, token_twice),
        samples: SAMPLES,
    },
    Row {
        name: "token-passed-on",
        rule: &auth::NO_PASSTHROUGH,
        finds: "a request of a server's own, with the token that a client had sent to it",
        look: Look::Seen(On::Http, passed_on),
        samples: SAMPLES,
    },
    Row {
        name: "result-status",
        rule: &http::ONE_ANSWER,
        finds: "a result with another status than 200",
        look: Look::Seen(On::Result, result_status),
        samples: SAMPLES,
    },
    Row {
        name: "answer-empty",
        rule: &http::ONE_ANSWER,
        finds: "a request that was taken, and answered without a message",
        look: Look::Seen(On::Http, answer_empty),
        samples: SAMPLES,
    },
];

fn token_missing(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let without_token = seen.joined.request.as_ref().is_some_and(|request| request.token == Some(false));
    let recorded = seen.exchange.http.as_ref().is_some_and(|http| !http.headers.0.is_empty());
    if without_token && recorded && seen.memory.sent_token(seen.joined.ends) {
        faults.add_outside("/http/headers", "earlier requests of this client carried a token, and this has none", None);
    }
}

/// The `Authorization` lines of a request, with their places.
fn tokens<'a>(seen: &Seen<'a>) -> impl Iterator<Item = (usize, &'a str)> {
    let http = seen.exchange.http.as_ref().filter(|http| http.request.is_some());
    let lines = http.into_iter().flat_map(|http| &http.headers.0).enumerate();
    lines.filter(|(_, (name, _))| name.eq_ignore_ascii_case(AUTHORIZATION)).map(|(at, (_, value))| (at, value.as_str()))
}

fn token_twice(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (place, _) in tokens(seen).skip(1) {
        faults.add_outside(&format!("/http/headers/{place}"), "this request carries a token already", None);
    }
}

fn passed_on(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(from) = seen.exchange.from.as_deref() else { return };
    for (place, _) in tokens(seen).filter(|(_, token)| seen.memory.took_token(from, token)) {
        let wrong = "a client sent this token to the server, and the server sends it on; it is for this server alone";
        faults.add_outside(&format!("/http/headers/{place}/1"), wrong, None);
    }
}

fn result_status(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.status().is_some_and(|status| status != 200) {
        let patch = Patch::replace("/http/status", 200);
        faults.add_outside("/http/status", "a result is sent with status 200", Some(patch));
    }
}

fn answer_empty(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let taken = seen.status().is_some_and(|status| (200..300).contains(&status));
    let empty = seen.parts.shape == Shape::Neither && seen.exchange.message.is_none();
    // What is listened for comes later.
    let waits = seen.answered().is_some_and(|request| request.method != "subscriptions/listen");
    if taken && empty && waits && matches!(seen.exchange.kind, Kind::Mcp | Kind::Http) {
        faults.add_outside("/http/status", "the request was taken, and its answer is no message", None);
    }
}
