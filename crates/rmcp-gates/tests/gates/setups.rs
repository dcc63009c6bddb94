//! What does not fit together, said when a server starts.

use crate::handler::{Notes, tool};
use crate::native::Archive;
use crate::scene::{NOW, around, policies, setup};
use rmcp::model::Tool;
use serde_json::json;
use std::sync::Arc;
use twogates_rmcp_gates::twogates::consent::{Intent, Lifetime, Policy, Uses};
use twogates_rmcp_gates::twogates::grants::{Authority, FakeClock};
use twogates_rmcp_gates::twogates::scope::{ScopeSet, ToolScopes};
use twogates_rmcp_gates::{BadSetup, NotQueued, Queue, Queued, Setup, ToolPolicy, danger};

#[derive(Debug)]
struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

#[derive(Debug)]
struct Nowhere;

impl Queue for Nowhere {
    fn put(&self, _: &Queued) -> Result<(), NotQueued> {
        Ok(())
    }
}

async fn refused(more: Vec<Tool>, with: impl FnOnce(Setup) -> Setup) -> BadSetup {
    let notes = Notes { more, ..Notes::default() };
    around(with(policies(setup(&FakeClock::at(NOW)))), notes).await.err().unwrap()
}

fn named(tool: &str) -> String {
    tool.to_owned()
}

#[tokio::test]
async fn a_policy_for_a_tool_that_the_handler_lacks() {
    let refused = refused(Vec::new(), |setup| setup.tool("delete_note_", ToolPolicy::keyed())).await;
    assert!(matches!(&refused, BadSetup::NoSuchTool { tool, has } if tool == "delete_note_" && has.len() == 11));
    assert!(refused.to_string().ends_with("correct the name, or remove the policy"), "{refused}");
}

#[tokio::test]
async fn two_of_one_name() {
    let again = |setup: Setup| setup.tool("pay", ToolPolicy::keyed());
    assert_eq!(refused(Vec::new(), again).await, BadSetup::TwoOfOneName { tool: named("pay") });
    let listed = vec![tool("pay", json!({}))];
    assert_eq!(refused(listed, |setup| setup).await, BadSetup::TwoOfOneName { tool: named("pay") });
    let own = |setup: Setup| {
        let scopes = || ToolScopes::base(ScopeSet::of(&["notes:write"]));
        setup.act(Archive(Default::default()), scopes(), Policy::default())
    };
    let listed = vec![tool("archive", json!({}))];
    assert_eq!(refused(listed, own).await, BadSetup::TwoOfOneName { tool: named("archive") });
}

/// A client that folds names could show one of them and call the other.
#[tokio::test]
async fn two_names_that_look_alike() {
    for (one, other) in [("pay", "Pay"), ("caf\u{e9}", "cafe\u{301}"), ("k", "\u{212a}"), ("\u{ff50}ay", "pay")] {
        let listed = if other == "pay" { vec![tool(one, json!({}))] } else { vec![tool(other, json!({}))] };
        let more = if one == "pay" || other == "pay" { None } else { Some(tool(one, json!({}))) };
        let listed = more.into_iter().chain(listed).collect();
        let refused = refused(listed, |setup| setup).await;
        assert!(
            matches!(&refused, BadSetup::TwoAlike { tool, other: earlier }
            if [one, other].contains(&&**tool) && [one, other].contains(&&**earlier) && tool != earlier),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn a_name_that_is_too_long_or_none() {
    for name in ["", &*"x".repeat(129).leak()] {
        assert_eq!(refused(vec![tool(name, json!({}))], |setup| setup).await, BadSetup::BadName { tool: named(name) });
    }
    let longest: &'static str = "x".repeat(128).leak();
    let notes = Notes { more: vec![tool(longest, json!({}))], ..Notes::default() };
    assert!(around(setup(&FakeClock::at(NOW)), notes).await.is_ok());
}

#[tokio::test]
async fn a_schema_that_arguments_cannot_be_held_against() {
    for (schema, says) in [
        (json!({"type": "obj"}), "obj"),
        (json!({"$ref": "https://schemas.example/a.json"}), "schemas.example"),
        (json!({"if": {}, "then": {"properties": {"a": {"default": 1}}}}), "a default behind then"),
    ] {
        let refused = refused(vec![tool("odd", schema)], |setup| setup).await;
        assert!(
            matches!(&refused, BadSetup::BadSchema { tool, what } if tool == "odd" && what.contains(says)),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn a_read_whose_hints_do_not_say_so() {
    let read = |setup: Setup| setup.tool("delete_note", ToolPolicy::read());
    assert_eq!(refused(Vec::new(), read).await, BadSetup::NotARead { tool: named("delete_note") });
    let reason = "the test wants it";
    let setup = policies(setup(&FakeClock::at(NOW))).tool("delete_note", danger::unasked(reason));
    let gated = around(setup, Notes::default()).await.unwrap();
    assert_eq!(gated.unasked(), [("delete_note", reason)]);
}

#[tokio::test]
async fn calls_that_run_later_need_somebody_who_knows_who_may_make_them_and_a_queue() {
    let later = |setup: Setup| setup.tool("delete_note", ToolPolicy::at_most_once().deferred(60_000));
    assert_eq!(refused(Vec::new(), later).await, BadSetup::NoAuthority { tool: named("delete_note") });
}

#[tokio::test]
async fn a_yes_that_is_to_count_more_often_than_it_can() {
    let often = |number, lifetime| {
        let consent = Policy { uses: Uses::Idempotent(number), lifetime, ..Policy::default() };
        move |setup: Setup| {
            let setup = setup.authority(Arc::new(Anyone)).queue(Arc::new(Nowhere));
            setup.tool("delete_note", ToolPolicy::keyed().consent(consent))
        }
    };
    for (number, lifetime) in
        [(0, Lifetime::Deferred(60_000)), (101, Lifetime::Deferred(60_000)), (2, Lifetime::AtOnce)]
    {
        let refused = refused(Vec::new(), often(number, lifetime)).await;
        assert_eq!(refused, BadSetup::TooManyUses { tool: named("delete_note"), number });
        assert!(refused.to_string().contains("\"delete_note\"; let a yes count once"), "{refused}");
    }
    for (number, lifetime) in
        [(1, Lifetime::AtOnce), (2, Lifetime::Deferred(60_000)), (100, Lifetime::Deferred(60_000))]
    {
        let setup = often(number, lifetime)(setup(&FakeClock::at(NOW)));
        assert!(around(setup, Notes::default()).await.is_ok());
    }
}

#[tokio::test]
async fn over_http_a_server_has_an_address() {
    let ring = twogates_rmcp_gates::twogates::consent::KeyRing::new(
        twogates_rmcp_gates::twogates::consent::Key::new("k1", &[7; 32]).unwrap(),
    );
    let store = std::sync::Arc::new(twogates_rmcp_gates::twogates::grants::Memory::new(FakeClock::at(NOW)));
    let gated = Setup::new("notes", &[], ring, store).around(Notes::default()).await.unwrap();
    let refused = gated.http(std::sync::Arc::new(crate::scene::Four)).err().unwrap();
    assert_eq!(refused, BadSetup::NotAnAddress { server: named("notes") });
}
