//! What stands around the client: a person who answers as told, and what they were asked.

use rmcp::ClientHandler;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability,
    FormElicitationCapability, Implementation,
};
use rmcp::service::{ClientLifecycleMode, RequestContext, RoleClient};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A host whose person gives one answer to every question, until they are told another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Host(Arc<Mutex<Person>>);

#[derive(Debug, Default)]
struct Person {
    answer: String,
    asked: Vec<String>,
}

/// How the client begins: with the one revision, and no other.
pub(crate) fn lifecycle() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![super::version()] }
}

impl Host {
    /// From now on, the person answers so. Nothing was asked yet.
    pub(crate) fn answer_with(&self, answer: &str) {
        *self.person() = Person { answer: answer.to_owned(), asked: Vec::new() };
    }

    /// What the person was asked since.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.person().asked.clone()
    }

    fn person(&self) -> MutexGuard<'_, Person> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientHandler for Host {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, rmcp::ErrorData> {
        let mut person = self.person();
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        person.asked.push(message);
        Ok(match person.answer.as_str() {
            "accept" => ElicitResult::new(ElicitationAction::Accept).with_content(json!({"approved": true})),
            "cancel" => ElicitResult::new(ElicitationAction::Cancel),
            _ => ElicitResult::new(ElicitationAction::Decline),
        })
    }

    fn get_info(&self) -> ClientConfig {
        let mut elicitation = ElicitationCapability::default();
        elicitation.form = Some(FormElicitationCapability::default());
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(elicitation);
        let name = Implementation::new("twogates-interop-rmcp", "1");
        ClientConfig::new(capabilities, name).with_protocol_version(super::version())
    }
}
