//! Tools of other effect classes than the lab's.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use twogates::consent::{Contract, Effect, EffectClass, List, Snapshot, Tool};

/// Books a sum in the grant's own database.
#[derive(Debug, Clone, Copy)]
pub struct Book;

/// What is booked.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BookArgs {
    /// On which account.
    pub account: String,
    /// How much, in whole euros.
    pub amount: u64,
}

/// Pays through a service that remembers keys.
#[derive(Debug, Clone, Copy)]
pub struct PayWithKey;

/// What is paid.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PayArgs {
    /// To whom.
    pub to: String,
    /// How much, in whole euros.
    pub amount: u64,
}

/// Pays several sums, each by itself, through a service that remembers keys.
#[derive(Debug, Clone, Copy)]
pub struct PayAll;

/// What is paid.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PayAllArgs {
    /// The payments, in order.
    pub payments: Vec<PayArgs>,
}

/// Writes a document, if it has the version that was approved.
pub struct WriteDocument<F> {
    look: F,
}

impl<F: Fn(&str) -> Snapshot> WriteDocument<F> {
    /// The tool over documents whose state `look` tells.
    pub const fn of(look: F) -> Self {
        Self { look }
    }
}

impl<F> fmt::Debug for WriteDocument<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WriteDocument")
    }
}

/// Deletes a file of a folder in two halves.
#[cfg(target_os = "linux")]
#[derive(Debug, Clone)]
pub struct DeleteStaged(pub effects::staged::Folder);

/// What is deleted.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteArgs {
    /// Which file.
    pub name: String,
}

/// What is written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WriteArgs {
    /// Which document.
    pub name: String,
    /// Its new text.
    pub text: String,
}

/// Sends a message over a line that tells nothing.
#[derive(Debug, Clone, Copy)]
pub struct Tell;

/// What is sent.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TellArgs {
    /// To whom.
    pub to: String,
    /// The message.
    pub text: String,
}

fn contract(name: &'static str, properties: &Value, effect: EffectClass) -> Contract {
    let names: Vec<&String> = properties.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let input_schema =
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false});
    Contract { name: name.into(), input_schema, effect, version: 1 }
}

impl Tool for Book {
    type Args = BookArgs;

    fn contract(&self) -> Contract {
        let properties = json!({"account": {"type": "string"}, "amount": {"type": "integer", "minimum": 1}});
        contract("book", &properties, EffectClass::Transactional)
    }
}

impl Effect for Book {
    fn snapshot(&self, _: &BookArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a booking adds to what is there, and replaces nothing" }
    }
}

impl Tool for PayWithKey {
    type Args = PayArgs;

    fn contract(&self) -> Contract {
        let properties = json!({"to": {"type": "string"}, "amount": {"type": "integer", "minimum": 1}});
        contract("pay_with_key", &properties, EffectClass::Keyed)
    }
}

impl Effect for PayWithKey {
    fn snapshot(&self, _: &PayArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a payment adds to what is there, and replaces nothing" }
    }
}

impl Tool for PayAll {
    type Args = PayAllArgs;

    fn contract(&self) -> Contract {
        let payment = json!({"type": "object", "properties": {
            "to": {"type": "string"}, "amount": {"type": "integer", "minimum": 1},
        }, "required": ["to", "amount"], "additionalProperties": false});
        contract("pay_all", &json!({"payments": {"type": "array", "items": payment}}), EffectClass::Keyed)
    }
}

impl Effect for PayAll {
    fn snapshot(&self, args: &PayAllArgs) -> Snapshot {
        let total: u64 = args.payments.iter().map(|payment| payment.amount).sum();
        let each = || Snapshot::DeclaredNone { reason: "a payment adds to what is there" };
        match args.payments.len() {
            1 => each(),
            _ => Snapshot::list(
                &args.payments.iter().map(|_| each()).collect::<Vec<_>>(),
                &format!("{total} EUR in all"),
            ),
        }
    }
}

impl List for PayAll {
    fn items(&self, args: &PayAllArgs) -> Vec<PayAllArgs> {
        args.payments.iter().map(|payment| PayAllArgs { payments: vec![payment.clone()] }).collect()
    }
}

impl<F: Fn(&str) -> Snapshot> Tool for WriteDocument<F> {
    type Args = WriteArgs;

    fn contract(&self) -> Contract {
        let properties = json!({"name": {"type": "string"}, "text": {"type": "string"}});
        contract("edit_document", &properties, EffectClass::Conditional)
    }
}

impl<F: Fn(&str) -> Snapshot> Effect for WriteDocument<F> {
    fn snapshot(&self, args: &WriteArgs) -> Snapshot {
        (self.look)(&args.name)
    }
}

#[cfg(target_os = "linux")]
impl Tool for DeleteStaged {
    type Args = DeleteArgs;

    fn contract(&self) -> Contract {
        contract("delete_staged", &json!({"name": {"type": "string"}}), EffectClass::Staged)
    }
}

#[cfg(target_os = "linux")]
impl Effect for DeleteStaged {
    fn snapshot(&self, args: &DeleteArgs) -> Snapshot {
        self.0.shown(&args.name)
    }
}

impl Tool for Tell {
    type Args = TellArgs;

    fn contract(&self) -> Contract {
        let properties = json!({"to": {"type": "string"}, "text": {"type": "string"}});
        contract("tell", &properties, EffectClass::AtMostOnce)
    }
}

impl Effect for Tell {
    fn snapshot(&self, _: &TellArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a message changes nothing that could be looked at" }
    }
}
