//! A call is only for the tool that it names, whatever a server's own dispatch does.

use crate::server::Server;
use crate::tools::{DeleteNote, ListNotes, World};
use serde_json::Map;
use twogates::consent::Policy;
use twogates::rules::Refused;
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Attempt, Refusal};

fn alice() -> Caller {
    let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
    Caller { principal, granted: ScopeSet::of(&["notes:read", "notes:write"]) }
}

fn attempt(tool: &str) -> Attempt {
    Attempt { tool: tool.into(), arguments: Map::new(), responses: Map::new(), state: None, shows_forms: true }
}

#[test]
fn a_call_that_is_handed_to_another_tool_is_refused_as_an_unknown_one() {
    let server = Server::new();
    let unknown = |refusal: Refusal| matches!(refusal, Refusal::UnknownTool(unknown) if unknown.name == "pay");
    let delete = DeleteNote(World::shared());
    assert!(unknown(server.gates.act(&delete, &Policy::default(), alice(), attempt("pay")).unwrap_err()));
    assert!(unknown(server.gates.read(&ListNotes, alice(), attempt("pay")).unwrap_err()));
    assert_eq!(server.codes(), ["unknown_tool"; 2]);
    assert!(server.gates.read(&ListNotes, alice(), attempt("list_notes")).is_ok());
}

#[test]
fn a_number_that_cannot_be_shown_exactly_is_refused_before_anyone_is_asked() {
    let server = Server::new();
    let delete = DeleteNote(World::shared());
    for large in [9_007_199_254_740_992_u64, 9_007_199_254_740_993, u64::MAX] {
        let arguments = Map::from_iter([("path".to_owned(), "a".into()), ("version".to_owned(), large.into())]);
        let attempt = Attempt { arguments, ..attempt("delete_note") };
        let refusal = server.gates.act(&delete, &Policy::default(), alice(), attempt).unwrap_err();
        assert!(refusal.why().contains("2^53 or more"), "{}", refusal.why());
    }
    let audit = server.gates.grants().audit().unwrap();
    assert_eq!(audit.iter().map(|row| row.code.as_str()).collect::<Vec<_>>(), ["bad_arguments"; 3]);
}
