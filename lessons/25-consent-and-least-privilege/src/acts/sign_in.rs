//! Before the first call: a token, and a list.

use crate::Stage;

pub(super) fn first_token(stage: &mut Stage) {
    stage.begin(
        "first-token",
        "No token yet: 401",
        &["The server says what a first token should cover. The client asks for just that."],
    );
    stage.alice.discover();
    stage.remember("Ask for the least that works. More comes when a call needs it.");
}

pub(super) fn discover(stage: &mut Stage) {
    stage.begin(
        "discover",
        "tools/list, filtered",
        &["Alice marked this server as trusted: its hints are believed. That approves no call."],
    );
    stage.alice.list_tools();
    stage.remember("What the caller may not call is not shown, and nobody else sees the list.");
}
