//! The eight claims that the lesson's own tests must check, one test each, by their rows (S84 to S91).
//!
//! Each test looks at its own claim and at as little else as it can, so that code which breaks one claim turns one test
//! red. They drive a host step by step instead of playing acts.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail loudly")]

use lab::World;
use lab::authorization::{AuthorizationServer, person};
use lab::host::{Ending, Host, Pending, Received, Reply, Script, Sent};
use lab::server::careless::{CarelessServer, Manners};
use lab::server::{LabServer, RESOURCE, Service, Settings};
use serde_json::{Map, Value, json};
use std::rc::Rc;
use std::sync::Arc;
use twogates::consent::host::Trust;
use twogates::scope::{GiveUp, MAX_STEP_UPS, ScopeSet};
use wire::Entry;
use wire::entry::Kind;

const FIRST: &[&str] = &["files:write", "web:search"];
const ALL: &[&str] = &["files:write", "payments:approve", "payments:write", "web:search"];

/// A server with both gates, and Alice's host at it.
struct Bench {
    world: World,
    authorization: Arc<AuthorizationServer>,
    server: Rc<LabServer>,
    alice: Host,
}

/// Alice trusts the server, and her token covers these scopes.
fn bench(scopes: &[&str]) -> Bench {
    let world = World::new(84);
    let authorization = AuthorizationServer::new(&world);
    let server = LabServer::new(&world, authorization.clone(), authorization.clone(), Settings::default());
    let server = Rc::new(server.expect("the lab's server"));
    let mut alice = host(&world, &authorization, server.clone(), "alice");
    alice.client_mut().token = Some(authorization.issue(&person("alice"), ScopeSet::of(scopes), RESOURCE));
    Bench { world, authorization, server, alice }
}

fn host(world: &World, authorization: &Arc<AuthorizationServer>, service: Rc<dyn Service>, subject: &str) -> Host {
    let nobody = Box::new(Script::default());
    let mut host = Host::new(world, person(subject), service, authorization.clone(), nobody);
    host.set_trust(Trust::Trusted);
    host
}

impl Bench {
    /// Makes a call that must be asked about, and gives the question.
    fn asked(&mut self, tool: &str, arguments: &Value) -> Pending {
        match self.alice.begin(tool, &map(arguments), None) {
            Sent::Asks(pending) => pending,
            Sent::Answered(received) => panic!("nobody was asked about {tool}: {:?}", received.response),
        }
    }

    /// Answers the question, without sending anything.
    fn answered(&mut self, mut pending: Pending, reply: Reply) -> Pending {
        self.alice.seat(Box::new(Script::of(&[reply])));
        assert_eq!(self.alice.answer(&mut pending), [reply]);
        pending
    }

    /// Sends an answered call after `edit`.
    fn sent(&mut self, pending: &Pending, edit: impl FnOnce(&mut Map<String, Value>)) -> Received {
        match self.alice.retry_edited(pending, None, edit) {
            Sent::Answered(received) => received,
            Sent::Asks(_) => panic!("asked again about {}", pending.tool),
        }
    }

    fn entries(&self, kind: Kind) -> Vec<Entry> {
        let recorder = self.world.recorder.lock().unwrap();
        recorder.entries().iter().filter(|entry| entry.kind == kind).cloned().collect()
    }

    fn files(&self) -> Vec<String> {
        self.server.files().lock().unwrap().paths().map(str::to_owned).collect()
    }

    fn paid(&self) -> usize {
        self.server.payments().lock().unwrap().made().len()
    }
}

fn map(arguments: &Value) -> Map<String, Value> {
    arguments.as_object().cloned().unwrap_or_default()
}

fn notes() -> Value {
    json!({"path": "notes.txt"})
}

fn payment() -> Value {
    json!({"to": "Plant Shop", "amount": 1200})
}

/// The code of a JSON-RPC error, or whether a result says isError.
fn told(received: &Received) -> (Option<i64>, bool) {
    let message = received.message.as_ref().expect("a message");
    let is_error = message.pointer("/result/isError") == Some(&Value::Bool(true));
    (message.pointer("/error/code").and_then(Value::as_i64), is_error)
}

