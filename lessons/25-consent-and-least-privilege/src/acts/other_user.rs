//! Alice's state in Bob's hands.

use super::props;
use crate::Stage;
use lab::host::{Reply, Sent};
use rules::state;
use serde_json::{Map, json};
use wire::entry::Violation;

pub(super) fn other_user(stage: &mut Stage) {
    stage.begin(
        "other-user",
        "Alice's state in Bob's hands: refused, and hers still works",
        &[stage.before(
            "Alice is asked about notes.txt and says yes. Bob got hold of her state and her answer. He sends both, with a \
             good token of his own. The answer is the same as for any bad state: why it is refused stands in the audit \
             alone. Then Alice's own retry arrives.",
            "You are asked about notes.txt. Whatever you say, Bob gets hold of the state and your answer. He sends both, \
             with a good token of his own. The answer is the same as for any bad state: why it is refused stands in the \
             audit alone. Then your own retry arrives.",
        )],
    );
    stage.alice.sign_in_quietly();
    stage.bob.sign_in_quietly();
    stage.alice_says(&[Reply::Yes]);
    let arguments = Map::from_iter([("path".to_owned(), json!("notes.txt"))]);
    let Sent::Asks(mut pending) = stage.alice.begin("delete_file", &arguments, None) else { return };
    stage.alice.answer(&mut pending);
    let violation = Violation {
        text: "carries a state that was made for Alice, in Bob's request".into(),
        rules: vec![state::PRINCIPAL.id.into()],
    };
    stage.bob.retry_edited(&pending, Some(violation), |_| {});
    stage.alice.retry(&pending);
    props::show_audit(stage);
    stage.remember("A state names its principal, and the token says who is asking. To hold a state is not to own it.");
}
