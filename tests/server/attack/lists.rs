//! What a caller can learn of tools that it may not call.

use crate::house::{ALL, BENCH, House};
use crate::http::{Answer, Message};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const TOOLS: [(&str, &str); 4] = [
    ("list_files", r#"{}"#),
    ("search_web", r#"{"query":"x"}"#),
    ("delete_file", r#"{"path":"notes.txt"}"#),
    ("send_payment", r#"{"to":"Plant Shop","amount":1}"#),
];

fn list(house: &House, token: &str) -> Answer {
    house.send(&Message::request("tools/list", json!({})).by(token))
}

fn names(answer: &Answer) -> BTreeSet<String> {
    let tools = answer.json()["result"]["tools"].clone();
    tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// C066: neither a list, nor what is discovered, nor an error names a tool that the token does not cover.
#[test]
fn c066_a_hidden_tool_is_named_nowhere() {
    let house = House::new();
    let (reads, writes) = (house.token("alice", "files:read"), house.token("alice", "files:read files:write"));
    assert_eq!(names(&list(&house, &reads)), BTreeSet::from(["list_files".to_owned()]));
    assert_eq!(names(&list(&house, &writes)), ["delete_file", "list_files"].map(ToOwned::to_owned).into());
    let discovered = house.send(&Message::request("server/discover", json!({})).by(&reads));
    let unknown = house.send(&Message::call("no_such_tool", json!({})).by(&reads));
    assert_eq!(unknown.code(), -32602);
    for answer in [list(&house, &reads), discovered, unknown] {
        for hidden in ["delete_file", "send_payment", "search_web", "Deletes", "Pays", "payee", "amount"] {
            assert!(!answer.body.contains(hidden), "{hidden}: {answer:?}");
        }
    }
}

/// The schema of a hidden tool shows in no error, however its arguments are wrong.
#[test]
fn no_error_shows_the_schema_of_a_hidden_tool() {
    let house = House::new();
    let token = house.token("alice", "files:read");
    for arguments in [json!({}), json!({"to": 1}), json!({"amount": "x", "to": "y"}), json!({"path": []})] {
        for tool in ["send_payment", "delete_file", "search_web"] {
            let answer = house.untouched(|| house.send(&Message::call(tool, arguments.clone()).by(&token)));
            assert_eq!(answer.status, 403, "{answer:?}");
            assert_eq!(answer.body, "", "a challenge is all");
            for word in ["integer", "required", "currency", "limit", "query", "property"] {
                assert!(!answer.challenge().contains(word), "{answer:?}");
            }
        }
    }
}

/// An undisclosed tool answers exactly as one that there is not, whatever is sent to it.
#[test]
fn an_undisclosed_tool_answers_as_one_that_there_is_not() {
    let house = House::set("", "[tools.send_payment]\nundisclosed = true\n");
    let token = house.token("alice", "files:read");
    for arguments in [json!({}), json!({"to": "x", "amount": 5}), json!({"amount": "x"})] {
        for (name, state) in [("send_payment", None), ("bend_payment", None), ("send_payment", Some("v1.k.b.t"))] {
            let mut params = json!({"name": name, "arguments": arguments});
            if let Some(state) = state {
                params["requestState"] = state.into();
                params["inputResponses"] = json!({"approval": {"action": "accept", "content": {"approved": true}}});
            }
            let answer = house.untouched(|| house.send(&Message::request("tools/call", params).by(&token)));
            let plain = house.send(&Message::call("bend_payment", json!({})).by(&token));
            assert_eq!(answer.status, plain.status, "{answer:?}");
            assert_eq!(answer.body.replace(name, "bend_payment"), plain.body, "{arguments}");
        }
    }
    let rich = house.token("alice", ALL);
    house.send(&Message::call("send_payment", json!({"to": "Plant Shop", "amount": 5})).by(&rich)).state();
}

/// C068: a tool is listed exactly when a call of it is not turned away for want of scope. For every set of scopes.
#[test]
fn c068_what_is_listed_is_what_may_be_called() {
    let house = House::new();
    let scopes: Vec<_> = ALL.split(' ').collect();
    for set in 0..1_u32 << scopes.len() {
        let chosen = scopes.iter().enumerate().filter(|(at, _)| set & 1 << at != 0).map(|(_, scope)| *scope);
        let scope = chosen.collect::<Vec<_>>().join(" ");
        let token = BENCH.mint(house.claims(&scope), json!({}));
        let listed = names(&list(&house, &token));
        for (tool, arguments) in TOOLS {
            let arguments: Value = serde_json::from_str(arguments).unwrap();
            let answer = house.send(&Message::call(tool, arguments).by(&token));
            assert!([200, 403].contains(&answer.status), "{scope}: {answer:?}");
            assert_eq!(listed.contains(tool), answer.status == 200, "{tool} with {scope}: {answer:?}");
        }
    }
    assert_eq!((house.files().len(), house.payments()), (3, 0));
}

/// C069: a list that depends on the token is nobody else's, in the message and in HTTP.
#[test]
fn c069_a_list_that_depends_on_the_token_is_private() {
    let house = House::new();
    for scope in ["files:read", "files:write web:search", ALL] {
        let answer = list(&house, &house.token("alice", scope));
        let result = &answer.json()["result"];
        assert_eq!(result["cacheScope"], "private");
        assert!(result["ttlMs"].is_u64(), "{result}");
        assert!(result.get("nextCursor").is_none(), "there is one page");
        for control in answer.all("cache-control") {
            assert!(!control.contains("public"), "{answer:?}");
        }
    }
    let none = house.send(&Message::request("tools/list", json!({})));
    assert_eq!(none.status, 401);
}
