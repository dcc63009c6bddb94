//! What a student may type next.

use crate::Stage;

/// Ends the main path.
pub(super) fn what_to_type(stage: &Stage) {
    stage.enter("next");
    stage.say(&[
        "What to type next:",
        "",
        "cargo run -- --ask                be the person at the prompt",
        "cargo run -- --attack             edit Alice's retry before it is sent",
        "cargo run -- --without principal  switch a defence off: what comes through?",
        "cargo run -- --explain 27         one message unfolded, with its rules",
        "cargo run -- --act liar           one of the further acts; --list names all",
    ]);
}
