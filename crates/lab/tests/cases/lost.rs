//! A call that was done and whose answer was lost: kind redelivery, at the client.

use std::rc::Rc;
use twogates::consent::host::Trust;
use twogates_lab::World;
use twogates_lab::authorization::{AuthorizationServer, person};
use twogates_lab::host::{Ending, Host, Reply, Script};
use twogates_lab::server::careless::{CarelessServer, Manners};
use twogates_lab::server::{Handled, Service};
use wire::entry::Kind;
use wire::http::{Request, Response};

/// Does what it is asked, and answers a call of a tool with 503.
struct Proxied(CarelessServer);

impl Service for Proxied {
    fn handle(&self, http: &Request) -> Handled {
        let handled = self.0.handle(http);
        if http.headers.first("Mcp-Method") == Some("tools/call") {
            return Handled { response: Response::empty(503), ..handled };
        }
        handled
    }
}

/// C109: the payment is made, and a proxy answers 503. The client says that it does not know, and sends nothing again.
#[test]
fn c109_a_call_without_an_answer_is_not_sent_again() {
    let world = World::new(7);
    let authorization = AuthorizationServer::new(&world);
    let service = Rc::new(Proxied(CarelessServer::new(world.now_ms(), Manners::Careless)));
    let says_yes = Box::new(Script::of(&[Reply::Yes]));
    let mut alice = Host::new(&world, person("alice"), service.clone(), authorization, says_yes);
    alice.set_trust(Trust::Trusted);
    alice.sign_in_quietly();
    alice.list_tools();
    let ending = alice.call("send_payment", &serde_json::json!({"to": "Plant Shop", "amount": 40}));
    assert_eq!(ending, Ending::Unusable(503));
    assert_eq!(service.0.payments.lock().unwrap().made().len(), 1);
    let entries = world.recorder.lock().unwrap().entries().to_vec();
    let called = |entry: &&wire::Entry| {
        entry.kind == Kind::Mcp && entry.message.as_ref().is_some_and(|message| message["method"] == "tools/call")
    };
    assert_eq!(entries.iter().filter(called).count(), 1);
    let marks: Vec<_> = entries.iter().flat_map(|entry| &entry.text).map(|line| line.to_string()).collect();
    assert!(marks.iter().any(|line| line.starts_with("ENDED")), "ended, and not done: {marks:?}");
    assert!(!marks.iter().any(|line| line.starts_with("DONE")));
    // Reading again harms nobody.
    assert!(alice.list_tools().contains(&"send_payment".to_owned()));
}
