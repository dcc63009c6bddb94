//! `search_web`: reads, but in the open world. The query leaves the machine, so a person is asked.

use super::Longest;
use crate::search::{Client, NotFound};
use rmcp_gates::rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
use rmcp_gates::{Act, Acted};
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value, json};
use twogates::Gates;
use twogates::consent::{Contract, Effect, EffectClass, Snapshot, Tool};
use twogates::grants::{Claim, End};

/// The tool over its search service.
#[derive(Debug)]
pub(crate) struct SearchWeb {
    pub(crate) service: Client,
    pub(crate) longest: Longest,
}

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

fn schema() -> Value {
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

    fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        self.longest.fit(&self.contract(), arguments)
    }
}

impl Effect for SearchWeb {
    fn snapshot(&self, _: &SearchWebArgs) -> Snapshot {
        Snapshot::DeclaredNone { reason: "nothing here changes; the query leaves this machine" }
    }
}

impl Act for SearchWeb {
    fn title(&self) -> Option<String> {
        Some("Search the web".into())
    }

    fn description(&self) -> String {
        "Sends a query to a search service and returns its first hits.".into()
    }

    fn annotations(&self) -> ToolAnnotations {
        ToolAnnotations::new().read_only(true).open_world(true)
    }

    fn act(&self, claim: Claim<Self>, _: &Gates) -> Acted {
        let (args, running) = match claim.take(|args| self.snapshot(args)) {
            Ok(taken) => taken,
            Err(settled) => return settled.into(),
        };
        match self.service.search(&args.query, args.limit) {
            Ok(hits) => {
                let settled = running.settle(End::Executed, format!("sent the query out, {} hits", hits.len()));
                let output = CallToolResult::success(vec![ContentBlock::text(hits.join("\n"))]);
                Acted::settled(settled).with_output(output)
            }
            Err(NotFound::NotSent(why)) => {
                running.settle(End::Failed, format!("Not run: {why}; the query did not leave this machine.")).into()
            }
            Err(NotFound::Refused(why)) => {
                running.settle(End::Failed, format!("The query was sent, and {why}; nothing was found.")).into()
            }
            Err(NotFound::Unknown(why)) => {
                let text = format!("{why}; whether the query was searched for is not known.");
                running.settle(End::Indeterminate, text).into()
            }
        }
    }
}
