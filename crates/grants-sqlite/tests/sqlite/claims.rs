//! A grant is claimed once, and the file alone is enough to know it.

use super::*;
use grants::{End, Holder, Order, State, audit};

#[test]
fn a_grant_is_claimed_once_and_its_story_is_kept() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    let claimed = claim(&store, &plain(1), 1).unwrap();
    assert_eq!((claimed.state, claimed.fence, claimed.used), (State::Claimed, 1, 1));
    assert_eq!(claimed.intent, plain(1).intent);
    assert_eq!(claim(&store, &plain(1), 2), Err(NotUsable::Used));
    let held = claimed.held.unwrap();
    let holder = Holder { attempt: held.attempt, fence: claimed.fence };
    let ended = store.settle(claimed.id, holder, End::Executed, "deleted").unwrap();
    assert_eq!((ended.state, ended.outcome.unwrap().1.as_str()), (State::Executed, "deleted"));
    let words: Vec<_> = store.audit().unwrap().into_iter().map(|row| (row.what.word(), row.code)).collect();
    let told = [("issued", "reported_by_client"), ("claimed", "claimed"), ("refused", "used"), ("ended", "executed")];
    assert_eq!(words, told.map(|(what, code)| (what, code.to_owned())));
    assert_eq!(audit::verify(&store.audit().unwrap()), Ok(()));
}

/// C091, C101: after a restart there is the file and nothing else.
#[test]
fn a_restart_with_the_file_alone_knows_what_was_claimed() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let before = store(&folder, &clock);
    issue(&before, &plain(1));
    issue(&before, &plain(2));
    let claimed = claim(&before, &plain(1), 1).unwrap();
    let story = before.story(question(1)).unwrap();
    drop(before);
    let after = store(&folder, &clock);
    assert_eq!(after.grant(claimed.id).unwrap().unwrap(), claimed);
    assert_eq!(after.story(question(1)).unwrap(), story);
    assert_eq!(claim(&after, &plain(1), 2), Err(NotUsable::Used));
    assert_eq!(claim(&after, &plain(1), 1).unwrap().fence, 1, "the same attempt gets its claim again");
    assert_eq!(claim(&after, &plain(2), 2).unwrap().state, State::Claimed);
}

/// C099: an old grant is never made new again.
#[test]
fn the_same_call_again_is_another_grant() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    issue(&store, &plain(1));
    claim(&store, &plain(1), 1).unwrap();
    let again = issue(&store, &plain(2));
    assert_eq!(again.state, State::Issued);
    assert_eq!(claim(&store, &plain(1), 2), Err(NotUsable::Used));
    assert_eq!(issue(&store, &plain(1)).state, State::Claimed, "its question has its grant already");
    let connection = sql(&folder.database());
    let count: i64 = connection.query_one("SELECT count(*) FROM gates_grants", (), |row| row.get(0)).unwrap();
    assert_eq!(count, 2);
}

#[test]
fn everything_that_a_grant_is_comes_back_as_it_was() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    for (number, effect) in [
        (1, EffectClass::Read),
        (2, EffectClass::Transactional),
        (3, EffectClass::Staged),
        (4, EffectClass::Keyed),
        (5, EffectClass::Conditional),
        (6, EffectClass::AtMostOnce),
    ] {
        let mut new = yes(number, "ü\u{0}\u{1F600}.txt", effect, START + LIFETIME);
        new.intent.until = if number == 1 { Until::AtOnce } else { new.intent.until };
        new.intent.principal.client = if number == 2 { None } else { Some(String::new()) };
        new.intent.uses = u32::try_from(number).unwrap();
        let issued = issue(&store, &new);
        assert_eq!(issued.intent, new.intent);
        assert_eq!(store.grant(issued.id).unwrap(), Some(issued.clone()));
        let claimed = claim(&store, &new, 1).unwrap();
        assert_eq!(store.grant(issued.id).unwrap(), Some(claimed));
    }
    store.revoke(plain(3).reference.id(), &Order::new("operator", "mistake")).unwrap();
    assert_eq!(store.grant(plain(3).reference.id()).unwrap().unwrap().revoked_at.map(Moment::ms), Some(START));
}
