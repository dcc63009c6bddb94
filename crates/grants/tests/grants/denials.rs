//! A no, and a no after a yes.

use crate::{Desk, MINUTE, TOOL, at, denial, id, note};
use consent::No;
use twogates_grants::audit::What;
use twogates_grants::{End, NotUsable, Standing, State};

#[test]
fn a_no_is_recorded_as_what_it_was() {
    for (number, no, word) in
        [(1, No::InTheForm, "refused_in_form"), (2, No::Declined, "declined"), (3, No::Cancelled, "cancelled")]
    {
        let desk = Desk::new();
        desk.clock.advance(3);
        let denied = Standing::Denied { no, at: at(3) };
        assert_eq!(desk.grants.deny(&denial(id(number), no)).unwrap(), denied);
        assert_eq!(desk.standing(number), Some(denied));
        let row = desk.audit().remove(0);
        assert_eq!((row.what, row.code.as_str(), row.about.question), (What::Denied, word, Some(id(number))));
        assert_eq!((row.about.subject.as_str(), row.about.tool.as_str()), ("alice", "delete_note"));
    }
}

#[test]
fn a_question_is_denied_once() {
    let desk = Desk::new();
    desk.grants.deny(&denial(id(1), No::Declined)).unwrap();
    desk.clock.advance(3);
    let first = Standing::Denied { no: No::Declined, at: at(0) };
    assert_eq!(desk.grants.deny(&denial(id(1), No::Cancelled)).unwrap(), first, "the first no stands");
    assert_eq!(desk.told().len(), 1);
}

#[test]
fn a_no_after_an_unspent_yes_takes_it_back() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    desk.clock.advance(3);
    let Standing::Granted(grant) = desk.grants.deny(&denial(id(1), No::Declined)).unwrap() else {
        panic!("it was answered with a yes")
    };
    assert_eq!((grant.state, grant.outcome), (State::Revoked, Some((at(3), String::new()))));
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Revoked);
    let expected = [(What::Denied, "declined"), (What::Ended, "revoked")];
    assert_eq!(desk.told()[1..3], expected.map(|(what, code)| (what, code.to_owned())));
    assert!(desk.audit()[1..].iter().all(|row| row.about.grant == Some(reference.id())));
}

#[test]
fn a_no_after_a_spent_yes_changes_nothing() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let claim = desk.grants.claim(&TOOL, &reference).unwrap();
    let claimed = desk.grant(1);
    assert_eq!(desk.grants.deny(&denial(id(1), No::Declined)).unwrap(), Standing::Granted(Box::new(claimed.clone())));
    let settled = claim.take(|_| note("hello")).unwrap().1.settle(End::Executed, "deleted");
    let executed = desk.grants.settle(settled).unwrap();
    assert_eq!(desk.grants.deny(&denial(id(1), No::Cancelled)).unwrap(), Standing::Granted(Box::new(executed.clone())));
    assert_eq!(desk.grant(1), executed);
    let refused = desk
        .told()
        .into_iter()
        .filter(|(what, code)| *what == What::Refused && ["used", "in_flight"].contains(&code.as_str()))
        .count();
    assert_eq!(refused, 2, "that it came too late is a row");
}

/// A no to one question is no answer to another.
#[test]
fn a_no_is_to_one_question() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    desk.grants.deny(&denial(id(2), No::Declined)).unwrap();
    assert!(desk.grants.claim(&TOOL, &reference).is_ok());
}
