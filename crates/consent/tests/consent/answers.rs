//! What counts as a yes, what as a no, and what is asked again.

use crate::{ID, NOW, Scene, alice, responses, yes};
use serde_json::{Map, Value, json};
use twogates_consent::{Answered, Evidence, Intent, No, Until};
use wire::Call;

/// What an answer comes to.
#[derive(Debug, PartialEq)]
enum Comes {
    Yes,
    No(No),
    Again,
}

fn comes(responses: &Map<String, Value>) -> Comes {
    let scene = Scene::default();
    match scene.open(&scene.state()).unwrap().answer(responses, NOW).unwrap() {
        Answered::Yes(_) => Comes::Yes,
        Answered::No(denial) => Comes::No(denial.no),
        Answered::Again(_) => Comes::Again,
    }
}

#[test]
fn there_is_exactly_one_yes() {
    assert_eq!(comes(&responses(&yes())), Comes::Yes);
    // More content, and more answers to what was not asked, change nothing.
    let more = json!({"action": "accept", "content": {"approved": true, "note": "fine"}, "_meta": {}});
    assert_eq!(comes(&responses(&more)), Comes::Yes);
    let mut others = responses(&yes());
    others.insert("other".into(), json!({"action": "decline"}));
    assert_eq!(comes(&others), Comes::Yes);
}

/// C001: an accept without what was asked for.
#[test]
fn c001_an_accept_without_the_answer_is_asked_again() {
    for answer in [
        json!({"action": "accept"}),
        json!({"action": "accept", "content": {}}),
        json!({"action": "accept", "content": null}),
    ] {
        assert_eq!(comes(&responses(&answer)), Comes::Again, "{answer}");
    }
}

/// C003: three noes, told apart.
#[test]
fn c003_the_three_noes_are_three() {
    for (answer, no) in [
        (json!({"action": "accept", "content": {"approved": false}}), No::InTheForm),
        (json!({"action": "decline"}), No::Declined),
        (json!({"action": "cancel"}), No::Cancelled),
        (json!({"action": "decline", "content": {"approved": true}}), No::Declined),
        (json!({"action": "cancel", "content": {"approved": true}}), No::Cancelled),
        (json!({"action": "decline", "content": null}), No::Declined),
    ] {
        assert_eq!(comes(&responses(&answer)), Comes::No(no), "{answer}");
    }
    assert_eq!(
        [No::InTheForm, No::Declined, No::Cancelled].map(No::word),
        ["refused_in_form", "declined", "cancelled"]
    );
}

/// C006: what looks like a yes.
#[test]
fn c006_what_looks_like_a_yes_is_asked_again() {
    for answer in [
        json!({"approved": true}),
        json!({"decision": "approved"}),
        json!({"action": "Accept", "content": {"approved": true}}),
        json!({"action": "ACCEPT", "content": {"approved": true}}),
        json!({"action": "accept ", "content": {"approved": true}}),
        json!({"action": "accepted", "content": {"approved": true}}),
        json!({"action": "approve", "content": {"approved": true}}),
        json!({"action": true, "content": {"approved": true}}),
        json!({"action": ["accept"], "content": {"approved": true}}),
        json!({"action": null, "content": {"approved": true}}),
        json!({"Action": "accept", "content": {"approved": true}}),
        json!({"content": {"approved": true}}),
        json!({"action": "accept", "approved": true}),
        json!({"action": "accept", "content": {"approval": {"approved": true}}}),
        json!({"action": "accept", "content": {"content": {"approved": true}}}),
        json!({"action": "accept", "content": [{"approved": true}]}),
        json!({"action": "accept", "content": ["approved"]}),
        json!({"action": "accept", "content": "approved"}),
        json!({"action": "accept", "content": true}),
        json!({"action": "accept", "Content": {"approved": true}}),
        json!({"action": "accept", "content": {"Approved": true}}),
        json!({"action": "accept", "content": {"approve": true}}),
        json!({"action": "accept", "content": {"confirm": true}}),
        json!({"action": "DECLINE"}),
        json!({"action": "Cancel"}),
        json!({"result": {"action": "accept", "content": {"approved": true}}}),
        json!([{"action": "accept", "content": {"approved": true}}]),
        json!({}),
        json!([]),
        json!(null),
        json!(true),
        json!(1),
        json!("accept"),
    ] {
        assert_eq!(comes(&responses(&answer)), Comes::Again, "{answer}");
    }
}

/// Only JSON's own `true` is true, and only its own `false` is the no in the form.
#[test]
fn only_true_is_true() {
    for value in [
        json!("true"),
        json!("True"),
        json!("yes"),
        json!(1),
        json!(1.0),
        json!(0),
        json!(-1),
        json!("1"),
        json!("on"),
        json!([true]),
        json!({"value": true}),
        json!({}),
        json!([]),
        json!(""),
        json!("false"),
        json!(null),
    ] {
        let answer = json!({"action": "accept", "content": {"approved": value}});
        assert_eq!(comes(&responses(&answer)), Comes::Again, "{answer}");
    }
}

#[test]
fn an_answer_under_another_key_is_none() {
    for key in ["", "Approval", "approval ", "confirm", "0", "approved"] {
        let under = Map::from_iter([(key.to_owned(), yes())]);
        assert_eq!(comes(&under), Comes::Again, "{key:?}");
    }
    assert_eq!(comes(&Map::new()), Comes::Again);
    assert_eq!(comes(yes().as_object().unwrap()), Comes::Again, "the answer itself in place of the map");
}

#[test]
fn a_no_says_who_and_what_was_asked() {
    let scene = Scene::default();
    let Answered::No(denial) = scene.answer(&json!({"action": "decline"})).unwrap() else { panic!("not a no") };
    assert_eq!((denial.question, denial.principal, denial.no), (ID, alice(), No::Declined));
    assert_eq!(denial.call, Call::new("delete_note", scene.arguments.as_object().unwrap()));
}

#[test]
fn a_yes_covers_exactly_what_was_asked() {
    let scene = Scene::default();
    let Answered::Yes(approval) = scene.answer(&yes()).unwrap() else { panic!("not a yes") };
    let intent = Intent {
        server: "notes".into(),
        contract: scene.tool.contract.digest(),
        principal: alice(),
        call: Call::new("delete_note", scene.arguments.as_object().unwrap()),
        snapshot: scene.tool.now.bound(),
        uses: 1,
        until: Until::AtOnce,
        evidence: Evidence::ReportedByClient,
    };
    assert_eq!(approval.question(), ID);
    assert_eq!(approval.intent(), &intent);
    assert_eq!(approval.into_intent(), intent);
}

/// A no is found without a word about age: it may take back a yes that is still unspent.
#[test]
fn a_no_is_found_among_answers() {
    let scene = Scene::default();
    let opened = scene.open(&scene.state()).unwrap();
    let found = |answer: Value| opened.no_among(&responses(&answer)).map(|denial| (denial.question, denial.no));
    assert_eq!(found(json!({"action": "decline"})), Some((ID, No::Declined)));
    assert_eq!(found(json!({"action": "cancel"})), Some((ID, No::Cancelled)));
    assert_eq!(found(json!({"action": "accept", "content": {"approved": false}})), Some((ID, No::InTheForm)));
    assert_eq!(found(yes()), None);
    assert_eq!(found(json!({"action": "accept"})), None);
    assert_eq!(opened.no_among(&Map::new()), None);
}
