//! `send_payment`: moves money. It sits behind both gates.

use super::{Ran, Run, lock};
use crate::resources::{Payment, Payments};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex};
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, End};

/// The tool over its payments.
#[derive(Debug, Clone)]
pub struct SendPayment(pub Arc<Mutex<Payments>>);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SendPaymentArgs {
    /// To whom.
    pub to: String,
    /// How much, in whole units.
    pub amount: NonZeroU64,
    /// In which currency.
    #[serde(default = "euro")]
    pub currency: String,
}

fn euro() -> String {
    "EUR".into()
}

pub(crate) fn schema() -> Value {
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
    type Args = SendPaymentArgs;

    fn contract(&self) -> Contract {
        // Where the bank takes keys, whoever comes after a lost worker sends the same key again.
        let effect = if lock(&self.0).are_keyed() { EffectClass::Keyed } else { EffectClass::AtMostOnce };
        Contract { name: "send_payment".into(), input_schema: schema(), effect, version: 1 }
    }
}

impl Effect for SendPayment {
    fn snapshot(&self, _: &SendPaymentArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a payment depends on nothing that is shown here" }
    }
}

impl Run for SendPayment {
    fn run(&self, claim: Claim<Self>) -> Ran {
        match claim.take(|args| self.snapshot(args)) {
            Err(settled) => settled.into(),
            Ok((args, running)) => {
                let SendPaymentArgs { to, amount, currency } = args;
                let text = format!("paid {amount} {currency} to {to}");
                lock(&self.0).send_under(&running.key(), Payment { to, amount: amount.get(), currency });
                running.settle(End::Executed, text).into()
            }
        }
    }
}
