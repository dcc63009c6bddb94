//! Headers and statuses: what the samples do not show.

use crate::common::{entry, found, request, result};
use serde_json::{Value, json};

/// What is found in a POST with these headers for this request, refused as it must be if they do not agree.
fn posted(request: &Value, headers: &Value, refused: bool) -> Vec<String> {
    let http = json!({"request": "POST /mcp", "headers": headers});
    let done = result(1, &json!({"resultType": "complete", "content": []}));
    let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32020, "message": "headers"}});
    let (status, answer) = if refused { (400, error) } else { (200, done) };
    found(&[
        entry(1, "mcp", "host", "server", json!({"http": http, "message": request})),
        entry(
            2,
            "mcp",
            "server",
            "host",
            json!({"answers": 1, "http": {"status": status, "headers": []}, "message": answer}),
        ),
    ])
}

fn call(name: &str) -> Value {
    request(1, "tools/call", &json!({"name": name}))
}

#[test]
fn headers_repeat_the_body() {
    let right = json!([["mcp-protocol-version", "2026-07-28"], ["MCP-METHOD", "tools/call"], ["Mcp-Name", " x "]]);
    assert_eq!(posted(&call("x"), &right, false), [""; 0], "any case of the name, spaces around the value");
    let none = ["version-header HTTP-07", "method-header HTTP-08", "name-header HTTP-09"]
        .map(|row| format!("{row} /http/headers"));
    assert_eq!(posted(&call("x"), &json!([]), true), none);
    let served = [&none[..], &["headers-accepted HTTP-10 /message/result".to_owned()]].concat();
    assert_eq!(posted(&call("x"), &json!([]), false), served);
    let list = request(1, "server/discover", &json!({}));
    let without_name = json!([["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", "server/discover"]]);
    assert_eq!(posted(&list, &without_name, true), [""; 0], "only what names something needs a name");
    let other = json!([["MCP-Protocol-Version", "2025-11-25"], ["Mcp-Method", "server/discover"]]);
    assert_eq!(posted(&list, &other, true), ["version-header HTTP-07 /http/headers/0/1"]);
}

/// Of two lines with one name, nobody knows which the next reader takes.
#[test]
fn every_line_of_a_header_counts() {
    let lines = |more: [&str; 2]| {
        let right =
            [["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", "tools/call"], ["Mcp-Name", "=?base64?ZGVs?="]];
        [json!([right[0], right[1], right[2], more]), json!([more, right[0], right[1], right[2]])]
    };
    for (name, row) in [
        ("MCP-PROTOCOL-VERSION", "version-header HTTP-07"),
        ("mcp-method", "method-header HTTP-08"),
        ("mcp-name", "name-header HTTP-09"),
    ] {
        for (headers, place) in lines([name, "other"]).into_iter().zip([3, 0]) {
            let wrong = format!("{row} /http/headers/{place}/1");
            assert_eq!(posted(&call("del"), &headers, true), std::slice::from_ref(&wrong), "{name}");
            let served = [wrong, "headers-accepted HTTP-10 /message/result".to_owned()];
            assert_eq!(posted(&call("del"), &headers, false), served, "{name}");
        }
    }
    for headers in lines(["mcp-name", " del "]) {
        assert_eq!(posted(&call("del"), &headers, false), [""; 0], "the same twice leaves no choice");
    }
    for (headers, place) in lines(["mcp-name", "lösche"]).into_iter().zip([3, 0]) {
        let found = posted(&call("lösche"), &headers, true);
        assert!(found.contains(&format!("name-encoding HTTP-13 /http/headers/{place}/1")), "{found:?}");
    }
}

#[test]
fn each_method_has_its_own_name() {
    for (method, params, name) in [
        ("prompts/get", json!({"name": "greet"}), "greet"),
        ("resources/read", json!({"uri": "file:///a"}), "file:///a"),
        ("tasks/get", json!({"taskId": "t-1"}), "t-1"),
    ] {
        let message = request(1, method, &params);
        let headers =
            |name: &str| json!([["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", method], ["Mcp-Name", name]]);
        assert_eq!(posted(&message, &headers(name), true), [""; 0], "{method}");
        assert_eq!(posted(&message, &headers("x"), true), ["name-header HTTP-09 /http/headers/2/1"], "{method}");
    }
}

