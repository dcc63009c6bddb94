//! Met at gate one, or at the client that steps up.

use super::steps::{alice_at_shop, alice_holds, asked, bob_holds};
use crate::Stage;
use lab::authorization::Generosity;
use lab::host::Reply;
use lab::server::Settings;
use lab::server::careless::Manners;
use serde_json::{Value, json};
use twogates::consent::host::Trust;

/// What Alice's and Bob's first tokens cover.
const FIRST: &[&str] = &["files:write", "web:search"];

pub(super) fn undisclosed_payments() -> Settings {
    Settings { undisclosed: vec!["send_payment"], ..Settings::default() }
}

pub(super) fn probe(stage: &mut Stage) {
    bob_holds(stage, FIRST);
    asked(&mut stage.bob, "send_gift", &plants(900));
    asked(&mut stage.bob, "send_payment", &plants(900));
}

pub(super) fn uncovered_payment(stage: &mut Stage) {
    bob_holds(stage, FIRST);
    let bob = stage.someone(&[Reply::Yes]);
    stage.bob.seat(bob);
    if let Some(mut pending) = asked(&mut stage.bob, "send_payment", &plants(900)) {
        stage.bob.answer(&mut pending);
        stage.bob.retry(&pending);
    }
}

pub(super) fn broader_scope(stage: &mut Stage) {
    alice_holds(stage, FIRST);
    stage.alice.call("list_files", &json!({"folder": "home"}));
}

pub(super) fn one_by_one(stage: &mut Stage) {
    alice_holds(stage, FIRST);
    stage.alice_says(&[Reply::Yes]);
    stage.alice.call("send_payment", &plants(1_200));
}

pub(super) fn whole_list(stage: &mut Stage) {
    bob_holds(stage, FIRST);
    stage.bob.list_tools();
}

pub(super) fn somebody_elses_list(stage: &mut Stage) {
    alice_holds(stage, &["files:write", "web:search", "payments:write"]);
    bob_holds(stage, FIRST);
    stage.alice.list_tools();
    stage.bob.list_tools();
}

pub(super) fn lost_scope(stage: &mut Stage) {
    alice_holds(stage, FIRST);
    stage.alice_says(&[Reply::Yes, Reply::Yes]);
    stage.alice.call("send_payment", &plants(900));
    stage.alice.call("search_web", &json!({"query": "how to water a cactus"}));
}

pub(super) fn ever_more_scopes(stage: &mut Stage) {
    let mut alice = alice_at_shop(stage, Manners::Greedy, Trust::Trusted, &[]);
    alice.call("send_payment", &plants(900));
}

pub(super) fn same_scope_again(stage: &mut Stage) {
    bob_holds(stage, FIRST);
    stage.bob.generosity = Generosity::NothingNew;
    stage.bob.call("send_payment", &plants(900));
}

fn plants(amount: u64) -> Value {
    json!({"to": "Plant Shop", "amount": amount})
}
