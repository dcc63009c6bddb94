//! What becomes of an answer: a grant, a no, and what stands of a question.

use super::Subject;
use super::kit::{HOUR, Kit, MINUTE, alice, digest, question, told};
use crate::audit::What;
use crate::{Freshness, Grant, GrantRef, Item, NewGrant, NoesOf, NotUsable, Standing, State, Store, Transactions};
use consent::{BoundSnapshot, Evidence, No, Until, server_digest};
use scope::Principal;
use serde_json::json;

/// There is no lifetime without end: what runs at once has a minute, everything else its own time.
pub fn weakness_06_every_grant_ends<S: Subject>() {
    let kit = Kit::<S>::new();
    let mut at_once = kit.yes(1);
    at_once.intent.until = Until::AtOnce;
    let at_once = kit.issued(at_once);
    assert_eq!(kit.grant(&at_once).expires_at, kit.start.later(MINUTE));
    let later = kit.issued(kit.yes(2));
    assert_eq!(kit.grant(&later).expires_at, kit.start.later(HOUR));
    kit.subject.advance(MINUTE);
    assert_eq!(kit.claim(&at_once, 1).unwrap_err(), NotUsable::Expired);
    kit.subject.advance(HOUR);
    assert_eq!(kit.claim(&later, 1).unwrap_err(), NotUsable::Expired);
}

/// A second yes to a question finds the first one's grant, spent or not; nothing brings it back to life.
pub fn weakness_07_issuing_overwrites_nothing<S: Subject>() {
    let kit = Kit::<S>::new();
    let first = kit.issued(kit.yes(1));
    let other = NewGrant {
        reference: GrantRef::new([9; 16], first.reference.arg_hash()),
        intent: kit.yes_to(1, &json!({"path": "other.txt"})).intent,
        ..first.clone()
    };
    let again = || kit.store.issue(std::slice::from_ref(&other)).unwrap();
    assert_eq!(again(), (vec![kit.grant(&first)], Freshness::Known));
    kit.claim(&first, 1).unwrap();
    assert_eq!(again(), (vec![kit.grant(&first)], Freshness::Known));
    assert_eq!(kit.claim(&other, 2).unwrap_err(), NotUsable::Unknown);
    assert_eq!(kit.claim(&first, 2).unwrap_err(), NotUsable::Used);
    let issued = kit.story(1).iter().filter(|(what, _)| *what == What::Issued).count();
    assert_eq!(issued, 1);
}

/// An item has one grant and a handle leads to one: whoever stores another stores nothing.
pub fn nothing_is_stored_in_the_place_of_a_grant<S: Subject>() {
    let kit = Kit::<S>::new();
    let first = kit.issued(kit.yes(1));
    let stored = kit.grant(&first);
    let same_item = Grant::new(&NewGrant { question: question(1), ..kit.yes(2) }, kit.start, 1);
    assert!(!kit.store.transact(move |table| table.insert(&same_item)).unwrap());
    let same_handle = NewGrant { reference: first.reference.clone(), ..kit.yes(3) };
    let came = kit.store.issue(std::slice::from_ref(&same_handle));
    assert!(matches!(came, Err(NotUsable::Unavailable(_))), "{came:?}");
    assert_eq!((kit.grant(&first), kit.standing(3)), (stored, None));
    assert_eq!(kit.rows().len(), 1);
}

/// One grant for each item, all or none, in the list's order.
pub fn weakness_22_a_list_is_issued_whole<S: Subject>() {
    let kit = Kit::<S>::new();
    let item = |number: u16| {
        let new = kit.yes_to(number, &json!({"path": number}));
        NewGrant { question: question(1), item: Item { number: u32::from(number), of: 3 }, ..new }
    };
    let list = [item(1), item(2), item(3)];
    let (grants, fresh) = kit.store.issue(&list).unwrap();
    assert_eq!((grants.len(), fresh), (3, Freshness::New));
    let claimed = kit.claim(&list[1], 1).unwrap();
    assert_eq!(claimed.item, Item { number: 2, of: 3 });
    assert_eq!(kit.claim(&list[1], 2).unwrap_err(), NotUsable::Used);
    let Some(Standing::Listed(known)) = kit.standing(1) else { panic!("no list") };
    let states: Vec<_> = known.iter().map(|grant| (grant.item.number, grant.state)).collect();
    assert_eq!(states, [(1, State::Issued), (2, State::Claimed), (3, State::Issued)]);
    assert_eq!(kit.store.issue(&list).unwrap(), (known, Freshness::Known));
    assert_eq!(kit.store.issue(&[]).unwrap_err(), NotUsable::Unknown);
}

