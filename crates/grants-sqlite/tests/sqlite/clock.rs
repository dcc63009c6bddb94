//! Time is the store's own, and it never goes back.

use super::*;
use grants::State;

/// C095: what has expired stays expired, whatever the clock says afterwards, also in another process.
#[test]
fn a_clock_that_is_set_back_revives_nothing() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let first = store(&folder, &clock);
    issue(&first, &plain(1));
    issue(&first, &plain(2));
    clock.advance(LIFETIME);
    assert_eq!(claim(&first, &plain(1), 1), Err(NotUsable::Expired));
    clock.set(START - 600_000);
    assert_eq!(claim(&first, &plain(1), 2), Err(NotUsable::Used), "it has ended for good");
    assert_eq!(claim(&first, &plain(2), 2), Err(NotUsable::Expired), "time stands");
    assert_eq!(Transactions::now(&first).ms(), START + LIFETIME);
    drop(first);
    let after = store(&folder, &clock);
    assert_eq!(Transactions::now(&after).ms(), START + LIFETIME, "also after a restart");
}

#[test]
fn a_grant_that_nobody_looked_at_stays_expired_after_a_restart() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let first = store(&folder, &clock);
    issue(&first, &plain(1));
    clock.advance(LIFETIME);
    // Any change writes the time down, whatever it is about.
    issue(&first, &yes(2, "other.txt", EffectClass::AtMostOnce, START + 2 * LIFETIME));
    drop(first);
    let after = store(&folder, &FakeClock::at(0));
    assert_eq!(claim(&after, &plain(1), 1), Err(NotUsable::Expired));
    assert_eq!(claim(&after, &plain(2), 1), Err(NotUsable::OtherArguments));
}

/// C091: 30 seconds after a restart, on another host and at another path, a grant of one minute is good; after 90 it is not.
#[test]
fn an_age_is_known_after_a_restart_on_another_host() {
    for (moved, later, expected) in [
        (false, 30_000, Ok(State::Claimed)),
        (false, 90_000, Err(NotUsable::Expired)),
        (true, 30_000, Ok(State::Claimed)),
        (true, 90_000, Err(NotUsable::Expired)),
    ] {
        let (folder, clock) = (Folder::new(), FakeClock::at(START));
        let first = store(&folder, &clock);
        issue(&first, &plain(1));
        drop(first);
        let mut path = folder.database();
        if moved {
            path = folder.file("elsewhere.db");
            std::fs::rename(folder.database(), &path).unwrap();
        }
        let after = Sqlite::at(&path).with_clock(FakeClock::at(START + later)).open().unwrap();
        assert_eq!(claim(&after, &plain(1), 1).map(|grant| grant.state), expected, "moved: {moved}, {later} ms later");
    }
}

/// C093: whoever issues has no clock of their own to compare with the store's; each grant is judged by one clock.
#[test]
fn the_store_has_the_only_clock() {
    for ahead in [false, true] {
        let (folder, clock) = (Folder::new(), FakeClock::at(if ahead { START + 300_000 } else { START - 300_000 }));
        let store = store(&folder, &clock);
        let until = Transactions::now(&store).later(LIFETIME).ms();
        let new = |number| yes(number, "notes.txt", EffectClass::AtMostOnce, until);
        issue(&store, &new(1));
        issue(&store, &new(2));
        assert_eq!(claim(&store, &new(1), 1).unwrap().state, State::Claimed);
        clock.advance(2 * LIFETIME);
        assert_eq!(claim(&store, &new(2), 1), Err(NotUsable::Expired));
    }
}

#[test]
fn a_time_that_was_told_by_one_process_binds_the_other() {
    let (folder, late) = (Folder::new(), FakeClock::at(START + LIFETIME));
    let (behind, ahead) = (store(&folder, &FakeClock::at(START)), store(&folder, &late));
    issue(&behind, &plain(1));
    issue(&ahead, &plain(2));
    assert_eq!(claim(&behind, &plain(1), 1), Err(NotUsable::Expired));
}

/// C018: the claim itself looks at the time; nothing has to sweep before it.
#[test]
fn an_expired_grant_is_refused_with_no_sweeper_running() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    clock.advance(LIFETIME - 1);
    issue(&store, &plain(2));
    assert_eq!(claim(&store, &plain(2), 1).unwrap().state, State::Claimed, "a moment before");
    clock.advance(1);
    assert_eq!(claim(&store, &plain(1), 1), Err(NotUsable::Expired));
}
