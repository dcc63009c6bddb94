//! The HTTP part of an entry: headers that repeat the body, sessions that are gone, tokens in the wrong place.

use super::{Faults, Look, On, Row, Seen, http_name};
use crate::input::Exchange;
use crate::parts::{Parts, Shape, VERSION};
use crate::patch::Patch;
use crate::shown::shown;
use rules::{auth, http};
use serde_json::{Value, json};
use wire::entry::Kind;

const SAMPLES: &str = include_str!("../../samples/http.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "not-post",
        rule: &http::POST_ONE,
        finds: "a message that came by another method than POST",
        look: Look::Seen(On::Http, not_post),
        samples: SAMPLES,
    },
    Row {
        name: "version-header",
        rule: &http::VERSION_HEADER,
        finds: "MCP-Protocol-Version missing, or not what the body says",
        look: Look::Seen(On::Http, |seen, faults| header(seen, faults, "MCP-Protocol-Version")),
        samples: SAMPLES,
    },
    Row {
        name: "method-header",
        rule: &http::METHOD_HEADER,
        finds: "Mcp-Method missing, or not the method of the body",
        look: Look::Seen(On::Http, |seen, faults| header(seen, faults, "Mcp-Method")),
        samples: SAMPLES,
    },
    Row {
        name: "name-header",
        rule: &http::NAME_HEADER,
        finds: "Mcp-Name missing, or not the name in the body",
        look: Look::Seen(On::Http, |seen, faults| header(seen, faults, "Mcp-Name")),
        samples: SAMPLES,
    },
    Row {
        name: "name-encoding",
        rule: &http::NAME_ENCODING,
        finds: "a name in Mcp-Name that no header carries safely, and that is not encoded",
        look: Look::Seen(On::Http, name_encoding),
        samples: SAMPLES,
    },
    Row {
        name: "headers-accepted",
        rule: &http::HEADERS_EQUAL_BODY,
        finds: "a result for a request whose headers are not what its body says",
        look: Look::Seen(On::Result, accepted),
        samples: SAMPLES,
    },
    Row {
        name: "headers-status",
        rule: &http::HEADERS_EQUAL_BODY,
        finds: "-32020 with another status than 400",
        look: Look::Seen(On::Error, status),
        samples: SAMPLES,
    },
    Row {
        name: "session-header",
        rule: &http::NO_SESSION,
        finds: "Mcp-Session-Id or Last-Event-ID",
        look: Look::Seen(On::Http, session),
        samples: SAMPLES,
    },
    Row {
        name: "token-in-address",
        rule: &auth::EVERY_REQUEST,
        finds: "a token in the address of a request",
        look: Look::Seen(On::Http, token_in_address),
        samples: SAMPLES,
    },
];

const HEADERS: &[&str] = &["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];

/// What a header must say, by the body. `None` where it is not needed, or the body itself does not say.
fn expected<'a>(parts: &Parts<'a>, header: &str) -> Option<&'a str> {
    match header {
        "MCP-Protocol-Version" => parts.meta_field(VERSION)?.as_str(),
        "Mcp-Method" => Some(parts.method).filter(|method| !method.is_empty()),
        _ => parts.subject(),
    }
}

/// Each line of a header: its place, and what it says, decoded. `None` where it cannot be decoded.
fn said<'a>(exchange: &'a Exchange, header: &'a str) -> impl Iterator<Item = (usize, Option<String>)> {
    let lines = exchange.http.iter().flat_map(|http| &http.headers.0).enumerate();
    let lines = lines.filter(move |(_, (known, _))| known.eq_ignore_ascii_case(header));
    lines.map(move |(place, (_, value))| {
        let value = value.trim();
        (place, if header == "Mcp-Name" { http_name::decode(value) } else { Some(value.to_owned()) })
    })
}

/// Whether the headers of a request say what its body says, each line of each: of two lines with one name, nobody knows
/// which the next reader takes. They do where there are none to compare.
pub(crate) fn agree(exchange: &Exchange, parts: &Parts<'_>) -> bool {
    let posted = exchange.http.as_ref().is_some_and(|http| http.request.is_some());
    let agrees = |header: &&str| {
        expected(parts, header).is_none_or(|expected| {
            let mut lines = said(exchange, header).peekable();
            lines.peek().is_some() && lines.all(|(_, said)| said.as_deref() == Some(expected))
        })
    };
    !posted || HEADERS.iter().all(agrees)
}

