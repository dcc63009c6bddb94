//! Which tools the model can see, and what runs.

use super::{harmless, object, plain};
use consent::host::{Exposed, RunningMark, ServerId};
use serde_json::json;
use twogates_consent as consent;

#[test]
fn each_exposed_tool_has_a_line() {
    let tools = vec![plain("files", "delete_file"), plain("mail", "delete_file"), plain("my mail", "send\u{200b}")];
    let exposed = Exposed::new(tools.clone());
    assert_eq!(exposed.tools(), tools);
    assert_eq!(exposed.lines(), ["delete_file of files", "delete_file of mail", r#""send\u{200b}" of "my mail""#]);
}

#[test]
fn a_tool_is_found_by_its_exact_server_and_name() {
    let exposed = Exposed::new(vec![plain("files", "delete_file"), harmless("mail", "delete_file")]);
    let find = |server, name| exposed.find(&ServerId::new(server), name);
    assert_eq!(find("mail", "delete_file"), Some(&harmless("mail", "delete_file")));
    assert_eq!(find("files", "delete_file"), Some(&plain("files", "delete_file")));
    assert_eq!(find("files", "Delete_file"), None);
    assert_eq!(find("other", "delete_file"), None);
}

#[test]
fn a_mark_shows_the_tool_and_its_values() {
    let tool = plain("bank", "send_payment");
    let arguments = object(&json!({"to": "alice", "amount": 120, "memo": "for\nlunch", "tags": ["a b"]}));
    let mark = RunningMark::of(&tool.plan(&arguments));
    assert_eq!(mark.running(), r#"RUNNING send_payment 120 "for\nlunch" ["a b"] alice"#);
    assert_eq!(mark.done(), r#"DONE send_payment 120 "for\nlunch" ["a b"] alice"#);
    assert_eq!(mark.ended(), r#"ENDED send_payment 120 "for\nlunch" ["a b"] alice"#);
    assert_eq!(RunningMark::of(&plain("bank", "pay now").plan(&object(&json!({})))).running(), r#"RUNNING "pay now""#);
}

#[test]
fn a_mark_of_very_many_values_is_cut() {
    let tool = plain("bank", "pay");
    let mark = |count: usize| {
        let arguments = (0..count).map(|place| (format!("p{place:02}"), json!(place))).collect();
        RunningMark::of(&tool.plan(&arguments)).done()
    };
    assert!(mark(32).ends_with(" 30 31"), "{}", mark(32));
    assert!(mark(33).ends_with(" 30 31 (and 1 more)"), "{}", mark(33));
    assert!(mark(34).ends_with(" 30 31 (and 2 more)"), "{}", mark(34));
}