/// Every field, also the odd ones.
pub fn a_grant_comes_back_as_it_was_stored<S: Subject>() {
    let kit = Kit::<S>::new();
    for (number, client, until, uses) in [
        (1, None, Until::AtOnce, 1),
        (2, Some(String::new()), Until::At(kit.start.later(1)), 5),
        (3, Some("d'esk\u{0}\u{1f600}".into()), Until::Within { from: kit.start.later(9), to: kit.start.later(99) }, 1),
        (4, None, Until::At(kit.start.later(i64::MAX.unsigned_abs() - kit.start.ms())), u32::MAX),
    ] {
        let mut new = kit.yes_to(number, &json!({"path": "no\u{0301}tes\n", "deep": [{"é": 1.5}], "none": null}));
        new.intent.principal = Principal { client, ..alice() };
        new.intent.until = until;
        new.intent.uses = uses;
        new.intent.evidence = Evidence::Signed;
        new.intent.snapshot = BoundSnapshot { identity: digest("x"), content: digest("y") };
        let (grants, _) = kit.store.issue(std::slice::from_ref(&new)).unwrap();
        let grant = kit.grant(&new);
        assert_eq!(grants, std::slice::from_ref(&grant));
        assert_eq!((grant.intent, grant.id, grant.item), (new.intent.clone(), new.reference.id(), Item::ONLY));
        assert_eq!(
            (grant.intent_hash, grant.question, grant.issued_at),
            (new.intent.hash(), question(number), kit.start)
        );
        assert_eq!((grant.state, grant.fence, grant.used, grant.epoch), (State::Issued, 0, 0, 1));
        assert_eq!((grant.held, grant.consumed_at, grant.revoked_at, grant.outcome), (None, None, None, None));
    }
}

/// The first no counts: once, to whom and to what it was said.
pub fn a_no_is_recorded_once_and_counted<S: Subject>() {
    let kit = Kit::<S>::new();
    let of = |tool| NoesOf { server: server_digest("notes"), principal: alice().digest(), tool };
    for (number, no) in [(1, No::Declined), (2, No::InTheForm), (3, No::Cancelled)] {
        let denied = Standing::Denied { no, at: kit.start.later(u64::from(number) - 1) };
        assert_eq!(kit.deny(number, no), denied);
        kit.subject.advance(1);
        assert_eq!(kit.deny(number, No::Declined), denied, "the first stands");
        assert_eq!(kit.standing(number), Some(denied));
        assert_eq!(kit.story(number), told(&[(What::Denied, no.word())]));
    }
    let since = |ms| kit.store.noes(&of("delete_note"), kit.start.later(ms)).unwrap();
    assert_eq!(since(0), [0, 1, 2].map(|ms| kit.start.later(ms)));
    assert_eq!(since(1).len(), 2);
    assert_eq!(kit.store.noes(&of("other_tool"), kit.start).unwrap(), []);
    let elsewhere = NoesOf { server: server_digest("files"), ..of("delete_note") };
    assert_eq!(kit.store.noes(&elsewhere, kit.start).unwrap(), []);
    let somebody = NoesOf { principal: digest("bob"), ..of("delete_note") };
    assert_eq!(kit.store.noes(&somebody, kit.start).unwrap(), []);
    let denied = kit.store.issue(&[kit.yes(1)]);
    assert_eq!(denied.unwrap_err(), NotUsable::AnsweredNo, "a yes after a no changes nothing");
}

/// A no after a yes takes it back while nobody has acted; afterwards it changes nothing.
pub fn a_no_takes_back_what_nobody_has_acted_on<S: Subject>() {
    let kit = Kit::<S>::new();
    let open = kit.issued(kit.yes(1));
    assert!(matches!(kit.deny(1, No::Declined), Standing::Granted(grant) if grant.state == State::Revoked));
    assert_eq!(kit.claim(&open, 1).unwrap_err(), NotUsable::Revoked);
    let claimed = kit.claimed(kit.yes(2), 1);
    assert_eq!(kit.deny(2, No::Declined), Standing::Granted(Box::new(claimed)));
    let noes = NoesOf { server: server_digest("notes"), principal: alice().digest(), tool: "delete_note" };
    assert_eq!(kit.store.noes(&noes, kit.start).unwrap(), [kit.start], "what came too late is no no");
}