#[test]
fn names_are_encoded_where_they_must_be() {
    let named = |name: &str, header: &str| {
        let headers =
            json!([["MCP-Protocol-Version", "2026-07-28"], ["Mcp-Method", "tools/call"], ["Mcp-Name", header]]);
        posted(&call(name), &headers, true)
    };
    for (name, header) in [
        ("Hello", "=?base64?SGVsbG8=?="),
        ("Hello", "Hello"),
        ("ö", "=?base64?w7Y=?="),
        ("a", "=?base64?YQ==?="),
        ("ab", "=?base64?YWI=?="),
        ("abc", "=?base64?YWJj?="),
        ("", "=?base64??="),
        ("???>>>", "=?base64?Pz8/Pj4+?="),
        ("=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="),
    ] {
        assert_eq!(named(name, header), [""; 0], "{name} {header}");
    }
    let differs = ["name-header HTTP-09 /http/headers/2/1"];
    for (name, header) in [
        ("Hello", "SGVsbG8="),
        ("Hello", "=?base64?SGVsbG8?="),
        ("Hello", "=?base64?SGVsbG8==?="),
        ("Hello", "=?base64?SGVsbG9=?="),
        ("Hello", "=?base64?SGVs bG8=?="),
        ("Hello", "=?base64?SGVsbG8-?="),
        ("Hello", "=?base64?A?="),
        ("a", "=?base64?YR==?="),
        ("\u{fffd}", "=?base64?/w==?="),
        ("hello", "Hello"),
    ] {
        assert_eq!(named(name, header), differs, "{name} {header}");
    }
    for name in ["lösche", "=?base64?eA==?x?=", "a\tb"] {
        let found = named(name, name);
        assert!(found.iter().any(|line| line == "name-encoding HTTP-13 /http/headers/2/1"), "{name}: {found:?}");
    }
}

#[test]
fn gone_headers_are_taken_out() {
    let headers = json!([
        ["MCP-Protocol-Version", "2026-07-28"],
        ["MCP-SESSION-ID", "1"],
        ["Mcp-Method", "tools/call"],
        ["Last-Event-ID", "7"],
        ["Mcp-Name", "x"],
    ]);
    assert_eq!(
        posted(&call("x"), &headers, false),
        ["session-header HTTP-21 /http/headers/3", "session-header HTTP-21 /http/headers/1"]
    );
}

#[test]
fn statuses_that_go_with_codes() {
    let refused = |code: i64, status: u16| {
        let http = json!({"request": "POST /mcp", "headers": [["MCP-Protocol-Version", "2026-07-28"],
            ["Mcp-Method", "tools/call"], ["Mcp-Name", "x"]]});
        let data = json!({"requiredCapabilities": {}, "supported": [], "requested": ""});
        let error = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "no", "data": data}});
        found(&[
            entry(1, "mcp", "host", "server", json!({"http": http, "message": call("x")})),
            entry(
                2,
                "mcp",
                "server",
                "host",
                json!({"answers": 1, "http": {"status": status, "headers": []}, "message": error}),
            ),
        ])
    };
    for (code, right, row) in [
        (-32020, 400, "headers-status HTTP-10"),
        (-32021, 400, "capability-status META-06"),
        (-32022, 400, "version-status VER-02"),
        (-32601, 404, "method-status ERR-08"),
    ] {
        assert_eq!(refused(code, right), [""; 0]);
        for wrong in [200, 500, right + 2] {
            assert_eq!(refused(code, wrong), [format!("{row} /http/status")], "{code} {wrong}");
        }
    }
    assert_eq!(refused(-32602, 200), [""; 0], "the status of other errors is the server's choice");
}

#[test]
fn a_token_stands_in_no_address() {
    let address = |address: &str| {
        let http = json!({"request": format!("POST {address}"), "headers": [["MCP-Protocol-Version", "2026-07-28"],
            ["Mcp-Method", "tools/call"], ["Mcp-Name", "x"]]});
        let done = result(1, &json!({"resultType": "complete", "content": []}));
        found(&[
            entry(1, "mcp", "host", "server", json!({"http": http, "message": call("x")})),
            entry(
                2,
                "mcp",
                "server",
                "host",
                json!({"answers": 1, "http": {"status": 200, "headers": []}, "message": done}),
            ),
        ])
    };
    assert_eq!(address("/mcp?a=1&access_token=x"), ["token-in-address AUTH-11 /http/request"]);
    assert_eq!(address("/access_token=x"), [""; 0]);
    assert_eq!(address("/mcp?no_access_token=x"), [""; 0]);
}

/// Who passes a token on is told from who has one of its own, and from a log that hides every token alike.
#[test]
fn a_token_that_is_passed_on() {
    let sent = |number: u32, from: &str, to: &str, token: &str| {
        let headers = json!([["Authorization", token]]);
        entry(number, "http", from, to, json!({"http": {"request": "POST /x", "headers": headers}}))
    };
    let passed = |first: &str, second: &str| found(&[sent(1, "host", "server", first), sent(2, "server", "b", second)]);
    let wrong = ["token-passed-on AUTH-15 /http/headers/0/1"];
    assert_eq!(passed("Bearer eyJ.a", "Bearer eyJ.a"), wrong);
    assert_eq!(passed("Bearer <alice's token 1>", "Bearer <alice's token 1>"), wrong);
    assert_eq!(passed("Bearer <alice's token 1>", "Bearer <alice's token 2>"), [""; 0]);
    for hidden in ["Bearer <token>", "Bearer ***", "Bearer [REDACTED]", "Bearer xxxxxxxx", "Bearer", "<hidden>"] {
        assert_eq!(passed(hidden, hidden), [""; 0], "{hidden}");
    }
    let elsewhere = [sent(1, "host", "server", "Bearer eyJ.a"), sent(2, "host", "b", "Bearer eyJ.a")];
    assert_eq!(found(&elsewhere), [""; 0], "it is the host's to send");
}
