//! What a handler asks for itself, held against what the very request declared (rule `MRTR-06`). rmcp does not look.

use crate::answer::Answers;
use crate::desk::Desk;
use crate::passed::Passed;
use rmcp::model::{ErrorData, InputRequiredResult};
use serde_json::{Map, Value};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use twogates::Undeclared;
use twogates::grants::audit::About;

/// What rmcp is told where the gates answer with an error. It goes to nobody.
const ANSWERED: &str = "the gates have answered";

/// What these questions need that the request did not declare.
pub(crate) fn missing(passed: Option<&Passed>, asks: &InputRequiredResult) -> Option<Undeclared> {
    let nothing = Map::new();
    let declared = passed.and_then(|passed| passed.admitted().request.capabilities()).unwrap_or(&nothing);
    let questions = asks.input_requests.iter().flat_map(|questions| questions.values());
    // What cannot be written cannot be sent either: it is a question of no kind, which nobody declares.
    let questions: Vec<_> = questions.map(|question| serde_json::to_value(question).unwrap_or(Value::Null)).collect();
    Undeclared::among(declared, &questions)
}

/// Answers that such a question does not go out, of a request that no claim rests on.
pub(crate) async fn refused(desk: &Arc<Desk>, passed: &Passed, about: About, undeclared: Undeclared) -> ErrorData {
    let writing = desk.clone();
    if let Ok(refusal) = spawn_blocking(move || writing.gates.undeclared(about, undeclared)).await {
        drop(Answers { desk, passed }.refused(&refusal));
    }
    ErrorData::internal_error(ANSWERED, None)
}
