//! Texts that two readers read differently, on their way to a gate: kind canonical-args.

use crate::{Lab, Told, accepted, asked, call, map, yes};
use serde_json::{Value, json};
use twogates_lab::host::{Client, Received};

/// Sends a call whose parameters begin with this text; `_meta`, id and headers are as they should be.
fn sent(client: &mut Client, tool: &str, params: &str) -> (u16, Told) {
    let message = client.message("tools/call", &map(&json!({"name": tool})));
    let headers = client.headers(&message);
    let (meta, id) = (&message["params"]["_meta"], &message["id"]);
    let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{{params},"_meta":{meta}}}}}"#);
    let received = client.send_raw(&body, headers, None, None);
    (received.response.status, Told::of(&received))
}

const MALFORMED: (u16, Told) = (400, Told::Error(-32600));

/// C084: numbers that a double cannot hold apart, before anybody is asked.
#[test]
fn c084_nobody_is_asked_about_a_number_that_would_be_rounded() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    for number in
        ["9007199254740992", "9007199254740993", "18446744073709551615", "18446744073709551616", "1e400", "-1e400"]
    {
        let amount = format!(r#""name":"send_payment","arguments":{{"to":"acct-1","amount":{number}}}"#);
        assert_eq!(sent(&mut alice, "send_payment", &amount), MALFORMED, "{number}");
        let path = format!(r#""name":"delete_file","arguments":{{"path":{number}}}"#);
        assert_eq!(sent(&mut alice, "delete_file", &path), MALFORMED, "{number}");
    }
    assert!(lab.untouched());
    assert_eq!(lab.audit(), ["refused number_too_large"; 12]);
}

/// C084: the yes to the largest number that is held exactly is none to the next one, and not burnt by it.
#[test]
fn c084_a_yes_to_one_large_number_is_none_to_the_next() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let exact = json!({"to": "acct-1", "amount": 9_007_199_254_740_991_u64});
    let state = asked(&mut alice, "send_payment", &exact);
    let retry = |number: &str| {
        let yes = yes();
        let call = format!(r#""name":"send_payment","arguments":{{"to":"acct-1","amount":{number}}}"#);
        format!(r#"{call},"inputResponses":{{"approval":{yes}}},"requestState":"{state}""#)
    };
    assert_eq!(sent(&mut alice, "send_payment", &retry("9007199254740992")), MALFORMED);
    assert_eq!(sent(&mut alice, "send_payment", &retry("9007199254740993")), MALFORMED);
    assert_eq!(sent(&mut alice, "send_payment", &retry("9007199254740990")), (200, Told::Error(-32602)));
    assert!(lab.untouched());
    let told = accepted(&mut alice, "send_payment", &exact, &state);
    assert_eq!(told, Told::Done("paid 9007199254740991 EUR to acct-1".into()));
}

/// C085: a name that stands twice, on the raw text.
#[test]
fn c085_a_call_with_two_readings_is_malformed_at_every_depth() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    for (tool, params) in [
        ("send_payment", r#""name":"send_payment","arguments":{"to":"alice","to":"mallory","amount":10}"#),
        ("send_payment", r#""name":"send_payment","arguments":{"to":"alice","t\u006f":"mallory","amount":10}"#),
        ("list_files", r#""name":"list_files","name":"delete_file","arguments":{"path":"notes.txt"}"#),
        ("delete_file", r#""name":"list_files","name":"delete_file","arguments":{"path":"notes.txt"}"#),
        ("delete_file", r#""name":"delete_file","arguments":{"path":"a"},"arguments":{"path":"notes.txt"}"#),
        ("delete_file", r#""name":"delete_file","arguments":{"path":{"a":[{"b":1,"b":2}]}}"#),
        (
            "delete_file",
            r#""name":"delete_file","arguments":{},"inputResponses":{"approval":{"action":"cancel","action":"accept"}}"#,
        ),
    ] {
        assert_eq!(sent(&mut alice, tool, params), MALFORMED, "{params}");
    }
    // The same of the envelope itself.
    let message = alice.message("tools/list", &map(&json!({})));
    let twice = message.to_string().replacen('{', r#"{"method":"tools/call","#, 1);
    let headers = alice.headers(&message);
    let received = alice.send_raw(&twice, headers, None, None);
    assert_eq!((received.response.status, Told::of(&received)), MALFORMED);
    assert!(lab.untouched());
    assert!(lab.audit().iter().all(|row| row == "refused duplicate_name"), "{:?}", lab.audit());
}

/// C089: two spellings of one look. Nothing is normalized, and the yes to one is none to the other.
#[test]
fn c089_a_yes_to_one_spelling_is_none_to_the_other() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let (composed, combining) = (json!({"path": "caf\u{e9}.txt"}), json!({"path": "cafe\u{301}.txt"}));
    for file in [&composed, &combining] {
        let path = file["path"].as_str().unwrap();
        lab.server.files().lock().unwrap().write(path, "Menu.\n", lab.world.now_ms());
    }
    let state = asked(&mut alice, "delete_file", &composed);
    assert_eq!(accepted(&mut alice, "delete_file", &combining, &state), Told::Error(-32602));
    assert_eq!(lab.audit(), ["asked input_required", "refused other_arguments"]);
    assert_eq!((lab.files().len(), lab.issued()), (5, 0));
    let message = |received: &Received| {
        let result = received.result().unwrap();
        result["inputRequests"]["approval"]["params"]["message"].as_str().unwrap().to_owned()
    };
    let shown = |client: &mut Client, path: &Value| message(&call(client, "delete_file", path));
    let (first, second) = (shown(&mut alice, &composed), shown(&mut alice, &combining));
    assert!(first.contains("  path = \"caf\u{e9}.txt\"\n"), "{first}");
    assert!(second.contains("  path = \"cafe\\u{301}.txt\"\n") && !second.contains('\u{301}'), "{second}");
    assert_eq!(accepted(&mut alice, "delete_file", &composed, &state), Told::Done("deleted caf\u{e9}.txt".into()));
    assert!(lab.files().contains(&"cafe\u{301}.txt".to_owned()));
}
