//! A desk at which Alice says yes without any message: for acts that begin behind the question.

use crate::Stage;
use crate::decided::decision;
use anyhow::{Context, anyhow};
use lab::authorization::person;
use rules::grant;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use twogates::consent::{Answered, Approval, ConsentGate, Effect, Key, KeyRing, Lifetime, List, Policy, Question};
use twogates::grants::{Grant, GrantRef, Grants, Issued, IssuedList, Memory, Store};
use twogates::scope::{Caller, Hierarchy, ScopeGate, ScopeSet, ToolScopes};
use wire::Call;

/// The server whose desk it is.
const SERVER: &str = "https://lab.example/mcp";

/// A store and the server's own gates.
#[derive(Debug)]
pub struct Desk<S> {
    /// The store.
    pub store: Arc<S>,
    /// The grants in it.
    pub grants: Grants,
}

impl Desk<Memory> {
    /// A desk over a store in memory.
    #[must_use]
    pub fn new(stage: &Stage) -> Self {
        Self::over(stage, lab::without_all(Memory::new(stage.world.clock.clone()), &stage.off))
    }
}

impl<S: Store + 'static> Desk<S> {
    /// A desk over this store.
    #[must_use]
    pub fn over(stage: &Stage, store: S) -> Self {
        let store = Arc::new(store);
        let grants = Grants::new(SERVER, store.clone(), stage.authorization.clone(), stage.world.dice.clone());
        Self { store, grants: lab::without_all(grants, &stage.off) }
    }

    /// Alice says yes to a call of this tool: the reference that a queue carries.
    ///
    /// # Errors
    ///
    /// When the gates would not have it, which would be a mistake of the lesson's.
    pub fn yes<T: Effect>(&self, stage: &Stage, tool: &T, arguments: &Value) -> anyhow::Result<GrantRef> {
        let (_, approval) = self.approved(tool, arguments)?;
        let issued = self.grants.issue(tool, approval).map_err(|not| anyhow!("{not:?}"))?;
        let Issued::New(reference) = issued else { return Err(anyhow!("a grant that was there before")) };
        let contract = tool.contract();
        let (name, class) = (contract.name, contract.effect.word());
        let why = format!("Alice said yes at {}: grant {}, class {class}", stage.clock(), reference.id());
        stage.decided("server", &format!("queued {name}"), decision("issued", &why, &[&grant::NOT_IN_PAYLOAD]));
        Ok(reference)
    }

    /// Alice sees one question about a whole list, and says yes: a reference for each item, in order.
    ///
    /// # Errors
    ///
    /// As [`Desk::yes`].
    pub fn yes_to_all<T: List>(&self, stage: &Stage, tool: &T, arguments: &Value) -> anyhow::Result<Vec<GrantRef>> {
        let (question, approval) = self.approved(tool, arguments)?;
        stage.shown("alice", &question.message, "yes");
        let issued = self.grants.issue_list(tool, approval).map_err(|not| anyhow!("{not:?}"))?;
        let IssuedList::New(references) = issued else { return Err(anyhow!("grants that were there before")) };
        let ids: Vec<String> = references.iter().map(|reference| reference.id().to_string()).collect();
        let why = format!("one yes, and a grant for each item: {}", ids.join(", "));
        let queued = format!("queued {} jobs", ids.len());
        stage.decided("server", &queued, decision("issued", &why, &[&grant::EACH_ITEM]));
        Ok(references)
    }

    /// The question about a call of this tool, and the yes to it.
    fn approved<T: Effect>(&self, tool: &T, arguments: &Value) -> anyhow::Result<(Question, Approval<T>)> {
        let name = tool.contract().name;
        let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
        let call = Call::new(&name, &arguments);
        let scope = ScopeGate::new(Hierarchy::default()).tool(&name, ToolScopes::base(ScopeSet::default()));
        let key = Key::new("k1", b"the desk's key: everyone can read it here").map_err(|bad| anyhow!("{bad:?}"))?;
        let gate = ConsentGate::new(SERVER, KeyRing::new(key));
        let prepared = || {
            let caller = Caller { principal: person("alice"), granted: ScopeSet::default() };
            let cleared = scope.clear(caller, call.clone()).map_err(|no| anyhow!("{no:?}"))?;
            gate.prepare(tool, cleared, true).map_err(|no| anyhow!("{no:?}"))
        };
        let policy = Policy { lifetime: Lifetime::Deferred(crate::decided::LIFE_MS), ..Policy::default() };
        let asked = prepared()?.ask(&policy, self.grants.new_question(), self.grants.now());
        let asked = asked.map_err(|no| anyhow!("{no:?}"))?;
        let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
        let opened = prepared()?.open(&asked.request_state).map_err(|bad| anyhow!("{bad:?}"))?;
        let answers = yes.as_object().context("an answer")?;
        match opened.answer(answers, self.grants.now()).map_err(|not| anyhow!("{not:?}"))? {
            Answered::Yes(approval) => Ok((asked, approval)),
            other => Err(anyhow!("not a yes: {other:?}")),
        }
    }

    /// The grant of a reference as it stands, once time has done its part.
    #[must_use]
    pub fn grant(&self, reference: &GrantRef) -> Option<Grant> {
        let found = self.store.grant(reference.id()).ok()??;
        self.store.recall(found.question).ok()?;
        self.store.grant(reference.id()).ok()?
    }

    /// Shows the audit.
    pub fn show(&self, stage: &Stage) {
        stage.look("audit", lab::show::audit(&self.grants.audit().unwrap_or_default()));
    }
}
