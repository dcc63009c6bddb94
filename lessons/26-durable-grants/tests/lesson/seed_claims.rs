//! The claims of the account on which this lesson rests, one test for each that an act can show. The numbers are those of the
//! list of its claims.

use crate::{audits, happened, looks, played, refused};
use lesson_26::bearer;
use serde_json::Value;
use wire::Entry;
use wire::entry::Kind;

const README: &str = include_str!("../../README.md");

/// The messages of an act, as JSON.
fn messages(entries: &[Entry]) -> Vec<&Value> {
    entries.iter().filter(|entry| entry.kind == Kind::Mcp).filter_map(|entry| entry.message.as_ref()).collect()
}

/// What the narrator says, on one line.
fn narrated(entries: &[Entry]) -> String {
    let notes = entries.iter().filter(|entry| entry.kind == Kind::Note).flat_map(|entry| &entry.text);
    notes.map(|line| line.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn g03_what_needs_no_grant_is_said() {
    let part = README.split("### What needs no grant").nth(1).unwrap().split("\n## ").next().unwrap();
    assert!(part.contains("A question with no effect behind it") && part.contains("closed-world read"));
}

#[test]
fn g05_a_grant_outlives_the_return_the_connection_and_a_restart() {
    let entries = played("restart");
    assert!(happened(&entries).contains(&"process 1: ended".to_owned()));
    assert_eq!(looks(&entries, "world").concat(), ["The files: none"]);
}

#[test]
fn g09_the_answer_echoes_path_and_nonce_and_the_nonce_protects_nothing() {
    let entries = played("deployment");
    let content =
        messages(&entries).into_iter().find_map(|message| message.pointer("/params/inputResponses/approval/content"));
    let content = content.unwrap();
    assert_eq!((content["path"].as_str(), content["nonce"].as_str()), (Some("notes.txt"), Some("7f3a9c")));
    assert_eq!(happened(&entries).iter().filter(|line| line.contains("deleted notes.txt")).count(), 2);
}

#[test]
fn g10_g11_one_server_says_deleted_and_the_other_says_not_yet() {
    let told = |act: &str| {
        let entries = played(act);
        let results = messages(&entries).into_iter().filter_map(|message| message.pointer("/result/content/0/text"));
        results.map(|text| text.as_str().unwrap().to_owned()).next().unwrap()
    };
    assert_eq!(told("deployment"), "deleted notes.txt");
    assert!(told("ours").starts_with("Approved, not yet done. Grant "));
}

#[test]
fn g12_g13_g14_forty_one_minutes_a_retry_wrapper_and_nobody_to_ask() {
    let told = narrated(&played("deployment"));
    for part in ["14:41", "retry wrapper", "closes the connection", "Nobody can be asked"] {
        assert!(told.contains(part), "{part}");
    }
    assert!(README.contains("### Nothing is pending") && README.contains("the task becomes `input_required`"));
}

#[test]
fn g15_each_line_says_which_reading_of_accept_it_assumes() {
    let readings = bearer::readings();
    assert!(readings.len() >= 10);
    let lines: Vec<&str> = readings.iter().map(|(code, _)| *code).collect();
    assert!(
        lines.iter().any(|line| line.contains("lock(&self.queue).put(job)")),
        "the job goes into the queue: {lines:?}"
    );
    assert!(lines.iter().any(|line| line.contains("remove(&job.path)")), "the worker takes it for a right: {lines:?}");
}

#[test]
fn g16_g37_one_approval_two_deletions_and_no_link() {
    let audit = looks(&played("deployment"), "audit").concat();
    let of = |word: &str| audit.iter().filter(|line| line.trim_start().starts_with(word)).count();
    assert_eq!((of("approved"), of("deleted")), (1, 2));
    // With grants each row is of one question and one grant, so that the question "which approval?" has an answer.
    assert_eq!(
        audits(&played("two-workers"))[0],
        ["input_required", "reported_by_client", "claimed", "in_flight", "executed", "used"]
    );
}

#[test]
fn g17_the_invariant_that_broke_is_a_rule() {
    let broken: Vec<_> = played("deployment").into_iter().filter_map(|entry| entry.violation).collect();
    assert!(broken.iter().any(|broken| broken.rules == ["GRANT-01"]));
    assert_eq!(rules::find("GRANT-01"), Some(&rules::grant::OUTLIVES));
}

#[test]
fn g26_the_decision_is_asked_as_a_question() {
    let question = "at what point does the approval stop being a property of the request";
    assert!(README.to_lowercase().replace('\n', " ").contains(question));
    assert!(narrated(&played("deployment")).contains(question));
}

#[test]
fn g30_g50_a_retry_after_consumption_fails_closed() {
    assert!(happened(&played("remedy")).contains(&"worker 2: nothing happened".to_owned()));
    assert_eq!(refused(&played("two-workers")).last().unwrap(), "worker 2: used");
}

#[test]
fn g35_keys_help_only_where_the_backend_honours_them() {
    assert!(refused(&played("classes")).contains(&"payment service: key_ignored".to_owned()));
}

#[test]
fn g36_a_stale_approval_deletes_nothing_else() {
    let files = looks(&played("ours"), "world").concat();
    assert_eq!(files[1], "The files: another's notes.txt");
}

#[test]
fn g39_g43_expiry_is_enforced_at_the_claim() {
    assert_eq!(refused(&played("friday"))[0], "worker 1: grant_expired");
}

#[test]
fn g40_what_travels_is_a_reference() {
    let entries = played("ours");
    for message in messages(&entries) {
        let content = message.pointer("/params/inputResponses/approval/content");
        assert!(content.is_none_or(|content| content == &serde_json::json!({"approved": true})), "{message}");
    }
}

#[test]
fn g51_the_person_may_have_lost_the_right_meanwhile() {
    assert_eq!(refused(&played("scope-lost"))[0], "worker 1: no_longer_authorized");
}
