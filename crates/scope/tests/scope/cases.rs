//! Failures that others met, by case number, with this project's tools in place of the reporters'. (C068 is in `list`.)

use crate::{call, hierarchy, holding, server, set};
use serde_json::json;
use twogates_scope::challenge::{parse, step_up_challenge};
use twogates_scope::{
    BearerChallenge, GiveUp, NotCleared, Operation, ResourceMetadata, ScopeGate, ScopeSet, StepUp, ToolScopes,
};

const METADATA: &str = "https://mcp.example.com/.well-known/oauth-protected-resource";

fn refused(granted: &[&str], tool: &str) -> Option<NotCleared> {
    server().clear(holding(granted), call(tool, &json!({}))).err()
}

/// A client that asked for these scopes, and was granted all of them.
fn after(requested: &[&str]) -> StepUp {
    let mut steps = StepUp::default();
    steps.asked(&set(requested));
    steps.granted(&set(requested));
    steps
}

#[test]
fn c039_a_parameter_s_name_is_compared_whole() {
    let challenges = parse([concat!(
        r#"Bearer error_scope="admin:all", error="insufficient_scope", scope="files:write", "#,
        r#"x_resource_metadata="https://evil.example/prm""#
    )]);
    assert_eq!(challenges.len(), 1);
    assert_eq!(challenges[0].error(), Some("insufficient_scope"));
    assert_eq!(challenges[0].scope(), Some(set(&["files:write"])));
    assert_eq!(challenges[0].resource_metadata(), None);
}

#[test]
fn c041_bearer_is_found_behind_another_scheme() {
    let challenges = parse([concat!(
        r#"Basic realm="corp", Bearer error="insufficient_scope", scope="files:write", "#,
        r#"resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource""#
    )]);
    let bearer = step_up_challenge(&challenges).unwrap();
    assert_eq!(bearer.scope(), Some(set(&["files:write"])));
    assert_eq!(bearer.resource_metadata(), Some(METADATA));
}

