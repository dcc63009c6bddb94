//! The transition function, exhaustively: every state, every event, every side of every boundary.

use crate::{TOOL, at, call, digest, id, intent, made_up};
use consent::{EffectClass, Moment, Tool, Until, server_digest};
use rules::danger::without;
use rules::{Defence, Defences, Guarded};
use twogates_grants::{
    AttemptId, Bid, Claiming, End, Event, Grant, Held, Holder, How, Item, NewGrant, NotUsable, State, Step, step,
};

/// A grant in this state that expires 60 seconds after its issue.
fn grant(state: State) -> Grant {
    let intent = intent(Until::At(at(60_000)));
    let new =
        NewGrant { reference: made_up(1), question: id(1), item: Item::ONLY, intent, effect: EffectClass::AtMostOnce };
    let held = Held { attempt: attempt(1), since: at(0), act_by: at(60_000), how: How::First };
    let issued = Grant::new(&new, at(0), 1);
    if state == State::Issued { issued } else { Grant { state, held: Some(held), fence: 1, used: 1, ..issued } }
}

/// The moments that matter: long before, just before, at, and after the expiry.
const TIMES: [u64; 5] = [0, 59_999, 60_000, 60_001, 1_000_000];

fn late(ms: u64) -> bool {
    ms >= 60_000
}

/// The state afterwards, and the refusal.
type Came = (State, Option<NotUsable>);

fn moved(next: State) -> Came {
    (next, None)
}

fn refused(next: State, refusal: NotUsable) -> Came {
    (next, Some(refusal))
}

fn came(grant: &Grant, event: &Event, at: Moment, on: Defences) -> Came {
    let Step { after, refusal } = step(grant, event, at, on);
    (after.state, refusal)
}

fn stepped(state: State, event: &Event, ms: u64) -> Came {
    came(&grant(state), event, at(ms), Defences::all())
}

fn attempt(number: u8) -> AttemptId {
    AttemptId::from_bytes([number; 16])
}

fn settle(end: End) -> Event {
    Event::Settle { holder: Holder { attempt: attempt(1), fence: 1 }, end, text: String::new(), epoch: 1 }
}

/// A claim whose arguments, server and contract are the grant's own or not.
fn claim_of(arguments: bool, server: bool, contract: bool, authorized: bool) -> Event {
    let claiming = Claiming {
        grant: made_up(1).id(),
        attempt: attempt(2),
        lease_ms: 60_000,
        arg_hash: if arguments { call("notes.txt") } else { call("other.txt") }.arg_hash(),
        server: server_digest(if server { "notes" } else { "files" }),
        contract: if contract { TOOL.contract().digest() } else { digest("another") },
    };
    Event::Claim { bid: Bid { claiming, authorized }, epoch: 1 }
}

fn claim_in_epoch(epoch: u64) -> Event {
    match claim(true, true, true) {
        Event::Claim { bid, .. } => Event::Claim { bid, epoch },
        other => other,
    }
}

/// A claim by the grant's own server.
fn claim(arguments: bool, contract: bool, authorized: bool) -> Event {
    claim_of(arguments, true, contract, authorized)
}

#[test]
fn there_are_eight_states_with_stable_words() {
    let words: Vec<_> = State::ALL.iter().map(|state| state.word()).collect();
    let expected =
        ["issued", "claimed", "executed", "failed", "indeterminate", "expired", "revoked", "no_longer_authorized"];
    assert_eq!(words, expected);
}

/// Arguments before server before contract before state before time before authority; and a refusal for what does not belong to the
/// grant leaves it as it was.
#[test]
fn a_claim_is_refused_by_the_first_check_that_does_not_hold() {
    let both = [true, false];
    for state in State::ALL.iter().copied() {
        for ms in TIMES {
            for bits in 0..8 {
                let [arguments, server, contract] = [1, 2, 4].map(|bit| bits & bit != 0);
                for authorized in both {
                    let expected = match (arguments, server, contract, state, late(ms), authorized) {
                        (false, ..) => refused(state, NotUsable::OtherArguments),
                        (_, false, ..) => refused(state, NotUsable::OtherServer),
                        (_, _, false, ..) => refused(state, NotUsable::OtherContract),
                        (_, _, _, State::Issued, false, true) => moved(State::Claimed),
                        (_, _, _, State::Issued, true, _) => refused(State::Expired, NotUsable::Expired),
                        (_, _, _, State::Issued, false, false) => {
                            refused(State::NoLongerAuthorized, NotUsable::NoLongerAuthorized)
                        }
                        (_, _, _, State::Revoked, _, _) => refused(state, NotUsable::Revoked),
                        _ => refused(state, NotUsable::Used),
                    };
                    let event = claim_of(arguments, server, contract, authorized);
                    assert_eq!(stepped(state, &event, ms), expected, "{state:?} {event:?} after {ms} ms");
                }
            }
        }
    }
}

