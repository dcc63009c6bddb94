//! The state of a resource, and what differs from it later.

use crate::{digest, note};
use rules::{Fault, Refused, grant};
use twogates_consent::{Changed, How, Snapshot};

fn exists(identity: &str, content: &str) -> Snapshot {
    let shown = format!("{identity} with {content}");
    Snapshot::Exists { identity: digest(identity), content: digest(content), shown }
}

fn absent() -> Snapshot {
    Snapshot::Absent { shown: "draft.txt does not exist".into() }
}

const fn none(reason: &'static str) -> Snapshot {
    Snapshot::DeclaredNone { reason }
}

#[test]
fn what_differs_is_told() {
    for (then, now, how) in [
        (exists("a", "1"), exists("a", "1"), None),
        (exists("a", "1"), exists("a", "2"), Some(How::Content)),
        (exists("a", "1"), exists("b", "1"), Some(How::Replaced)),
        (exists("a", "1"), exists("b", "2"), Some(How::Replaced)),
        (exists("a", "1"), absent(), Some(How::Gone)),
        (exists("a", "1"), none("x"), Some(How::Replaced)),
        (absent(), absent(), None),
        (absent(), exists("a", "1"), Some(How::Appeared)),
        (absent(), none("x"), Some(How::Appeared)),
        (none("x"), none("x"), None),
        (none("x"), none("y"), Some(How::Replaced)),
        (none("x"), exists("a", "1"), Some(How::Replaced)),
        (none("x"), absent(), Some(How::Gone)),
    ] {
        let held = then.bound().holds(&now);
        let expected = how.map_or(Ok(()), |how| Err(Changed { how, now: now.shown().to_owned() }));
        assert_eq!(held, expected, "{then:?}, then {now:?}");
    }
}

#[test]
fn an_object_is_bound_by_identity_and_content() {
    let bound = exists("a", "1").bound();
    assert_eq!((bound.identity, bound.content), (digest("a"), digest("1")));
}

/// An absent snapshot never means "anything": "none" and "absent" are values of their own, and a reason is too.
#[test]
fn no_two_kinds_of_snapshot_are_bound_alike() {
    let all = [exists("a", "1"), exists("a", "2"), exists("b", "1"), absent(), none("x"), none("y"), none("")];
    for (place, one) in all.iter().enumerate() {
        for (other, another) in all.iter().enumerate() {
            assert_eq!(one.bound() == another.bound(), place == other, "{one:?} and {another:?}");
        }
    }
}

#[test]
fn the_words_for_a_person_are_not_bound() {
    let Snapshot::Exists { identity, content, .. } = note("hello") else { panic!("a note exists") };
    assert_eq!(Snapshot::Exists { identity, content, shown: "other words".into() }.bound(), note("hello").bound());
    assert_eq!(Snapshot::Absent { shown: "other words".into() }.bound(), absent().bound());
}

#[test]
fn each_snapshot_has_a_line_for_a_person() {
    assert_eq!(exists("a", "1").shown(), "a with 1");
    assert_eq!(absent().shown(), "draft.txt does not exist");
    assert_eq!(none("a payment has no state before it").shown(), "a payment has no state before it");
}

#[test]
fn a_change_is_refused_with_what_is_there_now() {
    for (how, code, what) in [
        (How::Content, "content_changed", "its content changed"),
        (How::Replaced, "object_replaced", "another object stands in its place"),
        (How::Gone, "object_gone", "it is gone"),
        (How::Appeared, "object_appeared", "it has appeared"),
    ] {
        let changed = Changed { how, now: "notes.txt,\n9 bytes".into() };
        assert_eq!(changed.code(), code);
        assert_eq!(changed.why(), format!("since the question was asked, {what}; now: notes.txt,\\n9 bytes"));
        assert_eq!((changed.fault(), changed.rule()), (Fault::Ours, &grant::SNAPSHOT));
        assert_eq!(changed.remedy(), "make the call again, so that a person sees the resource as it is now");
    }
}
