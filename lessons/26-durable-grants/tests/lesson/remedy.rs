//! The remedy is what the account of the deployment proposes: its names and its four refusals, and what it lets through.

use lesson_26::seed_remedy::{Args, GrantStore, execute_destructive};
use twogates::grants::FakeClock;

fn args(path: &str) -> Args {
    Args::from([("path".to_owned(), path.to_owned())])
}

#[test]
fn its_four_refusals() {
    let clock = FakeClock::at(1_785_247_200_000);
    let mut store = GrantStore::new(clock.clone());
    store.issue("g1", &args("a"), 60);
    let mut refusal = |id: &str, args: &Args| store.consume(id, args, None).unwrap_err().to_string();
    assert_eq!(refusal("g0", &args("a")), "unknown grant_id=g0");
    let mismatch = refusal("g1", &args("b"));
    assert!(mismatch.starts_with("grant_id=g1 argument hash mismatch: approved "), "{mismatch}");
    let prefixes: Vec<&str> = mismatch.split_whitespace().filter(|word| word.len() == 12).collect();
    assert_eq!(prefixes.len(), 2, "twelve characters of each hash: {mismatch}");
    assert!(store.consume("g1", &args("a"), None).is_ok());
    let mut refusal = |id: &str| store.consume(id, &args("a"), None).unwrap_err().to_string();
    assert_eq!(refusal("g1"), "grant_id=g1 already consumed at 14:00");
    store.issue("g2", &args("a"), 60);
    clock.advance(60_000);
    assert_eq!(store.consume("g2", &args("a"), None).unwrap_err().to_string(), "grant_id=g2 expired at 14:01");
}

#[test]
fn nothing_is_performed_without_a_grant() {
    let mut store = GrantStore::new(FakeClock::default());
    let performed = execute_destructive(&mut store, "g1", &args("a"), |_| panic!("performed"));
    assert!(performed.is_err());
    store.issue("g1", &args("a"), 60);
    assert_eq!(execute_destructive(&mut store, "g1", &args("a"), str::to_owned), Ok("a".into()));
    assert!(execute_destructive(&mut store, "g1", &args("a"), |_| panic!("performed twice")).is_err());
}

/// Three of its weaknesses beside those that the act shows. They are kept as they were.
#[test]
fn its_caller_may_say_the_time_and_issue_overwrites() {
    let clock = FakeClock::at(1_000_000);
    let mut store = GrantStore::new(clock.clone());
    store.issue("g1", &args("a"), 1);
    clock.advance(5_000);
    assert!(store.consume("g1", &args("a"), Some(0)).is_ok(), "an expired grant, consumed with a now of the caller's");
    store.issue("g1", &args("b"), 1);
    assert!(store.consume("g1", &args("b"), None).is_ok(), "a consumed id, alive again with other arguments");
    assert_eq!(store.grants().count(), 1);
}
