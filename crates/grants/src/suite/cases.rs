//! Failures of others, as small inputs with the right result; each is named by its id.

use super::Subject;
use super::kit::{HOUR, Kit, MINUTE, claiming, digest, holder, order, told};
use crate::audit::What;
use crate::{Claiming, End, Freshness, NotUsable, State, Store, Upkeep};
use consent::No;
use std::sync::Barrier;
use std::thread;

/// C018: no sweeper ran. The claim itself says that it is too late.
pub fn c018_expiry_is_seen_by_the_claim_itself<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.subject.advance(HOUR + 1000);
    assert_eq!(kit.grant(&new).state, State::Issued, "nobody has looked");
    assert_eq!(kit.claim(&new, 1).unwrap_err(), NotUsable::Expired);
    assert_eq!(kit.grant(&new).consumed_at, None);
}

/// C093: one clock decides, the store's; no other is ever compared with it.
pub fn c093_one_clock_decides<S: Subject>() {
    let kit = Kit::<S>::new();
    kit.subject.advance(5 * MINUTE);
    let new = kit.issued(kit.yes(1));
    assert!(kit.claim(&new, 1).is_ok(), "at once");
    let late = kit.issued(kit.yes(2));
    kit.subject.set_back(5 * MINUTE);
    kit.subject.advance(2 * HOUR);
    assert_eq!(kit.claim(&late, 1).unwrap_err(), NotUsable::Expired);
}

/// C095: a refusal for expiry is final, and a clock that steps back does not undo it.
pub fn c095_a_refusal_for_expiry_is_final<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.subject.advance(HOUR);
    assert_eq!(kit.claim(&new, 1).unwrap_err(), NotUsable::Expired);
    kit.subject.set_back(10 * MINUTE);
    assert_eq!(kit.claim(&new, 1).unwrap_err(), NotUsable::Used, "it has ended");
    assert_eq!(kit.grant(&new).state, State::Expired);
}

/// C097: of two, and of fifty consumers of one grant, one.
pub fn c097_one_of_fifty_consumers<S: Subject>() {
    let kit = Kit::<S>::new();
    for (number, consumers) in [(1, 2_u8), (2, 50)] {
        let new = kit.issued(kit.yes(number));
        let start = Barrier::new(usize::from(consumers));
        let won: Vec<_> = thread::scope(|scope| {
            let consume = |attempt| {
                let (kit, new, start) = (&kit, &new, &start);
                scope.spawn(move || {
                    start.wait();
                    kit.claim(new, attempt).is_ok()
                })
            };
            let consumers: Vec<_> = (1..=consumers).map(consume).collect();
            consumers.into_iter().map(|consumer| consumer.join().unwrap()).collect()
        });
        assert_eq!(won.iter().filter(|won| **won).count(), 1, "of {consumers}");
    }
}

/// C099: the same call again is a new question, a new yes and a new row; the old one stays spent.
pub fn c099_a_new_yes_is_a_new_grant<S: Subject>() {
    let kit = Kit::<S>::new();
    let arguments = serde_json::json!({"id": "i-7"});
    let old = kit.issued(kit.yes_to(1, &arguments));
    kit.claim(&old, 1).unwrap();
    let (grants, fresh) = kit.store.issue(&[kit.yes_to(2, &arguments)]).unwrap();
    assert_eq!(fresh, Freshness::New);
    assert_ne!(grants[0].id, old.reference.id());
    assert_eq!(kit.claim(&old, 2).unwrap_err(), NotUsable::Used);
    assert!(kit.claim(&kit.yes_to(2, &arguments), 2).is_ok());
}

/// C101: a worker was killed right after its claim, or after its effect. A redelivery is refused in both, and the end is
/// told as unknown.
pub fn c101_a_worker_that_died_leaves_an_unknown_end<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.claim(&new, 1).unwrap();
    assert_eq!(kit.claim(&new, 2).unwrap_err(), NotUsable::Used, "redelivered at once");
    kit.subject.advance(MINUTE);
    assert_eq!(kit.state(&new), State::Indeterminate);
    assert_eq!(kit.claim(&new, 3).unwrap_err(), NotUsable::Used, "and later");
}