#[test]
fn s84_a_read_only_tool_runs_without_any_prompt() {
    let mut bench = bench(FIRST);
    // The host reads the hints in the list, and believes them, for Alice trusts this server.
    bench.alice.list_tools();
    let before = bench.entries(Kind::Mcp).len();
    let ending = bench.alice.call("list_files", &json!({}));
    assert_eq!(ending, Ending::Result { is_error: false, text: "notes.txt\nreport.csv".into() });
    assert!(bench.entries(Kind::Human).is_empty());
    assert_eq!(bench.entries(Kind::Mcp).len(), before + 2, "one request and its answer");
    assert!(bench.alice.ledger().records().is_empty());
}

#[test]
fn s85_a_destructive_tool_triggers_an_elicitation() {
    let mut bench = bench(ALL);
    for (tool, arguments, shown) in
        [("delete_file", notes(), r#"path = "notes.txt""#), ("send_payment", payment(), r#"to = "Plant Shop""#)]
    {
        let pending = bench.asked(tool, &arguments);
        assert!(pending.state.is_some());
        let questions: Vec<&Value> = pending.requests.values().collect();
        assert_eq!(questions.len(), 1);
        assert_eq!(questions[0]["method"], "elicitation/create");
        assert_eq!(questions[0]["params"]["mode"], "form");
        assert_eq!(questions[0]["params"]["requestedSchema"]["required"], json!(["approved"]));
        let message = questions[0]["params"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("Tool: {tool}\n")) && message.contains(shown), "{message}");
    }
    assert_eq!(bench.files(), ["notes.txt", "payroll/june.csv", "report.csv"]);
    assert_eq!(bench.paid(), 0);
}

#[test]
fn s86_a_decline_and_a_cancel_leave_no_side_effect() {
    let mut bench = bench(ALL);
    for reply in [Reply::Decline, Reply::Cancel] {
        for (tool, arguments) in [("delete_file", notes()), ("send_payment", payment())] {
            let pending = bench.asked(tool, &arguments);
            let pending = bench.answered(pending, reply);
            assert_eq!(told(&bench.sent(&pending, |_| {})), (None, true), "{tool} after {reply:?}");
        }
    }
    assert!(bench.entries(Kind::Effect).is_empty());
    assert_eq!(bench.files(), ["notes.txt", "payroll/june.csv", "report.csv"]);
    assert_eq!(bench.paid(), 0);
}

#[test]
fn s87_consent_for_one_tool_never_covers_another() {
    let mut bench = bench(ALL);
    let pending = bench.asked("delete_file", &notes());
    let yes = bench.answered(pending, Reply::Yes);
    // The same yes, on another tool: with the arguments of that tool, and with its own.
    for arguments in [payment(), notes()] {
        let received = bench.sent(&yes, |params| {
            params.insert("name".into(), "send_payment".into());
            params.insert("arguments".into(), arguments);
        });
        assert!(told(&received) != (None, false), "a yes to delete_file ran send_payment");
    }
    assert_eq!(bench.paid(), 0);
    // And once the yes is spent on its own tool, the other tool is asked about all the same: by its own question.
    bench.sent(&yes, |_| {});
    bench.alice.seat(Box::new(Script::of(&[Reply::Yes])));
    let before = bench.entries(Kind::Human).len();
    bench.alice.call("send_payment", &payment());
    let prompts = bench.entries(Kind::Human);
    assert_eq!(prompts.len(), before + 1);
    assert!(prompts[before].text.contains(&"Tool: send_payment".into()));
}

#[test]
fn s88_a_tampered_retry_is_rejected_without_burning_the_legitimate_state() {
    let mut bench = bench(FIRST);
    let pending = bench.asked("delete_file", &notes());
    let yes = bench.answered(pending, Reply::Yes);
    let other_file = bench.sent(&yes, |params| {
        params.insert("arguments".into(), json!({"path": "report.csv"}));
    });
    assert_eq!(told(&other_file), (Some(-32602), false));
    let other_state = bench.sent(&yes, |params| {
        let state = params["requestState"].as_str().unwrap();
        let (body, last) = state.split_at(state.len() - 1);
        params.insert("requestState".into(), format!("{body}{}", if last == "A" { "Q" } else { "A" }).into());
    });
    assert_eq!(told(&other_state), (Some(-32602), false));
    assert!(bench.entries(Kind::Effect).is_empty());
    assert_eq!(told(&bench.sent(&yes, |_| {})), (None, false), "the honest retry");
    assert_eq!(bench.files(), ["payroll/june.csv", "report.csv"]);
}

#[test]
fn s89_a_consumed_state_cannot_be_replayed() {
    for (tool, arguments) in [("delete_file", notes()), ("send_payment", payment())] {
        let mut bench = bench(ALL);
        let pending = bench.asked(tool, &arguments);
        let yes = bench.answered(pending, Reply::Yes);
        assert_eq!(told(&bench.sent(&yes, |_| {})), (None, false));
        // The file is there again, so that a second deletion would be seen.
        bench.server.files().lock().unwrap().write("notes.txt", "New notes.\n", bench.world.now_ms());
        let paid = bench.paid();
        let again = bench.sent(&yes, |_| {});
        assert_eq!(told(&again), (None, true));
        let text = again.message.unwrap()["result"]["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("Already done at ") && text.contains("nothing ran again"), "{text}");
        assert!(bench.files().contains(&"notes.txt".to_owned()));
        assert_eq!(bench.paid(), paid);
        assert_eq!(bench.entries(Kind::Effect).len(), 1);
    }
}

#[test]
fn s90_step_up_asks_for_the_union_and_is_capped() {
    let requested = |bench: &Bench| -> Vec<String> {
        let oauth = bench.entries(Kind::Oauth).into_iter().filter(|entry| entry.from == "alice's host");
        oauth.map(|entry| entry.message.unwrap()["scope"].as_str().unwrap().to_owned()).collect()
    };
    let mut union = bench(FIRST);
    union.alice.sign_in_quietly();
    union.alice.call("send_payment", &payment());
    assert_eq!(requested(&union), ["files:write payments:approve payments:write web:search"]);
    assert_eq!(union.alice.scopes().held(), &ScopeSet::of(ALL), "nothing that was earned earlier is lost");

    let mut capped = bench(FIRST);
    let greedy = Rc::new(CarelessServer::new(capped.world.now_ms(), Manners::Greedy));
    capped.alice = host(&capped.world, &capped.authorization, greedy, "alice");
    capped.alice.sign_in_quietly();
    assert_eq!(capped.alice.call("send_payment", &payment()), Ending::GaveUp(GiveUp::CapReached));
    assert_eq!(requested(&capped).len(), usize::try_from(MAX_STEP_UPS).unwrap());
}

#[test]
fn s91_tools_list_is_filtered_by_the_scopes_granted() {
    let mut bench = bench(ALL);
    let mut bob = host(&bench.world, &bench.authorization, bench.server.clone(), "bob");
    bob.client_mut().token = Some(bench.authorization.issue(&person("bob"), ScopeSet::of(FIRST), RESOURCE));
    let listed = |host: &mut Host| -> Value {
        let received = host.client_mut().post("tools/list", &Map::new(), None);
        received.result().cloned().unwrap()
    };
    let names = |list: &Value| -> Vec<String> {
        list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let (alices, bobs) = (listed(&mut bench.alice), listed(&mut bob));
    assert_eq!(names(&alices), ["list_files", "search_web", "delete_file", "send_payment"]);
    assert_eq!(names(&bobs), ["list_files", "search_web", "delete_file"]);
    assert_eq!((&alices["cacheScope"], &bobs["cacheScope"]), (&json!("private"), &json!("private")));
    // What is not listed cannot be called either; and the same caller is given the same list twice.
    let Sent::Answered(refused) = bob.begin("send_payment", &map(&payment()), None) else { panic!("Bob was asked") };
    assert_eq!(refused.response.status, 403);
    assert_eq!((listed(&mut bench.alice), listed(&mut bob)), (alices, bobs));
}
