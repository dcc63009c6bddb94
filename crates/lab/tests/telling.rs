//! What a host writes down: what it withholds, what runs, and what stands in records.
#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use serde_json::{Value, json};
use std::rc::Rc;
use twogates::consent::host::{Effect, Ledger, Trust};
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, person};
use twogates_lab::host::{Ending, Host, Person, Reply, Script, Tired};
use twogates_lab::resources::{Files, Payment, Payments};
use twogates_lab::server::careless::{CarelessServer, Manners};
use twogates_lab::server::{Handled, LabServer, Service, Settings};
use twogates_lab::show;
use wire::Entry;
use wire::entry::Kind;
use wire::http::{Request, Response};

fn at(world: &World, service: Rc<dyn Service>, script: &[Reply]) -> Host {
    let authorization = AuthorizationServer::new(world);
    Host::new(world, person("alice"), service, authorization, Box::new(Script::of(script)))
}

/// Alice's host at a server without gates that nobody trusts, signed in, with its list read.
fn careless(world: &World, script: &[Reply]) -> Host {
    let mut host = at(world, Rc::new(CarelessServer::new(world.now_ms(), Manners::Careless)), script);
    host.sign_in_quietly();
    host.list_tools();
    host
}

fn entries(world: &World) -> Vec<Entry> {
    world.recorder.lock().unwrap().entries().to_vec()
}

fn running(world: &World) -> usize {
    let lines = entries(world).into_iter().flat_map(|entry| entry.text);
    lines.filter(|line| line.starts_with("RUNNING") || line.starts_with("DONE")).count()
}

fn notes() -> Value {
    json!({"path": "notes.txt"})
}

#[test]
fn each_no_at_the_hosts_own_prompt_is_told_to_the_model_and_nothing_runs() {
    for (reply, why) in [
        (Reply::Decline, "the user said no to it"),
        (Reply::NoInTheForm, "the user said no to it"),
        (Reply::Cancel, "the user closed the prompt without deciding"),
    ] {
        let world = World::new(1);
        let mut host = careless(&world, &[reply]);
        assert_eq!(host.call("delete_file", &notes()), Ending::Withheld(format!("Not sent: {why}.")));
        let last = entries(&world).pop().unwrap();
        assert_eq!((last.text, last.model_reads), (vec![format!("Not sent: {why}.").into()], true));
        let gate = last.gate.unwrap();
        assert_eq!((gate.gate.as_str(), gate.verdict.as_str()), ("host", "refused"));
        assert_eq!((gate.why.as_str(), gate.rules), (why, vec!["CONS-02".to_owned(), "HOST-01".to_owned()]));
        assert_eq!(running(&world), 0);
    }
}

#[test]
fn a_rule_that_denies_is_told_to_the_model_and_stands_in_the_ledger() {
    let world = World::new(1);
    let mut host = careless(&world, &[]);
    let tool = host.exposed().tools().iter().find(|tool| tool.name() == "delete_file").cloned().unwrap();
    host.settings_mut().add(&tool, Effect::Deny, world.now_ms());
    let why = "Not sent: standing rule 1 denies this tool, so the host did not send the call.";
    assert_eq!(host.call("delete_file", &notes()), Ending::Withheld(why.into()));
    assert_eq!(entries(&world).pop().unwrap().gate.unwrap().code.as_deref(), Some("denied_by_rule"));
    assert_eq!(running(&world), 0);
    assert_eq!(
        show::ledger(host.name(), host.ledger())[1],
        "   1  lab      delete_file   no, in place of the host's own prompt, by standing rule 1"
    );
}

#[test]
fn a_call_is_marked_as_running_once_when_it_is_sent() {
    let world = World::new(1);
    let mut host = careless(&world, &[Reply::Yes]);
    let ending = host.call("delete_file", &notes());
    assert_eq!(ending, Ending::Result { is_error: false, text: "deleted notes.txt".into() });
    let lines: Vec<String> =
        entries(&world).into_iter().flat_map(|entry| entry.text).map(|line| line.to_string()).collect();
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    assert_eq!(running(&world), 2);
    assert!(
        place("> yes") < place("RUNNING") && place("RUNNING") < place("deleted") && place("deleted") < place("DONE")
    );
    assert_eq!(
        show::ledger(host.name(), host.ledger())[1],
        "   1  lab      delete_file   yes, at the host's own prompt, by a person"
    );
}

