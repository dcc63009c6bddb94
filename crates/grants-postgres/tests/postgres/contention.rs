//! Many threads and many processes on the same grants: each grant has exactly one winner.

use super::support::{LATE, plain, yes};
use super::*;
use consent::EffectClass;
use grants::{Item, audit};
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// How long arguments are, and how many grants have such: small shares of what the benchmark has.
const THREADS: &[(usize, u64)] = &[(10, 200), (3000, 40), (200_000, 4)];
const PROCESSES: &[(usize, u64)] = &[(10, 100), (3000, 20), (200_000, 3)];

/// A yes with arguments of about this many bytes.
fn sized(number: u64, bytes: usize) -> NewGrant {
    yes(number, &"x".repeat(bytes), EffectClass::AtMostOnce, LATE)
}

fn issue_all(store: &Postgres, count: u64, bytes: usize) {
    rows(store, move |table| {
        let now = table.now()?;
        for number in 0..count {
            assert!(table.insert(&Grant::new(&sized(number, bytes), now, 1))?);
        }
        Ok(())
    });
}

/// Claims all of these grants, and says which it won.
fn win(store: &Postgres, count: u64, bytes: usize, attempt: u8) -> Vec<u64> {
    let mut won = Vec::new();
    for number in 0..count {
        match claim(store, &sized(number, bytes), attempt) {
            Ok(_) => won.push(number),
            Err(NotUsable::Used) => (),
            Err(other) => panic!("{other:?}"),
        }
    }
    won
}

fn each_has_one_winner(mut won: Vec<u64>, count: u64) {
    won.sort_unstable();
    assert_eq!(won, (0..count).collect::<Vec<_>>(), "each was won once");
}

#[test]
fn eight_threads_on_the_same_grants() {
    for (bytes, count) in THREADS.iter().copied() {
        let house = House::new();
        issue_all(&house.store, count, bytes);
        let won = together(8, |attempt| win(&house.store, count, bytes, attempt));
        each_has_one_winner(won.into_iter().flatten().collect(), count);
        assert_eq!(audit::verify(&house.store.audit().unwrap()), Ok(()));
    }
}

#[test]
fn eight_threads_share_two_connections() {
    let house = House::with(|opening| opening.with_connections(2));
    issue_all(&house.store, 40, 10);
    each_has_one_winner(together(8, |attempt| win(&house.store, 40, 10, attempt)).into_iter().flatten().collect(), 40);
    let open = house.beside.number(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'two-gates' \
         AND datname = current_database()",
    );
    assert!(open <= 2, "{open} connections");
}

#[test]
fn eight_processes_on_the_same_grants() {
    for (bytes, count) in PROCESSES.iter().copied() {
        let house = House::new();
        issue_all(&house.store, count, bytes);
        let mut children: Vec<_> = (1..=8).map(|attempt| child(&house.config, count, bytes, attempt)).collect();
        for child in &mut children {
            child.stdin.as_mut().unwrap().write_all(b"begin\n").unwrap();
        }
        each_has_one_winner(children.into_iter().flat_map(said).collect(), count);
        assert_eq!(audit::verify(&house.store.audit().unwrap()), Ok(()));
    }
}

/// C097: 2, then 50 at once on one grant, at READ COMMITTED: one row changed is the only sign of success.
#[test]
fn c097_two_then_fifty_at_once_on_one_grant() {
    for many in [2, 50] {
        let house = House::with(|opening| opening.with_connections(50));
        issue_all(&house.store, 1, 10);
        let won = together(many, |attempt| win(&house.store, 1, 10, attempt));
        each_has_one_winner(won.into_iter().flatten().collect(), 1);
        let claimed = house.beside.number("SELECT count(*) FROM two_gates.audit WHERE what = 'claimed'");
        assert_eq!(claimed, 1);
    }
}

/// The items of one list are claimed by several at once: their rows are one chain, and nobody is told to try again.
#[test]
fn the_items_of_a_list_are_claimed_at_once() {
    let house = House::new();
    let items: Vec<_> = (1..=8)
        .map(|number| NewGrant {
            question: plain(1).question,
            item: Item { number, of: 8 },
            ..plain(u64::from(number))
        })
        .collect();
    house.store.issue(&items).unwrap();
    let came = together(8, |number| claim(&house.store, &items[usize::from(number) - 1], number));
    assert!(came.iter().all(Result::is_ok), "{came:?}");
    let story = house.store.story(plain(1).question).unwrap();
    assert_eq!((story.len(), audit::verify(&story)), (16, Ok(())));
}

/// Whoever reads the audit while others write sees every chain whole.
#[test]
fn the_audit_is_whole_while_others_write() {
    let house = House::new();
    issue_all(&house.store, 30, 10);
    let came = together(5, |number| match number {
        5 => (0..15).all(|_| audit::verify(&house.store.audit().unwrap()) == Ok(())),
        attempt => !win(&house.store, 30, 10, attempt).is_empty() || now(&house.store) > 0,
    });
    assert!(came.into_iter().all(|whole| whole));
}

/// Starts this very program once more, to claim.
fn child(config: &str, count: u64, bytes: usize, attempt: u8) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "contention::as_a_child", "--nocapture", "--test-threads", "1"])
        .env("TWO_GATES_CHILD", format!("{config}\n{count}\n{bytes}\n{attempt}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a child won, once it has ended well.
fn said(child: Child) -> Vec<u64> {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text.lines().filter_map(|line| line.strip_prefix("> ")).map(|number| number.parse().unwrap()).collect()
}

/// What a child does: it waits for its line, and claims, twice, as two attempts.
#[test]
fn as_a_child() {
    let Ok(told) = std::env::var("TWO_GATES_CHILD") else { return };
    let [config, count, bytes, attempt] = &told.split('\n').collect::<Vec<_>>()[..] else { panic!("{told}") };
    let (count, bytes, attempt): (_, _, u8) =
        (count.parse().unwrap(), bytes.parse().unwrap(), attempt.parse().unwrap());
    let store = Postgres::open(config).unwrap();
    // The name of the test stands on the first line.
    println!();
    std::io::stdin().read_line(&mut String::new()).unwrap();
    for attempt in [attempt, attempt + 100] {
        for number in win(&store, count, bytes, attempt) {
            println!("> {number}");
        }
    }
}
