//! A tool that asks for something more itself, at both gates.

use crate::server::{Server, principal};
use crate::tools::{DeleteNote, ListNotes};
use serde_json::{Map, Value, json};
use twogates::consent::{BadState, Policy, Snapshot};
use twogates::grants::{Claim, End, GrantRef, NotUsable, OpenRound, State};
use twogates::outcome::Outcome;
use twogates::scope::{Caller, ScopeSet};
use twogates::{Attempt, Gates, Refusal, Rounds, Step};

fn caller(subject: &str) -> Caller {
    Caller { principal: principal(subject), granted: ScopeSet::of(&["notes:write"]) }
}

fn attempt(tool: &str, arguments: Value, state: Option<&str>, responses: Value) -> Attempt {
    let object = |value: Value| value.as_object().unwrap().clone();
    let (arguments, responses) = (object(arguments), object(responses));
    Attempt { tool: tool.into(), arguments, responses, state: state.map(Into::into), shows_forms: true }
}

fn delete(state: Option<&str>, responses: Value) -> Attempt {
    attempt("delete_note", json!({"path": "notes.txt"}), state, responses)
}

/// A yes to a deletion: its claim, and the rounds that it may have.
fn claimed(server: &Server, tool: &DeleteNote) -> (Claim<DeleteNote>, Rounds) {
    let act = |attempt| server.gates.act_in_rounds(tool, &Policy::default(), caller("alice"), attempt).unwrap();
    let (Step::Ask(question), _) = act(delete(None, json!({}))) else { panic!("it asks") };
    let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    let (Step::Run(claim), rounds) = act(delete(Some(&question.request_state), yes)) else { panic!("it runs") };
    assert_eq!((&rounds.state, &rounds.responses), (&None, &Map::new()), "our answer is none of the tool's");
    (claim, rounds)
}

fn goes_on(gates: &Gates, tool: &DeleteNote, attempt: Attempt) -> Result<(Claim<DeleteNote>, Rounds), Refusal> {
    match gates.act_in_rounds(tool, &Policy::default(), caller("alice"), attempt)? {
        (Step::Run(claim), rounds) => Ok((claim, rounds)),
        (other, _) => panic!("{other:?}"),
    }
}

#[test]
fn a_call_goes_on_from_round_to_round_on_one_claim() {
    let server = Server::new();
    let tool = DeleteNote(server.world.clone());
    let (claim, rounds) = claimed(&server, &tool);
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    let (key, first) = (running.key(), running.may_have_acted());
    let state = server.gates.more_on(&rounds, Some("one".into()), running);

    let (claim, rounds) = goes_on(&server.gates, &tool, delete(Some(&state), json!({"which": 7}))).unwrap();
    assert_eq!((rounds.state.as_deref(), &rounds.responses["which"]), (Some("one"), &json!(7)));
    let again = goes_on(&server.gates, &tool, delete(Some(&state), json!({}))).unwrap_err();
    assert!(matches!(&again, Refusal::Known(grant) if grant.state == State::Claimed), "{again:?}");

    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    assert_eq!((running.key(), first, running.may_have_acted()), (key, false, true));
    server.gates.settle(running.settle(End::Executed, "deleted")).unwrap();
    let over = goes_on(&server.gates, &tool, delete(Some(&state), json!({}))).unwrap_err();
    assert_eq!(over.outcome(), Outcome::Used);
}

/// What changed between two rounds may be what the first one did: nobody says then that nothing ran.
#[test]
fn a_resource_that_changed_between_two_rounds_leaves_an_unknown_end() {
    let server = Server::new();
    let tool = DeleteNote(server.world.clone());
    let (claim, rounds) = claimed(&server, &tool);
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    let state = server.gates.more_on(&rounds, None, running);
    let (claim, _) = goes_on(&server.gates, &tool, delete(Some(&state), json!({}))).unwrap();
    let changed = claim.take(|_| Snapshot::Absent { shown: "it is gone".into() }).unwrap_err();
    assert_eq!(server.gates.settle(changed).unwrap().state, State::Indeterminate);
}

#[test]
fn a_round_is_held_against_the_call_and_the_grant() {
    let server = Server::new();
    let tool = DeleteNote(server.world.clone());
    let (claim, rounds) = claimed(&server, &tool);
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    let open = OpenRound { grant: running.grant(), holder: running.holder() };
    assert_eq!(OpenRound::from_bytes(&open.to_bytes()), Some(open));
    let state = server.gates.more_on(&rounds, None, running);
    let other = attempt("delete_note", json!({"path": "report.csv"}), Some(&state), json!({}));
    assert_eq!(goes_on(&server.gates, &tool, other).unwrap_err(), Refusal::State(BadState::OtherArguments));
    let bob = server.gates.act_in_rounds(&tool, &Policy::default(), caller("bob"), delete(Some(&state), json!({})));
    assert_eq!(bob.unwrap_err(), Refusal::State(BadState::OtherPrincipal));
    let codes: Vec<_> = server.gates.grants().audit().unwrap().into_iter().map(|row| row.code).collect();
    assert_eq!(codes[codes.len() - 2..], ["other_arguments", "other_principal"]);

    // The grants say it once more, of their own rows.
    let grants = server.gates.grants();
    let call = |path: &str| wire::Call::new("delete_note", json!({"path": path}).as_object().unwrap()).arg_hash();
    assert_eq!(grants.go_on(&tool, &open, call("report.csv")).unwrap_err(), NotUsable::OtherArguments);
    let another = OpenRound { grant: GrantRef::new([9; 16], call("notes.txt")).id(), ..open };
    assert_eq!(grants.go_on(&tool, &another, call("notes.txt")).unwrap_err(), NotUsable::Unknown);
    assert_eq!(grants.standing(another.grant), Ok(None));
    assert!(grants.go_on(&tool, &open, call("notes.txt")).is_ok());
}

