//! What a host keeps for itself.
#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

mod definitions;
mod gate;
mod hints;
mod ledger;
mod prompt;
mod screen;
mod settings;
mod shown;
mod tool;

use serde_json::{Map, Value, json};
use twogates_consent::host::{ListedTool, ServerId};

/// The moment at which everything here happens.
const NOW: u64 = 1_785_249_900_000;

fn listed(server: &str, entry: &Value) -> ListedTool {
    ListedTool::read(&ServerId::new(server), entry).unwrap()
}

/// A tool of which its server says nothing but the name.
fn plain(server: &str, name: &str) -> ListedTool {
    listed(server, &json!({"name": name}))
}

/// A tool that its server calls a closed-world read.
fn harmless(server: &str, name: &str) -> ListedTool {
    listed(server, &json!({"name": name, "annotations": {"readOnlyHint": true, "openWorldHint": false}}))
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}
