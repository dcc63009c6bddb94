//! The two tools, as the server promises them and the workers run them.

use crate::bank::{Order, Teller};
use effects::keyed::Proven;
use effects::staged::Folder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use twogates::consent::{Contract, Effect, EffectClass, Intent, Snapshot, Tool};
use twogates::grants::Authority;

/// `delete_file`: staged, on a real folder.
#[derive(Debug)]
pub struct DeleteFile(pub Folder);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// Which file.
    pub path: String,
}

impl Tool for DeleteFile {
    type Args = Path;

    fn contract(&self) -> Contract {
        let input_schema = schema(&json!({"path": {"type": "string"}}), &["path"]);
        Contract { name: "delete_file".into(), input_schema, effect: effects::deletion_class(), version: 1 }
    }
}

impl Effect for DeleteFile {
    fn snapshot(&self, args: &Path) -> Snapshot {
        self.0.shown(&args.path)
    }
}

/// `send_payment`: keyed, at a bank that remembers keys.
#[derive(Debug)]
pub struct SendPayment(pub Proven<Teller>);

impl Tool for SendPayment {
    type Args = Order;

    fn contract(&self) -> Contract {
        let properties = json!({"to": {"type": "string"}, "amount": {"type": "integer", "minimum": 1}});
        let input_schema = schema(&properties, &["to", "amount"]);
        Contract { name: "send_payment".into(), input_schema, effect: EffectClass::Keyed, version: 1 }
    }
}

impl Effect for SendPayment {
    fn snapshot(&self, _: &Order) -> Snapshot {
        Snapshot::DeclaredNone { reason: "a payment depends on nothing that is shown here" }
    }
}

fn schema(properties: &Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// Who may still do what: everybody here.
#[derive(Debug)]
pub struct Everyone;

impl Authority for Everyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}
