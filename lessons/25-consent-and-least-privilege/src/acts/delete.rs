//! `delete_file`: no, no, somebody else's file, yes, again, and another file.

use crate::Stage;
use lab::host::{Pending, Reply, Sent};
use rules::state;
use serde_json::{Map, Value, json};
use wire::entry::Violation;

pub(super) fn decline(stage: &mut Stage) {
    stage.begin(
        "decline",
        "Asked, and declined",
        &["A withheld consent is no error. It is a result that the model reads."],
    );
    stage.alice_says(&[Reply::Decline]);
    stage.alice.call("delete_file", &notes());
    stage.remember("A no is a result that the model can read. The host sends nothing by itself.");
}

pub(super) fn cancel(stage: &mut Stage) {
    stage.begin(
        "cancel",
        "Asked afresh, and cancelled",
        &["A decline answers one call. This time Alice closes the prompt undecided."],
    );
    stage.alice_says(&[Reply::Cancel]);
    stage.alice.call("delete_file", &notes());
    stage.remember("Cancel is not decline. Both stop the call; the audit tells them apart.");
}

pub(super) fn changed(stage: &mut Stage) {
    stage.begin(
        "changed-argument",
        "A yes, sent for another file",
        &["Alice says yes to notes.txt. Somebody sends her genuine state and her yes with report.csv. Then the honest \
             retry arrives."],
    );
    stage.alice_says(&[Reply::Yes]);
    let Some(mut pending) = begin(stage, &notes()) else { return };
    stage.alice.answer(&mut pending);
    let violation = Violation {
        text: "names another file than the one that the person was shown".into(),
        rules: vec![state::REQUEST.id.into()],
    };
    stage.alice.retry_edited(&pending, Some(violation), |params| {
        params.insert("arguments".into(), json!({"path": "report.csv"}));
    });
    let sent = stage.alice.retry(&pending);
    stage.alice.conclude(&pending, &sent);
    stage.kept = Some(pending);
    stage.remember("What comes back is hostile. A refused state burns nothing for the honest.");
}

pub(super) fn same_state(stage: &mut Stage) {
    stage.begin(
        "same-state",
        "The same state again",
        &["A client that lost the answer sends its request again. The result says: done before."],
    );
    if let Some(pending) = stage.kept.take() {
        let sent = stage.alice.retry(&pending);
        stage.alice.conclude(&pending, &sent);
    }
    stage.remember("Once means once: the server's own record says so, not the state.");
}

pub(super) fn another_file(stage: &mut Stage) {
    stage.begin(
        "another-file",
        "Another file is asked again",
        &["A moment ago Alice approved deleting notes.txt. She declines this one."],
    );
    stage.alice_says(&[Reply::Decline]);
    stage.alice.call("delete_file", &json!({"path": "report.csv"}));
    stage.remember("A yes covers one call: not the tool, not the server, not the next call.");
}

fn notes() -> Value {
    json!({"path": "notes.txt"})
}

/// Sends a call and gives it back when it is asked about.
fn begin(stage: &mut Stage, arguments: &Value) -> Option<Pending> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    match stage.alice.begin("delete_file", &arguments, None) {
        Sent::Asks(pending) => Some(pending),
        Sent::Answered(_) => None,
    }
}
