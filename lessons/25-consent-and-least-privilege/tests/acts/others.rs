//! Acts 13 and 20: two users.

use crate::story::play;
use twogates::consent::BadState;

#[test]
fn alices_state_is_refused_from_bob_and_still_works_for_alice() {
    let story = play("other-user");
    let call = r#"delete_file {"path":"notes.txt"}"#;
    let yes = r#"{"action":"accept","content":{"approved":true}} +state"#;
    assert_eq!(
        story.steps(),
        [
            format!("alice's host -> server: tools/call {call}"),
            "200 input_required".into(),
            "alice: > yes".into(),
            format!("bob's host -> server: tools/call {call} {yes} VIOLATION"),
            "200 error -32602".into(),
            format!("alice's host -> server: tools/call {call} {yes}"),
            "==> deleted notes.txt".into(),
            "200 complete".into(),
        ]
    );
    assert_eq!(story.decisions(), ["gate two: asked", "gate two: refused other_principal", "grant: spent"]);
    assert_eq!(story.files(), ["payroll/june.csv", "report.csv"]);
}

#[test]
fn bob_is_told_no_more_than_anyone_with_a_bad_state_and_the_audit_says_why() {
    let story = play("other-user");
    let errors: Vec<_> = story.entries.iter().filter_map(|entry| entry.message.as_ref()?.get("error")).collect();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0]["message"], BadState::OUTWARD);
    assert!(errors[0].get("data").is_none());
    assert_eq!(
        story.audit(),
        [
            "asked alice input_required",
            "refused bob other_principal",
            "issued alice reported_by_client",
            "claimed alice claimed",
            "ended alice executed",
        ]
    );
    assert_eq!(story.looked("audit")[0][2], "2  refused  bob    delete_file   other_principal");
}

#[test]
fn bob_sends_a_good_token_of_his_own() {
    let story = play("other-user");
    let violation = story.entries.iter().find(|entry| entry.violation.is_some()).unwrap();
    let token = violation.http.as_ref().unwrap().headers.first("Authorization").unwrap();
    assert_eq!(token, "Bearer <bob's token 2>");
}

#[test]
fn a_private_list_stays_with_alice_and_a_public_one_is_shown_to_bob() {
    let all = "list_files of lab, search_web of lab, delete_file of lab, send_payment of lab";
    let three = "list_files of lab, search_web of lab, delete_file of lab";
    assert_eq!(
        play("shared-cache").steps(),
        [
            "alice's host -> server: tools/list".to_owned(),
            "200 private list list_files search_web delete_file send_payment".into(),
            format!("alice's host: shows the model: {all}"),
            "alice's host: tools/list is answered from the cache; nothing is sent".into(),
            format!("alice's host: shows the model: {all}"),
            "bob's host -> server: tools/list".into(),
            "200 private list list_files search_web delete_file".into(),
            format!("bob's host: shows the model: {three}"),
            "alice's host -> loose server: tools/list".into(),
            "200 public list list_files search_web delete_file send_payment".into(),
            format!("alice's host: shows the model: {all}"),
            "bob's host: tools/list is answered from the cache; nothing is sent".into(),
            format!("bob's host: shows the model: {all}"),
            r#"bob's host -> loose server: tools/call send_payment {"amount":900,"to":"Bob"}"#.into(),
            "403 challenge payments:write".into(),
        ]
    );
}
