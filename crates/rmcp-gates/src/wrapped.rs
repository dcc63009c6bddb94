//! A tool of the handler, as the gates see it.

use crate::ToolPolicy;
use crate::schema::Schema;
use rmcp::model::Tool as Listed;
use serde_json::{Map, Value};
use twogates::consent::{CannotAsk, ClosedWorldRead, Contract, Effect, Snapshot, Tool};

/// A tool of the handler, with what its operator says of it.
#[derive(Debug)]
pub(crate) struct Wrapped {
    pub(crate) listed: Listed,
    pub(crate) schema: Schema,
    pub(crate) policy: ToolPolicy,
}

impl Tool for Wrapped {
    type Args = Map<String, Value>;

    fn contract(&self) -> Contract {
        Contract {
            name: self.listed.name.clone(),
            input_schema: self.schema.stated().clone(),
            effect: self.policy.effect,
            version: self.policy.version,
        }
    }

    fn complete(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        self.schema.complete(arguments)
    }

    fn supported(&self) -> Result<(), CannotAsk> {
        // Its schema was read when the server started, by a library that knows all of them.
        Ok(())
    }

    fn fits(&self, arguments: Map<String, Value>) -> Result<(), String> {
        self.schema.fits(arguments)
    }
}

impl Effect for Wrapped {
    fn snapshot(&self, arguments: &Map<String, Value>) -> Snapshot {
        self.policy.look(arguments)
    }
}

/// Which of the two it is says its policy; where that asks, its calls never come here.
impl ClosedWorldRead for Wrapped {}
