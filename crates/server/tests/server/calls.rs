//! The four tools, asked and answered.

use crate::support::House;
use serde_json::json;

const ALL: &str = "files:write files:payroll web:search payments:write";

#[test]
fn a_payment_runs_once_for_one_yes() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, ALL);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let asked = alice.call("send_payment", &payment);
    let result = &asked.body["result"];
    assert_eq!((asked.status, &result["resultType"]), (200, &json!("input_required")));
    let form = &result["inputRequests"]["approval"]["params"];
    let message = form["message"].as_str().unwrap();
    for line in ["send_payment", "Plant Shop", "20", "EUR", "now"] {
        assert!(message.contains(line), "{message}");
    }
    let state = result["requestState"].as_str().unwrap();
    assert_eq!(alice.yes("send_payment", &payment, state).text(), (false, "paid 20 EUR to Plant Shop"));
    let (error, text) = {
        let again = alice.yes("send_payment", &payment, state);
        let (error, text) = again.text();
        (error, text.to_owned())
    };
    assert!(error && text.starts_with("Already done at ") && text.contains("nothing ran again"), "{text}");
    let other = alice.yes("send_payment", &json!({"to": "Plant Shop", "amount": 21}), state);
    assert_eq!((other.status, other.code()), (200, -32602));
    let bob = crate::support::Client::new(&server.url, &house.issuer.token("bob", ALL));
    assert_eq!(bob.yes("send_payment", &payment, state).code(), -32602);
}

#[test]
fn a_no_is_heard() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, ALL);
    let payment = json!({"to": "Plant Shop", "amount": 20});
    for (answer, says) in [
        (json!({"action": "decline"}), "the person declined"),
        (json!({"action": "cancel"}), "closed the question"),
        (json!({"action": "accept", "content": {"approved": false}}), "answered no in the form"),
    ] {
        let state = alice.ask("send_payment", &payment);
        let said = alice.answer("send_payment", &payment, &state, answer);
        let (error, text) = said.text();
        assert!(error && text.contains(says), "{text}");
        let late = alice.yes("send_payment", &payment, &state);
        assert!(late.text().0, "a yes after a no changes nothing");
    }
    let fourth = alice.call("send_payment", &payment);
    assert!(fourth.text().1.contains("three times in ten minutes"), "{fourth:?}");
}

#[test]
fn a_file_is_listed_and_deleted() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, ALL);
    assert_eq!(alice.call("list_files", &json!({})).text(), (false, "notes.txt\nreport.csv"));
    assert_eq!(alice.call("list_files", &json!({"folder": "payroll"})).text(), (false, "payroll/june.csv"));
    let notes = json!({"path": "notes.txt"});
    let state = alice.ask("delete_file", &notes);
    assert!(house.path("files/notes.txt").exists());
    assert_eq!(alice.yes("delete_file", &notes, &state).text(), (false, "deleted notes.txt"));
    assert!(!house.path("files/notes.txt").exists());
    assert_eq!(alice.call("list_files", &json!({})).text(), (false, "report.csv"));

    // Somebody else's file stands there by the time of the yes.
    let report = json!({"path": "report.csv"});
    let state = alice.ask("delete_file", &report);
    std::fs::write(house.path("files/report.new"), "month,sum\n").unwrap();
    std::fs::rename(house.path("files/report.new"), house.path("files/report.csv")).unwrap();
    let changed = alice.yes("delete_file", &report, &state);
    assert!(changed.text().0, "{changed:?}");
    assert!(house.path("files/report.csv").exists());
}

#[test]
fn what_cannot_be_shown_is_not_asked() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, ALL);
    let mut params = json!({"name": "send_payment", "arguments": {"to": "Plant Shop", "amount": 20}});
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
    let answer = alice.raw("tools/call", Some("send_payment"), &[], body.as_bytes());
    assert_eq!((answer.status, answer.code()), (400, -32021));
    let wrong = alice.call("delete_file", &json!({"path": "notes.txt", "quietly": true}));
    assert!(wrong.text().0 && wrong.text().1.starts_with("Not run"), "{wrong:?}");
    assert_eq!(alice.call("format_disk", &json!({})).code(), -32602);
}

#[test]
fn there_is_nothing_but_tools() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, ALL);
    let found = alice.send("server/discover", json!({}));
    assert_eq!(found.body["result"]["supportedVersions"], json!(["2026-07-28"]));
    for (method, field) in [
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ] {
        let result = &alice.send(method, json!({})).body["result"];
        assert_eq!((&result[field], &result["cacheScope"]), (&json!([]), &json!("private")), "{method}");
        assert!(result["ttlMs"].is_u64(), "{method}");
    }
    let missing = alice.send("resources/read", json!({"uri": "file:///x"}));
    assert_eq!((missing.code(), &missing.body["error"]["data"]["uri"]), (-32602, &json!("file:///x")));
    let prompt = alice.send("prompts/get", json!({"name": "x"}));
    assert_eq!(prompt.code(), -32602);
    let old = alice.send("initialize", json!({"protocolVersion": "2025-11-25"}));
    assert_eq!((old.status, old.code()), (404, -32601));
    let listen = alice.send("subscriptions/listen", json!({}));
    assert_eq!((listen.status, listen.code()), (404, -32601));
}

#[test]
fn two_readings_are_none() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, ALL);
    let meta = crate::support::meta();
    let double = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"send_payment","_meta":{meta},"arguments":{{"to":"A","amount":1,"amount":900}}}}}}"#
    );
    let answer = alice.raw("tools/call", Some("send_payment"), &[], double.as_bytes());
    assert_eq!((answer.status, answer.code()), (400, -32600));
    let named = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "send_payment", "_meta": meta, "arguments": {"to": "A", "amount": 1}}});
    let other = alice.raw("tools/call", Some("list_files"), &[], named.to_string().as_bytes());
    assert_eq!((other.status, other.code()), (400, -32020));
    let older = alice.raw(
        "tools/call",
        Some("send_payment"),
        &[("MCP-Protocol-Version", "2025-11-25")],
        named.to_string().as_bytes(),
    );
    assert_eq!(older.status, 400);
}
