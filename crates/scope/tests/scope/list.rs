//! `tools/list`, and that it says the same as the check.

use crate::{call, holding, server};
use proptest::prelude::*;
use serde_json::json;
use twogates_scope::NotCleared;

/// Every scope that the server knows, those that imply others among them.
const SCOPES: [&str; 8] = [
    "audit:read",
    "files:admin",
    "files:payroll",
    "files:read",
    "files:write",
    "payments:approve",
    "payments:write",
    "unrelated",
];

const BASE_ONLY: [(&str, &str); 5] = [
    ("list_files", r#"{"folder": "notes"}"#),
    ("search_web", r#"{"query": "weather"}"#),
    ("delete_file", r#"{"path": "notes.txt"}"#),
    ("send_payment", r#"{"amount": 1000}"#),
    ("read_audit", "{}"),
];

#[test]
fn a_list_holds_what_the_caller_may_call_in_the_order_of_declaration() {
    assert_eq!(server().listed(&holding(&[])), ["search_web"]);
    assert_eq!(server().listed(&holding(&["files:read"])), ["list_files", "search_web"]);
    assert_eq!(server().listed(&holding(&["files:admin"])), ["list_files", "search_web", "delete_file"]);
    assert_eq!(
        server().listed(&holding(&["audit:read", "payments:write"])),
        ["search_web", "send_payment", "read_audit"]
    );
    assert_eq!(server().listed(&holding(&["payments:approve", "files:payroll"])), ["search_web"]);
}

/// Every subset of the scopes and every tool: 256 times 5. (case C068)
#[test]
fn c068_a_tool_is_listed_exactly_when_a_base_only_call_passes() {
    for chosen in 0_u32..1 << SCOPES.len() {
        let granted: Vec<_> =
            (0..SCOPES.len()).filter(|place| chosen & (1 << place) != 0).map(|place| SCOPES[place]).collect();
        let caller = holding(&granted);
        let listed = server().listed(&caller).join(" ");
        for (tool, arguments) in BASE_ONLY {
            let arguments = serde_json::from_str(arguments).unwrap();
            let outcome = server().clear(caller.clone(), call(tool, &arguments));
            let is_listed = listed.split(' ').any(|name| name == tool);
            assert_eq!(is_listed, outcome.is_ok(), "{tool} with {granted:?}");
            let admitted = server().admits(&caller, tool).is_ok();
            match outcome {
                Ok(_) => assert!(admitted),
                Err(NotCleared::Insufficient(_)) => assert!(admitted && tool != "read_audit"),
                Err(NotCleared::Unknown(_)) => assert!(!admitted && tool == "read_audit"),
            }
        }
    }
}

proptest! {
    /// Whoever is challenged and then granted exactly the challenge passes.
    #[test]
    fn a_challenge_is_enough(
        granted in prop::sample::subsequence(SCOPES.to_vec(), 0..=SCOPES.len()),
        tool in 0..4_usize,
        amount in 0..2000_i64,
        folder in prop::sample::select(vec!["notes", "payroll"]),
    ) {
        let (tool, _) = BASE_ONLY[tool];
        let wanted = call(tool, &json!({"amount": amount, "folder": folder}));
        let caller = holding(&granted);
        if let Err(NotCleared::Insufficient(refusal)) = server().clear(caller.clone(), wanted.clone()) {
            let mut again = caller;
            again.granted = refusal.needed;
            prop_assert!(server().clear(again, wanted).is_ok());
        }
    }
}
