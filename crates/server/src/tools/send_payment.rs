//! `send_payment`: moves money, in a ledger that lives in the grants' own database. It sits behind both gates.

use super::Longest;
use crate::database::Database;
use crate::watched::{Metrics, ended};
use rmcp_gates::rmcp::model::ToolAnnotations;
use rmcp_gates::{Act, Acted};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::num::NonZeroU64;
use std::sync::Arc;
use twogates::Gates;
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, State};

/// The tool over its ledger.
#[derive(Debug)]
pub(crate) struct SendPayment {
    pub(crate) database: Database,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) longest: Longest,
}

/// A payment: the tool's arguments, and a row of the ledger.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Payment {
    pub(crate) to: String,
    /// In whole units.
    pub(crate) amount: NonZeroU64,
    #[serde(default = "euro")]
    pub(crate) currency: String,
}

fn euro() -> String {
    "EUR".into()
}

impl Payment {
    /// What is told of it once it is made.
    pub(crate) fn told(&self) -> String {
        format!("paid {} {} to {}", self.amount, self.currency, self.to)
    }
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "to": {"type": "string"},
            "amount": {"type": "integer", "minimum": 1},
            "currency": {"type": "string", "default": "EUR"},
        },
        "required": ["to", "amount"],
        "additionalProperties": false,
    })
}

impl Tool for SendPayment {
    type Args = Payment;

    fn contract(&self) -> Contract {
        Contract { name: "send_payment".into(), input_schema: schema(), effect: EffectClass::Transactional, version: 1 }
    }

    fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        self.longest.fit(&self.contract(), arguments)
    }
}

impl Effect for SendPayment {
    fn snapshot(&self, _: &Payment) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a payment depends on nothing that is shown here" }
    }
}

impl Act for SendPayment {
    fn title(&self) -> Option<String> {
        Some("Send a payment".into())
    }

    fn description(&self) -> String {
        "Pays a sum in whole units to a payee.".into()
    }

    fn annotations(&self) -> ToolAnnotations {
        ToolAnnotations::new().destructive(true).idempotent(false).open_world(true)
    }

    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Acted {
        let (payment, running) = match claim.take(|payment| self.snapshot(payment)) {
            Ok(taken) => taken,
            Err(settled) => return settled.into(),
        };
        let paid = self.database.pay(gates.grants(), running, payment);
        // What was paid was committed beside the store that counts; what was not, it has counted.
        if let Ok(grant) = &paid
            && grant.state == State::Executed
        {
            ended(&self.metrics, grant);
        }
        Acted::stored(paid)
    }
}
