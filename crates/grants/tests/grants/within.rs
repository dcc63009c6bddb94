//! Effects that live in the grant's own database.

use crate::{DeleteNote, Desk, HOUR, MINUTE, NoteArgs, TOOL, note, order};
use consent::EffectClass;
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

/// A tool whose effect lives in the grant's own store.
const KEPT: DeleteNote = DeleteNote { effect: EffectClass::Transactional, ..TOOL };

/// Claims, and commits with what the effect says.
fn commits(desk: &Desk, reference: &GrantRef, said: Result<(), String>) -> Result<twogates_grants::Grant, NotUsable> {
    let (NoteArgs { path }, running) = desk.grants.claim(&KEPT, reference).unwrap().take(|_| note("hello")).unwrap();
    let key = running.key();
    desk.clock.advance(30_000);
    desk.grants.commit_within(&*desk.store, running, "entered", move |book: Book<'_>| {
        book.insert(key.clone(), path.clone());
        said.clone()
    })
}

#[test]
fn an_effect_and_its_commit_are_one_transaction() {
    let desk = Desk::new();
    let reference = desk.issued_for(&KEPT, 1, HOUR);
    let grant = commits(&desk, &reference, Ok(())).unwrap();
    assert_eq!((grant.state, grant.outcome.unwrap().1.as_str()), (State::Executed, "entered"));
    let entry = (format!("{}:1", reference.id().hex()), "notes.txt".to_owned());
    assert_eq!(desk.store.book().into_iter().collect::<Vec<_>>(), [entry]);
    assert_eq!(desk.grants.claim(&KEPT, &reference).unwrap_err(), NotUsable::Used);
}

#[test]
fn an_effect_that_did_not_take_place_is_undone_and_said() {
    let desk = Desk::new();
    let reference = desk.issued_for(&KEPT, 1, HOUR);
    let grant = commits(&desk, &reference, Err("the account is empty".into())).unwrap();
    assert_eq!((grant.state, grant.outcome.unwrap().1.as_str()), (State::Failed, "Not run: the account is empty."));
    assert!(desk.store.book().is_empty());
}

/// Between the claim and the commit its time passes, and another worker takes it over: the first one's effect is undone.
#[test]
fn what_is_not_committed_is_undone() {
    let desk = Desk::new();
    let reference = desk.issued_for(&KEPT, 1, MINUTE);
    desk.clock.advance(45_000);
    let grant = commits(&desk, &reference, Ok(())).unwrap();
    let text = grant.outcome.unwrap().1;
    assert!(grant.state == State::Failed && text.contains("has passed"), "{text}");
    assert!(desk.store.book().is_empty());

    let reference = desk.issued_for(&KEPT, 2, HOUR);
    let (_, late) = desk.grants.claim(&KEPT, &reference).unwrap().take(|_| note("hello")).unwrap();
    desk.clock.advance(3_000_000);
    commits(&desk, &reference, Ok(())).unwrap();
    let came = desk.grants.commit_within(&*desk.store, late, "again", |book: Book<'_>| {
        book.insert("again".into(), String::new());
        Ok(())
    });
    assert_eq!(came.unwrap_err(), NotUsable::LostLease);
    assert_eq!(desk.store.book().len(), 1);
    assert_eq!(desk.grants.revoke(reference.id(), &order()).unwrap_err(), NotUsable::Used);
}

#[test]
fn a_tool_of_another_class_commits_nothing_so() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let (_, running) = desk.grants.claim(&TOOL, &reference).unwrap().take(|_| note("hello")).unwrap();
    let came = desk.grants.commit_within(&*desk.store, running, "entered", |book: Book<'_>| {
        book.insert("entered".into(), String::new());
        Ok(())
    });
    let grant = came.unwrap();
    assert!(grant.state == State::Failed && grant.outcome.unwrap().1.starts_with("Not run: the tool is declared"));
    assert!(desk.store.book().is_empty());
}
