//! Acts 1 to 11.

use crate::story::{ALL_FILES, play};
use twogates::consent::host::Answer;
use twogates::scope::ScopeSet;

#[test]
fn the_first_token_covers_what_the_challenge_names_and_no_more() {
    assert_eq!(
        play("first-token").steps(),
        [
            "alice's host -> server: server/discover",
            "401 challenge files:write web:search",
            "alice's host -> server: GET /.well-known/oauth-protected-resource/mcp",
            "200 document",
            "alice's host requests files:write web:search",
            "authorization server grants files:write web:search",
            "alice's host -> server: server/discover",
            "200 complete",
        ]
    );
}

#[test]
fn the_list_shows_what_the_token_covers_and_is_private() {
    assert_eq!(
        play("discover").steps(),
        [
            "alice's host -> server: tools/list",
            "200 private list list_files search_web delete_file",
            "alice's host: shows the model: list_files of lab, search_web of lab, delete_file of lab",
        ]
    );
}

#[test]
fn a_closed_world_read_runs_with_nobody_asked() {
    let story = play("read");
    assert_eq!(
        story.steps(),
        [
            "model: wants list_files {}",
            "alice's host -> server: tools/call list_files {}",
            "200 complete",
            "alice's host: DONE list_files"
        ]
    );
    assert_eq!(story.results(), ["notes.txt\nreport.csv"]);
    assert!(story.stage.alice.ledger().records().is_empty());
    assert!(story.audit().is_empty());
}

#[test]
fn an_open_world_read_leaves_the_machine_after_a_yes() {
    let story = play("open-world");
    let query = r#"{"query":"two gates"}"#;
    assert_eq!(
        story.steps(),
        [
            format!("model: wants search_web {query}"),
            format!("alice's host -> server: tools/call search_web {query}"),
            "200 input_required".into(),
            "alice: > yes".into(),
            format!(
                r#"alice's host -> server: tools/call search_web {query} {{"action":"accept","content":{{"approved":true}}}} +state"#
            ),
            "==> sent the query out, 3 hits".into(),
            "200 complete".into(),
            r#"alice's host: DONE search_web "two gates""#.into(),
        ]
    );
    assert_eq!(story.stage.server.web().lock().unwrap().queries(), ["two gates"]);
}

