//! What the runs record is held against the wire rules by a checker that shares no code with the gates: nothing is wrong
//! with it but what is marked, and what servers do that keep no gate.

use super::{short, vectors};
use lab::vectors::{ServerKind, Vector};
use wirecheck::{Checker, Event, Finding, Options};

/// Findings that are none, and why: the name of the vector, the check, the reason.
const EXPLAINED: &[(&str, &str, &str)] = &[
    (
        "default-spelled-out",
        "state-other-call",
        "the retry spells out a default of the schema, which stands in no message",
    ),
    ("default-spelled-out", "state-other-call-accepted", "as above"),
];

fn findings(transcript: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut happens = |event| {
        if let Event::Finding(finding) = event {
            findings.push(finding);
        }
    };
    Checker::new(Options::default()).check(transcript.as_bytes(), &mut happens).unwrap();
    findings
}

/// Whether a server with this name keeps no gate, so that it may say anything.
fn keeps_no_gate(vector: &Vector, name: &str) -> bool {
    vector.setup.servers.get(name).is_some_and(|server| server.kind != ServerKind::TwoGates)
}

#[test]
fn nothing_is_wrong_but_what_is_marked() {
    let mut explained = Vec::new();
    for vector in vectors() {
        let entries = vector.play(&[]).entries;
        let transcript: String = entries.iter().map(|entry| entry.line() + "\n").collect();
        for finding in findings(&transcript) {
            let sender =
                entries.iter().find(|entry| Some(entry.number) == finding.place.entry).map(|entry| &entry.from);
            if sender.is_some_and(|name| keeps_no_gate(vector, name)) {
                continue;
            }
            let known = EXPLAINED.iter().find(|(name, check, _)| *name == short(vector) && *check == finding.check);
            let told = format!("{}: {} ({}) {}", vector.name, finding.rule.id, finding.check, finding.wrong);
            explained.push(*known.unwrap_or_else(|| panic!("{told}, in {:?}", finding.place)));
        }
    }
    assert_eq!(explained, EXPLAINED, "a reason for what is not found");
}

#[test]
fn what_is_not_marked_is_found() {
    let entries = super::vector("other-tag").play(&[]).entries;
    let unmarked = entries.into_iter().map(|mut entry| {
        entry.violation = None;
        entry.line() + "\n"
    });
    let found = findings(&unmarked.collect::<String>());
    assert!(found.iter().any(|finding| finding.rule.id == "MRTR-13"), "{found:?}");
}
