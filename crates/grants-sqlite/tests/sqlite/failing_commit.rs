//! The trap of RETURNING: a statement gives its row, and then its commit fails. Whoever took the row for a success has
//! won a grant that is not spent.

use super::folder::{child, said, told};
use super::*;
use grants::State;

/// How many grants a child tries. The limit of its files comes long before.
const MANY: u64 = 4000;

/// No file of the child grows beyond 600 kB, and the signal for it is ignored, so that writing fails as on a full disk.
const NO_ROOM: &str = "trap '' XFSZ; ulimit -f 1200";

#[test]
fn a_commit_that_fails_never_reports_a_win() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.database()).unwrap();
    rows(&store, |table| {
        let now = table.now()?;
        for number in 0..MANY {
            assert!(table.insert(&Grant::new(&until_later(number), now, 1))?);
        }
        Ok(())
    });
    drop(store);
    let said = said(child(NO_ROOM, "failing_commit", &[folder.database().to_str().unwrap()]));
    let (won, failed): (Vec<_>, Vec<_>) = said.iter().partition(|line| line.starts_with("won "));
    assert!(!won.is_empty(), "some claims fit: {said:?}");
    assert!(!failed.is_empty(), "the limit was reached");
    let after = Sqlite::open(folder.database()).unwrap();
    for line in won {
        let number = line.strip_prefix("won ").unwrap().parse().unwrap();
        let grant = after.grant(until_later(number).reference.id()).unwrap().unwrap();
        assert_eq!(grant.state, State::Claimed, "grant {number} was won, and is not spent");
    }
    for line in failed {
        let number = line.strip_prefix("not ").unwrap().parse().unwrap();
        let again = claim(&after, &until_later(number), 2);
        assert!(matches!(again, Ok(_) | Err(NotUsable::Used)), "{again:?}");
    }
    assert_eq!(grants::audit::verify(&after.audit().unwrap()), Ok(()));
}

fn until_later(number: u64) -> NewGrant {
    yes(number, "notes.txt", EffectClass::AtMostOnce, START * 2)
}

/// What the child does: it claims, and goes on after its first failures.
#[test]
fn as_a_child() {
    let Some(arguments) = told("failing_commit") else { return };
    let store = Sqlite::open(&arguments[0]).unwrap();
    // The name of the test stands on the first line.
    println!();
    let mut failures = 0;
    for number in 0..MANY {
        match claim(&store, &until_later(number), 1) {
            Ok(_) => println!("> won {number}"),
            Err(NotUsable::Unavailable(_)) => {
                println!("> not {number}");
                failures += 1;
            }
            Err(other) => panic!("{other:?}"),
        }
        if failures == 20 {
            return;
        }
    }
}
