//! `send_payment`: moves money, in a ledger that lives in the grants' own database. It sits behind both gates.

use super::{Act, Acted};
use crate::database::Database;
use crate::watched::{Metrics, ended};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::num::NonZeroU64;
use std::sync::Arc;
use twogates::Gates;
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, NotUsable, State};

/// The tool over its ledger.
#[derive(Debug)]
pub(crate) struct SendPayment {
    pub(crate) database: Database,
    pub(crate) metrics: Arc<Metrics>,
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

pub(super) fn schema() -> Value {
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
        Contract { name: "send_payment", input_schema: schema(), effect: EffectClass::Transactional, version: 1 }
    }
}

impl Effect for SendPayment {
    fn snapshot(&self, _: &Payment) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a payment depends on nothing that is shown here" }
    }
}

impl Act for SendPayment {
    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Result<Acted, NotUsable> {
        match claim.take(|payment| self.snapshot(payment)) {
            Ok((payment, running)) => {
                let grant = self.database.pay(gates.grants(), running, payment)?;
                // What was paid was committed beside the store that counts; what was not, it has counted.
                if grant.state == State::Executed {
                    ended(&self.metrics, &grant);
                }
                Ok(grant.into())
            }
            Err(settled) => gates.settle(settled).map(Acted::from),
        }
    }
}
