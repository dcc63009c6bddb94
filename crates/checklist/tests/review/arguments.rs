//! What the arguments speak of, by name and description, at every depth.

use crate::{read, review, told};
use serde_json::{Value, json};

/// The rule, the argument and the kind of each argument that is pointed out.
fn spoken(properties: Value) -> Vec<String> {
    let found = told(read("frobnicate", properties)).found;
    let of = |told: String| told.split_once(": ").map(|(rule, rest)| (rule.to_owned(), rest.to_owned()));
    let pairs = found.into_iter().filter_map(of).filter(|(_, rest)| rest.contains(" speak") && rest.starts_with('`'));
    pairs.map(|(rule, rest)| format!("{rule} {}", rest.split(": ").next().unwrap())).collect()
}

#[test]
fn each_kind_is_known_by_name() {
    for (name, told) in [
        ("command", "CALL-07 `command` speaks of a command"),
        ("shellArgs", "CALL-07 `shellArgs` speaks of a shell"),
        ("source_code", "CALL-07 `source_code` speaks of code"),
        ("sql", "SCOPE-07 `sql` speaks of a query"),
        ("filePath", "SCOPE-07 `filePath` speaks of a path"),
        ("webhook_url", "CALL-03 `webhook_url` speaks of a URL"),
    ] {
        assert_eq!(spoken(json!({name: {}})), [told], "{name}");
    }
    assert_eq!(spoken(json!({"commander": {}, "pathology": {}, "curl": {}, "amount": {}})), [""; 0]);
}

#[test]
fn each_kind_is_known_by_description_and_that_is_said() {
    for (text, what) in [
        ("The command to run.", "a command"),
        ("Runs in a shell", "a shell"),
        ("JavaScript to evaluate", "code"),
        ("an SQL statement", "a query"),
        ("Absolute path", "a path"),
        ("the URL of the page", "a URL"),
    ] {
        let told = spoken(json!({"x": {"description": text}}));
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].ends_with(&format!(" `x` (by its description) speaks of {what}")), "{told:?}");
    }
}

#[test]
fn a_name_comes_before_a_description_and_several_arguments_are_one_finding() {
    let told = spoken(json!({"path": {"description": "a path"}, "to": {"description": "another path"}, "x": {}}));
    assert_eq!(told, ["SCOPE-07 `path`, `to` (by its description) speak of a path"]);
}

#[test]
fn some_codes_are_no_programs() {
    for name in ["country_code", "statusCode", "zip_code"] {
        assert_eq!(spoken(json!({name: {"description": "The error code."}})), [""; 0], "{name}");
    }
    assert_eq!(spoken(json!({"code": {}})), ["CALL-07 `code` speaks of code"]);
    assert_eq!(spoken(json!({"x": {"description": "The zip code and the code"}})).len(), 1);
}

#[test]
fn source_and_destination_are_paths_where_the_tool_speaks_of_files() {
    let ends = json!({"source": {}, "destination": {}});
    let of = |name: &str| told(read(name, ends.clone())).found;
    assert!(of("compare_files")[0].contains("`destination`, `source` speak of a path"));
    assert_eq!(of("compare_texts"), [""; 0]);
}

#[test]
fn arguments_are_found_at_every_depth() {
    let inner = json!({"type": "object", "properties": {"cmd": {}}});
    for (schema, place) in [
        (inner.clone(), "`a.cmd`"),
        (json!({"items": inner}), "`a.cmd`"),
        (json!({"anyOf": [{}, inner]}), "`a.cmd`"),
        (json!({"oneOf": [inner]}), "`a.cmd`"),
        (json!({"allOf": [inner]}), "`a.cmd`"),
        (json!({"prefixItems": [inner]}), "`a.cmd`"),
        (json!({"additionalProperties": inner}), "`a.cmd`"),
        (json!({"unevaluatedProperties": inner}), "`a.cmd`"),
        (json!({"patternProperties": {"^x": inner}}), "`a.cmd`"),
        (json!({"dependentSchemas": {"x": inner}}), "`a.cmd`"),
        (json!({"items": [inner]}), "`a.cmd`"),
        (json!({"contains": inner}), "`a.cmd`"),
        (json!({"if": {}, "then": inner}), "`a.cmd`"),
        (json!({"else": inner}), "`a.cmd`"),
        (json!({"not": inner}), "`a.cmd`"),
        (json!({"properties": {"b": {"items": inner}}}), "`a.b.cmd`"),
    ] {
        assert_eq!(spoken(json!({"a": schema})), [format!("CALL-07 {place} speaks of a command")]);
    }
}

