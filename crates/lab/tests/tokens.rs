//! What is wrong with a token stands in the transcript, and the peer is told no more than that it is no good here.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use std::rc::Rc;
use twogates::scope::ScopeSet;
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, Issued, TOKEN_MS, person};
use twogates_lab::host::Client;
use twogates_lab::server::{LabServer, RESOURCE, Settings};
use wire::entry::Decision;
use wire::http::Response;

struct Lab {
    world: World,
    authorization: std::sync::Arc<AuthorizationServer>,
    client: Client,
}

fn lab() -> Lab {
    let world = World::new(1);
    let authorization = AuthorizationServer::new(&world);
    let server = LabServer::new(&world, authorization.clone(), authorization.clone(), Settings::default()).unwrap();
    let client = Client::new(&world, "alice", Rc::new(server));
    Lab { world, authorization, client }
}

impl Lab {
    fn issue(&self, audience: &str) -> Issued {
        self.authorization.issue(&person("alice"), ScopeSet::of(&["files:write"]), audience)
    }

    fn discover(&mut self) -> (Response, Option<Decision>) {
        let received = self.client.post("server/discover", &serde_json::Map::new(), None);
        let recorder = self.world.recorder.lock().unwrap();
        let gate = recorder.entries().iter().find(|entry| entry.number == received.number).unwrap().gate.clone();
        (received.response, gate)
    }

    fn refused(&mut self) -> (Response, String, Vec<String>) {
        let (response, gate) = self.discover();
        let gate = gate.unwrap();
        (response, gate.code.unwrap(), gate.rules)
    }
}

#[test]
fn each_bad_token_has_a_code_of_its_own_and_all_have_one_answer() {
    let mut lab = lab();
    let (missing, code, rules) = lab.refused();
    assert_eq!((missing.status, code.as_str(), rules.as_slice()), (401, "no_token", ["AUTH-13".to_owned()].as_slice()));

    lab.client.token = Some(lab.issue("https://shop.example/mcp"));
    let (elsewhere, code, rules) = lab.refused();
    assert_eq!((code.as_str(), rules.as_slice()), ("other_audience", ["AUTH-12".to_owned()].as_slice()));

    lab.client.token = Some(Issued { secret: "guessed".into(), ..lab.issue(RESOURCE) });
    let (guessed, code, rules) = lab.refused();
    assert_eq!((code.as_str(), rules.as_slice()), ("unknown_token", ["AUTH-13".to_owned()].as_slice()));

    lab.client.token = Some(lab.issue(RESOURCE));
    lab.world.clock.advance(TOKEN_MS);
    let (old, code, rules) = lab.refused();
    assert_eq!((code.as_str(), rules.as_slice()), ("token_expired", ["AUTH-13".to_owned()].as_slice()));

    assert_eq!((&elsewhere, &guessed), (&guessed, &old));
    assert_eq!(old.status, 401);
    assert_ne!(missing, old, "a request without a token is told of no error");
}

#[test]
fn a_token_is_good_until_the_last_millisecond_of_its_hour() {
    let mut lab = lab();
    lab.client.token = Some(lab.issue(RESOURCE));
    // Sending takes the lab a second.
    lab.world.clock.advance(TOKEN_MS - 1_001);
    assert_eq!(lab.discover().0.status, 200);
}
