//! Clocks.

use std::time::{SystemTime, UNIX_EPOCH};
use twogates_grants::{Clock, FakeClock, Memory, Store, SystemClock};

fn wall() -> u64 {
    u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

#[test]
fn the_system_s_clock_is_the_wall_clock_in_milliseconds() {
    let before = wall();
    let told = SystemClock.ms();
    assert!((before..=wall()).contains(&told));
    let store = Memory::new(SystemClock);
    assert!(store.now().ms() >= told);
}

#[test]
fn a_fake_clock_stands_until_it_is_moved() {
    let clock = FakeClock::at(1000);
    let same = clock.clone();
    assert_eq!((clock.ms(), same.ms()), (1000, 1000));
    clock.advance(5);
    assert_eq!(same.ms(), 1005, "clones are the same clock");
    same.set(3);
    assert_eq!(clock.ms(), 3);
    clock.advance(u64::MAX);
    assert_eq!(clock.ms(), u64::MAX);
    assert_eq!(FakeClock::default().ms(), 0);
}
