//! Odd inputs: what an attacker, an editor or a broken pipe makes of a transcript. Each ends in a clear report.

use crate::{ANSWER, checked, whole};
use twogates_wirecheck::Options;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;

fn clean() -> String {
    format!("{CALL}\n{ANSWER}")
}

#[test]
fn what_changes_nothing() {
    let crlf = clean().replace('\n', "\r\n") + "\r\n";
    let marked = format!("\u{feff}{}", clean());
    let each = format!("\u{feff}{CALL}\n\u{feff}{ANSWER}");
    let events = format!("event: message\ndata: {CALL}\n\nevent: message\ndata: {ANSWER}\n\n");
    let coloured = format!("{CALL}\n\u{1b}[31m{ANSWER}");
    let array = format!("[{CALL},{ANSWER}]");
    let minus = clean().replace("\"id\":1", "\"id\":-0");
    for text in [clean(), crlf, marked, each, events, coloured, array, minus] {
        let (found, summary) = checked(&text, Options::default());
        assert_eq!((found, summary.checked), (vec![], 2), "{text:?}");
    }
}

/// Texts of one fault that is found where it is, and of which the rest is read.
#[test]
fn what_is_found_in_an_odd_line() {
    let deep = CALL.replace("{\"_meta\"", &format!("{{\"a\":{}1{},\"_meta\"", "[".repeat(200), "]".repeat(200)));
    for (line, check) in [
        (CALL.replace("\"id\":1", "\"id\":1,\"id\":1"), "duplicate-name "),
        (CALL.replace("\"id\":1", "\"id\":NaN"), "not-json "),
        (CALL.replace("tools", "to\0ols"), "not-json "),
        (CALL.replace('"', "'"), "not-json "),
        (CALL.chars().take(60).collect(), "not-json "),
        (format!("{CALL} xyz"), "not-json "),
        (format!("{CALL}{ANSWER}"), "not-json "),
        (CALL.replace("\"id\":1", "\"id\":1e400"), "number-too-large "),
        (deep, "too-deep "),
        (format!("[{CALL}]"), "batch "),
        ("42".to_owned(), "not-a-message "),
    ] {
        let found = whole(format!("{line}\n{ANSWER}"));
        assert_eq!(found[0], format!("1: {check}"), "{line}");
    }
}

#[test]
fn what_cannot_be_read_at_all() {
    let wide: Vec<u8> = clean().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [Vec<u8>; 8] = [
        wide,
        vec![0; 10_000],
        b"\xff\xfe\xfd".to_vec(),
        b"<html><body>no</body></html>".to_vec(),
        b"a,b\n1,2\n".to_vec(),
        vec![b'"'; 99_999],
        [b"{\"a\":\"".to_vec(), vec![b'\\'; 99_999]].concat(),
        "{\"a\":".repeat(100_000).into_bytes(),
    ];
    for text in cases {
        let (found, summary) = checked(&text, Options::default());
        assert!(!found.is_empty(), "{:?}", &text[..3]);
        assert!(summary.checked <= 2, "{summary:?}");
    }
}

/// A batch in a batch, a list of nothing, and commas without end.
#[test]
fn arrays_of_odd_things() {
    assert_eq!(whole(format!("[[{CALL}],[{ANSWER}]]")), ["1: batch ", "1: batch "]);
    assert_eq!(whole(format!("[{CALL}]\n[{ANSWER}]")), ["1: batch ", "2: batch "]);
    assert_eq!(whole("[1,null]"), ["1: not-a-message ", "1: not-a-message "]);
    assert_eq!(whole(format!("[{}]", ",".repeat(500))).len(), 500);
    assert_eq!(checked("[]", Options::default()).1.checked, 0);
}

/// Entries, bare messages and a log's wrappers in one file: each speaks for itself.
#[test]
fn entries_and_bare_messages_side_by_side() {
    let entry = |number: u32, from: &str, to: &str, more: &str| {
        format!(r#"{{"v":1,"number":{number},"act":"a","atMs":0,"kind":"mcp","from":"{from}","to":"{to}",{more}}}"#)
    };
    let other = |text: &str| text.replace("\"id\":1", "\"id\":\"b\"");
    let lines = [
        entry(1, "host", "server", &format!("\"message\":{CALL}")),
        other(CALL),
        format!(r#"{{"session":"c","message":{CALL}}}"#),
        other(ANSWER),
        format!(r#"{{"session":"c","message":{ANSWER}}}"#),
        entry(2, "server", "host", &format!("\"answers\":1,\"message\":{ANSWER}")),
    ];
    assert_eq!(whole(lines.join("\n")), [""; 0]);
    assert_eq!(whole(lines[..5].join("\n")), ["1: unanswered "]);
    let newer = lines[0].replace("\"v\":1", "\"v\":2");
    assert_eq!(whole(newer), ["1: entry version 2 is not 1"]);
}

/// One id of a megabyte is remembered by its digest, and answered by the same one only.
#[test]
fn ids_of_any_length() {
    let long = |last: &str| format!("\"id\":\"{}{last}\"", "x".repeat(1_000_000));
    let call = CALL.replace("\"id\":1", &long("a"));
    assert_eq!(whole(format!("{call}\n{}", ANSWER.replace("\"id\":1", &long("a")))), [""; 0]);
    let found = whole(format!("{call}\n{}", ANSWER.replace("\"id\":1", &long("b"))));
    assert_eq!(found, ["2: response-unknown /id", "1: unanswered "]);
}
