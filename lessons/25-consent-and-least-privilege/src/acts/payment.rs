//! `send_payment`: both gates, in their order.

use crate::Stage;
use lab::host::Reply;
use serde_json::json;

pub(super) fn payment(stage: &mut Stage) {
    stage.begin(
        "payment",
        "First scope, then consent",
        &["Alice names the tool; her list lacks it. It needs two scopes, and one challenge names both. Only then is she \
             asked, whatever she approved before."],
    );
    stage.alice_says(&[Reply::Yes]);
    stage.alice.call("send_payment", &json!({"to": "Plant Shop", "amount": 1200}));
    stage.remember("Scope: may this client try? Consent: should this call happen? In this order.");
}

pub(super) fn list_after(stage: &mut Stage) {
    stage.begin(
        "list-after",
        "tools/list again",
        &["Another token is another authorization context: the kept list is not used. Her answers changed nothing \
             about it."],
    );
    stage.alice.list_tools();
    stage.remember("The list follows the scopes. It never follows an answer.");
}
