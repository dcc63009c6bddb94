//! What parsing adds and writing back leaves out: no value is used that nobody was shown.

use rules::danger::without;
use rules::{Defence, Defences, Guarded};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use twogates_consent::{ConsentGate, parsed};
use wire::Call;

fn call(arguments: &Value) -> Call {
    Call::new("rm", arguments.as_object().unwrap())
}

/// What is wrong with these arguments; none where they are taken.
fn wrong<A: DeserializeOwned + Serialize>(arguments: &Value) -> Option<String> {
    parsed::<A>(&call(arguments), Defences::all()).err()
}

fn of_its_own(field: &str) -> Option<String> {
    Some(format!("the tool would use a {field} of its own, which is not shown"))
}

const fn all() -> u32 {
    999
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_all(depth: &u32) -> bool {
    *depth == all()
}

#[derive(Debug, Serialize, Deserialize)]
struct Remove {
    path: String,
    #[serde(default = "all", skip_serializing_if = "is_all")]
    depth: u32,
}

#[test]
fn a_default_that_is_left_out_again_is_refused() {
    assert_eq!(wrong::<Remove>(&json!({"path": "x"})), of_its_own("depth"));
    assert_eq!(wrong::<Remove>(&json!({"path": "x", "depth": 3})), None);
    let mut careless = without(ConsentGate::new("notes", crate::ring()), Defence::Defaults);
    let careless = *careless.defences_mut();
    assert_eq!(parsed::<Remove>(&call(&json!({"path": "x"})), careless).unwrap().depth, 999);
}

#[derive(Debug, Serialize, Deserialize)]
struct Lists {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Any {
    #[serde(default = "five", skip_serializing_if = "is_five")]
    any: Value,
}

fn five() -> Value {
    json!(5)
}

fn is_five(value: &Value) -> bool {
    *value == 5
}

/// Null is not what the field would be.
#[test]
fn what_takes_null_and_means_another_value_is_refused_too() {
    assert_eq!(wrong::<Lists>(&json!({})), of_its_own("parts"));
    assert_eq!(wrong::<Any>(&json!({})), of_its_own("any"));
    assert_eq!(wrong::<Any>(&json!({"any": null})), None);
}

#[derive(Debug, Serialize, Deserialize)]
struct Option2 {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    more: Option<Box<Option2>>,
}

/// An option that is absent is absent, at any depth.
#[test]
fn an_option_may_be_absent() {
    for arguments in [
        json!({"path": "x"}),
        json!({"path": "x", "depth": 1}),
        json!({"path": "x", "more": {"path": "y", "more": {"path": "z", "depth": 2}}}),
    ] {
        assert_eq!(wrong::<Option2>(&arguments), None, "{arguments}");
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Named {
    #[serde(alias = "file")]
    path: String,
}

/// Two names of one field are none that a schema can state.
#[test]
fn an_alias_is_refused() {
    assert_eq!(wrong::<Named>(&json!({"path": "x"})), of_its_own("file"));
    let other = wrong::<Named>(&json!({"file": "x"})).unwrap();
    assert!(other.contains("another file than the one that is shown"), "{other}");
}

#[derive(Debug, Serialize, Deserialize)]
struct Whole(Inner);

#[derive(Debug, Serialize, Deserialize)]
struct Inner {
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    by_name: BTreeMap<String, Remove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<Vec<Remove>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    one: Option<Kind>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Kind {
    None,
    One(Remove),
    Two(u8, Remove),
}

#[test]
fn it_is_found_wherever_a_struct_is_read() {
    let full = json!({"path": "x", "depth": 1});
    let hidden = json!({"path": "x"});
    for (arguments, expected) in [
        (json!({"by_name": {"a/b~c": full}, "list": [full], "one": {"One": full}}), None),
        (json!({"by_name": {"a": full}, "one": "None"}), None),
        (json!({"by_name": {"a": full}, "one": {"Two": [1, full]}}), None),
        (json!({}), of_its_own("by_name")),
        (json!({"by_name": {"a/b~c": hidden}}), of_its_own("depth")),
        (json!({"by_name": {"a": full}, "list": [full, hidden]}), of_its_own("depth")),
        (json!({"by_name": {"a": full}, "one": {"One": hidden}}), of_its_own("depth")),
        (json!({"by_name": {"a": full}, "one": {"Two": [1, hidden]}}), of_its_own("depth")),
    ] {
        assert_eq!(wrong::<Whole>(&arguments), expected, "{arguments}");
    }
}
