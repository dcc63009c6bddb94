use super::Schema;
use serde_json::{Value, json};

fn schema(stated: Value) -> Schema {
    Schema::new(stated).unwrap()
}

fn completed(stated: Value, arguments: Value) -> Value {
    Value::Object(schema(stated).complete(arguments.as_object().unwrap().clone()))
}

fn fits(stated: Value, arguments: Value) -> Result<(), String> {
    schema(stated).fits(arguments.as_object().unwrap().clone())
}

#[test]
fn defaults_are_found_behind_references_and_all_of() {
    let stated = json!({
        "$defs": {"Page": {"type": "object", "properties": {"size": {"default": 20}}}, "Order": {"default": "up"}},
        "properties": {
            "page": {"$ref": "#/$defs/Page", "default": {}},
            "order": {"allOf": [{"$ref": "#/$defs/Order"}]},
        },
        "allOf": [{"properties": {"limit": {"default": 3}}}],
    });
    assert_eq!(completed(stated.clone(), json!({})), json!({"page": {"size": 20}, "order": "up", "limit": 3}));
    let given = json!({"page": {"size": 1}, "order": null, "limit": 0});
    assert_eq!(completed(stated, given.clone()), given);
}

#[test]
fn of_any_of_the_branch_counts_that_the_value_fits() {
    let by =
        |name: &str| json!({"type": "object", "required": [name], "properties": {name: {}, "deep": {"default": name}}});
    let stated = json!({"properties": {"where": {"anyOf": [by("path"), by("id"), {"type": "null"}]}}});
    assert_eq!(completed(stated.clone(), json!({"where": {"id": 7}})), json!({"where": {"id": 7, "deep": "id"}}));
    assert_eq!(completed(stated.clone(), json!({"where": null})), json!({"where": null}));

    let both = json!({"where": {"id": 7, "path": "a"}});
    assert_eq!(completed(stated.clone(), both.clone()), both);
    assert_eq!(fits(stated, both).unwrap_err(), "which defaults hold is left open by the anyOf of its schema");
}

#[test]
fn a_default_that_nobody_can_say_whether_it_holds_is_refused_at_once() {
    let inner = json!({"properties": {"a": {"default": 1}}});
    for (keyword, behind) in [
        ("then", inner.clone()),
        ("not", inner.clone()),
        ("patternProperties", json!({"^x": inner})),
        ("dependentSchemas", json!({"b": inner})),
    ] {
        let refused = Schema::new(json!({keyword: behind})).unwrap_err();
        assert_eq!(refused, format!("there is a default behind {keyword}"));
    }
    // A property may be called as a keyword is.
    assert!(Schema::new(json!({"properties": {"not": {"default": 1}, "default": {"type": "string"}}})).is_ok());
}

#[test]
fn a_circle_ends() {
    let stated = json!({
        "$defs": {"Node": {"properties": {"name": {"default": "n"}, "next": {"$ref": "#/$defs/Node"}}}},
        "$ref": "#/$defs/Node",
    });
    let given = json!({"next": {"next": {}}});
    assert_eq!(completed(stated, given), json!({"name": "n", "next": {"name": "n", "next": {"name": "n"}}}));
    // A default that fills itself in for ever is none.
    let endless =
        json!({"$defs": {"N": {"properties": {"next": {"$ref": "#/$defs/N", "default": {}}}}}, "$ref": "#/$defs/N"});
    assert_eq!(completed(endless.clone(), json!({})), json!({}));
    assert_eq!(fits(endless, json!({})).unwrap_err(), "which defaults hold is left open by the nesting of its schema");
}

#[test]
fn nothing_is_fetched() {
    for reference in ["http://127.0.0.1:1/schema.json", "file:///etc/hostname", "other.json"] {
        let refused = Schema::new(json!({"properties": {"a": {"$ref": reference}}})).unwrap_err();
        assert!(refused.contains(reference.rsplit('/').next().unwrap()), "{refused}");
    }
}

#[test]
fn the_whole_schema_counts() {
    let stated =
        json!({"properties": {"name": {"type": "string", "pattern": "^[a-z]+$"}}, "additionalProperties": false});
    assert_eq!(fits(stated.clone(), json!({"name": "abc"})), Ok(()));
    let long = fits(stated.clone(), json!({"name": "NO SUCH NAME"})).unwrap_err();
    assert!(long.starts_with("/name ") && !long.contains("NO SUCH"), "{long}");
    assert!(fits(stated, json!({"other": 1})).is_err());
}
