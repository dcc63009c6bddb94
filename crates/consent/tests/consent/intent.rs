//! The hash of an intent: it says what a yes covers.

use crate::{NOW, alice, bob, digest, note};
use scope::Principal;
use serde_json::json;
use twogates_consent::{BoundSnapshot, Evidence, Intent, Moment, Until};
use wire::{Call, Digest};

fn call(tool: &str, arguments: &serde_json::Value) -> Call {
    Call::new(tool, arguments.as_object().unwrap())
}

fn own() -> Intent {
    Intent {
        server: "notes".into(),
        contract: digest("contract"),
        principal: alice(),
        call: call("delete_note", &json!({"path": "notes.txt"})),
        snapshot: note("hello").bound(),
        uses: 1,
        until: Until::AtOnce,
        evidence: Evidence::ReportedByClient,
    }
}

fn expected(until: &[u8]) -> Digest {
    Digest::of(
        "two-gates/intent/1",
        &[
            b"notes",
            digest("contract").bytes(),
            alice().digest().bytes(),
            b"delete_note",
            br#"{"path":"notes.txt"}"#,
            digest("notes.txt").bytes(),
            digest("hello").bytes(),
            &1_u32.to_be_bytes(),
            until,
        ],
    )
}

#[test]
fn it_is_as_described() {
    assert_eq!(own().hash(), expected(&[]));
    assert_eq!(Intent { until: Until::At(NOW), ..own() }.hash(), expected(&NOW.ms().to_be_bytes()));
}

#[test]
fn each_field_changes_it() {
    let bound = note("hello").bound();
    let mut hashes = vec![own().hash()];
    for other in [
        Intent { server: "files".into(), ..own() },
        Intent { server: String::new(), ..own() },
        Intent { contract: digest("another"), ..own() },
        Intent { principal: bob(), ..own() },
        Intent { principal: Principal { client: None, ..alice() }, ..own() },
        Intent { principal: Principal { issuer: "https://other.example".into(), ..alice() }, ..own() },
        Intent { call: call("archive_note", &json!({"path": "notes.txt"})), ..own() },
        Intent { call: call("delete_note", &json!({"path": "other.txt"})), ..own() },
        Intent { call: call("delete_note", &json!({})), ..own() },
        Intent { snapshot: BoundSnapshot { identity: digest("another"), ..bound }, ..own() },
        Intent { snapshot: BoundSnapshot { content: digest("another"), ..bound }, ..own() },
        Intent { snapshot: BoundSnapshot { identity: bound.content, content: bound.identity }, ..own() },
        Intent { uses: 0, ..own() },
        Intent { uses: 2, ..own() },
        Intent { until: Until::At(NOW), ..own() },
        Intent { until: Until::At(NOW.later(1)), ..own() },
        Intent { until: Until::At(Moment::from_store(0)), ..own() },
    ] {
        assert!(!hashes.contains(&other.hash()), "{other:?}");
        hashes.push(other.hash());
    }
}

/// How a yes came says nothing about what it covers.
#[test]
fn the_evidence_is_no_part_of_it() {
    assert_eq!(Intent { evidence: Evidence::Signed, ..own() }.hash(), own().hash());
}
