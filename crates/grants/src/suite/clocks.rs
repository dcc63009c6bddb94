//! Time is the store's own, and never runs back.

use super::Subject;
use super::kit::{HOUR, Kit};
use crate::{NotUsable, State, Store};
use consent::Until;

/// The clock is set back: time stands until it has caught up.
pub fn a_clock_that_is_set_back_revives_nothing<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    kit.subject.advance(HOUR);
    assert_eq!(Store::now(&*kit.store), kit.start.later(HOUR));
    kit.subject.set_back(HOUR);
    assert_eq!(Store::now(&*kit.store), kit.start.later(HOUR), "time stands");
    assert_eq!(kit.claim(&new, 1).unwrap_err(), NotUsable::Expired);
    kit.subject.set_back(100 * HOUR);
    assert_eq!(kit.state(&new), State::Expired);
    kit.subject.advance(101 * HOUR + 1);
    assert_eq!(Store::now(&*kit.store), kit.start.later(HOUR + 1), "and goes on once the clock has caught up");
}

/// The first moment of a window counts, and the first one after it does not.
pub fn a_window_is_neither_early_nor_late<S: Subject>() {
    let kit = Kit::<S>::new();
    let within = |number, ms| {
        let kit = Kit::<S>::new();
        let mut new = kit.yes(number);
        new.intent.until = Until::Within { from: kit.start.later(10), to: kit.start.later(20) };
        let new = kit.issued(new);
        kit.subject.advance(ms);
        (kit.claim(&new, 1).err(), kit.state(&new))
    };
    for ms in [0, 9] {
        assert_eq!(within(1, ms), (Some(NotUsable::TooEarly), State::Issued), "after {ms} ms");
    }
    for ms in [10, 19] {
        assert_eq!(within(2, ms).0, None, "after {ms} ms");
    }
    for ms in [20, 21] {
        assert_eq!(within(3, ms), (Some(NotUsable::Expired), State::Expired), "after {ms} ms");
    }
    assert_eq!(kit.standing(9), None);
}
