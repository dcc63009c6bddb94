//! Errors: their shape, their codes, what they carry, and what is no error at all.

use super::{Faults, Look, On, Row, Seen, refusals};
use crate::patch::Patch;
use crate::shown::kind_of;
use rules::base;
use serde_json::{Map, Value};

const SAMPLES: &str = include_str!("../../samples/errors.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "error-shape",
        rule: &base::ERROR_SHAPE,
        finds: "an error without an integer code, or without a message",
        look: Look::Seen(On::Error, shape),
        samples: SAMPLES,
    },
    Row {
        name: "code-undefined",
        rule: &base::CODES_RESERVED,
        finds: "a code between -32020 and -32099 that the specification does not define",
        look: Look::Seen(On::Error, undefined),
        samples: SAMPLES,
    },
    Row {
        name: "code-retired",
        rule: &base::CODES_RETIRED,
        finds: "-32002 or -32042 of an earlier revision",
        look: Look::Seen(On::Error, retired),
        samples: SAMPLES,
    },
    Row {
        name: "code-legacy",
        rule: &base::CODES_LEGACY,
        finds: "another code between -32000 and -32019",
        look: Look::Seen(On::Error, legacy),
        samples: SAMPLES,
    },
    Row {
        name: "code-own",
        rule: &base::CODES_OWN,
        finds: "a code of one's own in the range that JSON-RPC keeps to itself",
        look: Look::Seen(On::Error, own),
        samples: SAMPLES,
    },
    Row {
        name: "capability-data",
        rule: &base::CAPABILITY_MISSING,
        finds: "-32021 without data.requiredCapabilities, an object",
        look: Look::Seen(On::Error, capability_data),
        samples: SAMPLES,
    },
    Row {
        name: "capability-status",
        rule: &base::CAPABILITY_MISSING,
        finds: "-32021 with another status than 400",
        look: Look::Seen(On::Error, |seen, faults| status(seen, faults, -32021, "a capability that is not declared")),
        samples: SAMPLES,
    },
    Row {
        name: "version-data",
        rule: &base::VERSION_UNSUPPORTED,
        finds: "-32022 without data.supported and data.requested, or that supports what it refuses",
        look: Look::Seen(On::Error, version_data),
        samples: SAMPLES,
    },
    Row {
        name: "version-status",
        rule: &base::VERSION_UNSUPPORTED,
        finds: "-32022 with another status than 400",
        look: Look::Seen(On::Error, |seen, faults| status(seen, faults, -32022, "a version that is not supported")),
        samples: SAMPLES,
    },
    Row {
        name: "consent-error",
        rule: &base::NO_CONSENT_CODE,
        finds: "a consent that is asked for, refused or withheld as a JSON-RPC error",
        look: Look::Seen(On::Error, consent),
        samples: SAMPLES,
    },
];

fn shape(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(error) = seen.parts.error else { return };
    let Some(members) = error.as_object() else {
        return faults.add("/error", format!("the error is {}, not an object", kind_of(error)));
    };
    match members.get("code") {
        None => faults.add("/error", "the error has no code"),
        Some(code) if code.is_i64() || code.is_u64() => {}
        Some(code) => faults.add("/error/code", format!("the code is {}, not an integer", kind_of(code))),
    }
    match members.get("message") {
        None => faults.add("/error", "the error has no message"),
        Some(Value::String(_)) => {}
        Some(other) => faults.add("/error/message", format!("the message is {}, not a text", kind_of(other))),
    }
}

fn code(seen: &Seen<'_>, faults: &mut Faults<'_>, wrong: fn(i64) -> bool, why: &str) {
    if let Some(code) = seen.parts.code().filter(|code| wrong(*code)) {
        faults.add("/error/code", format!("{code} {why}"));
    }
}

fn undefined(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let wrong = |code| matches!(code, -32099..=-32020 if !matches!(code, -32022..=-32020 | -32042));
    code(seen, faults, wrong, "is kept for the specification, which does not define it");
}

fn retired(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    match seen.parts.code() {
        Some(-32002) => {
            let wrong = "-32002 is of an earlier revision; a resource that is not found is answered -32602";
            faults.repair("/error/code", wrong, Patch::replace("/error/code", -32602));
        }
        Some(-32042) => {
            faults.add("/error/code", "-32042 is of an earlier revision; whoever must be asked is asked by a result");
        }
        _ => {}
    }
}

fn legacy(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let wrong = |code| matches!(code, -32019..=-32000 if code != -32002);
    code(seen, faults, wrong, "is of a range that has no meaning any more");
}

fn own(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let wrong = |code| matches!(code, -32768..=-32100 if !matches!(code, -32700 | -32603..=-32600));
    code(seen, faults, wrong, "is of the range that JSON-RPC keeps to itself");
}

fn data<'a>(seen: &Seen<'a>) -> Option<&'a Map<String, Value>> {
    seen.parts.error?.get("data")?.as_object()
}

fn capability_data(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.code() != Some(-32021) {
        return;
    }
    let at = "/error/data/requiredCapabilities";
    match data(seen).and_then(|data| data.get("requiredCapabilities")) {
        Some(Value::Object(_)) => {}
        Some(Value::Array(names)) if names.iter().all(Value::is_string) => {
            let named = names.iter().filter_map(Value::as_str).map(|name| (name.to_owned(), Value::Object(Map::new())));
            let patch = Patch::replace(at, Value::Object(named.collect()));
            faults.repair(at, "the capabilities are listed; they are an object, as a client declares them", patch);
        }
        Some(other) => faults.add(at, format!("the capabilities are {}, not an object", kind_of(other))),
        None => faults.add("/error", "the error does not say which capability is missing"),
    }
}

fn version_data(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.code() != Some(-32022) {
        return;
    }
    let member = |name: &str| data(seen).and_then(|data| data.get(name));
    let texts = |value: &Value| value.as_array().is_some_and(|items| items.iter().all(Value::is_string));
    if !member("supported").is_some_and(texts) {
        faults.add("/error", "data.supported does not list the versions that are supported");
    }
    match member("requested") {
        Some(requested @ Value::String(_)) => {
            let supported = member("supported").and_then(Value::as_array);
            if supported.is_some_and(|all| all.contains(requested)) {
                faults.add("/error/data/supported", "the version that was refused is among them");
            }
        }
        _ => faults.add("/error", "data.requested does not say which version was asked for"),
    }
}

fn status(seen: &Seen<'_>, faults: &mut Faults<'_>, code: i64, what: &str) {
    if seen.parts.code() == Some(code) && seen.status().is_some_and(|status| status != 400) {
        wrong_status(faults, 400, what);
    }
}

/// An error was sent with the wrong HTTP status.
pub(super) fn wrong_status(faults: &mut Faults<'_>, right: u16, what: &str) {
    let patch = Patch::replace("/http/status", right);
    faults.add_outside("/http/status", format!("{what} is answered with status {right}"), Some(patch));
}

fn consent(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let own_code = seen.parts.code().is_some_and(|code| !(-32022..=-32020).contains(&code));
    let message = seen.parts.error.and_then(|error| error.get("message")).and_then(Value::as_str).unwrap_or_default();
    if own_code && refusals::tells(message) {
        faults
            .add("/error", "what a person decides, or must decide, is a result that the model can read, and no error");
    }
}
