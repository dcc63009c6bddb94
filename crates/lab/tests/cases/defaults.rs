//! One call, however it is written down: kind canonical-args, the part of schemas and defaults.

use crate::{Lab, Told, accepted, asked, call, payment};
use serde_json::{Value, json};
use twogates_lab::host::Client;

/// The lines of a question's arguments.
fn shown(client: &mut Client, tool: &str, arguments: &Value) -> Vec<String> {
    let received = call(client, tool, arguments);
    let message = received.result().unwrap()["inputRequests"]["approval"]["params"]["message"].as_str().unwrap();
    message.lines().filter(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

/// C087: nothing is coerced, and every value that the handler will use is shown.
#[test]
fn c087_nothing_is_coerced_and_each_default_is_shown() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    assert_eq!(shown(&mut alice, "send_payment", &payment()), ["amount = 10", "currency = \"EUR\"", "to = \"acct-1\""]);
    assert_eq!(shown(&mut alice, "search_web", &json!({"query": "7"})), ["limit = 3", "query = \"7\""]);
    assert_eq!(shown(&mut alice, "search_web", &json!({"query": "7", "limit": 3})), ["limit = 3", "query = \"7\""]);
    for (tool, coerced) in [
        ("send_payment", json!({"to": "acct-1", "amount": "7"})),
        ("send_payment", json!({"to": "acct-1", "amount": 7.5})),
        ("send_payment", json!({"to": 7, "amount": 7})),
        ("send_payment", json!({"to": "acct-1", "amount": 7, "currency": null})),
        ("send_payment", json!({})),
        ("search_web", json!({"query": "7", "limit": "3"})),
        ("search_web", json!({"query": 7})),
        ("search_web", json!({})),
        ("list_files", json!({"folder": false})),
    ] {
        let text = Told::of(&call(&mut alice, tool, &coerced)).failure();
        assert!(text.starts_with(&format!("Not run: the arguments do not fit {tool}: ")), "{coerced}: {text}");
    }
    assert_eq!(Told::of(&call(&mut alice, "list_files", &json!({}))), Told::Done("notes.txt\nreport.csv".into()));
    assert!(lab.untouched());
}

/// C087: a default that is written out is the same call; another value is another one.
#[test]
fn c087_a_yes_covers_the_default_whether_it_is_written_out_or_not() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let state = asked(&mut alice, "send_payment", &payment());
    let dollars = json!({"to": "acct-1", "amount": 10, "currency": "USD"});
    assert_eq!(accepted(&mut alice, "send_payment", &dollars, &state), Told::Error(-32602));
    let euros = json!({"currency": "EUR", "amount": 10.0, "to": "acct-1"});
    assert_eq!(accepted(&mut alice, "send_payment", &euros, &state), Told::Done("paid 10 EUR to acct-1".into()));
    assert_eq!(lab.paid(), ["10 EUR to acct-1"]);
}
