//! Answers: to what was asked, in the shape in which it was asked, and what may follow from a no.

use super::seen::{is_elicitation, is_form};
use super::{Faults, Look, On, Row, Seen};
use crate::form;
use crate::memory::Verdict;
use crate::patch::Patch;
use crate::pointer::under;
use crate::shown::{kind_of, shown};
use rules::{call, elicitation, mrtr, tools};
use serde_json::{Map, Value};

const SAMPLES: &str = include_str!("../../samples/answers.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "answers-none",
        rule: &mrtr::ANSWERED_FIRST,
        finds: "a retry without an answer to what was asked",
        look: Look::Seen(On::Retry, none),
        samples: SAMPLES,
    },
    Row {
        name: "answer-unasked",
        rule: &mrtr::SAME_KEYS,
        finds: "an answer under a key that was not asked",
        look: Look::Seen(On::Retry, unasked),
        samples: SAMPLES,
    },
    Row {
        name: "answer-bare",
        rule: &mrtr::SAME_KEYS,
        finds: "an answer within an envelope, or with a resultType",
        look: Look::Seen(On::Retry, bare),
        samples: SAMPLES,
    },
    Row {
        name: "answer-action",
        rule: &elicitation::THREE_ACTIONS,
        finds: "an answer that is neither accept, decline nor cancel",
        look: Look::Seen(On::Retry, action),
        samples: SAMPLES,
    },
    Row {
        name: "answer-content",
        rule: &elicitation::CONTENT,
        finds: "an accepted form whose content is missing or does not fit",
        look: Look::Seen(On::Retry, content),
        samples: SAMPLES,
    },
    Row {
        name: "answer-to-page",
        rule: &elicitation::URL_MODE,
        finds: "content in an answer to a page, where accept means only that the person agreed to open it",
        look: Look::Seen(On::Retry, to_page),
        samples: SAMPLES,
    },
    Row {
        name: "answered-again",
        rule: &call::ANSWERED_ONCE,
        finds: "a second answer, other than a no, to a question whose first answer was used",
        look: Look::Seen(On::Retry, again),
        samples: SAMPLES,
    },
    Row {
        name: "no-passed",
        rule: &tools::EXECUTION_ERROR,
        finds: "a result that reads as done, although every answer was a no",
        look: Look::Seen(On::Answered, passed),
        samples: SAMPLES,
    },
    Row {
        name: "no-ran",
        rule: &call::NO_IS_NO,
        finds: "an effect of a call whose every answer was a no",
        look: Look::Seen(On::Effect, ran),
        samples: SAMPLES,
    },
];

const AT: &str = "/params/inputResponses";

fn none(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(question) = seen.question().filter(|question| !question.asked.is_empty()) else { return };
    if seen.parts.param("inputResponses").is_none() {
        return faults.add("/params", "something was asked, and the request came back without answers");
    }
    let Some(given) = given(seen) else { return };
    // A sampling or roots request that failed needs no answer; a person always gives one.
    let unanswered = question.asked.iter().filter(|(key, asked)| is_elicitation(asked) && !given.contains_key(*key));
    for (key, _) in unanswered {
        faults.add(AT, format!("{} was asked, and is not answered", shown(key)));
    }
}

fn given<'a>(seen: &Seen<'a>) -> Option<&'a Map<String, Value>> {
    seen.parts.param("inputResponses")?.as_object()
}

fn unasked(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(given) = given(seen) else { return };
    let asked = seen.question().map(|question| &*question.asked);
    if asked.is_none() && !seen.memory.whole() {
        return;
    }
    for key in given.keys().filter(|key| !asked.is_some_and(|asked| asked.contains_key(*key))) {
        let at = under(AT, key);
        faults.repair(&at, format!("{} was not asked", shown(key)), Patch::remove(at.clone()));
    }
}

/// The answers to what was asked: the key, the question, and the answer.
fn pairs<'a>(seen: &Seen<'a>) -> impl Iterator<Item = (&'a str, &'a Value, &'a Value)> {
    let asked = seen.question().map(|question| &*question.asked);
    let given = given(seen).into_iter().flatten();
    given.filter_map(move |(key, answer)| Some((key.as_str(), asked?.get(key)?, answer)))
}

