//! What each defence of gate one keeps out: the same input with all of them, and with one switched off.

use crate::{call, holding, server, set};
use rules::danger::without;
use rules::{Defence, Defences, Guarded};
use serde_json::json;
use twogates_scope::challenge::parse;
use twogates_scope::{Caller, Challenge, GiveUp, NotCleared, Operation, ScopeGate, ScopeSet, StepUp};
use wire::Call;

fn refused(gate: &ScopeGate, caller: &Caller, call: &Call) -> Option<String> {
    gate.clear(caller.clone(), call.clone()).err().map(|refusal| refusal.to_string())
}

fn insufficient(scope: &str) -> Vec<Challenge> {
    parse([format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"").as_str()])
}

#[test]
fn both_gates_start_with_every_defence_on() {
    assert_eq!(server().defences_mut(), &Defences::all());
    assert_eq!(StepUp::default().defences_mut(), &Defences::all());
}

#[test]
fn without_scope_a_call_runs_that_the_token_does_not_cover() {
    let (caller, payment) = (holding(&[]), call("send_payment", &json!({"amount": 5})));
    assert!(refused(&server(), &caller, &payment).is_some());
    let open = without(server(), Defence::Scope);
    assert_eq!(refused(&open, &caller, &payment), None);
    // The others still stand: the list is filtered, and who must not know of a tool does not learn of it.
    assert_eq!(open.listed(&caller), ["search_web"]);
    assert!(open.admits(&caller, "read_audit").is_err());
    assert!(refused(&open, &caller, &call("read_audit", &json!({}))).is_some());
}

#[test]
fn without_hierarchy_a_broader_scope_is_refused() {
    let (admin, delete) = (holding(&["files:admin"]), call("delete_file", &json!({})));
    assert_eq!(refused(&server(), &admin, &delete), None);
    let flat = without(server(), Defence::Hierarchy);
    let refusal = refused(&flat, &admin, &delete).unwrap();
    assert_eq!(refusal, "this call of delete_file needs files:read files:write");
    assert_eq!(flat.listed(&admin), ["search_web"]);
}

#[test]
fn without_the_complete_challenge_scopes_drip() {
    let named = |gate: &ScopeGate, granted: &[&str]| match gate
        .clear(holding(granted), call("send_payment", &json!({"amount": 1001})))
    {
        Err(NotCleared::Insufficient(refusal)) => refusal.needed,
        _ => ScopeSet::default(),
    };
    let both = set(&["payments:approve", "payments:write"]);
    assert_eq!(named(&server(), &[]), both);
    let dripping = without(server(), Defence::CompleteChallenge);
    assert_eq!(named(&dripping, &[]), set(&["payments:approve"]));
    assert_eq!(named(&dripping, &["payments:approve"]), set(&["payments:write"]));
    assert_eq!(named(&dripping, &["payments:approve", "payments:write"]), set(&[]));
    let implied = dripping.clear(holding(&["files:admin"]), call("list_files", &json!({"folder": "payroll"})));
    assert_eq!(implied.unwrap_err().to_string(), "this call of list_files needs files:payroll");
}

#[test]
fn without_the_list_filter_tools_are_shown_to_whoever_may_not_call_them() {
    assert_eq!(server().listed(&holding(&[])), ["search_web"]);
    let shown = without(server(), Defence::ListFilter);
    assert_eq!(shown.listed(&holding(&[])), ["list_files", "search_web", "delete_file", "send_payment"]);
}

#[test]
fn without_disclosure_an_undisclosed_tool_can_be_told_apart() {
    let (caller, audit) = (holding(&[]), call("read_audit", &json!({})));
    assert_eq!(refused(&server(), &caller, &audit).unwrap(), "there is no tool named \"read_audit\"");
    let told = without(server(), Defence::Disclosure);
    assert_eq!(refused(&told, &caller, &audit).unwrap(), "this call of read_audit needs audit:read");
    assert!(told.admits(&caller, "read_audit").is_ok());
    assert!(told.admits(&caller, "nothing").is_err());
    assert_eq!(told.listed(&caller), ["search_web"]);
    let both = without(told, Defence::ListFilter);
    assert_eq!(both.listed(&caller).last(), Some(&"read_audit"));
}

#[test]
fn without_the_union_a_step_up_costs_what_was_earned() {
    let next = |mut steps: StepUp| {
        steps.asked(&set(&["a"]));
        steps.granted(&set(&["b"]));
        steps.on_challenge(&Operation::call("t"), &insufficient("c"))
    };
    assert_eq!(next(StepUp::default()), Ok(set(&["a", "b", "c"])));
    assert_eq!(next(without(StepUp::default(), Defence::Union)), Ok(set(&["c"])));
}

/// The rounds that an authorization server without end gets out of a client, at most 9.
fn rounds(mut steps: StepUp, challenge: impl Fn(usize) -> Vec<Challenge>) -> (usize, Option<GiveUp>) {
    for round in 0..9 {
        match steps.on_challenge(&Operation::call("t"), &challenge(round)) {
            Ok(next) => steps.asked(&next),
            Err(stop) => return (round, Some(stop)),
        }
    }
    (9, None)
}

#[test]
fn without_the_cap_a_server_that_drips_is_followed_without_end() {
    let drips = |round| insufficient(&format!("drip:{round}"));
    assert_eq!(rounds(StepUp::default(), drips), (2, Some(GiveUp::CapReached)));
    assert_eq!(rounds(without(StepUp::default(), Defence::StepUpCap), drips), (9, None));
}

#[test]
fn without_nothing_new_a_server_that_never_grants_is_asked_again() {
    let never = |_| insufficient("a");
    let (asked, stop) = rounds(StepUp::default(), never);
    assert!(asked == 1 && matches!(stop, Some(GiveUp::NothingNew { .. })));
    let stubborn = without(StepUp::default(), Defence::NothingNew);
    assert_eq!(rounds(stubborn.clone(), never), (2, Some(GiveUp::CapReached)));
    assert_eq!(rounds(without(stubborn, Defence::StepUpCap), never), (9, None));
}