#[test]
fn c043_a_scope_inside_a_text_is_no_scope() {
    for header in [
        r#"Bearer error="insufficient_scope", error_description="token lacks scope=admin:all for this tool", scope="files:write""#,
        r#"Basic realm="legacy, scope=admin:all", Bearer error="insufficient_scope", scope="files:write""#,
    ] {
        let challenges = parse([header]);
        assert_eq!(step_up_challenge(&challenges).unwrap().scope(), Some(set(&["files:write"])));
    }
    let third = parse([r#"Bearer error_description="earlier: error=insufficient_scope", error="invalid_token""#]);
    assert_eq!((third[0].error(), third[0].scope()), (Some("invalid_token"), None));
    let stop = StepUp::default().on_challenge(&Operation::call("delete_file"), &third);
    assert_eq!(stop, Err(GiveUp::NotInsufficientScope));
}

#[test]
fn c044_case_and_spaces_as_the_grammar_has_them() {
    let read = |header| step_up_challenge(&parse([header])).and_then(twogates_scope::Challenge::scope);
    assert_eq!(read("bearer ERROR = \"insufficient_scope\" , Scope\t=\t\"files:write\""), Some(set(&["files:write"])));
    assert_eq!(read("Bearer error=insufficient_scope,scope=files"), Some(set(&["files"])));
    assert_ne!(read("Bearer error=insufficient_scope,scope=FILES"), Some(set(&["files"])));
}

#[test]
fn c048_two_bearer_challenges_are_kept_apart() {
    let challenges = parse([concat!(
        r#"Bearer realm="a", error="invalid_token", scope="files:read", "#,
        r#"Bearer realm="b", error="insufficient_scope", scope="files:write""#
    )]);
    assert_eq!(challenges.len(), 2);
    let used = step_up_challenge(&challenges).unwrap();
    assert_eq!((used.param("realm"), used.scope()), (Some("b"), Some(set(&["files:write"]))));
}

#[test]
fn c049_a_step_up_keeps_what_was_requested() {
    let challenge = parse([r#"Bearer error="insufficient_scope", scope="tools:write""#]);
    let next = after(&["init", "tools:read"]).on_challenge(&Operation::call("delete_file"), &challenge);
    assert_eq!(next.unwrap().to_string(), "init tools:read tools:write");
}

/// That no refresh happens is the client's doing; here is what the new request asks for.
#[test]
fn c051_a_challenge_leads_to_a_new_request_with_both_scopes() {
    let challenge = parse([r#"Bearer error="insufficient_scope", scope="files:write""#]);
    let next = after(&["files:read"]).on_challenge(&Operation::call("delete_file"), &challenge);
    assert_eq!(next, Ok(set(&["files:read", "files:write"])));
}

#[test]
fn c053_a_server_that_challenges_for_ever_gets_at_most_three_authorizations() {
    let challenge = parse([r#"Bearer error="insufficient_scope", scope="files:write""#]);
    let mut steps = after(&["files:read"]);
    let mut authorizations = 1;
    let mut stopped = None;
    while stopped.is_none() && authorizations < 9 {
        match steps.on_challenge(&Operation::call("delete_file"), &challenge) {
            Ok(next) => {
                authorizations += 1;
                steps.asked(&next);
                steps.granted(&next);
            }
            Err(stop) => stopped = Some(stop),
        }
    }
    assert_eq!(authorizations, 2);
    assert!(stopped.unwrap().to_string().contains("files:write"), "explained");
    let again = steps.on_challenge(&Operation::call("delete_file"), &challenge);
    assert!(matches!(again, Err(GiveUp::Remembered { .. })), "permanent");
}

#[test]
fn c055_the_three_answers_of_a_server() {
    let Some(NotCleared::Insufficient(refusal)) = refused(&["files:read"], "delete_file") else {
        panic!("not refused for want of scope");
    };
    let step_up = parse([BearerChallenge::insufficient(&refusal, METADATA).header().as_str()]);
    assert_eq!(step_up[0].error(), Some("insufficient_scope"));
    assert_eq!(step_up[0].scope(), Some(set(&["files:write"])));
    assert_eq!(step_up[0].resource_metadata(), Some(METADATA));

    let no_token = parse([BearerChallenge::no_token(set(&["files:read"]), METADATA).header().as_str()]);
    assert_eq!((no_token[0].error(), no_token[0].scope()), (None, Some(set(&["files:read"]))));
    assert_eq!(no_token[0].resource_metadata(), Some(METADATA));

    let expired = parse([BearerChallenge::invalid_token(METADATA, None).header().as_str()]);
    assert_eq!(expired[0].error(), Some("invalid_token"));
}

/// The address is the client's doing; here is the set that goes into it.
#[test]
fn c057_the_challenge_is_not_cut_down_to_a_configured_default() {
    let challenge = parse([r#"Bearer error="insufficient_scope", scope="read write admin""#]);
    let next = after(&["read"]).on_challenge(&Operation::call("delete_file"), &challenge);
    assert_eq!(next, Ok(set(&["read", "write", "admin"])));
}

#[test]
fn c058_tokens_match_whole_and_with_case() {
    for near in ["files:write.draft", "xfiles:write", "files:writer", "FILES:WRITE"] {
        let Some(NotCleared::Insufficient(refusal)) = refused(&[near], "delete_file") else {
            panic!("{near} passed for files:write");
        };
        assert_eq!(refusal.needed, set(&["files:write"]));
    }
}

#[test]
fn c061_a_broader_scope_suffices_and_the_least_is_asked_for() {
    assert_eq!(refused(&["files:admin"], "delete_file"), None);
    let gate = ScopeGate::new(hierarchy()).tool("list_files", ToolScopes::base(set(&["files:read"])));
    assert!(gate.clear(holding(&["files:admin"]), call("list_files", &json!({}))).is_ok());
    assert_eq!(gate.listed(&holding(&["files:admin"])), ["list_files"]);
    let Some(NotCleared::Insufficient(refusal)) = refused(&["files:read"], "delete_file") else {
        panic!("files:read passed for files:write");
    };
    assert_eq!(refusal.needed, set(&["files:write"]));
}

#[test]
fn c062_what_is_empty_counts_as_absent() {
    let read = |supported: Option<&[&str]>| {
        let mut document = json!({"resource": "https://mcp.example.com/mcp", "authorization_servers": ["https://a"]});
        if let Some(supported) = supported {
            document["scopes_supported"] = json!(supported);
        }
        ResourceMetadata::read(&document, "https://mcp.example.com/mcp").unwrap()
    };
    let bare = parse(["Bearer"]);
    assert_eq!(StepUp::first(bare.first(), Some(&read(Some(&[])))), None);
    assert_eq!(StepUp::first(bare.first(), Some(&read(None))), None);
    let empty = parse([r#"Bearer scope="""#]);
    assert_eq!(StepUp::first(empty.first(), Some(&read(Some(&["files:read"])))), Some(set(&["files:read"])));
}

#[test]
fn c064_the_first_request_is_the_challenge_alone() {
    let challenge = parse([r#"Bearer resource_metadata="https://mcp.example.com/prm", scope="files:write""#]);
    let metadata = ResourceMetadata {
        resource: "https://mcp.example.com/mcp".into(),
        authorization_servers: vec!["https://a".into()],
        scopes_supported: Some(set(&["files:read", "files:admin"])),
        resource_name: None,
    };
    assert_eq!(StepUp::first(challenge.first(), Some(&metadata)), Some(set(&["files:write"])));
}

#[test]
fn c066_a_list_and_an_unknown_tool_s_text_name_no_hidden_tool() {
    let reader = holding(&["files:read"]);
    assert_eq!(server().listed(&reader), ["list_files", "search_web"]);
    assert_eq!(server().listed(&holding(&["files:read", "files:write"])), ["list_files", "search_web", "delete_file"]);
    let unknown = server().admits(&reader, "nothing").unwrap_err().to_string();
    for hidden in ["delete_file", "send_payment", "read_audit"] {
        assert!(!unknown.contains(hidden));
    }
    let same = server().admits(&reader, "read_audit").unwrap_err().to_string();
    assert_eq!(same, unknown.replace("nothing", "read_audit"));
    assert!(ScopeSet::default().is_empty());
}
