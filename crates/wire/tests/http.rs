//! Header lines, and the two shapes of a response.

use serde_json::json;
use twogates_wire::http::{Headers, Request, Response};

fn headers() -> Headers {
    Headers::default().with("WWW-Authenticate", "Bearer a").with("Mcp-Name", "x").with("www-authenticate", "Basic b")
}

#[test]
fn names_compare_without_case_and_the_first_line_counts() {
    assert_eq!(headers().first("WWW-AUTHENTICATE"), Some("Bearer a"));
    assert_eq!(headers().first("mcp-name"), Some("x"));
    assert_eq!(headers().first("Mcp-Nam"), None);
    assert_eq!(Headers::default().first("Mcp-Name"), None);
}

#[test]
fn all_lines_of_a_name_come_in_order() {
    assert_eq!(headers().all("Www-Authenticate").collect::<Vec<_>>(), ["Bearer a", "Basic b"]);
    assert_eq!(headers().all("Mcp-Method").count(), 0);
}

#[test]
fn lines_are_kept_as_they_were_sent() {
    let lines = [("WWW-Authenticate", "Bearer a"), ("Mcp-Name", "x"), ("www-authenticate", "Basic b")];
    assert_eq!(headers().0, lines.map(|(name, value)| (name.to_owned(), value.to_owned())));
}

#[test]
fn a_response_has_a_json_body_or_none() {
    let empty = Response::empty(401);
    assert_eq!((empty.status, empty.headers, empty.body), (401, Headers::default(), String::new()));
    let json = Response::json(200, &json!({"result": {}, "id": 1}));
    assert_eq!((json.status, json.body.as_str()), (200, r#"{"id":1,"result":{}}"#));
    assert_eq!(json.headers, Headers::default().with("Content-Type", "application/json"));
}

/// Whatever a token, a cookie or a key may travel in.
#[test]
fn no_secret_is_printed() {
    for name in [
        "Authorization",
        "AUTHORIZATION",
        "proxy-authorization",
        "Cookie",
        "Set-Cookie",
        "X-Api-Key",
        "apikey",
        "X-Auth-Token",
        "X-Client-Secret",
        "X-Password",
        "X-Credentials",
        "Mcp-Session-Id",
    ] {
        let headers = Headers::default().with(name, "Bearer s3cret").with("Mcp-Name", "notes");
        let request = Request {
            method: "POST".into(),
            path: "/token?code=s3cret".into(),
            headers: headers.clone(),
            body: "grant_type=refresh_token&refresh_token=s3cret".into(),
        };
        let response = Response { status: 200, headers: headers.clone(), body: r#"{"access_token":"s3cret"}"#.into() };
        let printed = format!("{headers:?} {headers:#?} {request:?} {request:#?} {response:?} {response:#?}");
        assert!(!printed.contains("s3cret"), "{printed}");
        assert!(printed.contains(name) && printed.contains(r#""Mcp-Name": "notes""#), "{printed}");
    }
}

/// What is no secret is printed whole: a test that fails must say what came.
#[test]
fn what_is_no_secret_is_printed() {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let headers = Headers::default().with("WWW-Authenticate", "Bearer scope=\"a\"").with("Mcp-Method", "tools/list");
    let request = Request { method: "POST".into(), path: "/mcp".into(), headers, body: body.into() };
    assert_eq!(
        format!("{request:?}"),
        format!(
            r#"Request {{ method: "POST", path: "/mcp", headers: {{"WWW-Authenticate": "Bearer scope=\"a\"", "Mcp-Method": "tools/list"}}, body: {body:?} }}"#
        )
    );
    let nothing = format!("{:?}", Response::empty(202));
    assert_eq!(nothing, r#"Response { status: 202, headers: {}, body: "" }"#);
    let response = Response { body: "<html>".into(), ..Response::empty(500) };
    assert_eq!(format!("{response:?}"), "Response { status: 500, headers: {}, body: (not printed), 6 bytes }");
    let asked =
        Request { path: "/authorize?scope=a".into(), body: String::new(), headers: Headers::default(), ..request };
    assert_eq!(
        format!("{asked:?}"),
        r#"Request { method: "POST", path: "/authorize?(not printed)", headers: {}, body: "" }"#
    );
}
