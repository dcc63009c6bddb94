//! The server's side: a call passes both gates, a person says yes, and the yes becomes a grant in PostgreSQL.

use crate::bank::{self, Teller};
use crate::tools::{DeleteFile, Everyone, SendPayment};
use crate::{Deed, Fate, field, pace};
use anyhow::{Context, Result, anyhow, bail};
use effects::keyed;
use effects::staged::Folder;
use grants_postgres::Postgres;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use twogates::consent::{ConsentGate, Dice, Effect, Key, KeyRing, Lifetime, Policy};
use twogates::grants::{GrantRef, Grants, Order};
use twogates::rules::Refused;
use twogates::scope::{Caller, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
use twogates::{Attempt, Gates, OsDice, Step};

/// A server with two tools.
#[derive(Debug)]
pub struct Server {
    /// Both gates.
    pub gates: Gates,
    /// Its deletions.
    pub delete: DeleteFile,
    /// Its payments.
    pub pay: SendPayment,
}

/// One approved call.
#[derive(Debug, Clone)]
pub struct Approved {
    /// Its number.
    pub number: usize,
    /// What it does.
    pub deed: Deed,
    /// What leads to its grant.
    pub reference: GrantRef,
}

impl Approved {
    /// What happens to it besides.
    #[must_use]
    pub const fn fate(&self) -> Fate {
        Fate::of(self.number, self.deed)
    }
}

/// The payment with this number: each has an account of its own, so that a second one shows.
#[must_use]
pub fn order(number: usize) -> bank::Order {
    bank::Order { to: format!("account {number}"), amount: u64::try_from(number).unwrap_or_default() + 1 }
}

/// The deletions below this folder, staged; the quarantine stands beside it.
///
/// # Errors
///
/// Where the file system does not do what staging needs.
pub fn deletions(folder: &Path) -> Result<DeleteFile> {
    Ok(DeleteFile(Folder::open(&folder.join("files"), &folder.join("quarantine"))?))
}

/// The payments at the bank of this folder, which is tested first.
///
/// # Errors
///
/// Where the bank does not keep its promise.
pub fn payments(folder: &Path) -> Result<SendPayment> {
    let proven = keyed::proven(Teller(folder.join("bank")), OsDice.draw(), Lifetime::CEILING_MS);
    Ok(SendPayment(proven.map_err(|broken| anyhow!("the bank: {}", broken.why()))?))
}

/// The grants of a server in this store, as a server and its workers have them.
#[must_use]
pub fn grants(server: &str, store: Arc<Postgres>) -> Grants {
    Grants::new(server, store, Arc::new(Everyone), Arc::new(OsDice)).with_lease(pace::LEASE_MS)
}

impl Server {
    /// A server by this name, over a store and the folder of the run.
    ///
    /// # Errors
    ///
    /// Where what it acts on cannot be used.
    pub fn open(name: &str, store: Arc<Postgres>, folder: &Path) -> Result<Self> {
        let key = [OsDice.draw(), OsDice.draw()].concat();
        let key = Key::new("k1", &key).map_err(|short| anyhow!("the key: {short:?}"))?;
        let scope = ScopeGate::new(Hierarchy::default())
            .tool("delete_file", ToolScopes::base(ScopeSet::of(&["files:write"])))
            .tool("send_payment", ToolScopes::base(ScopeSet::of(&["payments:write"])));
        let gates = Gates::new(scope, ConsentGate::new(name, KeyRing::new(key)), grants(name, store));
        Ok(Self { gates, delete: deletions(folder)?, pay: payments(folder)? })
    }

    /// The person approves the call with this number: both gates, the question, the yes.
    ///
    /// # Errors
    ///
    /// What a gate or the store said.
    pub fn approve(&self, number: usize, deed: Deed) -> Result<Approved> {
        let reference = match deed {
            Deed::Delete => self.yes(&self.delete, "delete_file", json!({"path": field::name(number)})),
            Deed::Pay => self.yes(&self.pay, "send_payment", serde_json::to_value(order(number))?),
        };
        Ok(Approved { number, deed, reference: reference.context("the approval")? })
    }

    /// The person takes the yes back.
    ///
    /// # Errors
    ///
    /// Where it is too late, or the store does not answer.
    pub fn revoke(&self, approved: &Approved) -> Result<()> {
        let order = Order::new("alice", "changed her mind");
        let revoked = self.gates.grants().revoke(approved.reference.id(), &order);
        revoked.map(drop).map_err(|refusal| anyhow!("not revoked: {}", refusal.why()))
    }

    fn yes<T: Effect>(&self, tool: &T, name: &str, arguments: Value) -> Result<GrantRef> {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let attempt = |responses: Map<String, Value>, state: Option<String>| {
            let attempt =
                Attempt { tool: name.into(), arguments: arguments.clone(), responses, state, shows_forms: true };
            let policy = Policy { lifetime: Lifetime::Deferred(Lifetime::DEFERRED_MS), ..Policy::default() };
            let step = self.gates.act(tool, &policy, alice(), attempt);
            step.map_err(|refusal| anyhow!("{refusal:?}"))
        };
        let Step::Ask(question) = attempt(Map::new(), None)? else { bail!("nobody was asked") };
        let yes = json!({"action": "accept", "content": {"approved": true}});
        let responses = Map::from_iter([("approval".to_owned(), yes)]);
        match attempt(responses, Some(question.request_state))? {
            Step::Queued { reference, .. } => Ok(reference),
            _ => bail!("the call was not queued"),
        }
    }
}

fn alice() -> Caller {
    let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
    Caller { principal, granted: ScopeSet::of(&["files:write", "payments:write"]) }
}
