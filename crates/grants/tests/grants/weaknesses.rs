//! Weaknesses of the second seed's sample that no store can show. The others are in the suite, whose table has them all.

use crate::{Desk, MINUTE, TOOL, alice, call, digest, made_up, note};
use consent::{How, Snapshot};
use std::fs;
use std::path::Path;
use twogates_grants::audit::LogKey;
use twogates_grants::{GrantRef, NotUsable};

/// Nothing is a wildcard: where a tool declares that it touches nothing, that is what the resource must be.
#[test]
fn weakness_14_no_snapshot_is_no_wildcard() {
    let none = Snapshot::DeclaredNone { reason: "nothing is kept of it" };
    let absent = Snapshot::Absent { shown: "notes.txt does not exist".into() };
    let all = [none, absent, note("hello"), note("goodbye"), Snapshot::DeclaredNone { reason: "another" }];
    for (place, bound) in all.iter().enumerate() {
        for (other, now) in all.iter().enumerate() {
            assert_eq!(bound.bound().holds(now).is_ok(), place == other, "{bound:?} and {now:?}");
        }
    }
    let desk = Desk::new();
    let claim = desk.grants.claim(&TOOL, &desk.issued(1, MINUTE)).unwrap();
    let gone = note("hello").bound().holds(&all[1]).unwrap_err();
    assert_eq!(gone.how, How::Gone);
    assert!(claim.take(|_| all[1].clone()).is_err(), "and then nothing runs");
}

/// 128 bits that the server draws; what is stored is a digest of them, which leads back to nothing.
#[test]
fn weakness_17_a_handle_is_drawn_and_stored_hashed() {
    let desk = Desk::new();
    let (first, second) = (desk.issued(1, MINUTE), desk.issued(2, MINUTE));
    assert_ne!(first.expose_handle(), second.expose_handle());
    let stored = desk.grant(1);
    let printed = format!("{stored:?}");
    let handle: String = first.expose_handle().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(!printed.contains(&handle) && !stored.id.hex().contains(&handle));
    let by_its_id = GrantRef::new(stored.id.digest().bytes()[..16].try_into().unwrap(), first.arg_hash());
    assert_eq!(desk.grants.claim(&TOOL, &by_its_id).unwrap_err(), NotUsable::Unknown, "an id is no handle");
}

/// A store is asked for the digest of a handle: how far two handles agree shows in no time that it takes.
#[test]
fn weakness_18_what_is_compared_is_a_digest() {
    let near = |last| {
        let mut handle = [7; 16];
        handle[15] = last;
        GrantRef::new(handle, call("notes.txt").arg_hash()).id()
    };
    let (a, b) = (near(1), near(2));
    let same = a.digest().bytes().iter().zip(b.digest().bytes()).take_while(|(a, b)| a == b).count();
    assert!(same < 4, "{same} bytes of both are the same");
    assert_eq!(made_up(7).id().digest(), &wire::Digest::of("two-gates/grant/1", &[&[7; 16]]));
}

/// A log names arguments by a keyed hash: amounts and names are few, and could be tried out.
#[test]
fn weakness_24_a_log_names_no_plain_hash() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    let row = desk.audit().pop().unwrap();
    let (ours, others) = (LogKey::new([1; 32]), LogKey::new([2; 32]));
    let line = ours.line(&row);
    assert!(!line.contains(&row.about.arg_hash.short()), "{line}");
    assert!(line.contains(&ours.named(&row.about.arg_hash)) && line != others.line(&row));
    assert_eq!(ours.named(&digest("a")), ours.named(&digest("a")));
    assert_ne!(ours.named(&digest("a")), ours.named(&digest("b")));
    let expected = "1 2026-07-28 14:00:00 UTC issued reported_by_client alice delete_note ";
    assert!(line.starts_with(expected), "{line}");
    let mut forged = row;
    forged.about.subject = "alice\n2 forged".into();
    assert_eq!(ours.line(&forged).lines().count(), 1);
    assert_eq!(format!("{ours:?}"), "LogKey");
    assert_eq!(alice().subject, "alice");
}

/// What a queue may deliver again, and what is final.
#[test]
fn weakness_26_a_refusal_says_whether_it_may_pass() {
    let changed = note("hello").bound().holds(&note("other")).unwrap_err();
    let unavailable = NotUsable::Unavailable(String::new());
    let later = [NotUsable::InFlight, NotUsable::TooEarly, NotUsable::Full, NotUsable::TooManyOpen, unavailable];
    let never = [
        NotUsable::Unknown,
        NotUsable::OtherArguments,
        NotUsable::OtherServer,
        NotUsable::OtherContract,
        NotUsable::Used,
        NotUsable::Revoked,
        NotUsable::LostLease,
        NotUsable::Void,
        NotUsable::Expired,
        NotUsable::NoLongerAuthorized,
        NotUsable::AnsweredNo,
        NotUsable::NotClaimed,
        NotUsable::Known,
        NotUsable::Unreadable,
        NotUsable::Changed(changed),
    ];
    assert!(later.iter().all(NotUsable::may_pass));
    assert!(!never.iter().any(NotUsable::may_pass));
}

/// Every weakness has a test that is named for it, and it is where the table says.
#[test]
fn the_table_of_weaknesses_is_whole() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let suite = root.join("crates/grants/src/suite");
    let table = fs::read_to_string(suite.join("mod.rs")).unwrap();
    let rows: Vec<_> = table.lines().filter_map(|line| line.strip_prefix("//! | ")).skip(1).collect();
    let rows: Vec<_> = rows.into_iter().filter(|row| !row.starts_with("---")).collect();
    assert_eq!(rows.len(), 26);
    for (row, number) in rows.iter().zip(1..) {
        assert!(row.starts_with(&format!("{number} | ")), "{row}");
        let named: Vec<_> = row.split('`').filter(|word| word.contains(&format!("weakness_{number:02}_"))).collect();
        assert!(!named.is_empty(), "{row}");
        for name in named.into_iter().filter(|name| !name.ends_with('…')) {
            let there = match (name.split_once("::"), row.split('`').find(|path| path.ends_with(".rs"))) {
                (Some((module, test)), _) => {
                    let text = fs::read_to_string(suite.join(format!("{module}.rs"))).unwrap();
                    text.contains(&format!("pub fn {test}<"))
                        && [",", ";"].iter().any(|end| table.contains(&format!(" {test}{end}\n")))
                }
                (None, _) if name.ends_with(".rs") => root.join(name).is_file(),
                (None, Some(path)) => fs::read_to_string(root.join(path)).unwrap().contains(&format!("fn {name}()")),
                (None, None) => false,
            };
            assert!(there, "{name}");
        }
    }
}
