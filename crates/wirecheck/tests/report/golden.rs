//! The texts that are kept.

use crate::{FAULTS, ran};
use serde_json::Value;
use std::path::Path;

/// Holds a text against the kept one of this name.
fn kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/golden").join(name);
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, kept, "{name} is not what is kept");
}

#[test]
fn text_json_and_sarif() {
    for format in ["text", "json", "sarif"] {
        let (_, output, errors) = ran(&["--format", format], FAULTS);
        assert_eq!(errors, "");
        kept(&format!("faults.{format}"), &output);
    }
}

#[test]
fn json_is_json_with_and_without_findings() {
    for format in ["json", "sarif"] {
        for (input, count) in [(FAULTS, 3), (r#"{"jsonrpc":"2.0","method":"x"}"#, 0)] {
            let (_, output, _) = ran(&["--format", format], input);
            let value: Value = serde_json::from_str(&output).unwrap();
            let at = if format == "json" { "/findings" } else { "/runs/0/results" };
            assert_eq!(value.pointer(at).and_then(Value::as_array).map(Vec::len), Some(count), "{output}");
        }
    }
}

#[test]
fn the_list_of_all_checks() {
    let (_, output, _) = ran(&["--list"], "");
    kept("list.text", &output);
}

#[test]
fn explanations() {
    for name in ["MRTR-13", "cache-ttl", "RS-05", "BASE-12"] {
        let (_, output, _) = ran(&["--explain", name], "");
        kept(&format!("explain-{}.text", name.to_lowercase()), &output);
    }
}

#[test]
fn the_place_in_sarif_is_a_uri() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a b#?%:ö~1.jsonl");
    std::fs::write(&file, FAULTS).unwrap();
    let (_, output, _) = ran(&["--format", "sarif", file.to_str().unwrap()], "");
    let value: Value = serde_json::from_str(&output).unwrap();
    let uri = value.pointer("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri").unwrap();
    assert!(uri.as_str().unwrap().ends_with("/a%20b%23%3F%25%3A%C3%B6~1.jsonl"), "{uri}");
}
