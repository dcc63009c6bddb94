//! Acts 12 and 16: ways in which there is no yes.

use crate::story::{ALL_FILES, play};
use serde_json::json;
use twogates::consent::host::Answer;
use wire::entry::Kind;

#[test]
fn accept_with_a_no_in_it_is_a_no_beside_two_others() {
    let story = play("no-in-the-form");
    let call = r#"delete_file {"path":"notes.txt"}"#;
    let answered = |says: &str, answer: &str| {
        vec![
            format!("model: wants {call}"),
            format!("alice's host -> server: tools/call {call}"),
            "200 input_required".into(),
            format!("alice: > {says}"),
            format!("alice's host -> server: tools/call {call} {answer} +state"),
            "200 isError".into(),
            "alice's host: ENDED delete_file notes.txt".into(),
        ]
    };
    let expected = [
        answered("no, in the form", r#"{"action":"accept","content":{"approved":false}}"#),
        answered("decline", r#"{"action":"decline"}"#),
        answered("closes the prompt", r#"{"action":"cancel"}"#),
        vec![
            format!("model: wants {call}"),
            format!("alice's host -> server: tools/call {call}"),
            "200 isError".into(),
            "alice's host: ENDED delete_file notes.txt".into(),
        ],
    ];
    assert_eq!(story.steps(), expected.concat());
    assert_eq!(story.files(), ALL_FILES);
}

#[test]
fn audit_and_ledger_hold_three_different_words_and_the_fourth_call_asks_nobody() {
    let story = play("no-in-the-form");
    let audit = [
        "asked alice input_required",
        "denied alice refused_in_form",
        "asked alice input_required",
        "denied alice declined",
        "asked alice input_required",
        "denied alice cancelled",
        "refused alice too_many_noes",
    ];
    assert_eq!(story.audit(), audit);
    assert_eq!(
        story.looked("audit"),
        [[
            "The server's audit:",
            "1  asked    alice  delete_file   input_required",
            "2  denied   alice  delete_file   refused_in_form",
            "3  asked    alice  delete_file   input_required",
            "4  denied   alice  delete_file   declined",
            "5  asked    alice  delete_file   input_required",
            "6  denied   alice  delete_file   cancelled",
            "7  refused  alice  delete_file   too_many_noes",
        ]]
    );
    let said: Vec<Answer> = story.stage.alice.ledger().records().iter().map(|record| record.said.answer()).collect();
    assert_eq!(said, [Answer::NoInTheForm, Answer::Declined, Answer::Cancelled]);
}

#[test]
fn without_a_form_nobody_is_asked_nothing_is_stored_and_the_error_names_what_is_missing() {
    let story = play("no-form");
    let call = r#"delete_file {"path":"notes.txt"}"#;
    let refused = [
        format!("model: wants {call}"),
        format!("alice's host -> server: tools/call {call}"),
        "400 error -32021".into(),
        "alice's host: ENDED delete_file notes.txt".into(),
    ];
    assert_eq!(story.steps(), [refused.clone(), refused].concat());
    let errors: Vec<_> = story.entries.iter().filter_map(|entry| entry.message.as_ref()?.get("error")).collect();
    for error in errors {
        assert_eq!(error["data"], json!({"requiredCapabilities": {"elicitation": {"form": {}}}}));
    }
    assert_eq!(story.audit(), ["refused alice no_form", "refused alice no_form"]);
    assert!(story.stage.alice.ledger().records().is_empty());
    assert_eq!(story.files(), ALL_FILES);
    assert_eq!(
        story.looked("world"),
        [["At the server:", "files: notes.txt, payroll/june.csv, report.csv", "paid:  nothing"]]
    );
}

#[test]
fn the_two_clients_declare_nothing_and_url_alone() {
    let story = play("no-form");
    let requests = story.entries.iter().filter(|entry| entry.kind == Kind::Mcp && entry.from == "alice's host");
    let declared: Vec<_> = requests
        .map(|entry| {
            entry.message.as_ref().unwrap()["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"].clone()
        })
        .collect();
    assert_eq!(declared, [json!({}), json!({"elicitation": {"url": {}}})]);
}
