//! Two users, one cache of lists.

use super::props;
use crate::Stage;
use lab::authorization::person;
use lab::host::{Host, ListCache};
use lab::server::{LabServer, RESOURCE, Service, Settings};
use rules::Defence;
use serde_json::{Map, json};
use std::cell::RefCell;
use std::rc::Rc;
use twogates::consent::host::Trust;
use twogates::scope::ScopeSet;

pub(super) fn shared_cache(stage: &mut Stage) {
    stage.begin(
        "shared-cache",
        "One cache of lists, two users",
        &[
            "Alice's token covers payments, and Bob's does not. Both hosts use one cache, and it obeys cacheScope. This \
             server marks its lists as private. So Alice gets hers from the cache the second time, and Bob is given his \
             own.",
        ],
    );
    let with_payments = ScopeSet::of(&["files:write", "payments:write", "web:search"]);
    let token = stage.authorization.issue(&person("alice"), with_payments, RESOURCE);
    stage.alice.client_mut().token = Some(token.clone());
    stage.bob.sign_in_quietly();
    stage.alice.list_tools();
    stage.alice.list_tools();
    stage.bob.list_tools();
    props::meanwhile(
        stage,
        "Now a server that marks the same lists as public: private-cache is off. The cache obeys that too. Bob's host \
         sends nothing, and his model is shown Alice's list. It learns of a tool that Bob may not call; the call itself is \
         still checked.",
    );
    let off = stage.off.iter().copied().chain([Defence::PrivateCache]).collect();
    let (ours, settings) = (stage.authorization.clone(), Settings { off, ..Settings::default() });
    let Ok(server) = LabServer::new(&stage.world, ours.clone(), ours, settings) else { return };
    let (server, cache) = (Rc::new(server), Rc::default());
    let (mut alice, mut bob) = (at(stage, "alice", &server, &cache), at(stage, "bob", &server, &cache));
    alice.client_mut().token = Some(token);
    bob.client_mut().token = stage.bob.client_mut().token.clone();
    alice.list_tools();
    bob.list_tools();
    bob.begin("send_payment", &Map::from_iter([("to".into(), json!("Bob")), ("amount".into(), json!(900))]), None);
    stage.remember(
        "A list is no access control. It tells what exists, so it stays with the caller that it was made for.",
    );
}

/// A host at a server that marks its lists as public.
fn at(stage: &Stage, subject: &str, server: &Rc<LabServer>, cache: &Rc<RefCell<ListCache>>) -> Host {
    let service: Rc<dyn Service> = server.clone();
    let mut host = props::host(stage, subject, service, &[]).sharing(cache).connected_to("lab", "loose server");
    host.set_trust(Trust::Trusted);
    host
}
