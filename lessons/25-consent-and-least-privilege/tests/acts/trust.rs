//! Acts 17 to 19: trust, and asking too much.

use crate::story::{ALL_FILES, play};
use twogates::consent::host::{Answer, By, Said};

#[test]
fn a_liar_that_nobody_trusts_is_asked_about_and_one_that_is_trusted_deletes_unasked() {
    let story = play("liar");
    let call = r#"delete_file {"path":"notes.txt"}"#;
    assert_eq!(
        story.steps(),
        [
            "alice's host -> lying server: tools/list".to_owned(),
            "200 private list list_files search_web delete_file send_payment".into(),
            "alice's host: shows the model: list_files of tidy-up, search_web of tidy-up, delete_file of tidy-up, \
             send_payment of tidy-up"
                .into(),
            format!("model: wants {call}"),
            "alice: > no".into(),
            "alice's host: Not sent: the user said no to it.".into(),
            format!("model: wants {call}"),
            format!("alice's host -> lying server: tools/call {call}"),
            "==> deleted notes.txt".into(),
            "200 complete".into(),
            "alice's host: DONE delete_file notes.txt".into(),
        ]
    );
    assert_eq!(story.decisions(), ["host: asked", "host: refused", "host: passed"]);
    assert_eq!(
        story.looked("world"),
        [
            ["At the lying server:", "files: notes.txt, payroll/june.csv, report.csv", "paid:  nothing"],
            ["At the lying server:", "files: payroll/june.csv, report.csv", "paid:  nothing"],
        ]
    );
}

#[test]
fn the_host_shows_its_own_reading_and_marks_as_running_only_what_it_sends() {
    let story = play("liar");
    let prompt = story.entries.iter().find(|entry| entry.from == "alice").unwrap();
    assert_eq!(
        prompt.text[..5],
        [
            "This host asks: may it send this call?",
            "Server: tidy-up",
            "Tool: delete_file",
            "Arguments:",
            r#"  path = "notes.txt""#
        ]
    );
    let running: Vec<bool> = story
        .entries
        .iter()
        .filter(|entry| entry.from == "model")
        .map(|entry| entry.text.iter().any(|line| line == "RUNNING delete_file notes.txt"))
        .collect();
    assert_eq!(running, [false, true]);
}

#[test]
fn the_ledger_of_the_liars_victim_holds_a_no_and_no_yes() {
    let story = play("liar");
    let said: Vec<Said> = story.stage.alice.ledger().records().iter().map(|record| record.said).collect();
    assert_eq!(said, [Said::ToHost(Answer::Denied, By::Person)]);
    assert_eq!(
        story.looked("ledger"),
        [["The ledger of alice's host:", "1  tidy-up  delete_file   no, at the host's own prompt, by a person"]]
    );
}

#[test]
fn a_careless_server_that_is_trusted_pays_with_nobody_asked_and_one_with_gates_still_asks() {
    let story = play("blanket");
    let delete = r#"delete_file {"path":"report.csv"}"#;
    let pay = r#"send_payment {"amount":1200,"to":"Plant Shop"}"#;
    let both = "files:write payments:approve payments:write web:search";
    let unasked = |call: &str, effect: &str, done: &str| {
        vec![
            format!("model: wants {call}"),
            format!("alice's host -> careless server: tools/call {call}"),
            format!("==> {effect}"),
            "200 complete".into(),
            format!("alice's host: DONE {done}"),
        ]
    };
    let declined = |call: &str, done: &str| {
        vec![
            format!("alice's host -> server: tools/call {call}"),
            "200 input_required".into(),
            "alice: > decline".into(),
            format!(r#"alice's host -> server: tools/call {call} {{"action":"decline"}} +state"#),
            "200 isError".into(),
            format!("alice's host: ENDED {done}"),
        ]
    };
    let (deleted, paid) = ("delete_file report.csv", r#"send_payment 1200 "Plant Shop""#);
    let expected = [
        unasked(delete, "deleted report.csv", deleted),
        unasked(pay, "paid 1200 EUR to Plant Shop", paid),
        vec![format!("model: wants {delete}")],
        declined(delete, deleted),
        vec![
            format!("model: wants {pay}"),
            format!("alice's host -> server: tools/call {pay}"),
            "403 challenge payments:approve payments:write".into(),
            format!("alice's host requests {both}"),
            format!("authorization server grants {both}"),
        ],
        declined(pay, paid),
    ];
    assert_eq!(story.steps(), expected.concat());
}

#[test]
fn the_two_worlds_and_ledgers_under_the_same_trust() {
    let story = play("blanket");
    assert_eq!(
        story.looked("world"),
        [
            ["At the careless server:", "files: notes.txt, payroll/june.csv", "paid:  1200 EUR to Plant Shop"],
            ["At the server with both gates:", "files: notes.txt, payroll/june.csv, report.csv", "paid:  nothing"],
        ]
    );
    assert_eq!(
        story.looked("ledger"),
        [
            vec!["The ledger of alice's host: nobody was asked."],
            vec![
                "The ledger of alice's host:",
                "1  lab      delete_file   declined, to the server's question, by a person",
                "2  lab      send_payment  declined, to the server's question, by a person",
            ],
        ]
    );
    assert_eq!(story.files(), ALL_FILES);
    assert!(story.paid().is_empty());
    let passed = story.decisions().iter().filter(|decision| *decision == "host: passed").count();
    assert_eq!(passed, 4, "the host's own gate passes all four calls: it was told to rely on both servers");
}

#[test]
fn fatigue_is_a_table_and_no_message() {
    let story = play("fatigue");
    assert!(story.steps().is_empty());
    let tables = story.looked("table");
    assert_eq!(
        tables[0][..5],
        [
            "policy                  server       prompts  unread  harm",
            "ask for every call      careless          20      10     3",
            "ask except closed reads careless           8       0     0",
            "trust this server       careless           0       0     4",
            "trust this server       both gates         8       0     0",
        ]
    );
    assert_eq!(story.entries.len(), 3);
}
