//! What is wrong with a token stands in the transcript, and the peer is told no more than that it is no good here.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use std::rc::Rc;
use twogates::scope::ScopeSet;
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, Issued, TOKEN_MS, person};
use twogates_lab::host::Client;
use twogates_lab::server::{LabServer, METADATA_URL, RESOURCE, Settings};
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

/// One address: what a token must be for, what a challenge leads to, and what the metadata there speak of.
#[test]
fn a_server_has_one_address_wherever_it_says_so() {
    for (address, metadata) in [
        (RESOURCE, METADATA_URL),
        ("https://staging.example/mcp", "https://staging.example/.well-known/oauth-protected-resource/mcp"),
        ("https://staging.example", "https://staging.example/.well-known/oauth-protected-resource"),
    ] {
        let world = World::new(1);
        let authorization = AuthorizationServer::new(&world);
        let settings = Settings { address: Some(address), ..Settings::default() };
        let server = LabServer::new(&world, authorization.clone(), authorization.clone(), settings).unwrap();
        let mut client = Client::new(&world, "alice", Rc::new(server));
        let refused = client.post("server/discover", &serde_json::Map::new(), None);
        let (_, path) = metadata.split_at(metadata.find("/.well-known").unwrap());
        let challenge = refused.response.headers.first("WWW-Authenticate").unwrap();
        assert!(challenge.contains(&format!("resource_metadata=\"{metadata}\"")), "{challenge}");
        assert_eq!(client.get(path, None).message.unwrap()["resource"], address);
        let scopes = ScopeSet::of(&["files:write"]);
        client.token = Some(authorization.issue(&person("alice"), scopes.clone(), address));
        assert_eq!(client.post("server/discover", &serde_json::Map::new(), None).response.status, 200, "{address}");
        // The question that it asks names the same address.
        let call = serde_json::json!({"name": "delete_file", "arguments": {"path": "notes.txt"}});
        let asked = client.post("tools/call", call.as_object().unwrap(), None);
        let message = asked.result().unwrap()["inputRequests"]["approval"]["params"]["message"].as_str().unwrap();
        assert!(message.contains(&format!("\nServer: \"{address}\"\n")), "{message}");
    }
}