fn header(seen: &Seen<'_>, faults: &mut Faults<'_>, name: &str) {
    if posted(seen).is_none() {
        return;
    }
    let expected = expected(&seen.parts, name).filter(|_| seen.parts.shape == Shape::Request);
    let Some(expected) = expected else { return };
    let value = encoded(name, expected);
    let mut lines = said(seen.exchange, name).peekable();
    if lines.peek().is_none() {
        let patch = added(seen, name, &value);
        faults.add_outside("/http/headers", format!("{name} is missing"), Some(patch));
    }
    for (place, _) in lines.filter(|(_, said)| said.as_deref() != Some(expected)) {
        let at = format!("/http/headers/{place}/1");
        let wrong = format!("{name} does not say {}, as the body does", shown(expected));
        faults.add_outside(&at, wrong, Some(Patch::replace(at.clone(), value.clone())));
    }
}

fn encoded(name: &str, value: &str) -> String {
    if name == "Mcp-Name" { http_name::encode(value) } else { value.to_owned() }
}

/// The patch that adds a header. Where there is none at all, the document may have no place for one: then all come at once.
fn added(seen: &Seen<'_>, name: &str, value: &str) -> Patch {
    if seen.exchange.http.as_ref().is_some_and(|http| !http.headers.0.is_empty()) {
        return Patch::add("/http/headers/-", json!([name, value]));
    }
    let all = HEADERS.iter().filter_map(|name| Some(json!([name, encoded(name, expected(&seen.parts, name)?)])));
    Patch::add("/http/headers", all.collect::<Value>())
}

/// The HTTP part of a message that was sent by a client.
fn posted<'a>(seen: &Seen<'a>) -> Option<&'a wire::entry::Http> {
    seen.exchange.http.as_ref().filter(|http| http.request.is_some() && seen.exchange.kind == Kind::Mcp)
}

fn not_post(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let request = posted(seen).and_then(|http| http.request.as_deref());
    if let Some(request) = request.filter(|request| !request.starts_with("POST ")) {
        let method = request.split(' ').next().unwrap_or_default();
        faults.add_outside("/http/request", format!("the message came by {}, not by POST", shown(method)), None);
    }
}

fn name_encoding(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(http) = posted(seen) else { return };
    let Some(name) = expected(&seen.parts, "Mcp-Name").filter(|name| !http_name::is_safe(name)) else { return };
    for (place, (known, value)) in http.headers.0.iter().enumerate() {
        if known.eq_ignore_ascii_case("Mcp-Name") && value == name {
            let at = format!("/http/headers/{place}/1");
            let patch = Patch::replace(at.clone(), http_name::encode(name));
            faults.add_outside(&at, "this name must be encoded in a header", Some(patch));
        }
    }
}

fn accepted(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.answered().is_some_and(|request| !request.headers_agree) {
        faults.add("/result", "the headers of the request are not what its body says, and it was not refused");
    }
}

fn status(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.code() == Some(-32020) && seen.status().is_some_and(|status| status != 400) {
        super::errors::wrong_status(faults, 400, "a header that is missing or differs from the body");
    }
}

fn session(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let headers = seen.exchange.http.iter().flat_map(|http| &http.headers.0).enumerate();
    // From the last to the first, so that each patch fits after those before it.
    for (place, (name, _)) in headers.collect::<Vec<_>>().into_iter().rev() {
        if ["Mcp-Session-Id", "Last-Event-ID"].iter().any(|gone| name.eq_ignore_ascii_case(gone)) {
            let at = format!("/http/headers/{place}");
            let wrong = format!("there are no sessions, and {} means nothing", shown(name));
            faults.add_outside(&at, wrong, Some(Patch::remove(at.clone())));
        }
    }
}

fn token_in_address(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let request = seen.exchange.http.as_ref().and_then(|http| http.request.as_deref()).unwrap_or_default();
    let query = request.split_once('?').map_or("", |(_, query)| query);
    if query.split('&').any(|pair| pair.starts_with("access_token=")) {
        faults.add_outside(
            "/http/request",
            "the address carries a token; it belongs into the Authorization header",
            None,
        );
    }
}
