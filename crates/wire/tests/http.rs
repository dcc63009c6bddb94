//! Header lines, and the two shapes of a response.

use serde_json::json;
use twogates_wire::http::{Headers, Response};

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
    assert_eq!(serde_json::to_value(headers()).unwrap(), json!(lines));
}

#[test]
fn a_response_has_a_json_body_or_none() {
    let empty = Response::empty(401);
    assert_eq!((empty.status, empty.headers, empty.body), (401, Headers::default(), String::new()));
    let json = Response::json(200, &json!({"result": {}, "id": 1}));
    assert_eq!((json.status, json.body.as_str()), (200, r#"{"id":1,"result":{}}"#));
    assert_eq!(json.headers, Headers::default().with("Content-Type", "application/json"));
}
