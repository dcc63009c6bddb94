//! Three ways to say no, and one way in which nobody can be asked.

use super::props;
use crate::Stage;
use lab::host::Reply;
use serde_json::{Value, json};

pub(super) fn no_in_the_form(stage: &mut Stage) {
    stage.begin(
        "no-in-the-form",
        stage.before("A no in the form: the action says accept, and it is a no", "Three ways to say no, and four calls"),
        &[stage.before(
            "Alice sends the form in with approved: false. The action is accept, for that is how a form is sent. Then she \
             declines once, and closes the prompt once. That makes three noes, so the fourth call asks nobody.",
            "The model makes the same call four times. There are three ways to say no: in the form, which is sent with the \
             action accept and approved: false; to decline; and to close the prompt. After three noes nobody is asked.",
        )],
    );
    stage.alice.sign_in_quietly();
    stage.alice_says(&[Reply::NoInTheForm, Reply::Decline, Reply::Cancel]);
    for _ in 0..4 {
        stage.alice.call("delete_file", &notes());
    }
    props::show_audit(stage);
    let yes = rules::call::EXACT_YES.sentence;
    stage.remember(&format!("{yes} Whatever else comes back is a no of its own kind."));
}

pub(super) fn no_form(stage: &mut Stage) {
    stage.begin(
        "no-form",
        "A client that cannot show a form: -32021",
        &["Alice's client declares no elicitation. A person would have to be asked, and nobody can be. So nothing is \
             asked, no question is stored and nothing runs; the error names the capability that is missing."],
    );
    stage.alice.sign_in_quietly();
    stage.alice.client_mut().capabilities = json!({});
    stage.alice.call("delete_file", &notes());
    props::meanwhile(stage, "Now the client declares url and nothing else. That is no form either.");
    stage.alice.client_mut().capabilities = json!({"elicitation": {"url": {}}});
    stage.alice.call("delete_file", &notes());
    props::show_audit(stage);
    props::show_world(stage, "the server", stage.server.files(), stage.server.payments());
    stage.remember("When nobody can be asked, the answer is no. What a client can show, each request says anew.");
}

fn notes() -> Value {
    json!({"path": "notes.txt"})
}