/// C103: a failed effect is spent; the old yes pays for no second try. And nothing is ever just "done".
pub fn c103_a_failed_effect_stays_spent<S: Subject>() {
    let kit = Kit::<S>::new();
    let claimed = kit.claimed(kit.yes(1), 1);
    let failed = kit.store.settle(claimed.id, holder(&claimed), End::Failed, "no room").unwrap();
    assert_eq!(failed.state, State::Failed);
    assert_eq!(kit.claim(&kit.yes(1), 2).unwrap_err(), NotUsable::Used);
    let dropped = kit.issued(kit.yes(2));
    kit.claim(&dropped, 1).unwrap();
    assert_eq!(kit.state(&dropped), State::Claimed, "not done");
    kit.subject.advance(MINUTE);
    assert_eq!(kit.state(&dropped), State::Indeterminate, "and not done later");
}

/// C105: the queue's lease is a second, and the effect takes three. The second delivery is refused; the grant's own time
/// has nothing to do with the lease.
pub fn c105_a_lease_is_not_the_grant<S: Subject>() {
    let kit = Kit::<S>::new();
    let claimed = kit.claimed(kit.yes(1), 1);
    kit.subject.advance(1000);
    assert_eq!(kit.claim(&kit.yes(1), 2).unwrap_err(), NotUsable::Used);
    kit.subject.advance(2000);
    let settled = kit.store.settle(claimed.id, holder(&claimed), End::Executed, "paid").unwrap();
    assert_eq!((settled.state, settled.expires_at), (State::Executed, kit.start.later(HOUR)));
}

/// C107: the effect succeeded, its acknowledgement failed, and the message came five times more.
pub fn c107_a_redelivery_finds_what_is_recorded<S: Subject>() {
    let kit = Kit::<S>::new();
    let claimed = kit.claimed(kit.yes(1), 1);
    kit.store.settle(claimed.id, holder(&claimed), End::Executed, "paid 5 to shop").unwrap();
    for attempt in 2..=6 {
        let refused = kit.claim(&kit.yes(1), attempt).unwrap_err();
        assert!(refused == NotUsable::Used && !refused.may_pass(), "the queue lets it go");
        let known = kit.grant(&kit.yes(1));
        assert_eq!((known.state, known.outcome.unwrap().1), (State::Executed, "paid 5 to shop".to_owned()));
    }
}

/// C128: other arguments and another tool have reasons of their own, told apart from used and expired.
pub fn c128_other_arguments_are_another_refusal<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.claim(&new, 1).unwrap();
    let with = |claiming| kit.store.claim(&claiming, &super::Anyone).unwrap_err();
    let right = claiming(&new, 2);
    assert_eq!(with(Claiming { arg_hash: digest("x"), ..right }), NotUsable::OtherArguments);
    assert_eq!(with(Claiming { contract: digest("x"), ..right }), NotUsable::OtherContract);
    assert_eq!(with(right), NotUsable::Used);
}

/// C130: whatever comes after it, a spent grant is known as spent. (A full store refuses the next question: its own test.)
pub fn c130_nothing_live_is_evicted<S: Subject>() {
    let kit = Kit::<S>::new();
    let spent = kit.claimed(kit.yes(1), 1);
    let open = kit.issued(kit.yes(2));
    for number in 3..=300 {
        kit.deny(number, No::Declined);
    }
    assert_eq!(kit.claim(&kit.yes(1), 2).unwrap_err(), NotUsable::Used);
    assert_eq!(kit.store.grant(spent.id).unwrap(), Some(spent));
    assert!(kit.claim(&open, 1).is_ok());
}

/// C138: a revocation, of one grant or of all that a principal has, reaches what waits in the queue; for good, and in the
/// audit.
pub fn c138_a_revocation_reaches_the_queue<S: Subject>() {
    let kit = Kit::<S>::new();
    let one = kit.issued(kit.yes(1));
    kit.store.revoke(one.reference.id(), &order()).unwrap();
    let all = kit.issued(kit.yes(2));
    kit.store.revoke_all(super::kit::alice().digest(), &order()).unwrap();
    for (number, new) in [(1, &one), (2, &all)] {
        assert_eq!(kit.claim(new, 1).unwrap_err(), NotUsable::Revoked);
        assert_eq!(kit.claim(new, 2).unwrap_err(), NotUsable::Revoked, "for good");
        let expected = [
            (What::Issued, "reported_by_client"),
            (What::Ended, "revoked"),
            (What::Refused, "revoked"),
            (What::Refused, "revoked"),
        ];
        assert_eq!(kit.story(number), told(&expected));
    }
}