/// An effect is settled by whoever claimed it, or once it is known what happened; whenever that is.
#[test]
fn an_effect_is_settled_where_someone_acted() {
    for ms in TIMES {
        for state in State::ALL.iter().copied() {
            for (end, ended) in [
                (End::Executed, State::Executed),
                (End::Failed, State::Failed),
                (End::Indeterminate, State::Indeterminate),
            ] {
                let expected = match state {
                    State::Claimed | State::Indeterminate => moved(ended),
                    told if told == ended => moved(ended),
                    _ => refused(state, NotUsable::NotClaimed),
                };
                assert_eq!(stepped(state, &settle(end), ms), expected, "{state:?} {end:?}");
            }
        }
    }
}

#[test]
fn a_yes_is_taken_back_before_anyone_acts_and_not_after() {
    for ms in TIMES {
        for state in State::ALL.iter().copied() {
            let expected = match state {
                State::Issued => moved(State::Revoked),
                State::Claimed => refused(state, NotUsable::InFlight),
                _ => refused(state, NotUsable::Used),
            };
            assert_eq!(stepped(state, &Event::Revoke, ms), expected, "{state:?}");
        }
    }
}

#[test]
fn time_ends_what_is_open_and_nothing_else() {
    for ms in TIMES {
        for state in State::ALL.iter().copied() {
            let next = match (state, late(ms)) {
                (State::Issued, true) => State::Expired,
                (State::Claimed, true) => State::Indeterminate,
                _ => state,
            };
            assert_eq!(stepped(state, &Event::Lapse, ms), moved(next), "{state:?} after {ms} ms");
        }
    }
}

/// Without the defence `grant-expiry` time does not end a yes. It still tells that nobody heard of a claim again.
#[test]
fn without_grant_expiry_time_ends_no_yes() {
    for ms in TIMES {
        for state in State::ALL.iter().copied() {
            let next = if state == State::Claimed && late(ms) { State::Indeterminate } else { state };
            let stepped = came(&grant(state), &Event::Lapse, at(ms), off(&[Defence::GrantExpiry]));
            assert_eq!(stepped, moved(next), "{state:?} after {ms} ms");
        }
    }
}

/// Whatever happens to a grant that has ended, it is never open again.
#[test]
fn nothing_that_ended_opens_again() {
    let events = [claim(true, true, true), settle(End::Executed), Event::Revoke, Event::Lapse];
    for state in [State::Executed, State::Failed, State::Expired, State::Revoked, State::NoLongerAuthorized] {
        for event in &events {
            assert!(TIMES.iter().all(|ms| stepped(state, event, *ms).0 == state), "{state:?} {event:?}");
        }
    }
    let unknown = State::Indeterminate;
    assert!(TIMES.iter().all(|ms| stepped(unknown, &claim(true, true, true), *ms).0 == unknown));
}

/// Holds defences, so that `danger` can switch one off.
struct Only(Defences);

impl Guarded for Only {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.0
    }
}

fn off(defences: &[Defence]) -> Defences {
    defences.iter().fold(Only(Defences::all()), |only, defence| without(only, *defence)).0
}

#[test]
fn each_check_of_a_claim_is_one_defence() {
    let claims = [
        (Defence::Arguments, State::Issued, claim(false, true, true), 0),
        (Defence::Contract, State::Issued, claim(true, false, true), 0),
        (Defence::Contract, State::Issued, claim_of(true, false, true, true), 0),
        (Defence::SingleUse, State::Executed, claim(true, true, true), 0),
        (Defence::GrantExpiry, State::Issued, claim(true, true, true), 60_000),
        (Defence::Epoch, State::Issued, claim_in_epoch(2), 0),
        (Defence::StillAuthorized, State::Issued, claim(true, true, false), 0),
    ];
    for (defence, state, event, ms) in &claims {
        for switched in [
            Defence::Arguments,
            Defence::Contract,
            Defence::SingleUse,
            Defence::Epoch,
            Defence::GrantExpiry,
            Defence::StillAuthorized,
        ] {
            let stepped = came(&grant(*state), event, at(*ms), off(&[switched]));
            assert_eq!(stepped == moved(State::Claimed), switched == *defence, "{event:?} without {switched}");
        }
        let others: Vec<_> = Defence::ALL.iter().copied().filter(|other| other != defence).collect();
        assert!(step(&grant(*state), event, at(*ms), off(&others)).refusal.is_some(), "{defence} alone");
    }
}

