//! The messages of a failure.

use lesson_25::which::{Exchange, ITEMS};
use print::Printer;
use wire::Entry;
use wire::entry::{Decision, Http, Kind};

/// An entry of the front door's decision; a request where one is named.
fn entry(number: u32, request: Option<&str>, gate: Option<&str>) -> Entry {
    let http = request.map(|request| Http {
        request: Some(request.to_owned()),
        status: None,
        headers: wire::http::Headers::default(),
    });
    let gate = gate.map(|gate| Decision {
        gate: gate.to_owned(),
        verdict: "refused".to_owned(),
        why: "so it is".to_owned(),
        code: None,
        rules: Vec::new(),
    });
    Entry { http, gate, ..Entry::new(number, "test", 0, Kind::Http, "server") }
}

#[test]
fn it_begins_with_the_last_request_and_the_last_decision_counts() {
    let entries = [entry(1, Some("POST /mcp"), None), entry(2, None, Some("grant"))];
    let more = [entry(3, Some("POST /mcp"), None), entry(4, None, Some("gate one")), entry(5, None, Some("gate two"))];
    let exchange = Exchange::of(entries.iter().chain(&more).cloned().collect()).unwrap();
    assert_eq!(exchange.entries().map(|entry| entry.number).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(exchange.place().unwrap().name(), "gate two");
    assert_eq!(Exchange::of(vec![entry(1, None, Some("grant"))]), None);
}

#[test]
fn where_nobody_decided_or_somebody_else_there_is_no_key() {
    let undecided = Exchange::of(vec![entry(1, None, Some("grant")), entry(2, Some("POST /mcp"), None)]).unwrap();
    assert_eq!(undecided.place().unwrap_err().to_string(), "nobody decided");
    let client = Exchange::of(vec![entry(1, Some("POST /mcp"), Some("client"))]).unwrap();
    assert_eq!(client.place().unwrap_err().to_string(), "client is no place");
    let missing = Exchange::recorded("083-another-name").unwrap_err();
    assert_eq!(missing.to_string(), "083-another-name is not recorded");
}

/// What a receiver does not know is left out of the messages, to the last line, and stands in the margins.
#[test]
fn the_messages_are_silent_about_what_stands_in_the_margins() {
    for item in ITEMS {
        let exchange = Exchange::recorded(item.vector).unwrap();
        let (messages, margins) =
            (exchange.messages(&Printer::default()), exchange.margins(&Printer::default()).join("\n"));
        assert!(messages.iter().filter(|line| line.contains(" → ")).count() >= 2, "{}: {messages:?}", item.vector);
        let margin = |line: &&String| {
            let labels = ["VIOLATION ", "gate one ", "gate two ", "grant ", "front door ", "tool "];
            line.strip_prefix("     ").is_some_and(|rest| labels.iter().any(|label| rest.starts_with(label)))
        };
        assert_eq!(messages.iter().find(margin), None, "{}", item.vector);
        for decision in exchange.entries().filter_map(|entry| entry.gate.as_ref()) {
            assert!(margins.contains(&format!("     {}", decision.gate)), "{}: {margins}", item.vector);
            for rule in &decision.rules {
                assert!(margins.contains(rule.as_str()), "{}: {margins}", item.vector);
                assert!(!messages.iter().any(|line| line.contains(rule.as_str())), "{}: {rule}", item.vector);
            }
        }
        let violations = exchange.entries().filter(|entry| entry.violation.is_some()).count();
        assert_eq!(margins.matches("     VIOLATION ").count(), violations);
        assert!(!margins.contains(" → "), "{}: {margins}", item.vector);
    }
}
