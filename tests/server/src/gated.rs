//! The fixture behind both gates.
//!
//! No gate is weakened to be green. What a tool without a policy is, is the default: destructive, open-world, asked. The
//! others are named here, each with the reason why nobody is asked.

use crate::fixture::Fixture;
use anyhow::anyhow;
use axum::Router;
use rmcp_gates::twogates::consent::{Key, KeyRing};
use rmcp_gates::twogates::grants::{Memory, SystemClock};
use rmcp_gates::twogates::scope::{Caller, Principal, ScopeSet};
use rmcp_gates::twogates::{Token, Tokens};
use rmcp_gates::{Setup, ToolPolicy, danger};
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

/// What every call needs.
const SCOPE: &str = "fixture:use";

/// Tools that only read, in a closed world, as their own hints say.
pub const READS: &[&str] = &[
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
    "test_logging_tool",
];

const ROUNDS: &str =
    "it changes nothing; the suite answers what the tool itself asks, and has no answer for a question before it";
const TELLS: &str = "it changes nothing; whoever listens is told to list again";

/// Tools that are asked about nobody by decision, each with its reason.
pub const UNASKED: &[(&str, &str)] = &[
    ("test_trigger_tool_change", TELLS),
    ("test_trigger_prompt_change", TELLS),
    ("test_missing_capability", "it changes nothing; it must refuse for want of a model before anybody is asked"),
    ("test_input_required_result_elicitation", ROUNDS),
    ("test_input_required_result_sampling", ROUNDS),
    ("test_input_required_result_list_roots", ROUNDS),
    ("test_input_required_result_request_state", ROUNDS),
    ("test_input_required_result_multiple_inputs", ROUNDS),
    ("test_input_required_result_multi_round", ROUNDS),
    ("test_input_required_result_capabilities", "it changes nothing; the suite's client can show no form here"),
];

/// The tools that a person is asked about: those of which nothing is said.
pub const ASKED: &[&str] = &[
    "test_custom_header",
    "json_schema_2020_12_tool",
    "test_streaming_elicitation",
    "test_input_required_result_tampered_state",
];

/// The fixture behind both gates, at this address, for whoever shows this token.
///
/// # Errors
///
/// What does not fit together.
pub async fn gated(fixture: Fixture, at: SocketAddr, origin: &str, key: &[u8], token: &str) -> anyhow::Result<Router> {
    let address = format!("http://{at}/mcp");
    let ring = KeyRing::new(Key::new("k1", key).map_err(|why| anyhow!("{why:?}"))?);
    let mut setup = Setup::new(&address, &[SCOPE], ring, Arc::new(Memory::new(SystemClock)));
    for tool in READS {
        setup = setup.tool(tool, ToolPolicy::read());
    }
    for (tool, reason) in UNASKED {
        setup = setup.tool(tool, danger::unasked(reason));
    }
    let gated = setup.around(fixture).await?;
    let tokens = Arc::new(OneToken { token: token.to_owned(), audience: address });
    Ok(gated.http(tokens)?.origin(origin).router())
}

/// The one token, and who holds it.
struct OneToken {
    token: String,
    audience: String,
}

impl Tokens for OneToken {
    fn verify(&self, token: &str) -> Option<Token> {
        let principal =
            Principal { issuer: "https://auth.example".into(), subject: "suite".into(), client: Some("suite".into()) };
        let caller = Caller { principal, granted: ScopeSet::of(&[SCOPE]) };
        let says = Token { caller, audience: self.audience.clone(), expires_ms: u64::MAX };
        (token == self.token).then_some(says)
    }
}

impl fmt::Debug for OneToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneToken")
    }
}
