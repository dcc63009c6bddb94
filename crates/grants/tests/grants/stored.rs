//! An intent comes back as it was written, and nothing else does.

use consent::{BoundSnapshot, Evidence, Intent, Moment, Until};
use proptest::prelude::*;
use scope::Principal;
use serde_json::{Map, Value, json};
use twogates_grants::stored::{self, read_intent, write_intent};
use twogates_grants::{How, State};
use wire::{Call, Digest};

fn digest(byte: u8) -> Digest {
    Digest::from_bytes([byte; 32])
}

fn intent(until: Until, client: Option<String>, text: &str, uses: u32) -> Intent {
    let arguments = Map::from_iter([(text.to_owned(), json!([text, 1.5, {"deep": text}]))]);
    Intent {
        server: text.to_owned(),
        contract: digest(1),
        principal: Principal { issuer: text.to_owned(), subject: "alice".into(), client },
        call: Call::new("delete_note", &arguments),
        snapshot: BoundSnapshot { identity: digest(2), content: digest(0xff) },
        uses,
        until,
        evidence: Evidence::ReportedByClient,
    }
}

fn untils() -> impl Strategy<Value = Until> {
    let moment = || any::<u64>().prop_map(Moment::from_store);
    prop_oneof![
        Just(Until::AtOnce),
        moment().prop_map(Until::At),
        (moment(), moment()).prop_map(|(from, to)| Until::Within { from, to }),
    ]
}

proptest! {
    #[test]
    fn an_intent_comes_back_whole(until in untils(), client in any::<Option<String>>(), text in any::<String>(), uses in any::<u32>()) {
        let intent = intent(until, client, &text, uses);
        let bytes = write_intent(&intent);
        prop_assert_eq!(&wire::canonical::value(&serde_json::from_slice(&bytes).unwrap()), &bytes);
        let back = read_intent(&bytes).unwrap();
        prop_assert_eq!(back.hash(), intent.hash());
        prop_assert_eq!(back, intent);
    }
}

#[test]
fn bytes_that_were_not_written_so_are_no_intent() {
    let whole = write_intent(&intent(Until::At(Moment::from_store(7)), None, "notes", 1));
    assert!(read_intent(&whole).is_ok());
    let text = String::from_utf8(whole.clone()).unwrap();
    let mut fields: Map<String, Value> = serde_json::from_slice(&whole).unwrap();
    for name in fields.keys().cloned().collect::<Vec<_>>() {
        let mut without = fields.clone();
        without.remove(&name);
        assert!(read_intent(&wire::canonical::object(&without)).is_err(), "without {name}");
        let odd = Map::from_iter(fields.clone().into_iter().chain([(name.clone(), json!({}))]));
        assert!(read_intent(&wire::canonical::object(&odd)).is_err(), "an odd {name}");
    }
    fields.insert("more".into(), json!(1));
    for other in [
        wire::canonical::object(&fields),
        text.replace("\"uses\":1", "\"uses\":1,\"uses\":2").into(),
        text.replace("\"uses\":1", "\"uses\": 1").into(),
        text.replace("\"uses\":1", "\"uses\":1.0").into(),
        text.replace("\"to\":\"7\"", "\"to\":\"07\"").into(),
        text.replace("0101", "0x01").into(),
        text.replace("ffff", "FFFF").into(),
        text.replace("reported_by_client", "signed_by_nobody").into(),
        text.replace(r#"\"deep\":\"notes\""#, r#"\"deep\":\"notes\",\"deep\":\"x\""#).into(),
        Vec::new(),
    ] {
        assert_ne!(other, whole);
        assert!(read_intent(&other).is_err(), "{}", String::from_utf8_lossy(&other));
    }
}

#[test]
fn a_word_is_one_thing_s() {
    assert_eq!(stored::state("issued"), Ok(State::Issued));
    assert_eq!(stored::how("taken_over"), Ok(How::Over));
    assert!(stored::state("Issued").is_err() && stored::what("").is_err());
    for effect in consent::EffectClass::ALL {
        assert_eq!(stored::effect(effect.word()), Ok(*effect));
    }
}
