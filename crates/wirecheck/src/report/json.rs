//! Findings as one JSON object, a finding a line.

use super::Count;
use crate::{Finding, Summary};
use serde_json::{Value, json};
use std::io::{self, Write};

pub(super) fn begin(out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{\"version\":1,\"findings\":[")
}

pub(super) fn finding(out: &mut impl Write, file: &str, finding: &Finding, first: bool) -> io::Result<()> {
    let Finding { check, rule, place, pointer, wrong, repair } = finding;
    let value = json!({
        "rule": rule.id,
        "check": check,
        "severity": finding.severity().word(),
        "file": file,
        "line": place.line,
        "entry": place.entry,
        "pointer": pointer,
        "wrong": wrong,
        "sentence": rule.sentence,
        "keyword": rule.keyword.word(),
        "source": rule.source,
        "repair": repair.as_ref().map(crate::patch::Patch::json),
    });
    write!(out, "{}\n{}", if first { "" } else { "," }, super::line(&value))
}

pub(super) fn end(out: &mut impl Write, count: Count, files: &[(String, Summary)]) -> io::Result<()> {
    let file = |(file, summary): &(String, Summary)| {
        json!({
            "file": file,
            "checked": summary.checked,
            "told": summary.told,
            "skipped": summary.skipped,
            "unreadable": summary.unreadable,
            "forgotten": summary.forgotten,
            "gap": summary.gap,
            "unseen": summary.unseen,
            "unproven": summary.unproven,
            "again": summary.again,
        })
    };
    let files: Value = files.iter().map(file).collect();
    let Count { errors, warnings, notes } = count;
    let count = json!({"errors": errors, "warnings": warnings, "notes": notes});
    let (count, files) = (super::line(&count), super::line(&files));
    writeln!(out, "\n],\"count\":{count},\"files\":{files}}}")
}