fn bare(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if let Some(other) = seen.parts.param("inputResponses").filter(|all| !all.is_object()) {
        faults.add(AT, format!("the answers are {}, not an object", kind_of(other)));
    }
    for (key, _, answer) in pairs(seen) {
        let at = || under(AT, key);
        match (answer.get("result"), answer.get("resultType")) {
            (Some(result), _) if answer.get("jsonrpc").is_some() || result.is_object() => {
                let patch = Patch::replace(at(), result.clone());
                faults.repair(&at(), "the answer stands within an envelope", patch);
            }
            (_, Some(_)) => {
                let at = at() + "/resultType";
                faults.repair(&at, "an answer has no resultType", Patch::remove(at.clone()));
            }
            _ => {}
        }
    }
}

/// The answers to elicitations that stand there bare.
fn elicited<'a>(seen: &Seen<'a>) -> impl Iterator<Item = (&'a str, &'a Value, &'a Value)> {
    pairs(seen).filter(|(_, asked, answer)| is_elicitation(asked) && answer.get("result").is_none())
}

fn action(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (key, _, answer) in elicited(seen) {
        let at = || under(AT, key);
        match answer.get("action").and_then(Value::as_str) {
            Some("accept" | "decline" | "cancel") => {}
            Some(other) => faults.add(&(at() + "/action"), format!("{} is no answer", shown(other))),
            None => faults.add(&at(), "the answer has no action"),
        }
    }
}

fn content(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (key, asked, answer) in elicited(seen) {
        if answer.get("action").is_none_or(|action| action != "accept") {
            continue;
        }
        let schema = asked.get("params").and_then(|params| params.get("requestedSchema"));
        let at_content = || under(AT, key) + "/content";
        match (answer.get("content"), schema) {
            (_, _) if !is_form(asked) => {}
            (Some(Value::Object(content)), Some(Value::Object(schema))) => {
                for (name, wrong) in form::misfits(schema, content) {
                    let at = if content.contains_key(name) { under(&at_content(), name) } else { at_content() };
                    faults.add(&at, wrong);
                }
            }
            (Some(Value::Object(_)), _) => {}
            (Some(other), _) => faults.add(&at_content(), format!("the content is {}, not an object", kind_of(other))),
            (None, _) if is_form(asked) => {
                faults.add(&under(AT, key), "the form was accepted, and its content is missing")
            }
            (None, _) => {}
        }
    }
}

/// What was done on the page goes over no client.
fn to_page(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    for (key, _, answer) in elicited(seen).filter(|(_, asked, _)| !is_form(asked)) {
        if answer.get("content").is_some() {
            let at = under(AT, key) + "/content";
            let wrong = "whoever agrees to open a page has agreed to nothing else, and has no content to send";
            faults.repair(&at, wrong, Patch::remove(at.clone()));
        }
    }
}

fn again(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(retry) = seen.retry() else { return };
    let second = retry.became.used.is_some_and(|used| used.answers != retry.answers);
    if second && retry.verdict == Verdict::Accepted {
        faults.add(AT, "this question was answered before, and otherwise");
    }
}

fn passed(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let Some(retry) = seen.joined.answered_retry().filter(|retry| retry.verdict == Verdict::Refused) else { return };
    let question = seen.memory.questions.get(retry.question);
    let asks_approval = question.is_some_and(|question| question.asked.values().any(asks_approval));
    if seen.succeeds() && asks_approval {
        let patch = Patch::add("/result/isError", true);
        faults.repair("/result", "the person said no, and the result does not say that nothing ran", patch);
    }
}

/// Whether a form asks for a yes or no.
fn asks_approval(asked: &Value) -> bool {
    let fields = asked.pointer("/params/requestedSchema/properties").and_then(Value::as_object);
    let is_boolean = |field: &Value| field.get("type").is_some_and(|kind| kind == "boolean");
    is_form(asked) && fields.is_some_and(|fields| fields.values().any(is_boolean))
}

fn ran(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let retry = seen.exchange.answers.and_then(|number| seen.memory.questions.of_retry(number));
    if retry.is_some_and(|(_, verdict)| verdict == Verdict::Refused) {
        faults.add_outside("", "the person said no, and the call ran", None);
    }
}
