//! The nasty queue does each nasty thing, and only when it is told to or the clock says so.

use twogates::grants::FakeClock;
use twogates_lab::queue::{Failure, NastyQueue};

fn queue() -> (FakeClock, NastyQueue<&'static str>) {
    let clock = FakeClock::at(1_000);
    (clock.clone(), NastyQueue::new(clock, 30_000))
}

#[test]
fn a_job_is_delivered_once_while_its_lease_lasts() {
    let (clock, mut queue) = queue();
    assert_eq!((queue.put("one"), queue.put("two")), (1, 2));
    let first = queue.take().unwrap();
    assert_eq!((first.job, first.number, first.delivery, first.leased_until_ms), ("one", 1, 1, 31_000));
    assert_eq!(queue.take().unwrap().job, "two");
    clock.advance(29_999);
    assert_eq!(queue.take(), None);
    queue.acknowledge(&first);
    assert_eq!((queue.len(), queue.is_empty()), (1, false));
}

#[test]
fn a_lease_that_ran_out_makes_a_zombie() {
    let (clock, mut queue) = queue();
    queue.put("one");
    let zombie = queue.take().unwrap();
    clock.advance(30_000);
    let second = queue.take().unwrap();
    assert_eq!((second.number, second.delivery), (zombie.number, 2));
    // The zombie's acknowledgement takes the job off under the second worker's hands.
    queue.acknowledge(&zombie);
    assert!(queue.is_empty());
    assert!(!queue.failed(&second, Failure::LooksTransient), "there is nothing left to put back");
}

#[test]
fn a_duplicate_is_delivered_at_once() {
    let (_, mut queue) = queue();
    queue.put("one");
    queue.deliver_twice();
    let (first, second) = (queue.take().unwrap(), queue.take().unwrap());
    assert_eq!((first.number, second.number), (1, 1));
    assert_eq!(queue.take(), None, "twice, not for ever");
}

#[test]
fn the_retry_wrapper_puts_back_what_looks_transient() {
    let (_, mut queue) = queue();
    queue.put("one");
    let first = queue.take().unwrap();
    assert!(queue.failed(&first, Failure::LooksTransient));
    let again = queue.take().unwrap();
    assert_eq!((again.number, again.delivery), (1, 2));
    assert!(!queue.failed(&again, Failure::Permanent));
    assert!(queue.is_empty());
}
