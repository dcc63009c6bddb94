//! Acts 14, 15, 21 and 22: step-ups.

use crate::story::{ALL_FILES, play};
use twogates::scope::ScopeSet;

const PAY: &str = r#"send_payment {"amount":1200,"to":"Plant Shop"}"#;
const ENDED: &str = r#"ENDED send_payment 1200 "Plant Shop""#;
const FIRST: &str = "files:write web:search";
const WITH_PAYMENTS: &str = "files:write payments:approve payments:write web:search";
const NOT_AGAIN: &str =
    "the challenge names payments:approve payments:write, which was requested before and did not help";

/// A call that is challenged for `named`.
fn challenged(host: &str, server: &str, named: &str) -> Vec<String> {
    vec![format!("{host} -> {server}: tools/call {PAY}"), format!("403 challenge {named}")]
}

/// An authorization request and what came of it.
fn authorized(host: &str, requested: &str, granted: &str) -> Vec<String> {
    vec![format!("{host} requests {requested}"), format!("authorization server grants {granted}")]
}

fn line(text: String) -> Vec<String> {
    vec![text]
}

#[test]
fn who_is_never_granted_the_scope_stops_when_nothing_new_is_named_and_remembers_it() {
    let story = play("never-grants");
    let (alice, bob) = ("alice's host", "bob's host");
    let both = "payments:approve payments:write";
    let expected = [
        line(format!("model: wants {PAY}")),
        challenged(alice, "server", both),
        authorized(alice, WITH_PAYMENTS, FIRST),
        challenged(alice, "server", both),
        line(format!("{alice}: gives up on send_payment: {NOT_AGAIN}")),
        line(format!("{alice}: {ENDED}")),
        line(format!("model: wants {PAY}")),
        challenged(alice, "server", both),
        line(format!("{alice}: gives up on send_payment: given up before: {NOT_AGAIN}")),
        line(format!("{alice}: {ENDED}")),
        line(format!("model: wants {PAY}")),
        challenged(bob, "server", both),
        authorized(bob, WITH_PAYMENTS, FIRST),
        challenged(bob, "server", both),
        authorized(bob, WITH_PAYMENTS, FIRST),
        challenged(bob, "server", both),
        line(format!("{bob}: gives up on send_payment: 2 step-ups were not enough, and the server asks for more")),
        line(format!("{bob}: {ENDED}")),
    ];
    assert_eq!(story.steps(), expected.concat());
    let stops: Vec<String> = story.decisions().into_iter().filter(|decision| decision.starts_with("client")).collect();
    assert_eq!(stops, ["client: gave up nothing_new", "client: gave up remembered", "client: gave up cap_reached"]);
    assert!(story.paid().is_empty());
}

#[test]
fn the_model_is_told_why_and_what_would_help_and_that_repeating_will_not() {
    let story = play("never-grants");
    let told: Vec<_> =
        story.entries.iter().filter(|entry| entry.text.len() == 3 && entry.from.ends_with("host")).collect();
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|entry| entry.model_reads));
    assert_eq!(
        told[0].text[1..],
        [
            "what would help: have the authorization server grant what was requested, then sign in anew",
            "repeating the call will not help: this end is remembered",
        ]
    );
}

#[test]
fn whoever_drips_the_client_stops() {
    let story = play("drips");
    let (alice, greedy) = ("alice's host", "greedy server");
    let two = "files:write payments:level-1 payments:level-2 web:search";
    let expected = [
        line(format!("model: wants {PAY}")),
        challenged(alice, greedy, "payments:level-1"),
        authorized(alice, "files:write payments:level-1 web:search", "files:write payments:level-1 web:search"),
        challenged(alice, greedy, "payments:level-2"),
        authorized(alice, two, two),
        challenged(alice, greedy, "payments:level-3"),
        line(format!("{alice}: gives up on send_payment: 2 step-ups were not enough, and the server asks for more")),
        line(format!("{alice}: {ENDED}")),
        line(format!("model: wants {PAY}")),
        challenged(alice, "server", "payments:approve payments:write"),
        authorized(alice, WITH_PAYMENTS, "files:write payments:approve web:search"),
        challenged(alice, "server", "payments:approve payments:write"),
        line(format!("{alice}: gives up on send_payment: {NOT_AGAIN}")),
        line(format!("{alice}: {ENDED}")),
    ];
    assert_eq!(story.steps(), expected.concat());
    assert!(story.paid().is_empty());
}

#[test]
fn half_a_scope_is_kept_apart_from_what_was_requested_and_the_next_request_repeats_it() {
    let story = play("half-a-scope");
    let alice = "alice's host";
    let next = "files:payroll files:read files:write payments:approve payments:write web:search";
    let folder = r#"list_files {"folder":"payroll"}"#;
    let expected = [
        line(format!("model: wants {PAY}")),
        challenged(alice, "server", "payments:approve payments:write"),
        authorized(alice, WITH_PAYMENTS, "files:write payments:approve web:search"),
        challenged(alice, "server", "payments:approve payments:write"),
        line(format!("{alice}: gives up on send_payment: {NOT_AGAIN}")),
        line(format!("{alice}: {ENDED}")),
        line(format!("model: wants {folder}")),
        line(format!("{alice} -> server: tools/call {folder}")),
        line("403 challenge files:payroll files:read".into()),
        authorized(alice, next, "files:payroll files:write payments:approve web:search"),
        line(format!("{alice} -> server: tools/call {folder}")),
        line("200 complete".into()),
        line(format!("{alice}: DONE list_files payroll")),
    ];
    assert_eq!(story.steps(), expected.concat());
    assert_eq!(
        story.looked("scopes"),
        [
            [
                "The scopes of alice's host:",
                "requested: files:write payments:approve payments:write web:search",
                "holds:     files:write payments:approve web:search",
            ],
            [
                "The scopes of alice's host:",
                "requested: files:payroll files:read files:write payments:approve payments:write web:search",
                "holds:     files:payroll files:write payments:approve web:search",
            ],
        ]
    );
    assert_eq!(story.results(), ["payroll/june.csv"]);
    assert!(story.paid().is_empty());
    let missing = ScopeSet::of(&["payments:write", "files:read"]);
    let scopes = story.stage.alice.scopes();
    assert_eq!(scopes.requested().without(scopes.held()), missing);
}

#[test]
fn the_payroll_folder_needs_more_scope_and_no_yes() {
    let story = play("payroll");
    let folder = r#"list_files {"folder":"payroll"}"#;
    let more = "files:payroll files:read files:write web:search";
    assert_eq!(
        story.steps(),
        [
            "alice's host -> server: tools/list".to_owned(),
            "200 private list list_files search_web delete_file".into(),
            "alice's host: shows the model: list_files of lab, search_web of lab, delete_file of lab".into(),
            "model: wants list_files {}".into(),
            "alice's host -> server: tools/call list_files {}".into(),
            "200 complete".into(),
            "alice's host: DONE list_files".into(),
            format!("model: wants {folder}"),
            format!("alice's host -> server: tools/call {folder}"),
            "403 challenge files:payroll files:read".into(),
            format!("alice's host requests {more}"),
            format!("authorization server grants {more}"),
            format!("alice's host -> server: tools/call {folder}"),
            "200 complete".into(),
            "alice's host: DONE list_files payroll".into(),
        ]
    );
    assert_eq!(story.results(), ["notes.txt\nreport.csv", "payroll/june.csv"]);
    assert!(story.stage.alice.ledger().records().is_empty(), "nobody was asked");
    assert_eq!(story.audit(), ["refused alice insufficient_scope"]);
    assert_eq!(story.files(), ALL_FILES);
}
