//! `delete_file`: no, no, somebody else's file, yes, again, and another file.

use crate::Stage;
use lab::host::{Pending, Reply, Sent};
use rules::state;
use serde_json::{Map, Value, json};
use wire::entry::{Kind, Violation};

pub(super) fn decline(stage: &mut Stage) {
    stage.begin(
        "decline",
        stage.before("Asked, and declined", "Asked about notes.txt"),
        &[stage.before(
            "A withheld consent is no error. It is a result that the model reads.",
            "You are asked whether notes.txt may go. A no is no error: it is a result that the model reads.",
        )],
    );
    stage.alice_says(&[Reply::Decline]);
    stage.alice.call("delete_file", &notes());
    stage.remember(match answer(stage) {
        Some(YES) => A_YES,
        _ => "A no is a result that the model can read. The host sends nothing by itself.",
    });
}

pub(super) fn cancel(stage: &mut Stage) {
    stage.begin(
        "cancel",
        stage.before("Asked afresh, and cancelled", "Asked afresh"),
        &[stage.before(
            "A decline answers one call. This time Alice closes the prompt undecided.",
            "An answer is for one call. The model makes the same call again, and you are asked again.",
        )],
    );
    stage.alice_says(&[Reply::Cancel]);
    stage.alice.call("delete_file", &notes());
    stage.remember(match answer(stage) {
        // Whoever said yes in the act before has no such file any more.
        Some(YES) if in_vain(stage) => IN_VAIN,
        Some(YES) => A_YES,
        Some(CANCEL) => "Cancel is not decline. Both stop the call; the audit tells them apart.",
        Some(_) => "A no answers one call. Whoever said it is asked about the next.",
        None => NOBODY_ASKED,
    });
}

pub(super) fn changed(stage: &mut Stage) {
    stage.begin(
        "changed-argument",
        stage.before("A yes, sent for another file", "An answer, sent for another file"),
        &[stage.before(
            "Alice says yes to notes.txt. Somebody sends her genuine state and her yes with report.csv. Then the honest \
             retry arrives.",
            "You are asked about notes.txt. Whatever you say, somebody sends the genuine state and your answer with \
             report.csv. Then the honest retry arrives.",
        )],
    );
    stage.alice_says(&[Reply::Yes]);
    let Some(mut pending) = begin(stage, &notes()) else {
        stage.remember(NOBODY_ASKED);
        return;
    };
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
        &[stage.before(
            "A client that lost the answer sends its request again. The result says: done before.",
            "A client that lost the answer sends its request again. The result says what came of it before.",
        )],
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
        stage.before("Another file is asked again", "Another file"),
        &[stage.before(
            "A moment ago Alice approved deleting notes.txt. She declines this one.",
            "What was said of notes.txt says nothing of report.csv.",
        )],
    );
    stage.alice_says(&[Reply::Decline]);
    stage.alice.call("delete_file", &json!({"path": "report.csv"}));
    stage.remember(match answer(stage) {
        Some(_) => "A yes covers one call: not the tool, not the server, not the next call.",
        None => NOBODY_ASKED,
    });
}

/// What a transcript has for a yes, and for a prompt that was closed.
const YES: &str = "yes";
const CANCEL: &str = "closes the prompt";

const A_YES: &str = "A yes lets this one call run, once. The next call is asked about again.";
const IN_VAIN: &str =
    "A yes lets a call run, and the call can still fail: the question said that the file is not there.";
const NOBODY_ASKED: &str = "After three noes to a tool within ten minutes, the server refuses it and asks nobody.";

/// What the person said last in this act; nothing where nobody was asked.
fn answer(stage: &Stage) -> Option<&'static str> {
    stage.said().last().map(|said| match said.as_str() {
        YES => YES,
        CANCEL => CANCEL,
        _ => "no",
    })
}

/// Whether the call ran last without effect.
fn in_vain(stage: &Stage) -> bool {
    let last = stage.entries().into_iter().rev().find(|entry| entry.kind == Kind::Effect);
    last.is_some_and(|effect| effect.text == ["nothing happened"])
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
