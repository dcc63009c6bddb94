//! A call that asks for something more: its claim waits, and goes on in another request.

use crate::{DeleteNote, Desk, HOUR, NoteArgs, TOOL, at, call, made_up, note};
use consent::Round;
use twogates_grants::{AttemptId, End, GrantRef, Holder, NotUsable, OpenRound, Running, State};

fn running(desk: &Desk, reference: &GrantRef) -> Running<DeleteNote> {
    desk.grants.claim(&TOOL, reference).unwrap().take(|_| note("hello")).unwrap().1
}

#[test]
fn a_claim_that_waits_goes_on_with_the_answer() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let first = running(&desk, &reference);
    assert!(!first.may_have_acted());
    let (grant, holder) = (first.grant(), first.holder());
    let round = first.wait();
    assert_eq!(round, OpenRound { grant, holder });
    let claim = desk.grants.go_on(&TOOL, &round, call("notes.txt").arg_hash()).unwrap();
    let (args, second) = claim.take(|_| note("hello")).unwrap();
    assert_eq!(args, NoteArgs { path: "notes.txt".into() });
    assert_eq!(second.holder(), Holder { fence: 2, ..holder });
    assert!(second.may_have_acted(), "the request before this one may have");
    assert_eq!(desk.grants.go_on(&TOOL, &round, reference.arg_hash()).unwrap_err(), NotUsable::Used, "once");
    assert_eq!(desk.grants.settle(second.settle(End::Executed, "deleted")).unwrap().state, State::Executed);
}

/// A round that is another call's is refused, and its claim still goes on.
#[test]
fn a_round_goes_on_with_the_call_of_its_grant_only() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let round = running(&desk, &reference).wait();
    let ours = reference.arg_hash();
    let newer = DeleteNote { version: 2, ..TOOL };
    let nowhere = OpenRound { grant: made_up(9).id(), ..round };
    for (came, refusal) in [
        (desk.grants.go_on(&TOOL, &round, call("other.txt").arg_hash()), NotUsable::OtherArguments),
        (desk.neighbour().go_on(&TOOL, &round, ours), NotUsable::OtherServer),
        (desk.grants.go_on(&newer, &round, ours), NotUsable::OtherContract),
        (desk.grants.go_on(&TOOL, &nowhere, ours), NotUsable::Unknown),
    ] {
        assert_eq!(came.unwrap_err(), refusal);
    }
    assert!(desk.grants.go_on(&TOOL, &round, ours).is_ok());
}

/// Grant, attempt and fence, one after the other: what a sealed state carries is the same in every version.
#[test]
fn a_round_has_its_own_bytes() {
    let grant = made_up(1).id();
    let round = OpenRound { grant, holder: Holder { attempt: AttemptId::from_bytes([7; 16]), fence: 0x0102 } };
    let fence = [0, 0, 0, 0, 0, 0, 1, 2];
    let bytes: [u8; Round::CLAIM] = [grant.digest().bytes().as_slice(), &[7; 16], &fence].concat().try_into().unwrap();
    assert_eq!(round.to_bytes(), bytes);
    assert_eq!(OpenRound::from_bytes(&bytes), Some(round));
}

/// What changed between two requests of a call may be what the first one did.
#[test]
fn a_change_between_two_rounds_is_an_unknown_end() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let round = running(&desk, &reference).wait();
    let claim = desk.grants.go_on(&TOOL, &round, reference.arg_hash()).unwrap();
    let grant = desk.grants.settle(claim.take(|_| note("changed")).unwrap_err()).unwrap();
    assert_eq!(grant.state, State::Indeterminate);
}

/// Whoever breaks off leaves one word: that nobody knows. An end that was told stands before it.
#[test]
fn what_broke_off_is_unknown_unless_its_end_was_told() {
    let desk = Desk::new();
    let claim = desk.grants.claim(&TOOL, &desk.issued(1, HOUR)).unwrap();
    let broken_off = claim.if_broken_off();
    drop(claim);
    let grant = desk.grants.settle(broken_off.unknown("the handler panicked")).unwrap();
    assert_eq!((grant.state, grant.outcome), (State::Indeterminate, Some((at(0), "the handler panicked".to_owned()))));

    let claim = desk.grants.claim(&TOOL, &desk.issued(2, HOUR)).unwrap();
    let broken_off = claim.if_broken_off();
    let (_, running) = claim.take(|_| note("hello")).unwrap();
    let told = desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    assert_eq!(desk.grants.settle(broken_off.unknown("too late")).unwrap_err(), NotUsable::NotClaimed);
    assert_eq!(desk.grant(2), told);
}
