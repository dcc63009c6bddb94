//! What a grant is bound to: the whole intent, and nothing that is like it.

use super::Subject;
use super::kit::{Kit, claiming, digest};
use crate::audit::What;
use crate::{Claiming, NotUsable, State, Store};
use serde_json::json;
use wire::Call;

/// The same arguments in another order and notation are the same; look-alikes are others.
pub fn weakness_09_arguments_are_their_canonical_bytes<S: Subject>() {
    let kit = Kit::<S>::new();
    let hash = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        Call::new("delete_note", value.as_object().unwrap()).arg_hash()
    };
    let new = kit.issued(kit.yes_to(1, &json!({"a": 1, "b": {"c": [1, 2], "d": "é"}})));
    let with = |arg_hash| kit.store.claim(&Claiming { arg_hash, ..claiming(&new, 1) }, &super::Anyone);
    for other in [
        r#"{"a": "1", "b": {"c": [1, 2], "d": "é"}}"#,
        r#"{"a": 1, "b": {"c": [2, 1], "d": "é"}}"#,
        "{\"a\": 1, \"b\": {\"c\": [1, 2], \"d\": \"e\u{301}\"}}",
        r#"{"a": true, "b": {"c": [1, 2], "d": "é"}}"#,
    ] {
        assert_eq!(with(hash(other)).unwrap_err(), NotUsable::OtherArguments, "{other}");
    }
    assert!(with(hash(r#"{"b": {"d": "\u00e9", "c": [1.0, 2e0]}, "a": 1.0}"#)).is_ok());
}

/// Server, tool and arguments: each is a clause, and the whole intent has a digest in which every part counts.
pub fn weakness_10_nothing_of_an_intent_can_be_another<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    let right = claiming(&new, 1);
    for (wrong, refusal) in [
        (Claiming { arg_hash: digest("x"), ..right }, NotUsable::OtherArguments),
        (Claiming { server: digest("x"), ..right }, NotUsable::OtherServer),
        (Claiming { contract: digest("x"), ..right }, NotUsable::OtherContract),
        (Claiming { grant: kit.yes(2).reference.id(), ..right }, NotUsable::Unknown),
    ] {
        assert_eq!(kit.store.claim(&wrong, &super::Anyone).unwrap_err(), refusal);
    }
    let hash = new.intent.hash();
    for change in 0..8 {
        let mut other = new.intent.clone();
        match change {
            0 => other.server.push('x'),
            1 => other.contract = digest("x"),
            2 => other.principal.client = None,
            3 => other.call = Call::new("archive_note", &new.intent.call.values()),
            4 => other.snapshot.identity = digest("x"),
            5 => other.snapshot.content = digest("x"),
            6 => other.uses = 2,
            _ => other.until = consent::Until::AtOnce,
        }
        assert_ne!(other.hash(), hash, "part {change}");
    }
}

/// The promise of the tool is bound: what is deployed later does not inherit the yes.
pub fn weakness_11_another_contract_is_refused<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    let deployed = Claiming { contract: digest("version 2"), ..claiming(&new, 1) };
    assert_eq!(kit.store.claim(&deployed, &super::Anyone).unwrap_err(), NotUsable::OtherContract);
    assert_eq!(kit.state(&new), State::Issued);
}

/// The claim gives back the bytes that were approved, whatever the worker holds.
pub fn weakness_12_what_runs_is_what_was_stored<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.yes_to(1, &json!({"path": "approved.txt"}));
    let kept = new.clone();
    let mut new = kit.issued(new);
    new.intent.call = Call::new("delete_note", &kit.yes(2).intent.call.values());
    let claimed = kit.store.claim(&claiming(&kept, 1), &super::Anyone).unwrap();
    assert_eq!(claimed.intent.call.arguments(), br#"{"path":"approved.txt"}"#);
    assert_eq!(claimed.intent_hash, claimed.intent.hash());
}

/// Every mismatch is a row, and nobody burns a grant that is not theirs.
pub fn weakness_16_a_refusal_is_a_row_and_burns_nothing<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    let right = claiming(&new, 1);
    let wrong = [
        Claiming { arg_hash: digest("x"), ..right },
        Claiming { server: digest("x"), ..right },
        Claiming { contract: digest("x"), ..right },
    ];
    for claiming in wrong {
        assert!(kit.store.claim(&claiming, &super::Anyone).is_err());
        assert!(kit.store.claim(&claiming, &super::kit::Nobody).is_err(), "and no authority ends it there");
    }
    let refused: Vec<_> = kit.story(1).into_iter().filter(|(what, _)| *what == What::Refused).collect();
    let expected = ["other_arguments", "other_server", "other_contract"];
    let codes: Vec<_> = refused.iter().map(|(_, code)| code.as_str()).collect();
    assert_eq!(codes, expected.into_iter().flat_map(|code| [code, code]).collect::<Vec<_>>());
    assert_eq!(kit.claim(&new, 1).unwrap().state, State::Claimed, "the honest one");
}
