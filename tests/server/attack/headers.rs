//! What headers say beside the body: an older revision, another tool, nothing, or two things.

use crate::house::{ALL, House};
use crate::http::{Answer, Message, VERSION, meta};
use serde_json::json;

/// A house, alice's token for everything, and a call that would be asked about.
fn start() -> (House, String) {
    let house = House::new();
    let token = house.token("alice", ALL);
    (house, token)
}

fn deletion() -> Message {
    Message::call("delete_file", json!({"path": "notes.txt"}))
}

fn mismatch(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (400, -32020), "{answer:?}");
}

/// C124, in its four parts.
#[test]
fn c124_headers_that_differ_from_the_body_are_refused_before_anything_is_asked() {
    let (house, token) = start();
    let list = Message::request("tools/list", json!({}));
    for message in [
        deletion().with("Mcp-Name", "list_files"),
        deletion().with("Mcp-Method", "tools/list").without("Mcp-Name"),
        list.with("Mcp-Method", "tools/call"),
        deletion().with("MCP-Protocol-Version", "2025-06-18"),
        deletion().without("Mcp-Name"),
        deletion().without("Mcp-Method"),
        deletion().without("MCP-Protocol-Version"),
    ] {
        mismatch(&house.untouched(|| house.send(&message.by(&token))));
    }
    // As sent by an honest client, it is asked about.
    house.send(&deletion().by(&token)).state();
}

#[test]
fn a_second_line_of_a_header_hides_nothing() {
    let (house, token) = start();
    for (name, value) in
        [("Mcp-Name", "list_files"), ("Mcp-Method", "tools/list"), ("MCP-Protocol-Version", "2025-11-25")]
    {
        mismatch(&house.send(&deletion().also(name, value).by(&token)));
        let mut first = deletion().by(&token);
        first.headers.insert(0, (name.into(), value.into()));
        mismatch(&house.send(&first));
    }
}

#[test]
fn an_encoded_name_is_the_name_that_it_encodes() {
    let (house, token) = start();
    house.send(&deletion().with("Mcp-Name", "=?base64?ZGVsZXRlX2ZpbGU=?=").by(&token)).state();
    for other in
        ["=?base64?bGlzdF9maWxlcw==?=", "=?base64?ZGVsZXRlX2ZpbGU?=", "=?base64?%%?=", "delete_file%20", "DELETE_FILE"]
    {
        mismatch(&house.send(&deletion().with("Mcp-Name", other).by(&token)));
    }
}

/// An older header switches nothing off, in whichever way the body agrees with it.
#[test]
fn an_older_revision_is_answered_with_the_one_that_is_spoken() {
    let (house, token) = start();
    for old in ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2027-01-01", ""] {
        let mut said = meta();
        said["io.modelcontextprotocol/protocolVersion"] = old.into();
        let params = json!({"name": "delete_file", "arguments": {"path": "notes.txt"}, "_meta": said});
        let message = Message::request("tools/call", params).with("MCP-Protocol-Version", old).by(&token);
        let answer = house.untouched(|| house.send(&message));
        let expected = if old.is_empty() { -32020 } else { -32022 };
        assert!(answer.status == 400 && [expected, -32022].contains(&answer.code()), "{old}: {answer:?}");
        if answer.code() == -32022 {
            assert_eq!(answer.json()["error"]["data"], json!({"supported": [VERSION], "requested": old}));
        }
    }
}

/// What a client of 2025 sends: no `_meta`, a handshake, a session.
#[test]
fn a_client_of_an_older_revision_gets_no_further_than_an_error() {
    let (house, token) = start();
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}},
    });
    let plain = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "delete_file", "arguments": {"path": "notes.txt"}},
    });
    for body in [hello, plain] {
        for version in [None, Some("2025-11-25"), Some("2025-03-26")] {
            let message = Message::post(body.to_string()).also("Mcp-Session-Id", "a-session").by(&token);
            let message = match version {
                Some(version) => message.also("MCP-Protocol-Version", version).also("Mcp-Name", "list_files"),
                None => message,
            };
            let answer = house.untouched(|| house.send(&message));
            assert!([400, 404].contains(&answer.status), "{answer:?}");
            assert!(answer.json().get("result").is_none(), "{answer:?}");
            assert_eq!(answer.all("mcp-session-id"), [""; 0]);
        }
    }
}

#[test]
fn there_is_no_other_way_in_than_a_post() {
    let (house, token) = start();
    for method in ["GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"] {
        let answer = house.untouched(|| house.send(&Message { method, ..deletion() }.by(&token)));
        assert_eq!(answer.status, 405, "{method}: {answer:?}");
    }
    for path in ["/", "/mcp/", "/mcp/x", "//mcp", "/MCP", "/mcp%2f"] {
        let answer = house.untouched(|| house.send(&Message { path: path.into(), ..deletion() }.by(&token)));
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
}

/// A page elsewhere in a browser, and a name that was made to point here.
#[test]
fn a_foreign_page_and_a_foreign_host_are_refused() {
    let (house, token) = start();
    for origin in ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"] {
        let answer = house.untouched(|| house.send(&deletion().also("Origin", origin).by(&token)));
        assert_eq!(answer.status, 403, "{origin}: {answer:?}");
        assert_eq!(answer.all("www-authenticate"), [""; 0]);
    }
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        let answer = house.untouched(|| house.send(&deletion().also("Host", host).by(&token)));
        assert!([400, 403, 421].contains(&answer.status), "{host}: {answer:?}");
    }
}
