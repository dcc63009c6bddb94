//! The reversible first half of a staged effect.

use crate::{DeleteNote, Desk, HOUR, NoteArgs, classed, note};
use consent::EffectClass;
use rules::Defence;
use rules::danger::without;
use twogates_grants::{End, FirstHalf, State};

const STAGED: DeleteNote = classed(EffectClass::Staged);

/// It is named after the grant and the fence, and told what was approved; the arguments come out once it is done.
#[test]
fn the_first_half_goes_by_what_was_approved() {
    let desk = Desk::new();
    let reference = desk.issued_for(&STAGED, 1, HOUR);
    drop(desk.grants.claim(&STAGED, &reference).unwrap());
    desk.clock.advance(60_000);
    let claim = desk.grants.claim(&STAGED, &reference).unwrap();
    let halfway = claim.take_staged(|args, by| {
        assert_eq!(args, &NoteArgs { path: "notes.txt".into() });
        assert_eq!(*by, FirstHalf { grant: reference.id(), fence: 2, approved: Some(note("hello").bound()) });
        Ok::<_, ()>("set aside")
    });
    let Ok((aside, args, running)) = halfway else { panic!("the first half said no") };
    assert_eq!((aside, args), ("set aside", NoteArgs { path: "notes.txt".into() }));
    assert_eq!(running.effect(), EffectClass::Staged);
    assert_eq!(desk.grants.commit(&running, "deleted").unwrap().state, State::Executed);
}

#[test]
fn a_first_half_that_says_no_is_settled_by_its_claim() {
    let desk = Desk::new();
    let reference = desk.issued_for(&STAGED, 1, HOUR);
    let claim = desk.grants.claim(&STAGED, &reference).unwrap();
    let Err((why, running)) = claim.take_staged(|_, _| Err::<(), _>("not what was shown")) else {
        panic!("it went on")
    };
    assert_eq!(why, "not what was shown");
    assert_eq!(desk.grants.settle(running.settle(End::Failed, why)).unwrap().state, State::Failed);
}

/// Without the defence `snapshot` there is nothing to hold against what is set aside.
#[test]
fn without_snapshot_the_first_half_is_told_nothing() {
    let desk = Desk::new();
    let reference = desk.issued_for(&STAGED, 1, HOUR);
    let careless = without(desk.grants.clone(), Defence::Snapshot);
    let claim = careless.claim(&STAGED, &reference).unwrap();
    assert!(claim.take_staged(|_, by| if by.approved.is_none() { Ok(()) } else { Err(()) }).is_ok());
}
