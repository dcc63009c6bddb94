//! Which scope implies which.

use crate::set;
use proptest::prelude::*;
use twogates_scope::{Hierarchy, ScopeSet};

#[test]
fn implication_goes_down_and_through() {
    let files = crate::hierarchy();
    assert_eq!(files.closure(&set(&["files:admin"])), set(&["files:admin", "files:write", "files:read"]));
    assert_eq!(files.closure(&set(&["files:read"])), set(&["files:read"]));
    assert_eq!(files.closure(&set(&["other"])), set(&["other"]));
    assert_eq!(files.closure(&set(&[])), set(&[]));
}

#[test]
fn spelling_implies_nothing() {
    let files = crate::hierarchy();
    for near in ["files", "files:", "files:*", "*", "files:admin:all", "FILES:ADMIN", "files:read.all"] {
        assert_eq!(files.closure(&set(&[near])), set(&[near]));
    }
}

#[test]
fn declarations_of_one_scope_add_up() {
    let both = Hierarchy::default().implies("a", &["b"]).implies("a", &["c", "d"]);
    assert_eq!(both, Hierarchy::default().implies("a", &["d", "c", "b"]));
    assert_eq!(both.closure(&set(&["a"])), set(&["a", "b", "c", "d"]));
}

#[test]
fn circles_end() {
    let circle = Hierarchy::default().implies("a", &["b", "a"]).implies("b", &["c"]).implies("c", &["a"]);
    for token in ["a", "b", "c"] {
        assert_eq!(circle.closure(&set(&[token])), set(&["a", "b", "c"]));
    }
    assert_eq!(circle.least(&set(&["c", "b", "a"])), set(&["a"]));
    assert_eq!(circle.least(&set(&["c", "b"])), set(&["b"]));
    assert_eq!(circle.least(&set(&["a"])), set(&["a"]));
}

#[test]
fn the_least_set_keeps_what_nothing_else_implies() {
    let files = crate::hierarchy();
    assert_eq!(files.least(&set(&["files:read", "files:write", "other"])), set(&["files:write", "other"]));
    assert_eq!(files.least(&set(&["files:read", "files:admin"])), set(&["files:admin"]));
    assert_eq!(files.least(&set(&["files:read"])), set(&["files:read"]));
    assert_eq!(Hierarchy::default().least(&set(&["files:read", "files:write"])).iter().count(), 2);
}

fn small_set() -> impl Strategy<Value = ScopeSet> {
    prop::sample::subsequence(vec!["a", "b", "c", "d", "e"], 0..=5).prop_map(|tokens| set(&tokens))
}

fn any_hierarchy() -> impl Strategy<Value = Hierarchy> {
    let token = || prop::sample::select(vec!["a", "b", "c", "d", "e"]);
    prop::collection::vec((token(), token()), 0..8).prop_map(|pairs| {
        pairs.iter().fold(Hierarchy::default(), |known, (broader, narrower)| known.implies(broader, &[narrower]))
    })
}

proptest! {
    #[test]
    fn the_least_set_says_the_same_and_nothing_twice(hierarchy in any_hierarchy(), scopes in small_set()) {
        let least = hierarchy.least(&scopes);
        prop_assert!(scopes.covers(&least));
        prop_assert_eq!(hierarchy.closure(&least), hierarchy.closure(&scopes));
        for token in least.iter() {
            let others = least.without(&set(&[token]));
            prop_assert!(!hierarchy.closure(&others).contains(token));
        }
    }

    #[test]
    fn the_closure_is_closed(hierarchy in any_hierarchy(), scopes in small_set()) {
        let held = hierarchy.closure(&scopes);
        prop_assert!(held.covers(&scopes));
        prop_assert_eq!(hierarchy.closure(&held), held);
    }
}
