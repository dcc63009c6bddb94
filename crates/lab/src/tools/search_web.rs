//! `search_web`: reads, but in the open world. The query leaves the machine, so a person is asked.

use super::{Ran, Run, lock};
use crate::resources::Web;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, End};

/// The tool over its web.
#[derive(Debug, Clone)]
pub struct SearchWeb(pub Arc<Mutex<Web>>);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SearchWebArgs {
    /// What is sent out.
    pub query: String,
    /// How many hits at most: 1 to 10.
    #[serde(default = "three", deserialize_with = "one_to_ten")]
    pub limit: u8,
}

const fn three() -> u8 {
    3
}

fn one_to_ten<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let limit = u8::deserialize(deserializer)?;
    if (1..=10).contains(&limit) { Ok(limit) } else { Err(de::Error::custom("limit is not between 1 and 10")) }
}

pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 10, "default": 3},
        },
        "required": ["query"],
        "additionalProperties": false,
    })
}

impl Tool for SearchWeb {
    type Args = SearchWebArgs;

    fn contract(&self) -> Contract {
        Contract { name: "search_web".into(), input_schema: schema(), effect: EffectClass::Read, version: 1 }
    }
}

impl Effect for SearchWeb {
    fn snapshot(&self, _: &SearchWebArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "nothing here changes; the query leaves this machine" }
    }
}

impl Run for SearchWeb {
    fn run(&self, claim: Claim<Self>) -> Ran {
        match claim.take(|args| self.snapshot(args)) {
            Err(settled) => settled.into(),
            Ok((args, running)) => {
                let hits = lock(&self.0).search(&args.query, usize::from(args.limit));
                let settled = running.settle(End::Executed, format!("sent the query out, {} hits", hits.len()));
                Ran { settled, output: Some(hits.join("\n")) }
            }
        }
    }
}
