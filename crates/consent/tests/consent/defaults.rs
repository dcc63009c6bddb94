//! Schema defaults: filled in before anything is hashed or shown.

use crate::{DeleteNote, Scene};
use proptest::prelude::*;
use rules::{Defence, danger};
use serde_json::{Map, Value, json};
use twogates_consent::{Contract, EffectClass};

fn complete(schema: Value, arguments: &Value) -> Value {
    let contract = Contract { name: "t".into(), input_schema: schema, effect: EffectClass::Read, version: 1 };
    Value::Object(contract.complete(arguments.as_object().unwrap().clone()))
}

/// A schema with defaults in properties, within them, in items, and within defaults.
fn deep() -> Value {
    json!({"type": "object", "properties": {
        "active": {"type": "boolean", "default": false},
        "path": {"type": "string"},
        "nothing": {"default": null},
        "options": {"type": "object", "properties": {
            "limit": {"type": "integer", "default": 3},
            "sort": {"type": "object", "default": {}, "properties": {"by": {"default": "name"}}},
        }},
        "parts": {"type": "array", "items": {"properties": {"size": {"default": 1}}}},
        "loose": true,
    }})
}

#[test]
fn what_is_absent_is_filled_in() {
    assert_eq!(complete(deep(), &json!({})), json!({"active": false, "nothing": null}));
    assert_eq!(complete(deep(), &json!({"path": "a"})), json!({"active": false, "nothing": null, "path": "a"}));
}

#[test]
fn what_was_given_stays_as_it_was() {
    for given in [json!(true), json!(null), json!("no"), json!(0), json!([]), json!({})] {
        let complete = complete(deep(), &json!({"active": given, "nothing": 5, "extra": 1}));
        assert_eq!(complete, json!({"active": given, "nothing": 5, "extra": 1}));
    }
}

#[test]
fn defaults_are_found_at_depth() {
    let within = |given: Value| complete(deep(), &json!({"options": given}))["options"].clone();
    assert_eq!(within(json!({})), json!({"limit": 3, "sort": {"by": "name"}}), "and within a default");
    assert_eq!(within(json!({"limit": 9, "sort": {"by": "size"}})), json!({"limit": 9, "sort": {"by": "size"}}));
    assert_eq!(within(json!({"limit": null, "sort": null})), json!({"limit": null, "sort": null}));
    for other in [json!(null), json!("x"), json!(3), json!(["a"])] {
        assert_eq!(within(other.clone()), other, "no object, and so nothing to fill in");
    }
}

#[test]
fn defaults_are_found_in_each_item() {
    let parts = complete(deep(), &json!({"parts": [{}, {"size": 7}, 5, null, [{}]]}))["parts"].clone();
    assert_eq!(parts, json!([{"size": 1}, {"size": 7}, 5, null, [{}]]));
    assert_eq!(complete(json!({"properties": {"a": {}}}), &json!({"a": [{}]})), json!({"a": [{}]}));
}

/// A property that is absent is not made up for the sake of what is within it.
#[test]
fn an_object_without_a_default_stays_absent() {
    assert_eq!(complete(deep(), &json!({})).get("options"), None);
    assert_eq!(complete(deep(), &json!({})).get("parts"), None);
}

#[test]
fn a_schema_without_properties_fills_in_nothing() {
    for schema in [json!({}), json!(true), json!(null), json!({"properties": []}), json!({"default": {"a": 1}})] {
        assert_eq!(complete(schema.clone(), &json!({"b": 2})), json!({"b": 2}), "{schema}");
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![Just(json!(null)), any::<bool>().prop_map(Value::from), any::<i32>().prop_map(Value::from)];
    let names = prop::sample::select(vec!["active", "path", "nothing", "options", "parts", "limit", "sort", "size"]);
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names.clone().prop_map(String::from), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Whether all that is in `given` is in `complete` too, at its place.
fn within(given: &Value, complete: &Value) -> bool {
    match (given, complete) {
        (Value::Object(given), Value::Object(complete)) => {
            given.iter().all(|(name, value)| complete.get(name).is_some_and(|found| within(value, found)))
        }
        (Value::Array(given), Value::Array(complete)) => {
            given.len() == complete.len() && given.iter().zip(complete).all(|(given, found)| within(given, found))
        }
        (given, complete) => given == complete,
    }
}

proptest! {
    /// To complete twice is to complete once, and nothing that was given is lost or changed.
    #[test]
    fn completing_is_settled_after_once(given in any_json()) {
        let given = json!({"options": given.clone(), "parts": given, "path": "a"});
        let once = complete(deep(), &given);
        prop_assert!(within(&given, &once));
        prop_assert_eq!(complete(deep(), &once), once);
    }
}

fn with_default(default: bool) -> Scene {
    let schema = json!({"properties": {"path": {}, "forever": {"type": "boolean", "default": default}}});
    let contract = Contract { input_schema: schema, ..DeleteNote::default().contract };
    Scene { tool: DeleteNote { contract, ..DeleteNote::default() }, ..Scene::default() }
}

#[test]
fn a_gate_completes_what_its_tool_s_schema_says() {
    let given = || Map::from_iter([("path".to_owned(), json!("a"))]);
    let scene = with_default(true);
    assert_eq!(Value::Object(scene.gate.complete(&scene.tool, given())), json!({"path": "a", "forever": true}));
    let careless = danger::without(scene.gate, Defence::Defaults);
    assert_eq!(Value::Object(careless.complete(&scene.tool, given())), json!({"path": "a"}));
}

/// C087: a yes to `{}` does not run after the default became another. The schema is part of the contract.
#[test]
fn c087_a_yes_does_not_outlive_its_default() {
    let (before, after) = (with_default(false), with_default(true));
    let refusal = after.refusal(&before.state());
    assert_eq!(refusal, Some(twogates_consent::BadState::OtherContract));
}
