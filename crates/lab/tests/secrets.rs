//! Tokens are named where they are shown, and never printed.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use twogates::scope::ScopeSet;
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, Issued, person};
use twogates_lab::host::{Client, Host, ListCache, Script};
use twogates_lab::server::{LabServer, RESOURCE, Settings};
use wire::http::Headers;

struct Lab {
    world: World,
    authorization: Arc<AuthorizationServer>,
    server: Rc<LabServer>,
    client: Client,
    token: Issued,
}

fn lab() -> Lab {
    let world = World::new(5);
    let authorization = AuthorizationServer::new(&world);
    let server = LabServer::new(&world, authorization.clone(), authorization.clone(), Settings::default()).unwrap();
    let server = Rc::new(server);
    let token = authorization.issue(&person("alice"), ScopeSet::of(&["files:write"]), RESOURCE);
    let mut client = Client::new(&world, "alice", server.clone());
    client.token = Some(token.clone());
    Lab { world, authorization, server, client, token }
}

impl Lab {
    /// The header lines of the last request, as the transcript shows them.
    fn shown(&self) -> Vec<String> {
        let recorder = self.world.recorder.lock().unwrap();
        let sent = recorder.entries().iter().rev().filter_map(|entry| entry.http.as_ref());
        let headers = sent.clone().find(|http| http.request.is_some()).unwrap().headers.clone();
        headers.0.into_iter().map(|(name, value)| format!("{name}: {value}")).collect()
    }

    fn sent(&mut self, headers: &[(&str, &str)]) -> Vec<String> {
        let headers = headers.iter().fold(Headers::default(), |headers, (name, value)| headers.with(name, *value));
        self.client.send_raw("{}", headers, None, None);
        self.shown()
    }
}

#[test]
fn a_transcript_names_the_token_that_its_holder_knows() {
    let mut lab = lab();
    lab.client.post("server/discover", &serde_json::Map::new(), None);
    assert_eq!(lab.shown()[0], "Authorization: Bearer <alice's token 1>");
    let bearer = format!("Bearer {}", lab.token.secret);
    // Wherever it stands, and however the header is written.
    assert_eq!(lab.sent(&[("authorization", &bearer)]), ["authorization: Bearer <alice's token 1>"]);
    assert_eq!(lab.sent(&[("X-Token", &lab.token.secret.clone())]), ["X-Token: Bearer <alice's token 1>"]);
    assert_eq!(lab.sent(&[("Mcp-Method", "tools/list")]), ["Mcp-Method: tools/list"]);
}

#[test]
fn a_transcript_shows_no_secret_of_another_token() {
    let mut lab = lab();
    let other = lab.authorization.issue(&person("bob"), ScopeSet::of(&["files:write"]), RESOURCE);
    for known in [true, false] {
        if !known {
            lab.client.token = None;
        }
        for header in ["Authorization", "AUTHORIZATION", "authorization", "Proxy-Authorization"] {
            for value in [format!("Bearer {}", other.secret), other.secret.clone(), "Basic Ym9iOnB3".to_owned()] {
                assert_eq!(lab.sent(&[(header, &value)]), [format!("{header}: Bearer <another token>")]);
            }
        }
    }
}

#[test]
fn no_secret_is_printed_for_debugging() {
    let mut lab = lab();
    let secret = lab.token.secret.clone();
    assert_eq!(format!("{:?}", lab.token), "Issued(alice's token 1: files:write)");
    assert_eq!(format!("{:?}", lab.authorization), "AuthorizationServer(1 tokens)");
    let cache = Rc::new(RefCell::new(ListCache::default()));
    let script = Box::new(Script::default());
    let host = Host::new(&lab.world, person("alice"), lab.server.clone(), lab.authorization.clone(), script);
    let mut host = host.sharing(&cache);
    host.hold(lab.token.clone());
    host.list_tools();
    let received = lab.client.post("tools/list", &serde_json::Map::new(), None);
    let printed = [
        format!("{:#?}", lab.token),
        format!("{:#?}", lab.authorization),
        format!("{:?}", lab.server),
        format!("{:?}", lab.client),
        format!("{:?}", lab.world),
        format!("{cache:?}"),
        format!("{host:?}"),
        format!("{received:?}"),
    ];
    for text in printed {
        assert!(!text.contains(&secret), "{text}");
    }
    assert_eq!(format!("{cache:?}").matches("1 kept").count(), 1);
}
