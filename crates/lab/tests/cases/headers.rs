//! Headers that say something else than the body: kind header-body.

use crate::{ALL, Lab, Told, map, notes};
use serde_json::json;
use twogates_lab::authorization::person;
use wire::http::Headers;
use wire::message::META_VERSION;

/// A call of `delete_file` with these headers in place of those that its body calls for, and `_meta` of this version.
fn sent(lab: &Lab, scopes: &[&str], headers: &[(&str, &str)], version: &str) -> (u16, Told) {
    let mut client = lab.client(&person("alice"), scopes);
    let mut message = client.message("tools/call", &map(&json!({"name": "delete_file", "arguments": notes()})));
    message["params"]["_meta"][META_VERSION] = version.into();
    let token = client.headers(&message).first("Authorization").unwrap().to_owned();
    let mut all = Headers::default().with("Authorization", token);
    for (name, value) in headers {
        all = all.with(name, *value);
    }
    let received = client.send_raw(&message.to_string(), all, None, None);
    (received.response.status, Told::of(&received))
}

const NOW: &str = wire::VERSION;
const OLD: &str = "2025-06-18";
const MISMATCH: (u16, Told) = (400, Told::Error(-32020));

/// C124: four requests, and some more of their kind. A caller without the scope is told the same: it comes before.
#[test]
fn c124_headers_that_differ_from_the_body_are_refused_before_any_gate() {
    let (version, method, name) = ("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name");
    let (call, delete) = ("tools/call", "delete_file");
    for headers in [
        &[(version, NOW), (method, call), (name, "list_files")][..],
        &[(version, NOW), (method, "tools/list")],
        &[(version, OLD), (method, call), (name, delete)],
        &[(version, NOW), (method, call)],
        // An older version switches nothing off, and neither does none.
        &[(version, OLD), (method, call), (name, "list_files")],
        &[(version, OLD), (method, call)],
        &[(version, OLD)],
        &[(method, call), (name, delete)],
        &[(version, NOW), (name, delete)],
        // A second line that says something else, whichever stands first.
        &[(version, NOW), (method, call), (name, delete), (name, "list_files")],
        &[(version, NOW), (method, call), (name, "list_files"), (name, delete)],
        &[(version, NOW), (version, OLD), (method, call), (name, delete)],
        // Values compare exactly.
        &[(version, NOW), (method, "Tools/Call"), (name, delete)],
        &[(version, NOW), (method, call), (name, "Delete_File")],
        &[(version, NOW), (method, call), (name, "")],
    ] {
        for scopes in [ALL, &[]] {
            let lab = Lab::new();
            assert_eq!(sent(&lab, scopes, headers, NOW), MISMATCH, "{headers:?}");
            assert!(lab.untouched(), "{headers:?}");
            assert_eq!(lab.audit(), ["refused header_mismatch"], "{headers:?}");
        }
    }
    let lab = Lab::new();
    let (status, told) = sent(&lab, ALL, &[(version, NOW), (method, call), (name, delete)], NOW);
    assert!(status == 200 && told.asks(), "and as they should be: {told:?}");
}

/// C124: a body of an older version is held against its headers too, and then not spoken.
#[test]
fn c124_an_older_body_is_no_way_around_either() {
    let lab = Lab::new();
    let (version, method, name) = ("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name");
    let old = [(version, OLD), (method, "tools/call"), (name, "list_files")];
    assert_eq!(sent(&lab, ALL, &old, OLD), MISMATCH);
    assert_eq!(sent(&lab, ALL, &old[..2], OLD), MISMATCH);
    let right = [(version, OLD), (method, "tools/call"), (name, "delete_file")];
    assert_eq!(sent(&lab, ALL, &right, OLD), (400, Told::Error(-32022)));
    assert_eq!(lab.audit(), ["refused header_mismatch", "refused header_mismatch", "refused wrong_version"]);
}

/// HTTP-13: what a header cannot carry, or would be read as something else, travels encoded. The server's own reader is
/// the judge: it compares what it decoded with the body, and then knows no such tool.
#[test]
fn a_name_that_a_header_cannot_carry_travels_encoded() {
    let sent = |name: &str| {
        let mut client = Lab::new().alice();
        let message = client.message("tools/call", &map(&json!({"name": name, "arguments": {}})));
        let header = client.headers(&message).first("Mcp-Name").unwrap().to_owned();
        assert_eq!(Told::of(&client.send(&message, None, None)), Told::Error(-32602), "{name:?}");
        header
    };
    for (name, header) in [
        ("nope", "nope"),
        ("two words ~!", "two words ~!"),
        ("caf\u{e9}", "=?base64?Y2Fmw6k=?="),
        ("a\nb", "=?base64?YQpi?="),
        ("\u{7f}", "=?base64?fw==?="),
        (" a", "=?base64?IGE=?="),
        ("a ", "=?base64?YSA=?="),
        ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
    ] {
        assert_eq!(sent(name), header, "{name:?}");
    }
}
