//! How an effect ended.

use crate::{Desk, MINUTE, TOOL, at, grant_id, note};
use twogates_grants::audit::What;
use twogates_grants::{AttemptId, End, Grant, Holder, NotUsable, Settled, State, Store};

/// Whoever claimed the grant last.
fn holder(grant: &Grant) -> Holder {
    Holder { attempt: grant.held.unwrap().attempt, fence: grant.fence }
}

/// The end of the effect of question 1 at this desk.
fn settled(desk: &Desk, end: End, text: &str) -> Settled {
    let reference = desk.issued(1, MINUTE);
    desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap().1.settle(end, text)
}

#[test]
fn an_end_is_recorded_with_its_text() {
    for (end, state, word) in [
        (End::Executed, State::Executed, "executed"),
        (End::Failed, State::Failed, "failed"),
        (End::Indeterminate, State::Indeterminate, "indeterminate"),
    ] {
        let desk = Desk::new();
        let settled = settled(&desk, end, "told so");
        desk.clock.advance(9);
        let grant = desk.grants.settle(settled).unwrap();
        assert_eq!((grant.state, grant.outcome.clone()), (state, Some((at(9), "told so".to_owned()))));
        assert_eq!(grant.consumed_at, Some(at(0)));
        assert_eq!(desk.grant(1), grant);
        assert_eq!(desk.told().last(), Some(&(What::Ended, word.to_owned())));
        assert_eq!(desk.audit().last().unwrap().about.grant, Some(grant.id));
    }
}

#[test]
fn what_nobody_claimed_cannot_be_settled() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let nobody = Holder { attempt: AttemptId::from_bytes([9; 16]), fence: 0 };
    assert_eq!(desk.store.settle(reference.id(), nobody, End::Executed, "x").unwrap_err(), NotUsable::NotClaimed);
    assert_eq!((desk.state(1), desk.grant(1).outcome), (State::Issued, None));
    assert_eq!(desk.told().last(), Some(&(What::Refused, "not_claimed".to_owned())));
    assert_eq!(desk.store.settle(grant_id(7), nobody, End::Executed, "x").unwrap_err(), NotUsable::Unknown);
}

#[test]
fn an_end_is_final() {
    let desk = Desk::new();
    let first = settled(&desk, End::Failed, "no room");
    let grant = desk.grants.settle(first).unwrap();
    for end in [End::Executed, End::Indeterminate] {
        assert_eq!(desk.store.settle(grant.id, holder(&grant), end, "x").unwrap_err(), NotUsable::NotClaimed);
    }
    assert_eq!(desk.store.settle(grant.id, holder(&grant), End::Failed, "x").unwrap(), grant, "it was told before");
    assert_eq!(desk.grant(1), grant);
}

/// The end of a claim of another store is not this store's.
#[test]
fn another_store_s_end_is_refused() {
    let (here, there) = (Desk::new(), Desk::new());
    // Question 2 is drawn first there, so that the two grants have different handles.
    there.issued(2, MINUTE);
    let foreign = settled(&there, End::Executed, "deleted there");
    let own = here.issued(1, MINUTE);
    assert_eq!(here.grants.settle(foreign).unwrap_err(), NotUsable::Unknown);
    assert_eq!(here.state(1), State::Issued);
    assert!(here.grants.claim(&TOOL, &own).is_ok());
}

/// Whether it happened may be found out later: then it is told.
#[test]
fn an_unknown_end_can_be_cleared_up() {
    let desk = Desk::new();
    let unknown = settled(&desk, End::Indeterminate, "the line broke");
    let grant = desk.grants.settle(unknown).unwrap();
    desk.clock.advance(5);
    let again = desk.store.settle(grant.id, holder(&grant), End::Indeterminate, "still").unwrap();
    assert_eq!(again, grant, "to say again that it is not known changes nothing");
    let cleared = desk.store.settle(grant.id, holder(&grant), End::Executed, "the mail went out").unwrap();
    assert_eq!(cleared.state, State::Executed);
    assert_eq!(cleared.outcome, Some((at(5), "the mail went out".to_owned())));
    let words: Vec<_> =
        desk.told().into_iter().filter(|(what, _)| *what == What::Ended).map(|(_, code)| code).collect();
    assert_eq!(words, ["indeterminate", "executed"]);
}
