//! A tool of any type, as the desk keeps it.

use super::{Act, Acted, HowEnded, Look};
use rmcp::model::{CallToolResult, JsonObject, Tool as Listed, ToolAnnotations};
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use twogates::consent::{Contract, EffectClass, Policy, Question};
use twogates::grants::{Claim, Grant, GrantId, GrantRef, NotUsable, State};
use twogates::rules::Refused;
use twogates::scope::Caller;
use twogates::{Attempt, Gates, Refusal, Step};

/// What is kept of a call whose tool panicked.
pub(crate) const BROKE_OFF: &str = "The tool broke off.";

/// A tool of any type. Each method blocks.
pub(crate) trait Native: Send + Sync + Debug {
    /// As it is listed, under its own name.
    fn listed(&self) -> &Listed;
    /// The arguments with the defaults filled in.
    fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value>;
    /// What its operator demands of a yes; none where nobody is asked.
    fn policy(&self) -> Option<&Policy>;
    /// What a retry and a crash may do with its effect.
    fn effect(&self) -> EffectClass;
    /// Whether its schema can be held.
    fn supported(&self) -> Result<(), String>;
    /// Both gates, and the effect where it may run.
    fn attempt(&self, gates: &Gates, caller: Caller, attempt: Attempt) -> Result<Ended, Refusal>;
    /// Runs a call that was approved before.
    fn work(&self, gates: &Gates, reference: &GrantRef) -> Result<Grant, NotUsable>;
}

/// Where an attempt ended when nothing refused it.
#[derive(Debug)]
pub(crate) enum Ended {
    Asks(Question),
    Queued { reference: GrantRef, handle: GrantId },
    Looked(CallToolResult),
    Acted { grant: Box<Grant>, output: Option<CallToolResult> },
}

/// A tool that is asked about.
#[derive(Debug)]
pub(crate) struct Acting<T> {
    tool: T,
    policy: Policy,
    listed: Listed,
}

/// A tool that is not.
#[derive(Debug)]
pub(crate) struct Looking<T> {
    tool: T,
    listed: Listed,
}

impl<T: Act> Acting<T> {
    pub(crate) fn new(tool: T, policy: Policy) -> Self {
        let mut listed = listed(tool.contract(), tool.description(), tool.annotations());
        listed.title = tool.title();
        Self { tool, policy, listed }
    }
}

impl<T: Look> Looking<T> {
    pub(crate) fn new(tool: T) -> Self {
        let hints = ToolAnnotations::new().read_only(true).open_world(false);
        let mut listed = listed(tool.contract(), tool.description(), hints);
        listed.title = tool.title();
        Self { tool, listed }
    }
}

impl<T: Act> Native for Acting<T> {
    fn listed(&self) -> &Listed {
        &self.listed
    }

    fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        self.tool.complete(arguments)
    }

    fn policy(&self) -> Option<&Policy> {
        Some(&self.policy)
    }

    fn effect(&self) -> EffectClass {
        self.tool.contract().effect
    }

    fn supported(&self) -> Result<(), String> {
        self.tool.supported().map_err(|refusal| refusal.why())
    }

    fn attempt(&self, gates: &Gates, caller: Caller, attempt: Attempt) -> Result<Ended, Refusal> {
        Ok(match gates.act(&self.tool, &self.policy, caller, attempt)? {
            Step::Ask(question) => Ended::Asks(question),
            Step::Queued { reference, handle } => Ended::Queued { reference, handle },
            Step::Run(claim) => {
                let Acted { ended, output } = acted(&self.tool, claim, gates);
                let grant = stored(ended, gates)?;
                let output = output.filter(|_| grant.state == State::Executed);
                Ended::Acted { grant: Box::new(grant), output }
            }
        })
    }

    fn work(&self, gates: &Gates, reference: &GrantRef) -> Result<Grant, NotUsable> {
        let claim = gates.claim(&self.tool, reference)?;
        stored(acted(&self.tool, claim, gates).ended, gates)
    }
}

impl<T: Look> Native for Looking<T> {
    fn listed(&self) -> &Listed {
        &self.listed
    }

    fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        self.tool.complete(arguments)
    }

    fn policy(&self) -> Option<&Policy> {
        None
    }

    fn effect(&self) -> EffectClass {
        self.tool.contract().effect
    }

    fn supported(&self) -> Result<(), String> {
        self.tool.supported().map_err(|refusal| refusal.why())
    }

    fn attempt(&self, gates: &Gates, caller: Caller, attempt: Attempt) -> Result<Ended, Refusal> {
        gates.read(&self.tool, caller, attempt).map(|unasked| Ended::Looked(self.tool.look(unasked)))
    }

    fn work(&self, _: &Gates, _: &GrantRef) -> Result<Grant, NotUsable> {
        // Nobody is asked about it, so that it has no grant.
        Err(NotUsable::Unknown)
    }
}

/// Acts. Where the tool panics, nobody knows what it did, and its grant says so at once.
fn acted<T: Act>(tool: &T, claim: Claim<T>, gates: &Gates) -> Acted {
    let broken_off = claim.if_broken_off();
    // What a panic may leave half-done is the tool's own; it is looked at by nobody here.
    let acted = catch_unwind(AssertUnwindSafe(|| tool.act(claim, gates)));
    acted.unwrap_or_else(|_| Acted::settled(broken_off.unknown(BROKE_OFF)))
}

fn stored(ended: HowEnded, gates: &Gates) -> Result<Grant, NotUsable> {
    match ended {
        HowEnded::Settled(settled) => gates.settle(settled),
        HowEnded::Stored(stored) => *stored,
    }
}

fn listed(contract: Contract, description: String, annotations: ToolAnnotations) -> Listed {
    let schema = match contract.input_schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    Listed::new(contract.name, description, Arc::new(schema)).with_annotations(annotations)
}
