//! Lists that are kept: kind list-cache.

use crate::stubs::{Visit, result};
use crate::{ALL, Lab, Told};
use serde_json::{Map, Value, json};
use std::rc::Rc;
use twogates::consent::host::ServerId;
use twogates_lab::authorization::person;
use twogates_lab::host::ListCache;
use wire::http::Request;

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

fn lab_id() -> ServerId {
    ServerId::new("lab")
}

/// A list of this tool, to be kept for a minute.
fn complete(name: &str, scope: &str) -> Value {
    json!({"resultType": "complete", "tools": [{"name": name}], "ttlMs": 60_000, "cacheScope": scope})
}

/// Whether a list with these members is found at once, a minute less a millisecond later, and by somebody else.
fn kept(ttl: Value, scope: Value) -> [bool; 3] {
    let mut cache = ListCache::default();
    let mut list = json!({"resultType": "complete", "tools": [], "ttlMs": ttl});
    if !scope.is_null() {
        list["cacheScope"] = scope;
    }
    cache.keep(&lab_id(), "tools/list", "alice's", &list, 1_000);
    [("alice's", 1_000), ("alice's", 60_999), ("bob's", 1_000)]
        .map(|(token, at)| cache.find(&lab_id(), "tools/list", token, at).is_some())
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
    cache.keep(&lab_id(), "tools/list", "alice's", &complete("send_payment", "private"), 0);
    cache.keep(&lab_id(), "tools/list", "bob's", &complete("list_files", "private"), 0);
    let found = |token| cache.find(&lab_id(), "tools/list", token, 1).map(|list| list["tools"][0]["name"].clone());
    assert_eq!(found("alice's"), Some(json!("send_payment")));
    assert_eq!(found("bob's"), Some(json!("list_files")));
    assert_eq!(found("carol's"), None);
    assert_eq!(cache.find(&lab_id(), "prompts/list", "alice's", 1), None);
}

/// Rule CACHE-02: hints on what is no complete result keep nothing.
#[test]
fn only_a_complete_result_is_kept() {
    for kind in [json!("input_required"), json!("Complete"), json!("partial"), json!(true), Value::Null] {
        for scope in ["private", "public"] {
            let mut cache = ListCache::default();
            let mut list = complete("delete_file", scope);
            list["resultType"] = kind.clone();
            cache.keep(&lab_id(), "tools/list", "alice's", &list, 0);
            assert_eq!(cache.find(&lab_id(), "tools/list", "alice's", 1), None, "{kind} {scope}");
        }
    }
    let mut cache = ListCache::default();
    cache.keep(&lab_id(), "tools/list", "alice's", &json!({"tools": [], "ttlMs": 60_000}), 0);
    assert_eq!(cache.find(&lab_id(), "tools/list", "alice's", 1), None, "no kind at all");
}

/// Rule CACHE-07, and a list is one server's.
#[test]
fn a_list_is_one_servers_and_one_methods() {
    let shop = ServerId::new("shop");
    for scope in ["private", "public"] {
        let mut cache = ListCache::default();
        cache.keep(&lab_id(), "tools/list", "alice's", &complete("delete_file", scope), 0);
        assert!(cache.find(&lab_id(), "tools/list", "alice's", 1).is_some());
        assert_eq!(cache.find(&shop, "tools/list", "alice's", 1), None, "{scope}");
        assert_eq!(cache.find(&lab_id(), "prompts/list", "alice's", 1), None, "{scope}");
        // And neither takes the other's place.
        cache.keep(&shop, "tools/list", "alice's", &complete("buy", scope), 0);
        let found = cache.find(&lab_id(), "tools/list", "alice's", 1).unwrap();
        assert_eq!(found["tools"][0]["name"], "delete_file", "{scope}");
    }
}

/// Two hosts of Alice's that share a cache, at two servers.
#[test]
fn a_host_is_not_shown_the_list_of_another_server() {
    let list = |name: &'static str, kind: &'static str| {
        move |request: &Request, _: usize| {
            let mut list = complete(name, "public");
            list["resultType"] = kind.into();
            result(request, list)
        }
    };
    let shared = Rc::default();
    let visit = |name, kind, configured| {
        let mut visit = Visit::to(None, list(name, kind)).holding(&["a"]);
        visit.host = visit.host.sharing(&shared).connected_to(configured, configured);
        visit
    };
    let mut lab = visit("delete_file", "complete", "lab");
    let mut shop = visit("buy", "complete", "shop");
    assert_eq!(lab.host.list_tools(), ["delete_file"]);
    assert_eq!(shop.host.list_tools(), ["buy"]);
    assert_eq!(lab.host.list_tools(), ["delete_file"]);
    assert_eq!((lab.stub.posted().len(), shop.stub.posted().len()), (1, 1));
    // A list of another kind lists nothing, and is asked for each time.
    let mut odd = visit("pay", "input_required", "odd");
    assert_eq!((odd.host.list_tools(), odd.host.list_tools()), (vec![], vec![]));
    assert_eq!(odd.stub.posted().len(), 2);
    // Its keys hold tokens, and are not printed.
    assert_eq!(format!("{:?}", shared.borrow()), "ListCache(2 kept)");
}
