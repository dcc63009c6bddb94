//! Marks: exactly the rules that they name.

use crate::common::{entry, find, found, names, request};
use serde_json::{Value, json};
use twogates_wirecheck::{Checker, Event, Options};

/// A request with a broken id and without capabilities, and its answer.
fn wrong(marked: Option<Value>) -> [Value; 2] {
    let mut message = request(1, "tools/list", &json!({}));
    message["id"] = json!(1.5);
    message["params"]["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    let mut more = json!({"message": message});
    if let Some(rules) = marked {
        more["violation"] = json!({"text": "on purpose", "rules": rules});
    }
    let error = json!({"jsonrpc": "2.0", "id": 1.5, "error": {"code": -32602, "message": "no"}});
    [
        entry(1, "mcp", "host", "server", more),
        entry(2, "mcp", "server", "host", json!({"answers": 1, "message": error})),
    ]
}

const ID: &str = "request-id BASE-02 /message/id";
const CAPABILITIES: &str = "meta-capabilities META-02 /message/params/_meta";

#[test]
fn what_is_named_is_expected_and_what_is_not_is_found() {
    assert_eq!(found(&wrong(None)), [ID, CAPABILITIES]);
    assert_eq!(found(&wrong(Some(json!(["META-02", "BASE-02"])))), [""; 0]);
    assert_eq!(found(&wrong(Some(json!(["META-02"])))), [ID]);
    assert_eq!(found(&wrong(Some(json!([])))), [ID, CAPABILITIES]);
    let lines = wrong(Some(json!(["META-02"]))).map(|line| line.to_string());
    let left = find(&lines);
    assert!(left[0].wrong.ends_with("; the mark on this entry does not say so"), "{}", left[0].wrong);
    let unmarked = find(&wrong(None).map(|line| line.to_string()));
    assert!(!unmarked[0].wrong.contains("mark"));
}

#[test]
fn what_is_named_and_not_broken_is_found_and_can_be_taken_out() {
    let rules = json!(["BASE-03", "META-02", "BASE-99", "BASE-02", "MRTR-13"]);
    let lines = wrong(Some(rules)).map(|line| line.to_string());
    let findings = find(&lines);
    assert_eq!(names(&findings), [4, 2, 0].map(|place| format!("mark-unbroken TRACE-01 /violation/rules/{place}")));
    let document = serde_json::from_str(&lines[0]).unwrap();
    let repaired =
        findings.iter().fold(document, |document, finding| finding.repair.as_ref().unwrap().apply(&document).unwrap());
    assert_eq!(found(&[repaired, serde_json::from_str(&lines[1]).unwrap()]), [""; 0]);
}

/// What is missing is found at the end, and still the mark says that it was expected.
#[test]
fn a_request_may_be_marked_as_one_that_nobody_answers() {
    let call = request(1, "tools/list", &json!({}));
    let marked = |rules: Value| {
        let more = json!({"message": call, "violation": {"text": "the server is silent", "rules": rules}});
        found(&[entry(1, "mcp", "host", "server", more)])
    };
    assert_eq!(marked(json!(["BASE-12"])), [""; 0]);
    assert_eq!(marked(json!([])), ["unanswered BASE-12 "]);
}

/// Whether a token is expired no message says. That it was not judged is told with its place, and counted.
#[test]
fn what_no_row_can_see_is_told_and_counted() {
    let lines = wrong(Some(json!(["META-02", "BASE-02", "AUTH-13", "RS-05", "BASE-12"]))).map(|line| line.to_string());
    let mut told = Vec::new();
    let mut happens = |event: Event| match event {
        Event::Unproven { place, rules, alone } => told.push((place.line, ids(&rules), alone)),
        other => panic!("{other:?}"),
    };
    let text = lines.join("\n");
    let summary = Checker::new(Options::default()).check(text.as_bytes(), &mut happens).unwrap();
    assert_eq!(told, [(1, "BASE-12 RS-05 AUTH-13".to_owned(), false)]);
    assert_eq!(summary.unproven, 0, "its other rules are broken, as it says");
    let unseen: Vec<_> = summary.unseen.into_iter().collect();
    assert_eq!(unseen, [("AUTH-13", 1), ("BASE-12", 1), ("RS-05", 1)]);
}

fn ids(rules: &[&rules::Rule]) -> String {
    rules.iter().map(|rule| rule.id).collect::<Vec<_>>().join(" ")
}

/// An honest message with a mark that nothing can confirm does not pass in silence.
#[test]
fn a_mark_that_names_only_what_no_row_can_see_is_told() {
    for (marked, alone) in [(json!(["CALL-01"]), true), (json!(["CALL-01", "BASE-02"]), false)] {
        let more = json!({
            "message": request(1, "tools/list", &json!({})),
            "violation": {"text": "on purpose", "rules": marked},
        });
        let line = entry(1, "mcp", "host", "server", more).to_string();
        let mut events = Vec::new();
        let mut happens = |event: Event| events.push(event);
        let options = Options { partial: true };
        let summary = Checker::new(options).check(line.as_bytes(), &mut happens).unwrap();
        let told = events.iter().any(|event| {
            matches!(event, Event::Unproven { rules, alone: so, .. } if ids(rules) == "CALL-01" && *so == alone)
        });
        assert!(told, "{events:?}");
        assert_eq!(summary.unproven, u64::from(alone), "{events:?}");
    }
}
