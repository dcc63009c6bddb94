//! Lists that are kept: kind list-cache.

use crate::{ALL, Lab, Told};
use serde_json::{Map, Value, json};
use twogates_lab::authorization::person;
use twogates_lab::host::ListCache;

/// C069: a list is the holder's of its token.
#[test]
fn c069_each_list_is_private_and_says_how_long_it_keeps() {
    let lab = Lab::new();
    let mut lists = Vec::new();
    for scopes in [&["files:read"][..], &["files:write", "web:search"], ALL, &[]] {
        let received = lab.client(&person("alice"), scopes).post("tools/list", &Map::new(), None);
        let list = received.result().unwrap().clone();
        assert_eq!(list["cacheScope"], "private", "{scopes:?}");
        assert!(list["ttlMs"].is_u64(), "{scopes:?}: {}", list["ttlMs"]);
        assert!(list.get("nextCursor").is_none(), "one page");
        let public = received.response.headers.all("Cache-Control").any(|value| value.contains("public"));
        assert!(!public, "{scopes:?}");
        lists.push(list["tools"].to_string());
    }
    lists.sort();
    lists.dedup();
    assert_eq!(lists.len(), 4, "the list depends on the token");
    // Without a token there is no list.
    let mut nobody = lab.client(&person("alice"), &[]);
    nobody.token = None;
    assert_eq!(Told::of(&nobody.post("tools/list", &Map::new(), None)), Told::Http(401));
}

/// Whether a list with these members is found at once, a minute less a millisecond later, and by somebody else.
fn kept(ttl: Value, scope: Value) -> [bool; 3] {
    let mut cache = ListCache::default();
    let mut list = json!({"tools": [], "ttlMs": ttl});
    if !scope.is_null() {
        list["cacheScope"] = scope;
    }
    cache.keep("tools/list", "alice's", &list, 1_000);
    [("alice's", 1_000), ("alice's", 60_999), ("bob's", 1_000)]
        .map(|(token, at)| cache.find("tools/list", token, at).is_some())
}

/// C071: what a client makes of members that a server may not send. (What a checker says of them is the checker's.)
#[test]
fn c071_only_public_is_public_and_only_a_whole_positive_time_keeps_anything() {
    assert_eq!(kept(json!(60_000), json!("private")), [true, true, false]);
    assert_eq!(kept(json!(60_000), json!("public")), [true, true, true]);
    for ttl in [json!(-5), json!(0), json!("60000"), json!(1.5), json!(null), json!(true), json!([60_000])] {
        assert_eq!(kept(ttl.clone(), json!("private")), [false; 3], "{ttl}");
        assert_eq!(kept(ttl.clone(), json!("public")), [false; 3], "{ttl}");
    }
    for scope in [json!("shared"), json!("Public"), json!("public "), json!(true), json!(["public"]), json!(null)] {
        assert_eq!(kept(json!(60_000), scope.clone()), [true, true, false], "{scope}");
    }
}

/// C071: a list that was public and is not any more.
#[test]
fn c071_a_private_list_does_not_take_the_place_of_anybody_elses() {
    let mut cache = ListCache::default();
    let list = |scope: &str, name: &str| json!({"tools": [{"name": name}], "ttlMs": 60_000, "cacheScope": scope});
    cache.keep("tools/list", "alice's", &list("private", "send_payment"), 0);
    cache.keep("tools/list", "bob's", &list("private", "list_files"), 0);
    let found = |token| cache.find("tools/list", token, 1).map(|list| list["tools"][0]["name"].clone());
    assert_eq!(found("alice's"), Some(json!("send_payment")));
    assert_eq!(found("bob's"), Some(json!("list_files")));
    assert_eq!(found("carol's"), None);
    assert_eq!(cache.find("prompts/list", "alice's", 1), None);
}