#[test]
fn what_a_holder_says_is_checked_by_two_defences() {
    let claimed = step(&grant(State::Issued), &claim(true, true, true), at(0), Defences::all()).after;
    let staged = Grant { effect: EffectClass::Staged, ..claimed };
    let taken_back = Grant { revoked_at: Some(at(1)), ..staged.clone() };
    let commit = |fence| Event::Commit { holder: Holder { attempt: attempt(2), fence }, text: "done".into(), epoch: 1 };
    let cases = [
        (Defence::Fence, &staged, 0, NotUsable::LostLease),
        (Defence::CommitPoint, &taken_back, 1, NotUsable::Revoked),
    ];
    for (defence, held, fence, refusal) in cases {
        assert_eq!(came(held, &commit(fence), at(2), Defences::all()), refused(State::Claimed, refusal.clone()));
        assert_eq!(came(held, &commit(fence), at(2), off(&[defence])), moved(State::Executed), "{defence}");
        let others: Vec<_> = Defence::ALL.iter().copied().filter(|other| *other != defence).collect();
        assert_eq!(came(held, &commit(fence), at(2), off(&others)), refused(State::Claimed, refusal), "{defence}");
    }
    let voided = step(&grant(State::Issued), &Event::Void, at(1), Defences::all()).after;
    assert!(voided.is_void());
    assert_eq!(came(&grant(State::Issued), &Event::Void, at(1), off(&[Defence::Epoch])), moved(State::Issued));
}

/// A commit is its holder's, while the grant is claimed: who never had it and who lost it meanwhile are told apart.
#[test]
fn an_effect_is_committed_where_someone_acts() {
    let commit = Event::Commit { holder: Holder { attempt: attempt(1), fence: 1 }, text: "done".into(), epoch: 1 };
    for ms in TIMES {
        for state in State::ALL.iter().copied() {
            let expected = match state {
                State::Issued => refused(state, NotUsable::NotClaimed),
                State::Claimed if late(ms) => refused(state, NotUsable::Expired),
                State::Claimed | State::Executed => moved(State::Executed),
                _ => refused(state, NotUsable::LostLease),
            };
            assert_eq!(stepped(state, &commit, ms), expected, "{state:?} after {ms} ms");
        }
    }
    let late = came(&grant(State::Claimed), &commit, at(60_000), off(&[Defence::GrantExpiry]));
    assert_eq!(late, moved(State::Executed), "without the defence");
}

#[test]
fn the_window_is_a_defence_of_its_own() {
    let early = Grant { not_before: at(10), ..grant(State::Issued) };
    let claim = claim(true, true, true);
    let others: Vec<_> = Defence::ALL.iter().copied().filter(|other| *other != Defence::Window).collect();
    for on in [Defences::all(), off(&others)] {
        assert_eq!(came(&early, &claim, at(9), on), refused(State::Issued, NotUsable::TooEarly));
    }
    assert_eq!(came(&early, &claim, at(9), off(&[Defence::Window])), moved(State::Claimed));
}

/// With single use off a claim meets the checks behind it; a refusal there does not undo what was done.
#[test]
fn what_was_done_stays_done_without_single_use() {
    let careless = off(&[Defence::SingleUse]);
    for state in State::ALL.iter().copied() {
        let again = |authorized, ms| came(&grant(state), &claim(true, true, authorized), at(ms), careless);
        assert_eq!(again(true, 59_999), moved(State::Claimed));
        let ended = |end| if state == State::Issued { end } else { state };
        assert_eq!(again(true, 60_000), refused(ended(State::Expired), NotUsable::Expired));
        let withdrawn = ended(State::NoLongerAuthorized);
        assert_eq!(again(false, 0), refused(withdrawn, NotUsable::NoLongerAuthorized));
    }
}

/// Time and authority have no say in who may claim with the wrong arguments: nobody burns a grant that is not theirs.
#[test]
fn a_wrong_claim_burns_nothing() {
    let wrong = [claim(false, true, true), claim(true, false, true), claim(false, false, false)];
    for event in wrong.into_iter().chain([claim_of(true, false, true, false)]) {
        for ms in TIMES {
            assert_eq!(stepped(State::Issued, &event, ms).0, State::Issued);
        }
    }
    assert_eq!(stepped(State::Issued, &claim(true, true, true), 59_999), moved(State::Claimed), "the honest one");
}

#[test]
fn a_grant_that_expires_at_once_is_never_claimed() {
    let start = Moment::from_store(0);
    let grant = Grant { not_before: start, expires_at: start, ..grant(State::Issued) };
    let stepped = came(&grant, &claim(true, true, true), start, Defences::all());
    assert_eq!(stepped, refused(State::Expired, NotUsable::Expired));
}

