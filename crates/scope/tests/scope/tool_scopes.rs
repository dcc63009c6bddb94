//! What a tool needs, from its arguments.

use crate::set;
use serde_json::{Map, Value, json};
use twogates_scope::{ScopeSet, ToolScopes};

fn payment() -> ToolScopes {
    ToolScopes::base(set(&["payments:write"]))
        .when(set(&["payments:approve"]), |arguments| Some(arguments.get("amount")?.as_f64()? > 1000.0))
        .when(set(&["payments:abroad"]), |arguments| Some(arguments.get("country")?.as_str()? != "NO"))
}

fn needs(tool: &ToolScopes, arguments: &Value) -> ScopeSet {
    tool.needs(arguments.as_object().unwrap_or(&Map::new()))
}

#[test]
fn arguments_add_scopes_each_by_its_own_condition() {
    let base = set(&["payments:write"]);
    let approve = set(&["payments:write", "payments:approve"]);
    let abroad = set(&["payments:write", "payments:abroad"]);
    assert_eq!(needs(&payment(), &json!({"amount": 1000, "country": "NO"})), base);
    assert_eq!(needs(&payment(), &json!({"amount": 1000.01, "country": "NO"})), approve);
    assert_eq!(needs(&payment(), &json!({"amount": 1, "country": "SE"})), abroad);
    assert_eq!(needs(&payment(), &json!({"amount": 1001, "country": "SE"})), approve.union(&abroad));
}

#[test]
fn what_cannot_be_told_is_needed() {
    let all = set(&["payments:write", "payments:approve", "payments:abroad"]);
    assert_eq!(needs(&payment(), &json!({})), all);
    assert_eq!(needs(&payment(), &json!({"amount": "1", "country": 47})), all);
    assert_eq!(needs(&payment(), &json!({"amount": 1, "country": null})), all.without(&set(&["payments:approve"])));
}

#[test]
fn a_tool_may_need_nothing() {
    assert_eq!(needs(&ToolScopes::base(ScopeSet::default()), &json!({})), ScopeSet::default());
}

#[test]
fn it_shows_what_it_holds() {
    let shown = format!("{:?}", payment().undisclosed());
    for part in ["payments:write", "payments:approve", "payments:abroad", "undisclosed: true"] {
        assert!(shown.contains(part), "{shown}");
    }
}
