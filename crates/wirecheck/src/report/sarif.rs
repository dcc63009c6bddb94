//! Findings as SARIF 2.1.0 (OASIS). A repair is a property of its result: SARIF's own fixes replace text, not JSON.

use crate::{Finding, Place, Severity, all_rows};
use rules::Rule;
use serde_json::{Value, json};
use std::io::{self, Write};

pub(super) fn begin(out: &mut impl Write) -> io::Result<()> {
    let mut listed: Vec<&Rule> = Vec::new();
    for row in all_rows() {
        if !listed.contains(&row.rule) {
            listed.push(row.rule);
        }
    }
    let rules: Value = listed.into_iter().map(described).collect();
    let driver = json!({"name": "wirecheck", "version": env!("CARGO_PKG_VERSION"), "rules": rules});
    let driver = super::line(&driver);
    write!(
        out,
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
         \"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"results\":["
    )
}

fn described(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": {"text": rule.sentence},
        "help": {"text": format!("{}: {}", rule.keyword.word(), rule.source)},
        "defaultConfiguration": {"level": Severity::of(rule).word()},
    })
}

pub(super) fn finding(out: &mut impl Write, file: &str, finding: &Finding, first: bool) -> io::Result<()> {
    let mut result = json!({
        "ruleId": finding.rule.id,
        "level": finding.severity().word(),
        "message": {"text": super::sentence(&finding.wrong)},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri(file)},
                "region": {"startLine": finding.place.line},
            },
            "logicalLocations": [{"fullyQualifiedName": finding.pointer, "kind": "member"}],
        }],
        "properties": {"check": finding.check},
    });
    let properties = result.get_mut("properties").and_then(Value::as_object_mut);
    if let (Some(repair), Some(properties)) = (&finding.repair, properties) {
        properties.insert("jsonPatch".into(), repair.json());
    }
    write!(out, "{}\n{}", if first { "" } else { "," }, super::line(&result))
}

/// What a mark says and no check can see: SARIF's word for it is an open result, which has no level.
pub(super) fn unproven(
    out: &mut impl Write,
    file: &str,
    at: Place,
    rules: &[&'static Rule],
    first: bool,
) -> io::Result<()> {
    for (number, rule) in rules.iter().enumerate() {
        let result = json!({
            "ruleId": rule.id,
            "kind": "open",
            "level": "none",
            "message": {"text": "A mark names this rule, which no check can see in a message."},
            "locations": [{
                "physicalLocation": {"artifactLocation": {"uri": uri(file)}, "region": {"startLine": at.line}},
            }],
        });
        write!(out, "{}\n{}", if first && number == 0 { "" } else { "," }, super::line(&result))?;
    }
    Ok(())
}

/// The name of a file as a URI reference (RFC 3986): whatever is more than a name or a slash is percent-encoded.
fn uri(file: &str) -> String {
    let mut out = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

pub(super) fn end(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n]}}]}}")
}
