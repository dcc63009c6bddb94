//! `search_web`: reads, but in the open world. The query leaves the machine, so a person is asked.

use super::{Act, Acted};
use crate::search::{Client, NotFound};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Value, json};
use twogates::Gates;
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, End, NotUsable};

/// The tool over its search service.
#[derive(Debug)]
pub(crate) struct SearchWeb(pub(crate) Client);

/// Its arguments.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchWebArgs {
    query: String,
    #[serde(default = "three", deserialize_with = "one_to_ten")]
    limit: u8,
}

const fn three() -> u8 {
    3
}

fn one_to_ten<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let limit = u8::deserialize(deserializer)?;
    if (1..=10).contains(&limit) { Ok(limit) } else { Err(de::Error::custom("limit is not between 1 and 10")) }
}

pub(super) fn schema() -> Value {
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
        Contract { name: "search_web", input_schema: schema(), effect: EffectClass::Read, version: 1 }
    }
}

impl Effect for SearchWeb {
    fn snapshot(&self, _: &SearchWebArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "nothing here changes; the query leaves this machine" }
    }
}

impl Act for SearchWeb {
    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Result<Acted, NotUsable> {
        let (args, running) = match claim.take(|args| self.snapshot(args)) {
            Ok(taken) => taken,
            Err(settled) => return gates.settle(settled).map(Acted::from),
        };
        let (settled, output) = match self.0.search(&args.query, args.limit) {
            Ok(hits) => {
                let text = format!("sent the query out, {} hits", hits.len());
                (running.settle(End::Executed, text), Some(hits.join("\n")))
            }
            Err(NotFound::NotSent(why)) => {
                (running.settle(End::Failed, format!("Not run: {why}; the query did not leave this machine.")), None)
            }
            Err(NotFound::Refused(why)) => {
                (running.settle(End::Failed, format!("The query was sent, and {why}; nothing was found.")), None)
            }
            Err(NotFound::Unknown(why)) => {
                let text = format!("{why}; whether the query was searched for is not known.");
                (running.settle(End::Indeterminate, text), None)
            }
        };
        gates.settle(settled).map(|grant| Acted { grant, output })
    }
}
