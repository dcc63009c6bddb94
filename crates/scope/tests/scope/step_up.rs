//! The client's side.

use crate::set;
use twogates_scope::challenge::parse;
use twogates_scope::{Challenge, GiveUp, MAX_STEP_UPS, Operation, ResourceMetadata, ScopeSet, StepUp};

fn insufficient(scope: &str) -> Vec<Challenge> {
    parse([format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"").as_str()])
}

fn metadata(scopes: Option<ScopeSet>) -> ResourceMetadata {
    ResourceMetadata {
        resource: "https://files.example/mcp".into(),
        authorization_servers: vec!["https://auth.example".into()],
        scopes_supported: scopes,
        resource_name: None,
    }
}

#[test]
fn the_first_request_asks_for_the_challenge_else_for_what_is_supported_else_for_nothing() {
    let supported = metadata(Some(set(&["a", "b"])));
    let named = parse(["Bearer scope=\"c\""]);
    let bare = parse(["Bearer realm=\"x\""]);
    assert_eq!(StepUp::first(named.first(), Some(&supported)), Some(set(&["c"])));
    assert_eq!(StepUp::first(named.first(), None), Some(set(&["c"])));
    assert_eq!(StepUp::first(bare.first(), Some(&supported)), Some(set(&["a", "b"])));
    assert_eq!(StepUp::first(None, Some(&supported)), Some(set(&["a", "b"])));
    assert_eq!(StepUp::first(bare.first(), Some(&metadata(None))), None);
    assert_eq!(StepUp::first(None, Some(&metadata(Some(set(&[]))))), None);
    assert_eq!(StepUp::first(None, None), None);
}

#[test]
fn the_next_request_joins_what_was_requested_what_is_granted_and_what_is_challenged() {
    let mut steps = StepUp::default();
    steps.asked(&set(&["a"]));
    steps.asked(&set(&["b"]));
    steps.granted(&set(&["old"]));
    steps.granted(&set(&["b", "c"]));
    assert_eq!(steps.requested(), &set(&["a", "b"]));
    assert_eq!(steps.held(), &set(&["b", "c"]));
    let next = steps.on_challenge(&Operation::call("t"), &insufficient("d"));
    assert_eq!(next, Ok(set(&["a", "b", "c", "d"])));
    assert_eq!(steps.requested(), &set(&["a", "b"]), "only what was sent was requested");
}

#[test]
fn scopes_that_were_granted_but_never_requested_may_be_asked_for_once() {
    let mut steps = StepUp::default();
    steps.granted(&set(&["a"]));
    assert_eq!(steps.on_challenge(&Operation::call("t"), &insufficient("a")), Ok(set(&["a"])));
}

#[test]
fn a_challenge_with_nothing_new_ends_it_at_once_and_for_good() {
    let mut steps = StepUp::default();
    steps.asked(&set(&["a", "b"]));
    let challenged = set(&["b"]);
    let stop = GiveUp::NothingNew { challenged };
    assert_eq!(steps.on_challenge(&Operation::call("t"), &insufficient("b")), Err(stop.clone()));
    let remembered = GiveUp::Remembered { first: Box::new(stop) };
    assert_eq!(steps.on_challenge(&Operation::call("t"), &insufficient("b")), Err(remembered.clone()));
    assert_eq!(steps.on_challenge(&Operation::call("t"), &insufficient("c")), Err(remembered));
}

#[test]
fn a_challenge_that_names_no_scope_ends_it() {
    let unread = [r#"Bearer error="insufficient_scope""#, r#"Bearer error="insufficient_scope", scope="a", scope="b""#];
    for header in unread {
        let mut steps = StepUp::default();
        let stop = GiveUp::NothingNew { challenged: ScopeSet::default() };
        assert_eq!(steps.on_challenge(&Operation::call("t"), &parse([header])), Err(stop));
    }
}

#[test]
fn an_operation_steps_up_twice_and_no_more() {
    assert_eq!(MAX_STEP_UPS, 2);
    let mut steps = StepUp::default();
    for drip in ["a", "b"] {
        let next = steps.on_challenge(&Operation::call("t"), &insufficient(drip)).unwrap();
        steps.asked(&next);
        steps.granted(&next);
    }
    assert_eq!(steps.on_challenge(&Operation::call("t"), &insufficient("c")), Err(GiveUp::CapReached));
    let remembered = GiveUp::Remembered { first: Box::new(GiveUp::CapReached) };
    assert_eq!(steps.on_challenge(&Operation::call("t"), &insufficient("d")), Err(remembered));
    assert_eq!(steps.requested(), &set(&["a", "b"]));
}

#[test]
fn operations_are_counted_apart() {
    let list = Operation { method: "tools/list".into(), tool: None };
    let other_method = Operation { method: "prompts/get".into(), tool: Some("t".into()) };
    let mut steps = StepUp::default();
    for operation in [Operation::call("t"), Operation::call("u"), list, other_method] {
        assert!(steps.on_challenge(&operation, &insufficient("a")).is_ok());
        assert!(steps.on_challenge(&operation, &insufficient("b")).is_ok());
        assert_eq!(steps.on_challenge(&operation, &insufficient("c")), Err(GiveUp::CapReached));
    }
    assert_eq!(Operation::call("t"), Operation { method: "tools/call".into(), tool: Some("t".into()) });
}

#[test]
fn other_responses_start_nothing_cost_nothing_and_are_not_remembered() {
    let mut steps = StepUp::default();
    let operation = Operation::call("t");
    let others = ["", "Bearer", r#"Bearer error="invalid_token", scope="a""#, r#"Basic error="insufficient_scope""#];
    for header in others {
        assert_eq!(steps.on_challenge(&operation, &parse([header])), Err(GiveUp::NotInsufficientScope));
    }
    assert_eq!(steps.on_challenge(&operation, &[]), Err(GiveUp::NotInsufficientScope));
    assert_eq!(steps.on_challenge(&operation, &insufficient("a")), Ok(set(&["a"])));
    assert_eq!(steps.on_challenge(&operation, &insufficient("b")), Ok(set(&["b"])));
}
