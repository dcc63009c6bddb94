//! Gate one, by subject. `cases` holds failures that others met, by their numbers.

mod cases;
mod challenge_broken;
mod challenge_read;
mod challenge_write;
mod defences;
mod gate;
mod hierarchy;
mod list;
mod metadata;
mod principal;
mod refusals;
mod sets;
mod step_up;
mod tool_scopes;

use serde_json::{Map, Value};
use twogates_scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use wire::Call;

/// A set from its tokens.
fn set(tokens: &[&str]) -> ScopeSet {
    ScopeSet::of(tokens)
}

fn alice() -> Principal {
    Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: Some("editor".into()) }
}

/// Alice with these scopes.
fn holding(tokens: &[&str]) -> Caller {
    Caller { principal: alice(), granted: set(tokens) }
}

/// A call; anything but an object is no arguments.
fn call(tool: &str, arguments: &Value) -> Call {
    Call::new(tool, arguments.as_object().unwrap_or(&Map::new()))
}

/// What implies what in [`server`].
fn hierarchy() -> Hierarchy {
    Hierarchy::default().implies("files:admin", &["files:write"]).implies("files:write", &["files:read"])
}

/// A server whose tools need a scope, two, one that depends on arguments, none, and one that nobody is told of.
fn server() -> ScopeGate {
    ScopeGate::new(hierarchy())
        .tool(
            "list_files",
            ToolScopes::base(set(&["files:read"]))
                .when(set(&["files:payroll"]), |arguments| Some(arguments.get("folder")?.as_str()? == "payroll")),
        )
        .tool("search_web", ToolScopes::base(set(&[])))
        .tool("delete_file", ToolScopes::base(set(&["files:read", "files:write"])))
        .tool(
            "send_payment",
            ToolScopes::base(set(&["payments:write"]))
                .when(set(&["payments:approve"]), |arguments| Some(arguments.get("amount")?.as_f64()? > 1000.0)),
        )
        .tool(
            "read_audit",
            ToolScopes::base(set(&["audit:read"]))
                .when(set(&["audit:all"]), |arguments| arguments.get("whole").map_or(Some(false), Value::as_bool))
                .undisclosed(),
        )
}
