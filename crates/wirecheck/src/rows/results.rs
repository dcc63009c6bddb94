//! Results: what they are, and who may answer with a question.

use super::{Faults, Look, On, Row, Seen};
use crate::patch::Patch;
use crate::pointer::under;
use crate::shown::{kind_of, shown};
use rules::{base, mrtr};
use serde_json::Value;

const SAMPLES: &str = include_str!("../../samples/results.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "result-type",
        rule: &base::RESULT_TYPE,
        finds: "a result without resultType",
        look: Look::Seen(On::Result, result_type),
        samples: SAMPLES,
    },
    Row {
        name: "result-type-known",
        rule: &base::RESULT_TYPE_KNOWN,
        finds: "a resultType that neither the specification nor a declared extension has",
        look: Look::Seen(On::Result, known),
        samples: SAMPLES,
    },
    Row {
        name: "question-where",
        rule: &mrtr::WHERE_ALLOWED,
        finds: "input_required in answer to a method that may not ask",
        look: Look::Seen(On::Question, question_where),
        samples: SAMPLES,
    },
    Row {
        name: "question-empty",
        rule: &mrtr::SOMETHING,
        finds: "input_required with neither inputRequests nor a requestState",
        look: Look::Seen(On::Question, question_empty),
        samples: SAMPLES,
    },
    Row {
        name: "version-served",
        rule: &base::VERSION_UNSUPPORTED,
        finds: "a result for a request of another revision than 2026-07-28",
        look: Look::Seen(On::Result, version_served),
        samples: SAMPLES,
    },
    Row {
        name: "discover-result",
        rule: &base::DISCOVERED,
        finds: "a discover result without versions, without the one that it was asked in, or without capabilities",
        look: Look::Seen(On::Result, discover),
        samples: SAMPLES,
    },
];

/// The methods that may be answered with a question.
const MAY_ASK: &[&str] = &["tools/call", "prompts/get", "resources/read"];

fn result_type(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.exchange.without_envelope.is_some() || seen.parts.result.is_none() {
        return;
    }
    match seen.parts.in_result("resultType") {
        Some(Value::String(_)) => {}
        Some(other) => faults.add("/result/resultType", format!("resultType is {}, not a text", kind_of(other))),
        None => {
            let patch = Patch::add("/result/resultType", "complete");
            faults.repair("/result", "resultType is missing", patch);
        }
    }
}

fn known(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(said) = seen.parts.result_type else { return };
    let declared = seen.answered().map(|request| request.declared);
    let known = match said {
        "complete" | "input_required" => true,
        "task" => declared.is_none_or(|declared| declared.tasks),
        _ => declared.is_some_and(|declared| declared.extensions),
    };
    if !known {
        let wrong = format!("nothing that the request declared gives {} a meaning", shown(said));
        faults.add("/result/resultType", wrong);
    }
}

fn question_where(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let method = seen.asked_method();
    if !method.is_empty() && !MAY_ASK.contains(&method) {
        faults.add("/result/resultType", format!("{} is never answered with a question", shown(method)));
    }
}

fn question_empty(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let asks = seen.parts.in_result("inputRequests").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
    let state = seen.parts.in_result("requestState");
    match state {
        Some(Value::String(_)) => {}
        Some(other) => faults.add("/result/requestState", format!("the state is {}, not a text", kind_of(other))),
        None if !asks => faults.add("/result", "the result asks nothing, and gives no state to come back with"),
        None => {}
    }
}

fn version_served(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.answered().and_then(|request| request.version.as_ref()).is_some_and(|stated| stated != wire::VERSION) {
        let wrong = format!("the request states another version than {}, and was not refused", wire::VERSION);
        faults.add("/result", wrong);
    }
}

fn discover(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.asked_method() != "server/discover" || !seen.parts.is_complete() {
        return;
    }
    let versions = seen.parts.in_result("supportedVersions").and_then(Value::as_array);
    let versions = versions.filter(|all| !all.is_empty() && all.iter().all(Value::is_string));
    let stated = seen.answered().and_then(|request| request.version.as_ref());
    let is_listed = |stated: &str| versions.into_iter().flatten().any(|one| one == stated);
    if versions.is_none() {
        faults.add("/result", "supportedVersions does not list the versions");
    } else if !stated.is_none_or(|stated| is_listed(stated)) {
        faults.add("/result/supportedVersions", "the version of this very request is not among them");
    }
    match seen.parts.in_result("capabilities") {
        Some(Value::Object(all)) => {
            for (name, other) in all.iter().filter(|(_, one)| !one.is_object()) {
                let at = under("/result/capabilities", name);
                faults.add(&at, format!("this capability is {}, not an object", kind_of(other)));
            }
        }
        _ => faults.add("/result", "the capabilities are missing"),
    }
}
