//! The gates are on while the suite runs: without the token nothing is answered, and a person is asked where it is said.

use super::behind_gates;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use twogates_server_tests::exchange::exchange;
use twogates_server_tests::gated::{ASKED, READS, UNASKED};
use wire::http::{Headers, Request};
use wire::message::{META_CAPABILITIES, META_CLIENT, META_VERSION};

/// One request as an honest client sends it, and the status and the body of its answer.
async fn sent(server: SocketAddr, method: &str, tool: Option<&str>, arguments: Value) -> (u16, Value) {
    let meta = json!({
        META_VERSION: wire::VERSION,
        META_CLIENT: {"name": "test", "version": "0.1.0"},
        META_CAPABILITIES: {"elicitation": {}, "sampling": {}, "roots": {}},
    });
    let params = match tool {
        Some(name) => json!({"name": name, "arguments": arguments, "_meta": meta}),
        None => json!({"_meta": meta}),
    };
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let headers = Headers::default().with("MCP-Protocol-Version", wire::VERSION).with("Mcp-Method", method);
    let mut headers = tool.iter().fold(headers, |headers, name| headers.with("Mcp-Name", *name));
    if let Some(value) = arguments.get("value").and_then(Value::as_str) {
        headers = headers.with("Mcp-Param-Value", value);
    }
    let http = Request { method: "POST".into(), path: "/mcp".into(), headers, body };
    let answer = exchange(server, &http).await.unwrap();
    (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
}

/// Whether the answer is the gate's question about the call.
fn asks(answer: &Value) -> bool {
    let message = answer.pointer("/result/inputRequests/approval/params/message").and_then(Value::as_str);
    message.is_some_and(|message| message.starts_with("May this call run?"))
}

#[test]
fn without_the_token_nothing_is_answered() {
    let (gated, _, runtime) = behind_gates();
    for tool in [None, Some("test_simple_text")] {
        let method = if tool.is_some() { "tools/call" } else { "tools/list" };
        let (status, answer) = runtime.block_on(sent(gated.address, method, tool, json!({})));
        assert_eq!((status, answer), (401, Value::Null), "{method}");
    }
}

#[test]
fn every_tool_is_said_to_be_asked_about_or_not() {
    let (_gated, shim, runtime) = behind_gates();
    let (_, answer) = runtime.block_on(sent(shim, "tools/list", None, json!({})));
    let listed = answer["result"]["tools"].as_array().unwrap();
    let listed: BTreeSet<_> = listed.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let unasked = UNASKED.iter().map(|(tool, _)| *tool);
    let said: BTreeSet<_> = READS.iter().copied().chain(ASKED.iter().copied()).chain(unasked).collect();
    assert_eq!(listed, said);
    assert_eq!(said.len(), READS.len() + ASKED.len() + UNASKED.len(), "a tool is said to be both");
}

#[test]
fn a_person_is_asked_about_those_and_about_no_other() {
    let (_gated, shim, runtime) = behind_gates();
    let call = |tool: &str, arguments: &Value| {
        let (status, answer) = runtime.block_on(sent(shim, "tools/call", Some(tool), arguments.clone()));
        assert_eq!(status, 200, "{tool}: {answer}");
        asks(&answer)
    };
    for tool in ASKED {
        let arguments = match *tool {
            "test_custom_header" => json!({"value": "Hello"}),
            "json_schema_2020_12_tool" => json!({"email": "alice@example.com"}),
            _ => json!({}),
        };
        assert!(call(tool, &arguments), "{tool} is not asked about");
    }
    for tool in READS.iter().chain(UNASKED.iter().map(|(tool, _)| tool)) {
        assert!(!call(tool, &json!({})), "{tool} is asked about");
    }
}
