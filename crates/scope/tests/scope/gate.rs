//! The check and its proof.

use crate::{alice, call, hierarchy, holding, server, set};
use serde_json::json;
use twogates_scope::{Insufficient, NotCleared, ScopeGate, ScopeSet, ToolScopes, UnknownTool};

fn challenged(granted: &[&str], tool: &str, arguments: &serde_json::Value) -> Option<ScopeSet> {
    match server().clear(holding(granted), call(tool, arguments)) {
        Ok(_) => None,
        Err(NotCleared::Insufficient(refusal)) => Some(refusal.needed),
        Err(NotCleared::Unknown(unknown)) => Some(ScopeSet::of(&[&unknown.name])),
    }
}

#[test]
fn the_proof_owns_principal_and_call() {
    let wanted = call("send_payment", &json!({"amount": 5}));
    let cleared = server().clear(holding(&["payments:write"]), wanted.clone()).unwrap();
    assert_eq!(cleared.principal(), &alice());
    assert_eq!(cleared.call(), &wanted);
    assert_eq!(cleared.into_parts(), (alice(), wanted));
}

#[test]
fn a_call_passes_with_all_that_it_needs_and_with_more() {
    let large = json!({"amount": 1001});
    assert_eq!(challenged(&["payments:write", "payments:approve"], "send_payment", &large), None);
    assert_eq!(challenged(&["payments:write", "payments:approve", "x"], "send_payment", &large), None);
    assert_eq!(challenged(&["payments:write"], "send_payment", &json!({"amount": 1000})), None);
    assert_eq!(challenged(&[], "search_web", &json!({"query": "weather"})), None);
}

#[test]
fn the_challenge_names_all_that_the_call_needs_and_not_only_what_is_missing() {
    let both = Some(set(&["payments:write", "payments:approve"]));
    for granted in [&[][..], &["payments:write"], &["payments:approve"], &["files:admin"]] {
        assert_eq!(challenged(granted, "send_payment", &json!({"amount": 1001})), both);
    }
    assert_eq!(challenged(&[], "send_payment", &json!({"amount": 1000})), Some(set(&["payments:write"])));
}

#[test]
fn arguments_that_do_not_parse_need_everything() {
    let both = Some(set(&["payments:write", "payments:approve"]));
    assert_eq!(challenged(&["payments:write"], "send_payment", &json!({"amount": "5"})), both);
    assert_eq!(challenged(&["payments:write"], "send_payment", &json!({})), both);
}

#[test]
fn a_broader_scope_suffices_and_the_least_is_challenged() {
    assert_eq!(challenged(&["files:admin"], "delete_file", &json!({})), None);
    assert_eq!(challenged(&["files:read"], "delete_file", &json!({})), Some(set(&["files:write"])));
    let payroll = json!({"folder": "payroll"});
    assert_eq!(challenged(&["files:admin"], "list_files", &payroll), Some(set(&["files:payroll", "files:read"])));
}

#[test]
fn the_refusal_names_the_tool() {
    let refusal = server().clear(holding(&[]), call("delete_file", &json!({}))).unwrap_err();
    let needed = set(&["files:write"]);
    assert_eq!(refusal, NotCleared::Insufficient(Insufficient { tool: "delete_file".into(), needed }));
}

#[test]
fn a_name_that_nobody_declared_is_unknown() {
    for name in ["delete", "delete_files", "DELETE_FILE", "", "delete_file "] {
        let unknown = UnknownTool { name: name.into() };
        assert_eq!(server().admits(&holding(&["files:admin"]), name), Err(unknown.clone()));
        let refusal = server().clear(holding(&["files:admin"]), call(name, &json!({}))).unwrap_err();
        assert_eq!(refusal, NotCleared::Unknown(unknown));
    }
}

#[test]
fn an_undisclosed_tool_is_unknown_to_whoever_lacks_its_base_set() {
    let unknown = UnknownTool { name: "read_audit".into() };
    for outsider in [holding(&[]), holding(&["files:admin"]), holding(&["audit:all"])] {
        assert_eq!(server().admits(&outsider, "read_audit"), Err(unknown.clone()));
        let refusal = server().clear(outsider, call("read_audit", &json!({}))).unwrap_err();
        assert_eq!(refusal, NotCleared::Unknown(unknown.clone()));
    }
    let insider = holding(&["audit:read"]);
    assert_eq!(server().admits(&insider, "read_audit"), Ok(()));
    assert_eq!(challenged(&["audit:read"], "read_audit", &json!({})), None);
    let whole = challenged(&["audit:read"], "read_audit", &json!({"whole": true}));
    assert_eq!(whole, Some(set(&["audit:all", "audit:read"])));
}

#[test]
fn a_tool_that_is_only_hidden_is_admitted_so_that_it_can_be_stepped_up_to() {
    assert_eq!(server().admits(&holding(&[]), "send_payment"), Ok(()));
    assert_eq!(challenged(&[], "delete_file", &json!({})), Some(set(&["files:write"])));
}

#[test]
fn a_tool_that_is_declared_twice_needs_both() {
    let once = ToolScopes::base(set(&["a"]));
    let again = ToolScopes::base(set(&["b"])).when(set(&["c"]), |_| Some(true));
    let gate = ScopeGate::new(hierarchy()).tool("twice", once.clone()).tool("last", once).tool("twice", again);
    let refusal = gate.clear(holding(&["a"]), call("twice", &json!({}))).unwrap_err();
    let needed = set(&["a", "b", "c"]);
    assert_eq!(refusal, NotCleared::Insufficient(Insufficient { tool: "twice".into(), needed }));
    assert_eq!(gate.listed(&holding(&["a", "b"])), ["twice", "last"]);
    assert_eq!(gate.listed(&holding(&["a"])), ["last"]);
}

#[test]
fn a_tool_that_is_declared_twice_is_undisclosed_if_either_says_so() {
    let open = || ToolScopes::base(set(&["a"]));
    for tools in
        [[open().undisclosed(), open()], [open(), open().undisclosed()], [open().undisclosed(), open().undisclosed()]]
    {
        let gate = tools.into_iter().fold(ScopeGate::new(hierarchy()), |gate, tool| gate.tool("secret", tool));
        assert!(gate.admits(&holding(&[]), "secret").is_err());
    }
    let gate = ScopeGate::new(hierarchy()).tool("plain", open()).tool("plain", open());
    assert!(gate.admits(&holding(&[]), "plain").is_ok());
}
