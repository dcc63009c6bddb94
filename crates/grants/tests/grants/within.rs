//! Effects that live in the grant's own database.

use crate::{Desk, HOUR, NoteArgs, TOOL, note};
use consent::{Policy, Uses};
use twogates_grants::audit::What;
use twogates_grants::{Claim, End, GrantRef, NotUsable, Settled, State};

type Book<'a> = &'a mut std::collections::BTreeMap<String, String>;

fn acts(desk: &Desk, reference: &GrantRef, end: End) -> Result<twogates_grants::Grant, NotUsable> {
    desk.grants.act_within(&*desk.store, &TOOL, reference, move |claim: Claim<crate::DeleteNote>, book: Book<'_>| {
        enter(claim, book, end)
    })
}

fn enter(claim: Claim<crate::DeleteNote>, book: Book<'_>, end: End) -> Settled {
    match claim.take(|_| note("hello")) {
        Ok((NoteArgs { path }, running)) => {
            book.insert(running.key(), path);
            running.settle(end, "entered")
        }
        Err(changed) => changed,
    }
}

#[test]
fn effect_and_claim_are_one_transaction() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let grant = acts(&desk, &reference, End::Executed).unwrap();
    assert_eq!((grant.state, grant.outcome.unwrap().1.as_str()), (State::Executed, "entered"));
    let entry = (format!("{}:1", reference.id().hex()), "notes.txt".to_owned());
    assert_eq!(desk.store.book().into_iter().collect::<Vec<_>>(), [entry]);
    let what: Vec<_> = desk.told().into_iter().map(|(what, _)| what).collect();
    assert_eq!(what, [What::Issued, What::Claimed, What::Ended]);
    assert_eq!(acts(&desk, &reference, End::Executed).unwrap_err(), NotUsable::Used);
    assert_eq!(desk.store.book().len(), 1);
}

/// Between two of several uses the grant is issued again. What is told is how the use ended.
#[test]
fn each_of_several_uses_is_told_as_done() {
    let desk = Desk::new();
    let policy = Policy { lifetime: HOUR, uses: Uses::Idempotent(2), ..Policy::default() };
    let reference = desk.issued_under(&TOOL, 1, &policy);
    assert_eq!(acts(&desk, &reference, End::Executed).unwrap().state, State::Issued);
    assert_eq!(acts(&desk, &reference, End::Executed).unwrap().state, State::Executed);
    let ended = desk.audit().into_iter().filter(|row| row.what == What::Ended);
    let told: Vec<_> = ended.map(|row| (row.code, row.note)).collect();
    assert_eq!(told, [1, 2].map(|number| ("executed".to_owned(), format!("use {number} of 2"))));
}

/// What an effect had done before it failed is undone, and that it failed is recorded.
#[test]
fn an_effect_that_fails_leaves_nothing_but_its_record() {
    for (end, state) in [(End::Failed, State::Failed), (End::Indeterminate, State::Indeterminate)] {
        let desk = Desk::new();
        let reference = desk.issued(1, HOUR);
        assert_eq!(acts(&desk, &reference, end).unwrap().state, state);
        assert!(desk.store.book().is_empty());
        assert_eq!(desk.state(1), state);
        assert_eq!(acts(&desk, &reference, End::Executed).unwrap_err(), NotUsable::Used);
    }
}

#[test]
fn what_is_refused_does_nothing() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    desk.forbid();
    assert_eq!(acts(&desk, &reference, End::Executed).unwrap_err(), NotUsable::NoLongerAuthorized);
    assert_eq!(desk.state(1), State::NoLongerAuthorized);
    assert_eq!(acts(&desk, &crate::made_up(7), End::Executed).unwrap_err(), NotUsable::Unknown);
    assert!(desk.store.book().is_empty());
}

/// An effect that returns another claim's end has not said how its own ended: nothing of it counts.
#[test]
fn another_claims_end_does_not_commit_this_one() {
    let desk = Desk::new();
    let (reference, other) = (desk.issued(1, HOUR), desk.issued(2, HOUR));
    let (_, running) = desk.grants.claim(&TOOL, &other).unwrap().take(|_| note("hello")).unwrap();
    let ends = std::sync::Mutex::new(Some(running.settle(End::Executed, "entered")));
    let came = desk.grants.act_within(&*desk.store, &TOOL, &reference, move |claim, book: Book<'_>| {
        drop(enter(claim, book, End::Executed));
        ends.lock().unwrap().take().unwrap()
    });
    assert_eq!((came.unwrap().state, desk.state(1)), (State::Failed, State::Failed));
    assert!(desk.store.book().is_empty());
}
