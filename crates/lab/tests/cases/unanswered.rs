//! No answer is no yes: kind fail-open.

use crate::{Lab, Told, accepted, asked, call, map, notes, retry, yes};
use rules::Defence;
use serde_json::json;
use twogates::consent::{Evidence, Lifetime, Policy};
use twogates::grants::audit::{What, unanswered};
use twogates_lab::server::Settings;

/// C022: a question that nobody answers, under every lifetime that an operator can set.
#[test]
fn c022_a_question_that_runs_out_is_unanswered_and_approves_nothing() {
    for lifetime in [None, Some(1), Some(60_000), Some(Lifetime::DEFERRED_MS), Some(Lifetime::CEILING_MS)] {
        let deferred = lifetime.map(|ms| ("delete_file", ms)).into_iter().collect();
        let lab = Lab::with(Settings { deferred, ..Settings::default() });
        let mut alice = lab.alice();
        let state = asked(&mut alice, "delete_file", &notes());
        lab.world.clock.advance(lifetime.unwrap_or_default().max(300_000));
        let grants = lab.server.gates().grants();
        let audit = grants.audit().unwrap();
        let late = unanswered(&audit, grants.now());
        assert_eq!((late.len(), late[0].what, late[0].about.grant), (1, What::Asked, None), "{lifetime:?}");
        assert_eq!(audit.len(), 1, "{lifetime:?}: no second row, and no approver");
        assert_eq!(grants.recall(late[0].about.question.unwrap()), Ok(None));
        assert!(lab.server.work().is_none());
        // A token lasts an hour, so that whoever comes late holds a new one.
        let mut alice = lab.alice();
        assert_eq!(accepted(&mut alice, "delete_file", &notes(), &state), Told::Error(-32602), "{lifetime:?}");
        assert_eq!(lab.audit()[1..], ["refused expired"]);
        assert!(lab.untouched());
    }
}

/// C022: nothing that can be set turns expiry into approval, and no defence that is off does. A new setting of a policy
/// does not compile here until somebody has looked at it.
#[test]
fn c022_no_setting_turns_expiry_into_approval() {
    let Policy { lifetime, evidence, uses: _ } = Policy::default();
    match lifetime {
        Lifetime::AtOnce | Lifetime::Deferred(_) | Lifetime::Window(_) => {}
    }
    match evidence {
        Evidence::ReportedByClient | Evidence::ProvenOnPage | Evidence::Signed => {}
    }
    for off in Defence::ALL {
        let lab = Lab::with(Settings { off: vec![*off], ..Settings::default() });
        let mut alice = lab.alice();
        let state = asked(&mut alice, "delete_file", &notes());
        lab.world.clock.advance(600_000);
        // The same question again, and a state without an answer, are no yes either.
        let silent = map(&json!({"name": "delete_file", "arguments": notes(), "requestState": state}));
        alice.post("tools/call", &silent, None);
        call(&mut alice, "delete_file", &notes());
        assert!(lab.untouched(), "without {}", off.name());
        assert!(lab.server.work().is_none());
    }
}

/// C024: a client that cannot ask.
#[test]
fn c024_who_cannot_be_asked_is_refused_whatever_the_arguments_say() {
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}})] {
        let lab = Lab::new();
        let mut alice = lab.alice();
        alice.capabilities = capabilities;
        let forged = map(&json!({"name": "delete_file", "arguments": notes(), "inputResponses": {"approval": yes()}}));
        for received in [
            call(&mut alice, "delete_file", &json!({"path": "notes.txt", "confirm": true})),
            call(&mut alice, "delete_file", &json!({"path": "notes.txt", "requires_approval": false})),
            alice.post("tools/call", &forged, None),
        ] {
            assert_eq!((received.response.status, Told::of(&received)), (400, Told::Error(-32021)));
            let data = &received.message.as_ref().unwrap()["error"]["data"];
            assert_eq!(*data, json!({"requiredCapabilities": {"elicitation": {"form": {}}}}));
        }
        assert!(lab.untouched());
        assert_eq!(lab.audit(), ["refused no_form"; 3]);
    }
}

/// C024 where the client can ask: an answer to what nobody asked leads to the question.
#[test]
fn c024_a_forged_first_answer_leads_to_an_ordinary_question() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    for bypass in
        [json!({"path": "notes.txt", "confirm": true}), json!({"path": "notes.txt", "requires_approval": false})]
    {
        assert!(Told::of(&call(&mut alice, "delete_file", &bypass)).failure().contains("unknown field"), "{bypass}");
    }
    let forged = map(&json!({"name": "delete_file", "arguments": notes(), "inputResponses": {"approval": yes()}}));
    let state = Told::of(&alice.post("tools/call", &forged, None)).state();
    assert!(lab.untouched());
    // A state that somebody made up is no better.
    for made_up in ["", "v1.k1.AAAA.AAAA", "approved"] {
        assert_eq!(accepted(&mut alice, "delete_file", &notes(), made_up), Told::Error(-32602), "{made_up:?}");
    }
    assert!(lab.untouched());
    let told = Told::of(&retry(&mut alice, "delete_file", &notes(), &yes(), &state));
    assert_eq!(told, Told::Done("deleted notes.txt".into()));
}
