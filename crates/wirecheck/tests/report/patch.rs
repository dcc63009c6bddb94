//! Patches, as RFC 6902 has them.

use serde_json::{Value, json};
use twogates_wirecheck::patch::{Change, Operation, Patch};

fn applied(path: &str, change: Change, document: &Value) -> Option<Value> {
    Patch(vec![Operation { path: path.into(), change }]).apply(document).ok()
}

#[test]
fn members() {
    let document = json!({"a": {"b": 1}, "x/y": 2, "m~n": 3, "~1": 4});
    let add = |path: &str| applied(path, Change::Add(json!(9)), &document);
    assert_eq!(add("/a/c").unwrap()["a"], json!({"b": 1, "c": 9}));
    assert_eq!(add("/a/b").unwrap()["a"], json!({"b": 9}), "what is there is replaced");
    assert_eq!(add("/x~1y").unwrap()["x/y"], 9);
    assert_eq!(add("/m~0n").unwrap()["m~n"], 9);
    assert_eq!(add("/~01").unwrap()["~1"], 9);
    assert_eq!(add("").unwrap(), json!(9), "the whole document");
    assert_eq!(add("/none/c"), None);
    assert_eq!(add("/a/b/c"), None);
    let replace = |path: &str| applied(path, Change::Replace(json!(9)), &document);
    assert_eq!(replace("/a").unwrap()["a"], 9);
    assert_eq!(replace("").unwrap(), json!(9));
    assert_eq!(replace("/none"), None);
    let remove = |path: &str| applied(path, Change::Remove, &document);
    assert_eq!(remove("/a/b").unwrap()["a"], json!({}));
    assert_eq!(remove("/none"), None);
    assert_eq!(remove(""), None);
}

#[test]
fn items() {
    let document = json!({"l": [1, [2], 3]});
    let add = |path: &str| applied(path, Change::Add(json!(9)), &document).map(|document| document["l"].clone());
    assert_eq!(add("/l/0"), Some(json!([9, 1, [2], 3])));
    assert_eq!(add("/l/3"), Some(json!([1, [2], 3, 9])));
    assert_eq!(add("/l/-"), Some(json!([1, [2], 3, 9])));
    assert_eq!(add("/l/1/-"), Some(json!([1, [2, 9], 3])));
    for wrong in ["/l/4", "/l/01", "/l/+1", "/l/x", "/l/", "/l/-/0", "/l/9/0"] {
        assert_eq!(add(wrong), None, "{wrong}");
    }
    let replace =
        |path: &str| applied(path, Change::Replace(json!(9)), &document).map(|document| document["l"].clone());
    assert_eq!(replace("/l/2"), Some(json!([1, [2], 9])));
    assert_eq!(replace("/l/3"), None);
    let remove = |path: &str| applied(path, Change::Remove, &document).map(|document| document["l"].clone());
    assert_eq!(remove("/l/0"), Some(json!([[2], 3])));
    assert_eq!(remove("/l/3"), None);
    assert_eq!(remove("/l/-"), None);
}

#[test]
fn all_or_none() {
    let patch = Patch(vec![
        Operation { path: "/a".into(), change: Change::Add(json!(1)) },
        Operation { path: "/b".into(), change: Change::Remove },
    ]);
    let refused = patch.apply(&json!({})).unwrap_err();
    assert_eq!(refused.to_string(), "the patch does not fit at \"/b\"");
    assert_eq!(patch.json(), json!([{"op": "add", "path": "/a", "value": 1}, {"op": "remove", "path": "/b"}]));
    let replace = Patch(vec![Operation { path: "/a".into(), change: Change::Replace(json!([])) }]);
    assert_eq!(replace.json(), json!([{"op": "replace", "path": "/a", "value": []}]));
}