/// Clauses that no row which a store wrote shows alone are shown on a row that none did.
#[test]
fn an_issued_row_without_uses_left_is_not_claimed() {
    let spent = Grant { used: 1, ..grant(State::Issued) };
    assert_eq!(came(&spent, &claim(true, true, true), at(0), Defences::all()), refused(State::Issued, NotUsable::Used));
}

#[test]
fn a_claim_in_another_epoch_is_void() {
    for (state, next) in [(State::Issued, State::Revoked), (State::Claimed, State::Indeterminate)] {
        let old = Grant { epoch: 7, ..grant(state) };
        let void = came(&old, &claim(true, true, true), at(0), Defences::all());
        assert_eq!(void, refused(next, NotUsable::Void));
    }
    // What the restore has ended is told the same, and what a person took back before is not.
    let ended = step(&grant(State::Issued), &Event::Void, at(0), Defences::all()).after;
    assert!(ended.is_void());
    assert_eq!(
        came(&ended, &claim(true, true, true), at(0), Defences::all()),
        refused(State::Revoked, NotUsable::Void)
    );
    assert!(!grant(State::Revoked).is_void());
    let done = Grant { epoch: 7, ..grant(State::Executed) };
    assert_eq!(
        came(&done, &claim(true, true, true), at(0), Defences::all()),
        refused(State::Executed, NotUsable::Used)
    );
}

/// Neither alone is enough: an attempt of long ago, or a fence that was guessed.
#[test]
fn a_holder_is_its_attempt_and_its_fence() {
    let held = Grant { fence: 3, effect: EffectClass::Keyed, ..grant(State::Claimed) };
    let event = |number, fence| Event::Settle {
        holder: Holder { attempt: attempt(number), fence },
        end: End::Failed,
        text: String::new(),
        epoch: 1,
    };
    let tells = |number, fence| came(&held, &event(number, fence), at(0), Defences::all());
    assert_eq!(tells(1, 3), moved(State::Failed));
    for (number, fence) in [(1, 2), (1, 4), (2, 3)] {
        assert_eq!(tells(number, fence), refused(State::Claimed, NotUsable::LostLease));
    }
}

/// A claim goes on by exactly its holder, once, while its time lasts; and it has no more time than before.
#[test]
fn a_claim_goes_on_once_for_each_round() {
    let claimed = step(&grant(State::Issued), &claim(true, true, true), at(0), Defences::all()).after;
    let go_on = |number, fence| Event::GoOn { holder: Holder { attempt: attempt(number), fence }, epoch: 1 };
    let Step { after, refusal } = step(&claimed, &go_on(2, 1), at(59_999), Defences::all());
    assert_eq!((after.fence, after.held, after.used, refusal), (2, claimed.held, 1, None));
    assert_eq!(came(&after, &go_on(2, 1), at(0), Defences::all()), refused(State::Claimed, NotUsable::Used));
    assert_eq!(came(&after, &go_on(2, 2), at(0), Defences::all()), moved(State::Claimed));
    for (number, fence) in [(1, 1), (2, 0), (2, 2)] {
        assert_eq!(
            came(&claimed, &go_on(number, fence), at(0), Defences::all()),
            refused(State::Claimed, NotUsable::Used)
        );
    }
    assert_eq!(came(&claimed, &go_on(2, 1), at(60_000), Defences::all()), refused(State::Claimed, NotUsable::Expired));
    let marked = Grant { revoked_at: Some(at(1)), ..claimed.clone() };
    assert_eq!(came(&marked, &go_on(2, 1), at(2), Defences::all()), refused(State::Claimed, NotUsable::Revoked));
    let old = Grant { epoch: 7, ..claimed.clone() };
    assert_eq!(came(&old, &go_on(2, 1), at(0), Defences::all()), refused(State::Indeterminate, NotUsable::Void));
    assert_eq!(
        came(&grant(State::Issued), &go_on(2, 1), at(0), Defences::all()),
        refused(State::Issued, NotUsable::NotClaimed)
    );
    for end in [End::Executed, End::Failed, End::Indeterminate] {
        let ended =
            Event::Settle { holder: Holder { attempt: attempt(2), fence: 1 }, end, text: String::new(), epoch: 1 };
        let ended = step(&claimed, &ended, at(0), Defences::all()).after;
        assert_eq!(came(&ended, &go_on(2, 1), at(0), Defences::all()), refused(end.state(), NotUsable::Used));
    }
    assert_eq!(
        came(&after, &go_on(2, 1), at(0), off(&[Defence::Fence])),
        moved(State::Claimed),
        "what the fence is for"
    );
    assert_eq!(came(&claimed, &go_on(2, 1), at(60_000), off(&[Defence::GrantExpiry])), moved(State::Claimed));
}
