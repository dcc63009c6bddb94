//! What an `input_required` result asks, and how.

use super::seen::Asked;
use super::{Faults, Look, On, Row, Seen};
use crate::memory::QUESTIONS;
use crate::patch::Patch;
use crate::pointer::under;
use crate::shown::{kind_of, shown};
use rules::{elicitation, mrtr};

const SAMPLES: &str = include_str!("../../samples/questions.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "question-shape",
        rule: &mrtr::QUESTION_SHAPE,
        finds: "a question that is no elicitation, sampling or roots request, or that has an envelope",
        look: Look::Seen(On::Question, shape),
        samples: SAMPLES,
    },
    Row {
        name: "question-undeclared",
        rule: &mrtr::DECLARED,
        finds: "a question of a kind that this very request did not declare",
        look: Look::Seen(On::Question, undeclared),
        samples: SAMPLES,
    },
    Row {
        name: "mode-undeclared",
        rule: &elicitation::CAPABILITY,
        finds: "an elicitation in a mode that this very request did not declare",
        look: Look::Seen(On::Question, mode_undeclared),
        samples: SAMPLES,
    },
    Row {
        name: "question-message",
        rule: &elicitation::ASKED_HOW,
        finds: "an elicitation without a message, or in an unknown mode",
        look: Look::Seen(On::Question, message),
        samples: SAMPLES,
    },
    Row {
        name: "question-url",
        rule: &elicitation::URL_GIVEN,
        finds: "an elicitation in URL mode without a web address",
        look: Look::Seen(On::Question, url),
        samples: SAMPLES,
    },
];

fn shape(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if let Some(other) = seen.parts.in_result("inputRequests").filter(|all| !all.is_object()) {
        faults.add("/result/inputRequests", format!("the questions are {}, not an object", kind_of(other)));
    }
    for Asked { spot, whole, method, params, .. } in seen.questions() {
        let Some(members) = whole.as_object() else {
            faults.add(&spot.question(), format!("the question is {}, not an object", kind_of(whole)));
            continue;
        };
        match method {
            Some(method) if QUESTIONS.contains(&method) => {}
            Some(method) => {
                faults.add(&(spot.question() + "/method"), format!("{} is no question", shown(method)));
            }
            None => faults.add(&spot.question(), "the question has no method"),
        }
        // Whoever lists roots needs no parameters.
        let needs_params = members.get("method").is_some_and(|method| method != "roots/list");
        if needs_params && params.is_none() {
            faults.add(&spot.question(), "the question has no params");
        }
        for name in ["jsonrpc", "id"].into_iter().filter(|name| members.contains_key(*name)) {
            let at = under(&spot.question(), name);
            faults.repair(&at, format!("a question has no {name}"), Patch::remove(at.clone()));
        }
    }
}

fn undeclared(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(declared) = seen.answered().map(|request| request.declared) else { return };
    for Asked { spot, method, .. } in seen.questions() {
        let (kind, is_declared) = match method {
            Some("elicitation/create") => ("elicitation", declared.elicitation),
            Some("sampling/createMessage") => ("sampling", declared.sampling),
            Some("roots/list") => ("roots", declared.roots),
            _ => continue,
        };
        if !is_declared {
            faults.add(&spot.question(), format!("this request did not declare {kind}"));
        }
    }
}

fn mode_undeclared(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(declared) = seen.answered().map(|request| request.declared) else { return };
    for asked in seen.elicitations().filter(|_| declared.elicitation) {
        if asked.is_form() && !declared.form {
            faults.add(&asked.spot.question(), "this request declared elicitation, and not form mode");
        } else if is_page(&asked) && !declared.url {
            faults.add(&asked.spot.question(), "this request declared elicitation, and not URL mode");
        }
    }
}

fn is_page(asked: &Asked<'_>) -> bool {
    asked.mode.is_some_and(|mode| mode == "url")
}

fn message(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for asked in seen.elicitations().filter(|asked| asked.params.is_some()) {
        let at = || asked.spot.question() + "/params";
        if asked.message().is_none() {
            faults.add(&at(), "the question has no message");
        }
        if asked.mode.is_some_and(|mode| mode != "form" && mode != "url") {
            faults.add(&(at() + "/mode"), "the mode is neither form nor url");
        }
    }
}

fn url(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for asked in seen.elicitations().filter(is_page) {
        let url = asked.params.and_then(|params| params.get("url")?.as_str());
        if !url.is_some_and(is_web_address) {
            faults.add(&(asked.spot.question() + "/params"), "the question has no web address");
        }
    }
}

/// Whether a text is an http or https address with a host, and nothing that ends or hides it.
fn is_web_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let clean = text.chars().all(|character| !character.is_whitespace() && !character.is_control());
    clean && rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']))
}