/// The steps of a `delete_file` that is asked about and withheld.
fn withheld(path: &str, says: &str, action: &str) -> Vec<String> {
    let call = format!(r#"delete_file {{"path":"{path}"}}"#);
    vec![
        format!("model: wants {call}"),
        format!("alice's host -> server: tools/call {call}"),
        "200 input_required".into(),
        format!("alice: > {says}"),
        format!(r#"alice's host -> server: tools/call {call} {{"action":"{action}"}} +state"#),
        "200 isError".into(),
        format!("alice's host: ENDED delete_file {path}"),
    ]
}

#[test]
fn a_declined_deletion_leaves_the_file() {
    let story = play("decline");
    assert_eq!(story.steps(), withheld("notes.txt", "decline", "decline"));
    assert_eq!(story.decisions(), ["host: passed", "gate two: asked", "gate two: refused declined"]);
    assert_eq!(story.files(), ALL_FILES);
    assert_eq!(
        story.results(),
        ["Not run: the person declined, or was not shown the question. Do not repeat the call unless the person asks \
          for it."]
    );
}

#[test]
fn a_decline_is_not_remembered_and_a_cancel_is_told_apart_from_it() {
    let story = play("cancel");
    assert_eq!(story.steps(), withheld("notes.txt", "closes the prompt", "cancel"));
    assert_eq!(story.decisions(), ["host: passed", "gate two: asked", "gate two: refused cancelled"]);
    assert_eq!(story.files(), ALL_FILES);
    assert_eq!(
        story.audit()[4..],
        ["asked alice input_required", "denied alice declined", "asked alice input_required", "denied alice cancelled"]
    );
    let said: Vec<Answer> = story.stage.alice.ledger().records().iter().map(|record| record.said.answer()).collect();
    assert_eq!(said, [Answer::Yes, Answer::Declined, Answer::Cancelled]);
}

const YES: &str = r#"{"action":"accept","content":{"approved":true}}"#;

#[test]
fn a_changed_argument_is_refused_and_the_honest_retry_deletes_once() {
    let story = play("changed-argument");
    assert_eq!(
        story.steps(),
        [
            r#"alice's host -> server: tools/call delete_file {"path":"notes.txt"}"#.to_owned(),
            "200 input_required".into(),
            "alice: > yes".into(),
            format!(r#"alice's host -> server: tools/call delete_file {{"path":"report.csv"}} {YES} +state VIOLATION"#),
            "200 error -32602".into(),
            format!(r#"alice's host -> server: tools/call delete_file {{"path":"notes.txt"}} {YES} +state"#),
            "==> deleted notes.txt".into(),
            "200 complete".into(),
            "alice's host: DONE delete_file notes.txt".into(),
        ]
    );
    assert_eq!(story.decisions(), ["gate two: asked", "gate two: refused other_arguments", "grant: spent"]);
    assert_eq!(story.files(), ["payroll/june.csv", "report.csv"]);
}

#[test]
fn the_same_state_again_deletes_nothing_and_says_what_was_done() {
    let story = play("same-state");
    assert_eq!(
        story.steps(),
        [
            format!(r#"alice's host -> server: tools/call delete_file {{"path":"notes.txt"}} {YES} +state"#),
            "200 isError".into(),
            "alice's host: ENDED delete_file notes.txt".into(),
        ]
    );
    assert_eq!(story.decisions(), ["grant: refused executed"]);
    assert_eq!(story.files(), ["payroll/june.csv", "report.csv"]);
    assert_eq!(
        story.results(),
        ["Already done at 2026-07-28 14:00:15 UTC; nothing ran again (deleted notes.txt). To do it once more, call \
          without requestState, and a person is asked afresh."]
    );
}

#[test]
fn another_file_is_asked_about_again() {
    let story = play("another-file");
    assert_eq!(story.steps(), withheld("report.csv", "decline", "decline"));
    assert_eq!(story.files(), ["payroll/june.csv", "report.csv"]);
}

#[test]
fn a_payment_meets_one_complete_challenge_the_union_and_its_own_question() {
    let story = play("payment");
    let call = r#"send_payment {"amount":1200,"to":"Plant Shop"}"#;
    let both = "files:write payments:approve payments:write web:search";
    assert_eq!(
        story.steps(),
        [
            format!("model: wants {call}"),
            format!("alice's host -> server: tools/call {call}"),
            "403 challenge payments:approve payments:write".into(),
            format!("alice's host requests {both}"),
            format!("authorization server grants {both}"),
            format!("alice's host -> server: tools/call {call}"),
            "200 input_required".into(),
            "alice: > yes".into(),
            format!("alice's host -> server: tools/call {call} {YES} +state"),
            "==> paid 1200 EUR to Plant Shop".into(),
            "200 complete".into(),
            r#"alice's host: DONE send_payment 1200 "Plant Shop""#.into(),
        ]
    );
    assert_eq!(
        story.decisions(),
        ["host: passed", "gate one: refused insufficient_scope", "gate two: asked", "grant: spent"]
    );
    assert_eq!(story.paid(), ["1200 EUR to Plant Shop"]);
    let union =
        ScopeSet::of(&["files:write", "web:search"]).union(&ScopeSet::of(&["payments:approve", "payments:write"]));
    assert_eq!(story.stage.alice.scopes().requested(), &union);
    assert_eq!(union.to_string(), both);
}

#[test]
fn the_list_follows_the_scopes_and_no_answer() {
    let story = play("list-after");
    assert_eq!(
        story.steps(),
        [
            "alice's host -> server: tools/list",
            "200 private list list_files search_web delete_file send_payment",
            "alice's host: shows the model: list_files of lab, search_web of lab, delete_file of lab, send_payment of lab",
        ]
    );
}
