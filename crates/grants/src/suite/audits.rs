//! The audit: each change and its row, chained, and read back.

use super::Subject;
use super::kit::{Kit, alice, holder, order, told};
use crate::audit::{About, Refusal, Row, What, verify};
use crate::{End, Store, Transactions, Upkeep};
use consent::No;

/// Each change leaves its row in the same transaction; the rows of a question are one chain from the asking to the end.
pub fn weakness_23_each_change_has_its_row<S: Subject>() {
    let kit = Kit::<S>::new();
    let question = consent::Question {
        id: super::kit::question(1),
        message: "May this call run?".into(),
        request_state: String::new(),
        expires: kit.start.later(300_000),
    };
    let about = About::of(&alice(), &kit.yes(1).intent.call);
    kit.store.asked(&question, &about).unwrap();
    kit.subject.advance(1);
    let claimed = kit.claimed(kit.yes(1), 1);
    kit.store.settle(claimed.id, holder(&claimed), End::Executed, "deleted").unwrap();
    kit.store.refused(&Refusal { about: About::at_the_door(&alice()), code: "tampered" }).unwrap();
    let expected = [
        (What::Asked, "input_required"),
        (What::Issued, "reported_by_client"),
        (What::Claimed, "claimed"),
        (What::Ended, "executed"),
    ];
    assert_eq!(kit.story(1), told(&expected));
    let rows = kit.rows();
    assert_eq!((rows.len(), verify(&rows)), (5, Ok(())));
    assert!(rows[1..4].iter().all(|row| row.about.grant == Some(claimed.id)), "the grant is named");
    assert_eq!((rows[0].answer_by, rows[0].at, rows[1].at), (Some(question.expires), kit.start, kit.start.later(1)));
    assert_eq!(rows[0].about, about.asked(question.id));
    assert_eq!(rows.iter().map(|row| row.place).collect::<Vec<_>>(), [1, 2, 3, 4, 1]);
    assert_eq!(kit.store.story(question.id).unwrap(), rows[..4]);
}

/// However many there are, a page has as many as was asked for, and none is left out.
pub fn rows_are_read_in_pages<S: Subject>() {
    let kit = Kit::<S>::new();
    for number in 1..=5 {
        kit.deny(number, No::Declined);
    }
    let rows = kit.rows();
    let mut read: Vec<Row> = Vec::new();
    loop {
        let after = read.last().map_or(0, |row| row.number);
        let page = kit.store.look(move |table| table.rows(after, 2)).unwrap();
        assert!(page.len() <= 2);
        if page.is_empty() {
            break;
        }
        read.extend(page);
    }
    assert_eq!((read.len(), read), (5, rows));
}

/// What grew since the last checkpoint is covered by the next, and then no row can go unseen.
pub fn a_checkpoint_covers_every_chain<S: Subject>() {
    let kit = Kit::<S>::new();
    assert_eq!(kit.store.checkpoint().unwrap(), None, "there is nothing to cover");
    kit.deny(1, No::Declined);
    kit.store.refused(&Refusal { about: About::at_the_door(&alice()), code: "tampered" }).unwrap();
    let first = kit.store.checkpoint().unwrap().unwrap();
    assert_eq!((first.number, first.covered.len(), first.previous), (1, 2, None));
    assert_eq!(kit.store.checkpoint().unwrap(), Some(first.clone()), "nothing grew");
    let open = kit.issued(kit.yes(2));
    kit.store.revoke(open.reference.id(), &order()).unwrap();
    let second = kit.store.checkpoint().unwrap().unwrap();
    assert_eq!((second.number, second.covered.len(), second.previous), (2, 1, Some(first.chain)));
    let trail = kit.store.trail().unwrap();
    assert_eq!((trail.verify(), &trail.checkpoints), (Ok(()), &vec![first, second]));
    for place in 0..trail.rows.len() {
        let mut cut = trail.clone();
        cut.rows.remove(place);
        assert!(cut.verify().is_err(), "without row {place}");
    }
}