#[test]
fn what_was_said_to_a_server_stands_in_the_ledger_in_three_words() {
    let world = World::new(1);
    let authorization = AuthorizationServer::new(&world);
    let server = LabServer::new(&world, authorization.clone(), authorization.clone(), Settings::default()).unwrap();
    let script = Script::of(&[Reply::NoInTheForm, Reply::Cancel, Reply::Yes]);
    let mut host = Host::new(&world, person("alice"), Rc::new(server), authorization, Box::new(script));
    host.set_trust(Trust::Trusted);
    host.sign_in_quietly();
    for _ in 0..3 {
        host.call("delete_file", &notes());
    }
    let words = ["no in the form", "cancelled", "yes"];
    let expected: Vec<String> = (1..)
        .zip(words)
        .map(|(number, word)| {
            format!("  {number:>2}  lab      delete_file   {word}, to the server's question, by a person")
        })
        .collect();
    assert_eq!(show::ledger(host.name(), host.ledger())[1..], expected);
}

#[test]
fn an_empty_ledger_and_a_world_in_words() {
    assert_eq!(show::ledger("alice", &Ledger::default()), ["The ledger of alice's host: nobody was asked."]);
    let mut payments = Payments::default();
    let files = Files::sample(0);
    for (to, amount) in [("Plant Shop", 40), ("Bob", 7)] {
        payments.send(Payment { to: to.into(), amount, currency: "EUR".into() });
    }
    assert_eq!(
        show::world("the server", &files, &payments),
        [
            "At the server:",
            "  files: notes.txt, payroll/june.csv, report.csv",
            "  paid:  40 EUR to Plant Shop, 7 EUR to Bob",
        ]
    );
}

/// A server that takes no token at all.
struct TakesNone;

impl Service for TakesNone {
    fn handle(&self, _: &Request) -> Handled {
        Handled { response: Response::empty(401), decision: None, effects: Vec::new() }
    }
}

#[test]
fn a_second_401_ends_the_call() {
    let world = World::new(1);
    let mut host = at(&world, Rc::new(TakesNone), &[]);
    host.set_trust(Trust::Trusted);
    assert_eq!(host.call("delete_file", &notes()), Ending::Unusable(401));
    let sent = entries(&world).into_iter().filter(|entry| entry.kind == Kind::Mcp).count();
    assert_eq!(sent, 2);
    assert!(entries(&world).iter().all(|entry| entry.kind != Kind::Http || !entry.model_reads));
}

#[test]
fn a_host_speaks_of_its_server_by_the_names_that_it_was_given() {
    let world = World::new(1);
    let service: Rc<dyn Service> = Rc::new(CarelessServer::new(world.now_ms(), Manners::Careless));
    let mut host = at(&world, service, &[]).connected_to("tidy-up", "lying server");
    host.sign_in_quietly();
    host.list_tools();
    host.client_mut().get("/nowhere", None);
    let parties: Vec<(String, Option<String>)> =
        entries(&world).into_iter().filter(|entry| entry.http.is_some()).map(|entry| (entry.from, entry.to)).collect();
    let (there, back) = (("alice's host", "lying server"), ("lying server", "alice's host"));
    let expected = [there, back, there, back].map(|(from, to)| (from.to_owned(), Some(to.to_owned())));
    assert_eq!(parties, expected);
    assert!(host.exposed().lines().iter().all(|line| line.ends_with(" of tidy-up")));
}

#[test]
fn a_tired_person_reads_so_many_prompts_and_no_more() {
    let mut tired = Tired { reads: 2, unwanted: vec!["report.csv".into()], shown: 0 };
    let answers = ["report.csv", "notes.txt", "report.csv"].map(|prompt| tired.answer(prompt));
    assert_eq!(answers, [Reply::Decline, Reply::Yes, Reply::Yes]);
    assert_eq!(tired.shown, 3);
}

#[test]
fn a_look_into_a_record_is_a_note_that_names_it() {
    let world = World::new(1);
    let number = world.recorder.lock().unwrap().look("audit", ["The server's audit:"]);
    let entry = entries(&world).pop().unwrap();
    assert_eq!((entry.number, entry.kind, entry.from.as_str()), (number, Kind::Note, "audit"));
    assert_eq!(entry.text, ["The server's audit:"]);
}

#[test]
fn who_signs_in_quietly_holds_the_first_set_and_nothing_was_sent() {
    let world = World::new(1);
    let mut host = at(&world, Rc::new(TakesNone), &[]);
    host.sign_in_quietly();
    let token = host.client_mut().token.clone().unwrap();
    assert_eq!(token.scopes.to_string(), "files:write web:search");
    assert_eq!((host.scopes().requested(), host.scopes().held()), (&token.scopes, &token.scopes));
    assert!(entries(&world).is_empty());
}
