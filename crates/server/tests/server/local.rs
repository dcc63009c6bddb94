//! Standard input and output: one client, the configured local user, no token.

use crate::support::{House, Process, meta};
use serde_json::{Value, json};

fn ask(process: &mut Process, request: &Value) -> Value {
    process.tell(&request.to_string());
    serde_json::from_str(&process.line()).unwrap()
}

fn request(id: u32, method: &str, mut params: Value) -> Value {
    params["_meta"] = meta();
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[test]
fn the_story_over_stdio() {
    let house = House::new("[stdio]\nuser = \"carol\"\nscopes = [\"files:write\"]\n");
    let config = house.path("config.toml");
    let mut server = Process::start(&["serve", "--stdio", "--config", config.to_str().unwrap()]);
    let listed = ask(&mut server, &request(1, "tools/list", json!({})));
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.iter().map(|tool| &tool["name"]).collect::<Vec<_>>(), ["list_files", "delete_file"]);

    let call = json!({"name": "delete_file", "arguments": {"path": "notes.txt"}});
    let asked = ask(&mut server, &request(2, "tools/call", call.clone()));
    let state = asked["result"]["requestState"].clone();
    let mut yes = call;
    yes["requestState"] = state;
    yes["inputResponses"] = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    let done = ask(&mut server, &request(3, "tools/call", yes));
    assert_eq!(done["result"]["content"][0]["text"], "deleted notes.txt");
    assert!(!house.path("files/notes.txt").exists());

    // A scope that does not suffice is told as a result: there is no 403 here.
    let payment = json!({"name": "send_payment", "arguments": {"to": "Plant Shop", "amount": 20}});
    let refused = ask(&mut server, &request(4, "tools/call", payment));
    assert_eq!(refused["result"]["isError"], true);

    // What can be read in two ways is not read.
    server.tell(r#"{"jsonrpc":"2.0","id":5,"method":"tools/list","method":"tools/call"}"#);
    let two: Value = serde_json::from_str(&server.line()).unwrap();
    assert_eq!(two["error"]["code"], -32600);

    server.no_more();
    assert!(server.ended().0);
}

/// One limit for a message, over HTTP and here.
#[test]
fn a_line_is_as_long_as_a_message_may_be() {
    let house = House::new("[stdio]\nuser = \"carol\"\nscopes = [\"files:write\"]\n[limits]\nbody_bytes = 2000\n");
    let config = house.path("config.toml");
    let mut server = Process::start(&["serve", "--stdio", "--config", config.to_str().unwrap()]);
    let list = request(1, "tools/list", json!({})).to_string();
    let padded = |length: usize| format!("{list}{}", " ".repeat(length - list.len()));
    server.tell(&padded(2000));
    let listed: Value = serde_json::from_str(&server.line()).unwrap();
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    server.tell(&padded(2001));
    let refused: Value = serde_json::from_str(&server.line()).unwrap();
    assert_eq!(refused["error"]["message"], "the line is longer than 2000 bytes", "{refused}");
    let again = ask(&mut server, &request(2, "tools/list", json!({})));
    assert!(again["result"]["tools"].is_array(), "{again}");
}
