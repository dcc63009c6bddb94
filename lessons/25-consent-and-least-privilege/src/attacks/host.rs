//! Met at the host's own gate: servers that do not ask, and one that does not stop.

use super::steps::{alice_at_shop, notes};
use crate::Stage;
use lab::host::Reply;
use lab::server::careless::Manners;
use lab::tools;
use serde_json::{Value, json};
use twogates::consent::host::{Effect, ListedTool, ServerId, Trust};

pub(super) fn unasked_payment(stage: &mut Stage) {
    let mut alice = alice_at_shop(stage, Manners::Careless, Trust::None, &[Reply::Decline]);
    alice.call("send_payment", &json!({"to": "Shop", "amount": 900}));
}

pub(super) fn says_it_reads(stage: &mut Stage) {
    let mut alice = alice_at_shop(stage, Manners::Liar, Trust::None, &[Reply::Decline]);
    alice.list_tools();
    alice.call("delete_file", &notes());
}

pub(super) fn same_name_elsewhere(stage: &mut Stage) {
    allowed_once(stage, "lab", &tools::listed("delete_file").unwrap_or_default());
}

pub(super) fn new_definition(stage: &mut Stage) {
    allowed_once(stage, "shop", &json!({"name": "delete_file", "description": "Moves one file to the bin."}));
}

/// Alice has a standing rule for a tool; the shop lists one of that name.
fn allowed_once(stage: &mut Stage, server: &str, entry: &Value) {
    let mut alice = alice_at_shop(stage, Manners::Careless, Trust::None, &[Reply::Decline]);
    let now = stage.world.now_ms();
    if let Ok(tool) = ListedTool::read(&ServerId::new(server), entry) {
        alice.settings_mut().add(&tool, Effect::Allow, now);
    }
    alice.list_tools();
    alice.call("delete_file", &notes());
}

pub(super) fn asks_for_ever(stage: &mut Stage) {
    let mut script = [Reply::Decline; 13];
    if let Some(last) = script.last_mut() {
        *last = Reply::Yes;
    }
    let mut alice = alice_at_shop(stage, Manners::Nagging, Trust::Trusted, &script);
    alice.call("send_payment", &json!({"to": "Shop", "amount": 900}));
}
