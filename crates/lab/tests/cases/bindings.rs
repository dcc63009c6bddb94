//! Whose yes it is, and to what: kinds consent-binding and principal-binding.

use crate::{ALL, FILES, Lab, Told, accepted, asked, call, map, notes, payment, yes};
use serde_json::{Value, json};
use twogates::scope::Principal;
use twogates_lab::authorization::person;
use twogates_lab::host::Client;
use wire::message::META_CLIENT;

/// C010: a yes to one payment, sent with another.
#[test]
fn c010_a_yes_to_one_payment_is_none_to_another() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let state = asked(&mut alice, "send_payment", &payment());
    for other in [json!({"to": "acct-1", "amount": 9999}), json!({"to": "acct-2", "amount": 10})] {
        assert_eq!(accepted(&mut alice, "send_payment", &other, &state), Told::Error(-32602), "{other}");
    }
    // The schema has no such argument: that is said before the state is looked at.
    let memo = json!({"to": "acct-1", "amount": 10, "memo": "x"});
    assert!(accepted(&mut alice, "send_payment", &memo, &state).failure().contains("unknown field `memo`"));
    assert!(lab.untouched());
    assert_eq!(
        lab.audit(),
        ["asked input_required", "refused other_arguments", "refused other_arguments", "refused bad_arguments"]
    );
    let paid = Told::Done("paid 10 EUR to acct-1".into());
    assert_eq!(accepted(&mut alice, "send_payment", &payment(), &state), paid);
    assert!(accepted(&mut alice, "send_payment", &payment(), &state).failure().starts_with("Already done"));
    assert_eq!(lab.paid(), ["10 EUR to acct-1"]);
}

/// C012: arguments that are absent, `null` or a list.
#[test]
fn c012_nobody_is_asked_about_arguments_that_do_not_parse() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let absent = alice.post("tools/call", &map(&json!({"name": "delete_file"})), None);
    assert!(Told::of(&absent).failure().contains("missing field `path`"));
    for malformed in [json!(null), json!([])] {
        assert_eq!(Told::of(&call(&mut alice, "delete_file", &malformed)), Told::Error(-32602), "{malformed}");
    }
    assert_eq!(lab.audit(), ["refused bad_arguments", "refused bad_params", "refused bad_params"]);
    // Whoever lacks a scope that some arguments would need is told of that first.
    let absent =
        lab.client(&person("alice"), &["files:write"]).post("tools/call", &map(&json!({"name": "delete_file"})), None);
    assert_eq!(Told::of(&absent), Told::Http(403));
    assert!(lab.untouched());
    assert_eq!(lab.audit()[3..], ["refused insufficient_scope"]);
}

/// C026: Alice's accepted retry, sent by others.
#[test]
fn c026_a_yes_is_good_for_its_own_principal_alone_and_is_not_burnt_by_others() {
    let lab = Lab::new();
    let (alice, mut hers) = (person("alice"), lab.alice());
    let state = asked(&mut hers, "delete_file", &notes());
    // Bob is of the same issuer and client, and has every scope; the rest share all but one part with Alice.
    let others = [
        person("bob"),
        Principal { issuer: "https://other.example".into(), ..alice.clone() },
        Principal { client: Some("phone".into()), ..alice.clone() },
        Principal { client: Some(String::new()), ..alice.clone() },
        Principal { client: None, ..alice.clone() },
        Principal { subject: "Alice".into(), ..alice },
    ];
    for other in &others {
        let mut theirs = lab.client(other, ALL);
        assert_eq!(accepted(&mut theirs, "delete_file", &notes(), &state), Told::Error(-32602), "{other:?}");
        assert_eq!(lab.audit().pop().unwrap(), "refused other_principal");
    }
    assert!(lab.untouched());
    assert_eq!(accepted(&mut hers, "delete_file", &notes(), &state), Told::Done("deleted notes.txt".into()));
}

/// The parameters of the retry of a question about `notes.txt`, with what its client says of itself.
fn claiming(state: &str, arguments: &Value, client: &str) -> Value {
    json!({
        "name": "delete_file",
        "arguments": arguments,
        "inputResponses": {"approval": yes()},
        "requestState": state,
        "_meta": {META_CLIENT: {"name": client, "version": "1", "user": "alice"}},
    })
}

/// C028: what a request says of its sender is not who its sender is.
#[test]
fn c028_neither_client_info_nor_header_nor_argument_says_who_is_asking() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let state = asked(&mut alice, "delete_file", &notes());
    let mut bob = lab.client(&person("bob"), ALL);
    let send = |client: &mut Client, arguments: &Value, named: &str| {
        let claimed = claiming(&state, arguments, named);
        let mut message = client.message("tools/call", &map(&claimed));
        message["params"]["_meta"][META_CLIENT] = claimed["_meta"][META_CLIENT].clone();
        let headers = client.headers(&message);
        let headers =
            headers.with("Mcp-User", "alice").with("Mcp-Principal", "alice").with("X-Forwarded-User", "alice");
        Told::of(&client.send_raw(&message.to_string(), headers, None, None))
    };
    // The schema has no `user`, and without it the state is not Bob's.
    let with_user = json!({"path": "notes.txt", "user": "alice"});
    assert!(send(&mut bob, &with_user, "DeskApp").failure().contains("unknown field `user`"));
    assert_eq!(send(&mut bob, &notes(), "DeskApp"), Told::Error(-32602));
    assert_eq!(lab.audit()[1..], ["refused bad_arguments", "refused other_principal"]);
    assert_eq!(lab.files(), FILES);
    // Alice is Alice, whatever her client calls itself.
    assert_eq!(send(&mut alice, &notes(), "PhoneApp"), Told::Done("deleted notes.txt".into()));
}