#[test]
fn a_reference_within_the_schema_is_followed_and_a_circle_ends() {
    let mut tool = read("frobnicate", json!({"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "elsewhere#/$defs/A"}}));
    tool["inputSchema"]["$defs"] = json!({"A": {"properties": {"cmd": {}, "again": {"$ref": "#/$defs/A"}}}});
    let found = told(tool).found;
    assert!(found[1].contains("`a.again.cmd`, `a.cmd` speak of a command: "), "{found:?}");
    assert!(!found[1].contains("`b."), "{found:?}");
    let behind = "CALL-07: its input schema was not looked at behind the reference `elsewhere#/$defs/A`.";
    assert!(found.contains(&behind.to_owned()), "{found:?}");
    assert!(!found.iter().any(|told| told.contains("beyond")), "a circle ends where it began: {found:?}");
}

#[test]
fn a_place_holds_a_hundred_characters_of_each_name() {
    let told = spoken(json!({"x".repeat(101): {"properties": {"cmd": {}}}}));
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("xxx.cmd\" (104 characters, "), "{told:?}");
}

#[test]
fn of_many_arguments_twelve_are_told_and_the_rest_is_counted() {
    let many = |count: usize| -> Value {
        (0..count).map(|number| (format!("path_{number:04}"), json!({}))).collect::<serde_json::Map<_, _>>().into()
    };
    let found = |count| told(read("frobnicate", many(count))).found.remove(0);
    assert!(found(12).contains("`path_0011` speak of a path"), "{}", found(12));
    assert!(found(13).contains("`path_0011` and 1 more speak of a path"), "{}", found(13));
    assert!(found(500).contains(" and 488 more speak"));
    let all = told(read("frobnicate", many(600))).found;
    assert!(all.iter().any(|told| told.contains(" and 488 more speak")), "500 are looked at: {all:?}");
}

/// What was not looked at may be what matters: it is said, and counts as something to look at.
#[test]
fn what_is_not_looked_at_is_said() {
    let unseen = |properties: Value| -> Vec<String> {
        let found = told(read("frobnicate", properties)).found;
        found.into_iter().filter_map(|told| Some(told.split_once(" was not looked at ")?.1.to_owned())).collect()
    };
    let mut many: serde_json::Map<String, Value> =
        (0..499).map(|number| (format!("a{number:03}"), json!({}))).collect();
    many.insert("shell_command".into(), json!({}));
    assert_eq!(unseen(many.clone().into()), [""; 0]);
    many.insert("a999".into(), json!({}));
    assert_eq!(unseen(many.into()), ["beyond 500 arguments."]);
    let deep = |levels: usize| {
        let innermost = json!({"description": "a shell command"});
        (0..levels).fold(innermost, |within, _| json!({"properties": {"a": within}}))
    };
    assert_eq!(unseen(json!({"a": deep(11)})), [""; 0]);
    let told_of_twelve = told(read("frobnicate", json!({"a": deep(12)}))).found;
    assert!(told_of_twelve.iter().any(|told| told.contains("a shell")), "{told_of_twelve:?}");
    assert_eq!(unseen(json!({"a": deep(13)})), ["beyond 12 schemas within one another."]);
    assert_eq!(unseen(json!({"a": deep(14)})), ["beyond 12 schemas within one another."]);
    let wide = json!({"anyOf": vec![json!({"anyOf": vec![json!({"items": {"items": {}}}); 60]}); 60]});
    assert_eq!(unseen(json!({"a": wide})), ["beyond 5000 schemas."]);
    let review = review(&json!([read("frobnicate", json!({"a": {"$dynamicRef": "#node"}}))]));
    assert!(review.contains("Things to look at:\n1."), "{review}");
    let references: serde_json::Map<String, Value> =
        (0..20).map(|number| (format!("a{number}"), json!({"$ref": format!("x{number}")}))).collect();
    let told = unseen(references.into());
    assert_eq!((told.len(), told[12].as_str()), (13, "behind 8 more references."));
}
