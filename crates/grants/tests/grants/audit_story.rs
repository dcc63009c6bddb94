//! Which approval allowed this effect, and what became of it.

use crate::{Desk, MINUTE, TOOL, alice, at, call, denial, id, note};
use consent::No;
use twogates_grants::audit::{About, Refusal, What, story, unanswered};
use twogates_grants::{End, State};

#[test]
fn a_story_goes_from_the_asking_to_the_outcome() {
    let desk = Desk::new();
    desk.ask(1);
    desk.ask(2);
    let reference = desk.issued(1, MINUTE);
    desk.issued(2, MINUTE);
    let (_, running) = desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    let told = desk.grants.story(id(1)).unwrap();
    let words: Vec<_> = told.iter().map(|row| (row.what.word(), row.code.as_str())).collect();
    let expected =
        [("asked", "input_required"), ("issued", "reported_by_client"), ("claimed", "claimed"), ("ended", "executed")];
    assert_eq!(words, expected);
    assert!(told.iter().all(|row| row.about.question == Some(id(1)) && row.about.subject == "alice"));
    let grants: Vec<_> = told.iter().map(|row| row.about.grant).collect();
    assert_eq!(grants, [None, Some(reference.id()), Some(reference.id()), Some(reference.id())]);
    assert!(story(&desk.audit(), id(1)).eq(told.iter()));
    assert_eq!(desk.grants.story(id(9)).unwrap(), []);
}

#[test]
fn a_row_says_whom_and_what_it_is_about() {
    let about = About::of(&alice(), &call("notes.txt"));
    assert_eq!((about.question, about.grant), (None, None));
    assert_eq!((about.principal, about.subject.as_str()), (alice().digest(), "alice"));
    assert_eq!((about.tool.as_str(), about.arg_hash), ("delete_note", call("notes.txt").arg_hash()));
    assert_eq!(about.clone().asked(id(1)), About { question: Some(id(1)), ..about.clone() });
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let of_grant = About::grant(&desk.grant(1));
    assert_eq!(of_grant, About { question: Some(id(1)), grant: Some(reference.id()), ..about });
}

#[test]
fn a_refusal_is_a_row() {
    let desk = Desk::new();
    desk.clock.advance(4);
    let about = About::of(&alice(), &call("notes.txt"));
    desk.grants.refused(&Refusal { about: about.clone(), code: "other_principal" }).unwrap();
    let row = desk.audit().remove(0);
    assert_eq!((row.what, row.code.as_str(), row.at, row.about), (What::Refused, "other_principal", at(4), about));
}

#[test]
fn what_happened_has_stable_words() {
    let all = [What::Asked, What::Denied, What::Issued, What::Claimed, What::Ended, What::Refused];
    assert_eq!(all.map(What::word), ["asked", "denied", "issued", "claimed", "ended", "refused"]);
}

/// C022: nobody answered. The audit tells it from the row of the asking; nothing is written when the time is over.
#[test]
fn c022_a_question_that_nobody_answered_has_no_approver() {
    let desk = Desk::new();
    desk.ask(1);
    let seen = |ms: u64| unanswered(&desk.audit(), at(ms)).into_iter().map(|row| row.number).collect::<Vec<_>>();
    assert_eq!(seen(299_999), [] as [u64; 0], "it can still be answered");
    assert_eq!(seen(300_000), [1]);
    desk.clock.advance(86_400_000);
    assert_eq!(desk.standing(1), None, "and there is no grant");
    assert_eq!(desk.told(), [(What::Asked, "input_required".to_owned())], "and no second row");
}

#[test]
fn what_was_answered_is_not_unanswered() {
    let desk = Desk::new();
    for number in 1..=4 {
        desk.ask(number);
    }
    desk.issued(1, MINUTE);
    desk.grants.deny(&denial(id(2), No::Cancelled)).unwrap();
    let revoked = desk.issued(3, MINUTE);
    desk.grants.revoke(revoked.id(), &crate::order()).unwrap();
    assert_eq!(desk.state(3), State::Revoked);
    let audit = desk.audit();
    let left: Vec<_> = unanswered(&audit, at(u64::from(u32::MAX))).iter().map(|row| row.about.question).collect();
    assert_eq!(left, [Some(id(4))]);
}

/// A question that was asked again, for want of a readable answer, is one question.
#[test]
fn a_question_of_several_rounds_is_told_once() {
    let desk = Desk::new();
    for number in [1, 2, 1, 1, 2] {
        desk.ask(number);
    }
    let audit = desk.audit();
    let rows: Vec<_> = unanswered(&audit, at(300_000)).iter().map(|row| row.number).collect();
    assert_eq!(rows, [1, 2], "each by the row of its first asking");
}
