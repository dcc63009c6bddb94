//! Two reads: one in a closed world, one in the open world.

use crate::Stage;
use lab::host::Reply;
use serde_json::json;

pub(super) fn read(stage: &mut Stage) {
    stage.begin(
        "read",
        "A closed-world read",
        &["Alice marked this server as trusted, so its hint counts: it only reads."],
    );
    stage.alice.call("list_files", &json!({}));
    stage.remember(rules::call::WHO_IS_ASKED.sentence);
}

pub(super) fn open_world(stage: &mut Stage) {
    stage.begin(
        "open-world",
        "An open-world read is asked",
        &["It changes nothing here, but the query leaves the machine. The server answers input_required: the first \
             request is finished, and nothing is pending."],
    );
    stage.alice_says(&[Reply::Yes]);
    stage.alice.call("search_web", &json!({"query": "two gates"}));
    stage.remember("A question is a result. Its answer comes in a new request, state unchanged.");
}