#[test]
fn a_round_that_is_too_late_is_told_as_unknown() {
    let server = Server::new();
    let tool = DeleteNote(server.world.clone());
    let (claim, rounds) = claimed(&server, &tool);
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    let state = server.gates.more_on(&rounds, None, running);
    server.clock.advance(60_000);
    let late = goes_on(&server.gates, &tool, delete(Some(&state), json!({}))).unwrap_err();
    assert!(matches!(&late, Refusal::Known(grant) if grant.state == State::Indeterminate), "{late:?}");
}

/// A claim of one kind of round is no proof for the other.
#[test]
fn a_read_has_rounds_without_a_claim() {
    let server = Server::new();
    let list = |state: Option<&str>, folder: &str| {
        let attempt = attempt("list_notes", json!({"folder": folder}), state, json!({"which": 1}));
        server.gates.read_in_rounds(&ListNotes, caller("alice"), attempt)
    };
    let (_, rounds) = list(None, "inbox").unwrap();
    assert_eq!(rounds.responses["which"], 1);
    let state = server.gates.more(&rounds, Some("the tool's".into()));
    assert_eq!(list(Some(&state), "inbox").unwrap().1.state.as_deref(), Some("the tool's"));
    assert_eq!(list(Some(&state), "other").unwrap_err(), Refusal::State(BadState::OtherArguments));
    assert_eq!(list(Some("the tool's"), "inbox").unwrap_err(), Refusal::State(BadState::Tampered));
    server.clock.advance(300_000);
    assert_eq!(list(Some(&state), "inbox").unwrap_err(), Refusal::State(BadState::Expired));

    let tool = DeleteNote(server.world.clone());
    let (claim, of_claim) = claimed(&server, &tool);
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    let unclaimed = server.gates.more(&of_claim, None);
    let refused = goes_on(&server.gates, &tool, delete(Some(&unclaimed), json!({}))).unwrap_err();
    assert_eq!(refused, Refusal::State(BadState::Tampered), "without a claim nothing goes on");
    let claimed = server.gates.more_on(&rounds, None, running);
    assert_eq!(list(Some(&claimed), "inbox").unwrap_err(), Refusal::State(BadState::Tampered));
}

#[test]
fn other_methods_have_rounds_too() {
    let server = Server::new();
    let (alice, bob) = (principal("alice"), principal("bob"));
    let arguments = json!({"to": "Ann"}).as_object().unwrap().clone();
    let state = server.gates.more_of_other(&alice, "prompts/get", "greeting", &arguments, Some("the prompt's".into()));
    let open = |who, method, named, arguments: &Map<String, Value>, state: Option<&str>| {
        server.gates.other_rounds(who, method, named, arguments, state)
    };
    assert_eq!(open(&alice, "prompts/get", "greeting", &arguments, Some(&state)), Ok(Some("the prompt's".into())));
    assert_eq!(open(&alice, "prompts/get", "greeting", &arguments, None), Ok(None));
    for (who, method, named, given, bad) in [
        (&bob, "prompts/get", "greeting", &arguments, BadState::OtherPrincipal),
        (&alice, "resources/read", "greeting", &arguments, BadState::OtherContract),
        (&alice, "prompts/get", "goodbye", &arguments, BadState::OtherContract),
        (&alice, "prompts/get", "greeting", &Map::new(), BadState::OtherArguments),
    ] {
        assert_eq!(open(who, method, named, given, Some(&state)), Err(Refusal::State(bad)));
    }
    let codes: Vec<_> = server.gates.grants().audit().unwrap().into_iter().map(|row| row.code).collect();
    assert_eq!(codes, ["other_principal", "other_contract", "other_contract", "other_arguments"]);
}

/// Of a call that breaks off nothing can be said but that; and it takes nothing back.
#[test]
fn what_broke_off_is_unknown_unless_its_end_was_told() {
    let server = Server::new();
    let tool = DeleteNote(server.world.clone());
    let (claim, _) = claimed(&server, &tool);
    let broken_off = claim.if_broken_off();
    drop(claim);
    let grant = server.gates.settle(broken_off.unknown("it broke off")).unwrap();
    assert_eq!((grant.state, grant.outcome.unwrap().1.as_str()), (State::Indeterminate, "it broke off"));

    let (claim, _) = claimed(&server, &tool);
    let broken_off = claim.if_broken_off();
    let (_, running) = claim.take(|args| twogates::consent::Effect::snapshot(&tool, args)).unwrap();
    server.gates.settle(running.settle(End::Executed, "deleted")).unwrap();
    assert_eq!(server.gates.settle(broken_off.unknown("x")).unwrap_err(), NotUsable::NotClaimed);
}
