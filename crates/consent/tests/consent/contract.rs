//! The digest of a contract.

use crate::DeleteNote;
use serde_json::json;
use twogates_consent::{Contract, EffectClass};
use wire::Digest;

fn own() -> Contract {
    DeleteNote::default().contract
}

#[test]
fn it_is_as_described() {
    let schema = br#"{"properties":{"path":{"type":"string"}},"required":["path"],"type":"object"}"#;
    let parts: [&[u8]; 4] = [b"delete_note", schema, b"staged", &1_u32.to_be_bytes()];
    assert_eq!(own().digest(), Digest::of("two-gates/contract/1", &parts));
}

#[test]
fn each_field_changes_it() {
    let mut digests = vec![own().digest()];
    for other in [
        Contract { name: "delete_notes".into(), ..own() },
        Contract { name: "Delete_note".into(), ..own() },
        Contract { name: "".into(), ..own() },
        Contract { input_schema: json!({}), ..own() },
        Contract { input_schema: json!(null), ..own() },
        Contract { input_schema: json!({"type": "object", "properties": {"path": {"type": "string"}}}), ..own() },
        Contract { effect: EffectClass::Read, ..own() },
        Contract { effect: EffectClass::Transactional, ..own() },
        Contract { effect: EffectClass::Keyed, ..own() },
        Contract { effect: EffectClass::Conditional, ..own() },
        Contract { effect: EffectClass::AtMostOnce, ..own() },
        Contract { version: 0, ..own() },
        Contract { version: 2, ..own() },
        Contract { version: u32::MAX, ..own() },
    ] {
        assert!(!digests.contains(&other.digest()), "{other:?}");
        digests.push(other.digest());
    }
}

#[test]
fn the_order_in_which_a_schema_is_written_does_not() {
    let text = r#"{"required": ["path"], "properties": {"path": {"type": "string"}}, "type": "object"}"#;
    let reordered = serde_json::from_str(text).unwrap();
    assert_eq!(Contract { input_schema: reordered, ..own() }.digest(), own().digest());
}
