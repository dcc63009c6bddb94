//! A yes becomes a grant, once.

use crate::{Desk, MINUTE, TOOL, alice, approval, at, call, denial, id, note};
use consent::{EffectClass, Evidence, Lifetime, No, Until};
use twogates_grants::audit::What;
use twogates_grants::{Freshness, GrantRef, Issued, Item, NewGrant, NotUsable, Standing, State, Store};

#[test]
fn a_grant_is_stored_whole() {
    let desk = Desk::new();
    desk.clock.set(at(1000).ms());
    let reference = desk.issued(1, MINUTE);
    let grant = desk.grant(1);
    assert_eq!((grant.id, grant.question), (reference.id(), id(1)));
    assert_eq!(reference.arg_hash(), call("notes.txt").arg_hash());
    assert_eq!((grant.issued_at, grant.expires_at), (at(1000), at(60_000)), "it expires as its question said");
    assert_eq!((grant.state, grant.consumed_at, grant.outcome), (State::Issued, None, None));
    assert_eq!(grant.intent_hash, grant.intent.hash());
    assert_eq!((grant.intent.principal, grant.intent.call), (alice(), call("notes.txt")));
    assert_eq!((grant.intent.snapshot, grant.intent.uses), (note("hello").bound(), 1));
    assert_eq!((grant.intent.until, grant.intent.evidence), (Until::At(at(60_000)), Evidence::ReportedByClient));
    assert_eq!(desk.told(), [(What::Issued, "reported_by_client".to_owned())]);
}

/// The grant of a call that runs at once lives for 60 seconds from its issue.
#[test]
fn at_once_is_within_a_minute() {
    let desk = Desk::new();
    desk.clock.set(at(7000).ms());
    desk.issued(1, Lifetime::AtOnce);
    assert_eq!(desk.grant(1).expires_at, at(67_000));
}

#[test]
fn a_second_yes_finds_the_first_grant() {
    let desk = Desk::new();
    let first = desk.issued(1, MINUTE);
    desk.clock.advance(10);
    for _ in 0..3 {
        let second = desk.grants.issue(&TOOL, approval(id(1), "notes.txt", MINUTE)).unwrap();
        assert_eq!(second, Issued::Known(first.id()));
    }
    assert_eq!(desk.grant(1).issued_at, at(0));
    assert_eq!(desk.told().len(), 1, "and nothing else is written down");
    let claim = desk.grants.claim(&TOOL, &first).unwrap();
    assert_eq!(format!("{claim:?}"), format!("Claim({:?})", first.id()));
}

/// The reference of the second yes leads nowhere: one question, one way to act.
#[test]
fn the_reference_of_a_second_yes_is_worth_nothing() {
    let desk = Desk::new();
    let new = |handle: u8| NewGrant {
        reference: GrantRef::new([handle; 16], call("notes.txt").arg_hash()),
        question: id(1),
        item: Item::ONLY,
        effect: EffectClass::AtMostOnce,
        intent: approval(id(1), "notes.txt", MINUTE).into_intent(),
    };
    let (first, fresh) = desk.store.issue(&[new(1)]).unwrap();
    assert_eq!(fresh, Freshness::New);
    let (second, fresh) = desk.store.issue(&[new(2)]).unwrap();
    assert_eq!((fresh, &second), (Freshness::Known, &first));
    assert_eq!(desk.grants.claim(&TOOL, &new(2).reference).unwrap_err(), NotUsable::Unknown);
    assert!(desk.grants.claim(&TOOL, &new(1).reference).is_ok());
}

#[test]
fn a_second_yes_finds_a_grant_that_has_ended_too() {
    let desk = Desk::new();
    let first = desk.issued(1, MINUTE);
    desk.grants.revoke(first.id(), &crate::order()).unwrap();
    assert_eq!(desk.grants.issue(&TOOL, approval(id(1), "notes.txt", MINUTE)).unwrap(), Issued::Known(first.id()));
    assert_eq!(desk.state(1), State::Revoked);
}

#[test]
fn a_yes_after_a_no_changes_nothing() {
    let desk = Desk::new();
    desk.grants.deny(&denial(id(1), No::Declined)).unwrap();
    let denied = Some(Standing::Denied { no: No::Declined, at: at(0) });
    assert_eq!(desk.standing(1), denied);
    let yes = || approval(id(1), "notes.txt", MINUTE);
    assert_eq!(desk.grants.issue(&TOOL, yes()).unwrap_err(), NotUsable::AnsweredNo);
    assert_eq!(desk.grants.claim_at_once(&TOOL, yes()).unwrap_err(), NotUsable::AnsweredNo);
    assert_eq!(desk.standing(1), denied);
    assert_eq!(desk.told().len(), 1);
}

#[test]
fn each_question_has_its_own_grant() {
    let desk = Desk::new();
    let references: Vec<_> = (1..=20).map(|number| desk.issued(number, MINUTE)).collect();
    for (place, reference) in references.iter().enumerate() {
        assert!(references[..place].iter().all(|other| other.id() != reference.id()));
    }
    let _claim = desk.grants.claim(&TOOL, &references[4]).unwrap();
    let claimed: Vec<_> = (1..=20).filter(|number| desk.state(*number) == State::Claimed).collect();
    assert_eq!(claimed, [5]);
}

#[test]
fn nothing_is_known_of_a_question_that_nobody_answered() {
    let desk = Desk::new();
    assert_eq!(desk.standing(1), None);
    desk.ask(1);
    assert_eq!(desk.standing(1), None);
    assert_eq!(desk.told(), [(What::Asked, "input_required".to_owned())], "asking writes one row");
}

#[test]
fn ids_of_questions_come_from_the_dice() {
    let desk = Desk::new();
    let (first, second) = (desk.grants.new_question(), desk.grants.new_question());
    assert_eq!(first.bytes(), &1_u128.to_be_bytes());
    assert_eq!(second.bytes(), &2_u128.to_be_bytes());
}
