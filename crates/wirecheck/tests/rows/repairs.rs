//! The repairs of one message, all of them, in the order in which they come: each fits, and none of their findings is left.

use crate::common::{entry, find, meta, request};
use serde_json::{Value, json};

/// What is left in an entry after all its repairs, and how many there were.
fn repaired(entry: &Value) -> (Value, usize, Vec<&'static str>) {
    let found = find(&[entry.to_string()]);
    let repairs: Vec<_> = found.iter().filter_map(|finding| Some((finding.check, finding.repair.as_ref()?))).collect();
    let mut repaired = entry.clone();
    for (check, repair) in &repairs {
        repaired = repair.apply(&repaired).unwrap_or_else(|wrong| panic!("{check}: {wrong} in {entry}"));
    }
    let left = find(&[repaired.to_string()]).into_iter().map(|finding| finding.check);
    let checks: Vec<_> = repairs.iter().map(|(check, _)| *check).collect();
    (repaired, repairs.len(), left.filter(|check| checks.contains(check)).collect())
}

fn posted(http: &Value, message: &Value) -> Value {
    entry(1, "mcp", "host", "server", json!({"http": http, "message": message}))
}

#[test]
fn headers_that_are_gone_twice() {
    let right = json!([["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", "tools/list"]]);
    let list = request(1, "tools/list", &json!({}));
    for places in [[0, 0], [0, 1], [0, 2], [1, 3], [2, 3]] {
        let mut headers = right.as_array().unwrap().clone();
        for (place, gone) in places.into_iter().zip(["Mcp-Session-Id", "Last-Event-ID"]) {
            headers.insert(place, json!([gone, "a"]));
        }
        let (repaired, repairs, left) = repaired(&posted(&json!({"request": "POST /mcp", "headers": headers}), &list));
        assert_eq!((repairs, left), (2, vec![]));
        assert_eq!(repaired["http"]["headers"], right);
    }
}

#[test]
fn headers_of_which_there_are_none() {
    let call = request(1, "tools/call", &json!({"name": "löschen"}));
    for http in [json!({"request": "POST /mcp"}), json!({"request": "POST /mcp", "headers": []})] {
        let (repaired, repairs, left) = repaired(&posted(&http, &call));
        assert_eq!((repairs, left), (3, vec![]));
        assert_eq!(repaired["http"]["headers"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn everything_at_once() {
    let mut call = request(1, "tools/call", &json!({"name": "x"}));
    call["jsonrpc"] = "1.0".into();
    call["params"]["_meta"] = json!({"io.modelcontextprotocol/clientCapabilities": {"roots": true}});
    let headers =
        json!([["Last-Event-ID", "a"], ["Mcp-Method", "tools/list"], ["mcp-method", "x"], ["Mcp-Session-Id", "b"]]);
    let (repaired, repairs, left) = repaired(&posted(&json!({"request": "POST /mcp", "headers": headers}), &call));
    assert_eq!((repairs, left), (8, vec![]), "{repaired}");
    assert_eq!(repaired["message"]["params"]["_meta"], meta(&json!({"roots": {}})));
}
