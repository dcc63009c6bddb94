//! What is ordered stands in the audit, and what is refused changes nothing.

use super::House;
use super::support::golden::id;
use super::support::{START, issue, question, yes};
use consent::EffectClass;
use grants::audit::What;
use grants::{State, Store};

fn state(house: &House, number: u64) -> State {
    let id = yes(number, "anyone", EffectClass::Staged, START).reference.id();
    house.store().grant(id).unwrap().unwrap().state
}

#[test]
fn an_unknown_end_is_resolved_once_with_its_evidence() {
    let house = House::made();
    let resolve = |end| house.run(&["resolve", &id(3), end, "--evidence", "the file is there", "--by", "Olga"]);
    assert_eq!(resolve("failed").status, "0");
    assert_eq!(state(&house, 3), State::Failed);
    let again = resolve("executed");
    assert_eq!((again.status.as_str(), state(&house, 3)), ("1", State::Failed));
    assert!(again.errors.contains("known"), "{}", again.errors);
    let story = house.store().story(question(3)).unwrap();
    let row = story.iter().find(|row| row.what == What::Resolved).unwrap();
    assert_eq!((row.note.as_str(), row.code.as_str()), ("Olga: the file is there", "failed"));
}

#[test]
fn what_has_not_ended_is_not_resolved() {
    let house = House::made();
    for number in [1, 2] {
        let before = state(&house, number);
        let ended = house.run(&["resolve", &id(number), "executed", "--evidence", "a guess", "--by", "Olga"]);
        assert_eq!((ended.status.as_str(), state(&house, number)), ("1", before));
    }
}

#[test]
fn a_yes_is_taken_back_and_who_acts_is_told() {
    let house = House::made();
    let revoke = |number| house.run(&["revoke", &id(number), "--by", "Olga", "--why", "a mistake"]);
    assert!(revoke(1).output.contains("revoked"));
    assert!(revoke(2).output.contains("marked"));
    assert_eq!((state(&house, 1), state(&house, 2)), (State::Revoked, State::Claimed));
    assert_eq!(revoke(4).status, "1");
    assert_eq!(state(&house, 4), State::Executed);
}

#[test]
fn all_of_a_principal_and_nobody_elses() {
    let house = House::made();
    let all = |who: &str| house.run(&["revoke", "--all-of", who, "--by", "Olga", "--why", "left", "--json"]);
    let ended = all("alice");
    assert_eq!(ended.status, "0");
    let last = ended.objects().pop().unwrap();
    assert_eq!((&last["kind"], &last["grants"], &last["too_late"]), (&"revoked".into(), &2.into(), &0.into()));
    assert_eq!(state(&house, 3), State::Claimed, "that is bob's");
    assert_eq!(all("nobody").objects().pop().unwrap()["grants"], 0);
    issue(&house.store(), &yes(9, "bob", EffectClass::AtMostOnce, START + 3_600_000));
    let bob = all("bob");
    assert_eq!((bob.status.as_str(), state(&house, 9)), ("1", State::Revoked), "the other is too late");
}

/// One name at two issuers is two people.
#[test]
fn a_principal_is_named_by_digest_where_two_have_the_name() {
    let house = House::made();
    let mut other = yes(9, "alice", EffectClass::AtMostOnce, START + 3_600_000);
    other.intent.principal.issuer = "https://other.example".into();
    issue(&house.store(), &other);
    let all = |who: &str| house.run(&["revoke", "--all-of", who, "--by", "Olga", "--why", "left"]);
    let ended = all("alice");
    assert_eq!(ended.status, "2");
    let digest = other.intent.principal.digest().to_string();
    assert!(ended.errors.contains(&digest), "{}", ended.errors);
    assert_eq!(all(&digest[..12]).status, "0");
    assert_eq!((state(&house, 9), state(&house, 1)), (State::Revoked, State::Issued));
}

/// Whoever calls themselves by somebody else's digest keeps nobody from being named.
#[test]
fn a_whole_digest_is_nobodys_subject() {
    let house = House::made();
    let alice = yes(1, "alice", EffectClass::Staged, START).intent.principal.digest().to_string();
    let until = START + 3_600_000;
    for (number, name) in [(8, &alice[..12]), (9, &alice[..])] {
        issue(&house.store(), &yes(number, name, EffectClass::AtMostOnce, until));
    }
    let all = |who: &str| house.run(&["revoke", "--all-of", who, "--by", "Olga", "--why", "left"]);
    let ended = all(&alice[..12]);
    assert_eq!(ended.status, "2");
    assert!(ended.errors.contains(&alice), "{}", ended.errors);
    assert_eq!(all(&alice.to_ascii_uppercase()).status, "0");
    let states = [1, 8, 9].map(|number| state(&house, number));
    assert_eq!(states, [State::Revoked, State::Issued, State::Issued]);
}

#[test]
fn the_epoch_is_raised_when_somebody_types_yes() {
    let house = House::made();
    let raise = |input| house.told(&["raise-epoch", "--by", "Olga", "--why", "a restore"], input);
    for input in ["", "no\n", "y\n", "\n"] {
        let ended = raise(input);
        assert_eq!((ended.status.as_str(), state(&house, 1)), ("1", State::Issued), "{input:?}");
        assert!(ended.output.contains("1 issued grant will be revoked, 2 claimed grants indeterminate"));
    }
    assert_eq!(raise("yes\n").status, "0");
    assert_eq!((state(&house, 1), state(&house, 2)), (State::Revoked, State::Indeterminate));
    let rows = house.store().audit().unwrap();
    let row = rows.iter().find(|row| row.what == What::Ordered).unwrap();
    assert_eq!((row.note.as_str(), row.code.as_str()), ("Olga: a restore", "epoch_raised"));
}

#[test]
fn pruning_is_looked_at_first() {
    let house = House::made();
    house.clock.set(START + 100 * 86_400_000);
    let rows = house.store().audit().unwrap().len();
    let would = house.run(&["prune", "--before", "90d", "--json"]).objects().pop().unwrap();
    assert_eq!((&would["kind"], &would["questions"]), (&"would_forget".into(), &1.into()), "only the executed one");
    assert_eq!(house.store().audit().unwrap().len(), rows);
    let words = ["prune", "--before", "2026-08-01", "--yes", "--by", "Olga", "--why", "90 days", "--json"];
    let forgotten = house.run(&words).objects().pop().unwrap();
    assert_eq!((&forgotten["kind"], &forgotten["questions"]), (&"forgotten".into(), &1.into()));
    assert_eq!(house.run(&["show", &id(4)]).status, "1");
    assert_eq!(house.run(&["show", &id(3)]).status, "0", "what nobody knows the end of stays");
    assert_eq!(house.run(&["verify"]).status, "0");
    let ordered = house.store().audit().unwrap();
    assert!(ordered.iter().any(|row| row.code == "forgotten" && row.note == "Olga: 90 days"));
}
