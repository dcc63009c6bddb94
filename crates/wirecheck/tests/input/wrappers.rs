//! Messages within logs: who speaks, on which connection, and where the message stands.

use crate::{ANSWER, WRONG, checked, whole};
use serde_json::{Value, json};
use twogates_wirecheck::Options;

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn lines(documents: &[Value]) -> String {
    documents.iter().map(|document| format!("{document}\n")).collect()
}

#[test]
fn the_message_is_found_under_any_usual_name() {
    for key in ["message", "payload", "msg", "data", "body", "raw", "content", "json", "request"] {
        let text = lines(&[
            json!({"timestamp": "2026-07-28T14:00:00Z", "level": "debug", key: value(WRONG)}),
            json!({"timestamp": "2026-07-28T14:00:01Z", key: value(ANSWER)}),
        ]);
        assert_eq!(whole(text), [format!("1: meta-version /{key}/params/_meta")], "{key}");
    }
    let deep =
        lines(&[json!({"data": {"event": {"x": 1}, "payload": value(WRONG)}}), json!({"message": value(ANSWER)})]);
    assert_eq!(whole(deep), ["1: meta-version /data/payload/params/_meta"]);
}

#[test]
fn a_message_within_a_text_is_read_and_its_pointer_says_so() {
    let text = lines(&[json!({"message": WRONG}), json!({"message": ANSWER})]);
    assert_eq!(whole(text), ["1: meta-version /message#/params/_meta"]);
    let twice = lines(&[json!({"message": r#"{"jsonrpc":"2.0","jsonrpc":"2.0"}"#})]);
    assert_eq!(whole(twice), ["1: duplicate-name "]);
}

/// A log that keeps messages where no other does is read all the same.
#[test]
fn a_message_is_found_wherever_a_log_keeps_it() {
    let deep = |message: &str| {
        let message = value(message);
        ["g", "f", "e", "message", "d", "c", "b", "a"].iter().fold(message, |inner, key| json!({*key: inner}))
    };
    assert_eq!(whole(lines(&[deep(WRONG), deep(ANSWER)])), ["1: meta-version /a/b/c/d/message/e/f/g/params/_meta"]);
    for kept in [
        json!({"frame": value(WRONG)}),
        json!({"frame": WRONG}),
        json!({"packets": [{"at": 1}, value(WRONG)]}),
        json!({"payload": {"level": "info"}, "x": {"y": [value(WRONG)]}}),
    ] {
        let (found, summary) = checked(lines(&[kept.clone(), json!({"frame": value(ANSWER)})]), Options::default());
        assert_eq!((found.len(), summary.checked), (1, 2), "{kept}: {found:?}");
        assert!(found[0].contains(": meta-version /"), "{found:?}");
    }
    let (found, summary) = checked(lines(&[json!({"config": {"jsonrpc": "2.0"}})]), Options::default());
    assert_eq!((found.len(), summary.skipped), (0, 1));
}

#[test]
fn what_holds_no_message_is_skipped() {
    let text = lines(&[
        json!({"level": "info", "msg": "listening"}),
        json!({"level": "info", "msg": "{not json"}),
        json!({"message": value(WRONG)}),
        json!({"message": value(ANSWER)}),
        json!({}),
    ]);
    let (found, summary) = checked(text, Options::default());
    assert_eq!(found, ["3: meta-version /message/params/_meta"]);
    assert_eq!((summary.checked, summary.skipped, summary.unreadable), (2, 3, 0));
}

#[test]
fn a_fault_in_a_logs_own_fields_is_none_of_the_message() {
    let log = |message: &str| format!(r#"{{"at":1785247200000000000,"at":1,"message":{message}}}"#);
    assert_eq!(whole(format!("{}\n{}", log(WRONG), log(ANSWER))), ["1: meta-version /message/params/_meta"]);
    let twice = ANSWER.replacen('{', r#"{"id":1,"#, 1);
    assert_eq!(
        whole(format!("{}\n{}", log(WRONG), log(&twice))),
        ["1: meta-version /message/params/_meta", "2: duplicate-name /message"]
    );
}

#[test]
fn the_inspector_keeps_request_and_response_side_by_side() {
    let entry = json!({
        "id": "e-1", "timestamp": "2026-07-28T14:00:00Z", "direction": "request", "duration": 12,
        "message": value(WRONG), "response": value(ANSWER),
    });
    assert_eq!(whole(lines(&[entry])), ["1: meta-version /message/params/_meta"]);
    let history = json!([
        {"request": json!({"method": "tools/list", "params": {}}).to_string(), "createdAt": "2026-07-28T14:00:00Z",
         "response": json!({"tools": [{"name": "a b", "inputSchema": {"type": "object"}}]}).to_string()},
        {"request": {"method": "tools/call", "params": {"arguments": {}}}, "response": {"content": 1}},
        {"request": {"method": "tools/call", "params": {"name": "x"}}, "response": {"error": "it failed"}},
        {"request": {"method": "tools/call", "params": {"name": "x"}}},
    ]);
    // It leaves out the envelope and _meta, so that nothing is said about these.
    assert_eq!(whole(history.to_string()), ["1: tool-name /response#/tools/0/name", "1: call-shape /request/params"]);
}

#[test]
fn several_messages_in_one_document() {
    for key in ["messages", "entries", "history", "events", "log", "logs"] {
        let text = json!({"version": 1, key: [value(WRONG), {"message": value(ANSWER)}, 7, "x"]}).to_string();
        assert_eq!(whole(text), [format!("1: meta-version /{key}/0/params/_meta")], "{key}");
    }
}

/// A request of a server, as each kind of log says it.
#[test]
fn who_speaks_is_told_by_many_words() {
    let request =
        value(&WRONG.replace("\"_meta\":{", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","));
    let said = |key: &str, word: &str| {
        let found = whole(lines(&[json!({key: word, "message": request})]));
        found.iter().any(|line| line.contains("server-request"))
    };
    for word in ["server-to-client", "server->client", "S2C", "from server to client", "server", "SERVER → CLIENT"] {
        assert!(said("direction", word), "{word}");
    }
    for word in ["client-to-server", "c2s", "client", "host", "request", "notification", "", "to the server, client"] {
        assert!(!said("direction", word) || word == "to the server, client", "{word}");
    }
    for key in ["direction", "dir", "from", "sender", "side", "role", "type"] {
        assert!(said(key, "server"), "{key}");
    }
}

/// Whoever sends the first request is the client: from then on the directions mean something.
#[test]
fn sent_and_received_are_told_apart_by_the_first_request() {
    let right = WRONG.replace("\"_meta\":{", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",");
    for (sent, received) in
        [("outgoing", "incoming"), ("send", "recv"), ("out", "in"), ("->", "<-"), ("tx", "rx"), (">>", "<<")]
    {
        for (client, server) in [(sent, received), (received, sent)] {
            let text = lines(&[
                json!({"direction": client, "message": value(&right)}),
                json!({"direction": server, "message": value(ANSWER)}),
                json!({"direction": server, "message": value(&right)}),
            ]);
            assert_eq!(whole(text), ["3: server-request /message/method"], "{client}");
        }
    }
}

#[test]
fn each_connection_has_ids_of_its_own() {
    for key in
        ["session", "sessionId", "session_id", "connection", "connectionId", "server", "serverName", "server_name"]
    {
        let on = |name: &str, message: &str| json!({key: name, "message": value(message)});
        let apart = lines(&[on("a", WRONG), on("b", WRONG), on("a", ANSWER), on("b", ANSWER)]);
        let version = ["1: meta-version /message/params/_meta", "2: meta-version /message/params/_meta"];
        assert_eq!(whole(apart), version, "{key}");
        let together = lines(&[on("a", WRONG), on("a", WRONG), on("a", ANSWER)]);
        assert_eq!(whole(together).len(), 3, "{key}: the id is in use");
    }
}

#[test]
fn a_prefix_and_an_event_stream_are_read_past() {
    let text = format!(
        ": keep-alive\nevent: message\nid: 7\nretry: 10\ndata: {WRONG}\n\n\
         2026-07-28 14:00:01,000 DEBUG mcp.client: Received: {ANSWER}\n"
    );
    let (found, summary) = checked(text, Options::default());
    assert_eq!(found, ["5: meta-version /params/_meta"]);
    assert_eq!((summary.checked, summary.skipped), (2, 4));
    let right = WRONG.replace("\"_meta\":{", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",");
    let sent = format!("DEBUG Sending: {right}\nDEBUG Received: {ANSWER}\nDEBUG Received: {right}");
    assert_eq!(whole(sent), ["3: server-request /method"]);
    assert_eq!(whole("see {this}\nid: {that}"), ["1: not-json ", "2: not-json "]);
}

#[test]
fn entries_are_read_and_other_versions_are_not() {
    let entry = |version: u32, more: &str| {
        format!(r#"{{"v":{version},"number":1,"act":"a","atMs":0,"kind":"mcp","from":"host","message":{WRONG}{more}}}"#)
    };
    assert_eq!(whole(entry(1, ""))[0], "1: meta-version /message/params/_meta");
    assert_eq!(whole(entry(2, "")), ["1: entry version 2 is not 1"]);
    let unknown = whole(entry(1, r#","colour":"red""#));
    assert!(unknown[0].starts_with("1: not an entry: unknown field `colour`"), "{unknown:?}");
    let told = r#"{"v":1,"number":1,"act":"a","atMs":0,"kind":"note","from":"narrator","text":["one"]}"#;
    let (found, summary) = checked(told, Options::default());
    assert_eq!((found.len(), summary.told, summary.checked), (0, 1, 0));
}

/// A lesson keeps a message that can be read in two ways as the text that it is.
#[test]
fn an_entry_may_keep_a_message_as_its_text() {
    let raw = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{},"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let entry = json!({"v": 1, "number": 1, "act": "a", "atMs": 0, "kind": "mcp", "from": "host", "to": "server", "text": [raw]});
    let answer = json!({"v": 1, "number": 2, "act": "a", "atMs": 0, "kind": "mcp", "from": "server", "to": "host", "answers": 1,
        "message": value(ANSWER)});
    assert_eq!(whole(lines(&[entry.clone(), answer.clone()])), ["1: duplicate-name /text/0#"]);
    let mut marked = entry;
    marked["violation"] = json!({"text": "names params twice", "rules": ["CALL-04"]});
    assert_eq!(whole(lines(&[marked, answer])), [""; 0]);
}

/// An act that is shown by itself begins in the middle.
#[test]
fn a_transcript_whose_first_entry_is_not_the_first_lacks_its_beginning() {
    let answer = |number: u32| json!({"v": 1, "number": number, "act": "a", "atMs": 0, "kind": "mcp", "from": "server", "message": value(ANSWER)});
    assert_eq!(whole(lines(&[answer(1)])), ["1: response-unknown /message/id"]);
    assert_eq!(whole(lines(&[answer(7)])), [""; 0]);
}
