//! Doors that must be shut when nobody is there: no answer, no form, no yes.

use crate::house::{ALL, House, two_gates, yes};
use crate::http::{Message, VERSION};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::time::{Duration, SystemTime};

fn deletion() -> Value {
    json!({"path": "notes.txt"})
}

/// C022: a question that nobody answered in its time turns into nothing, and a yes after it as well. The server runs six
/// minutes later by then.
#[test]
fn c022_an_expired_question_is_no_approval() {
    let mut house = House::new();
    let token = house.token("alice", ALL);
    let state = house.send(&Message::call("delete_file", deletion()).by(&token)).state();
    house.kill();
    let library = house.path("clock.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/clock.c");
    let built = Command::new("cc").args(["-shared", "-fPIC", "-O2", source, "-o"]).arg(&library).status().unwrap();
    assert!(built.success());
    let later = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap() + Duration::from_secs(360);
    fs::write(house.path("now"), later.as_millis().to_string()).unwrap();
    let mut command = Command::new(two_gates());
    command.arg("serve").env("LD_PRELOAD", library).env("VECTORS_CLOCK", house.path("now"));
    house.address = house.start(None, &mut command);
    assert_eq!(house.grants(), 0);
    let late = house.untouched(|| house.send(&Message::retry("delete_file", deletion(), yes(), &state).by(&token)));
    assert_eq!(late.code(), -32602, "{late:?}");
    assert_eq!(house.grants(), 0);
    // What the audit has of it: that it was asked, and that an answer came too late. No approver, and no end of a grant.
    let rows = |what: &str| house.count(&format!("SELECT count(*) FROM gates_audit WHERE what = '{what}'"));
    assert_eq!((rows("asked"), house.count("SELECT count(*) FROM gates_approvals")), (1, 0));
    assert_eq!(house.count("SELECT count(*) FROM gates_denials"), 0);
}

/// C024: no argument stands for a person, and an answer without a question is none.
#[test]
fn c024_no_argument_and_no_forged_answer_stands_for_a_yes() {
    let house = House::new();
    let token = house.token("alice", ALL);
    let blind = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION, "io.modelcontextprotocol/clientCapabilities": {},
    });
    let confirm = json!({"path": "notes.txt", "confirm": true});
    let exempt = json!({"path": "notes.txt", "requires_approval": false});
    for arguments in [confirm.clone(), exempt.clone(), deletion()] {
        let params = json!({"name": "delete_file", "arguments": arguments, "_meta": blind});
        let answer = house.untouched(|| house.send(&Message::request("tools/call", params).by(&token)));
        assert_eq!((answer.status, answer.code()), (400, -32021), "{answer:?}");
        let wanted = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
        assert_eq!(answer.json()["error"]["data"], wanted);
    }
    // With forms, a made-up argument is told to the model, and nobody is asked.
    for arguments in [confirm, exempt] {
        let answer = house.untouched(|| house.send(&Message::call("delete_file", arguments).by(&token)));
        assert!(answer.told().0, "{answer:?}");
    }
    for answer in [yes(), json!(true), json!({"approved": true})] {
        let params = json!({
            "name": "delete_file", "arguments": deletion(), "inputResponses": {"approval": answer, "confirm": yes()},
        });
        let answer = house.untouched(|| house.send(&Message::request("tools/call", params).by(&token)));
        assert!(answer.code() == -32602 || !answer.state().is_empty(), "{answer:?}");
    }
}

/// What is almost a yes is asked again, and is none.
#[test]
fn an_answer_that_is_almost_a_yes_is_none() {
    let house = House::new();
    let token = house.token("alice", ALL);
    let state = house.send(&Message::call("delete_file", deletion()).by(&token)).state();
    for almost in [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": {}}),
        json!({"action": "accept", "content": null}),
        json!({"action": "accept", "content": {"approved": "true"}}),
        json!({"action": "accept", "content": {"approved": 1}}),
        json!({"action": "ACCEPT", "content": {"approved": true}}),
        json!({"action": "accepted", "content": {"approved": true}}),
        json!({"content": {"approved": true}}),
        json!("accept"),
        json!([]),
    ] {
        let retry = Message::retry("delete_file", deletion(), almost.clone(), &state).by(&token);
        let answer = house.untouched(|| house.send(&retry));
        let asked_again = answer.json()["result"]["resultType"] == "input_required";
        assert!(asked_again || answer.code() == -32602, "{almost}: {answer:?}");
    }
    assert_eq!(house.grants(), 0);
}
