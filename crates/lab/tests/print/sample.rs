//! A short exchange, written by hand: what a recorder might have kept.

use crate::story::{Story, coded, gate};
use serde_json::{Value, json};
use wire::Entry;
use wire::entry::{Kind, Violation};

const METADATA: &str = "https://files.example/.well-known/oauth-protected-resource/mcp";

pub fn question(path: &str, state: &str) -> Value {
    let message = format!(
        "May this call run?\nServer: files\nTool: delete_file\nArguments:\n  path = \"{path}\"\n\
         Resource: {path}, 120 bytes, changed 13:58\nRuns: once, now"
    );
    Value::Object(wire::result::question(&message, state))
}

pub fn state(seed: char) -> String {
    format!("v1.k1.AQEC{}.{}9wQ", seed.to_string().repeat(300), seed.to_string().repeat(40))
}

fn tool(name: &str, hints: Value) -> Value {
    json!({
        "name": name,
        "title": "A tool of the lab",
        "description": "What it does, at some length, for the model to read.",
        "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
        "annotations": hints,
    })
}

fn list(payments: bool) -> Value {
    let mut tools = vec![
        tool("delete_file", json!({"readOnlyHint": false, "destructiveHint": true, "openWorldHint": false})),
        tool("list_files", json!({"readOnlyHint": true, "openWorldHint": false})),
        tool("search_web", json!({"readOnlyHint": true, "openWorldHint": true})),
    ];
    if payments {
        tools.push(tool("send_payment", json!({"readOnlyHint": false, "destructiveHint": true})));
    }
    json!({"resultType": "complete", "tools": tools, "ttlMs": 60000, "cacheScope": "private"})
}

fn text(is_error: bool, text: &str) -> Value {
    Value::Object(wire::result::tool_result(is_error, text))
}

fn prompt(path: &str) -> Vec<String> {
    let own = format!(
        "The server asks about this call.\nServer: files\nTool: delete_file\nArguments:\n  path = \"{path}\"\n\
         You can answer yes or no in its form, decline, or cancel.\n\
         The server's own words, which nobody has checked:\n| May this call run?\n| Server: files\n\
         | Tool: delete_file\n| Arguments:\n|   path = \"{path}\"\n| Resource: {path}, 120 bytes, changed 13:58\n\
         | Runs: once, now"
    );
    own.lines().map(str::to_owned).collect()
}

fn asked(story: &mut Story, id: u64, token: &str, path: &str, seed: char) -> u32 {
    story.request(id, "tools/call", Some(token), json!({"name": "delete_file", "arguments": {"path": path}}));
    let entry = story.result(id, question(path, &state(seed)));
    entry.gate =
        gate("gate two", "asked", "the tool is destructive, so a person decides on this call", &["CALL-03", "MRTR-01"]);
    let number = story.last();
    let lines = prompt(path);
    story.human("host", "Alice", number, &lines.iter().map(String::as_str).collect::<Vec<_>>());
    number
}

fn retry(story: &mut Story, question: u32, id: u64, path: &str, seed: char, answer: Value) {
    let params = json!({
        "name": "delete_file",
        "arguments": {"path": path},
        "inputResponses": {"approval": answer},
        "requestState": state(seed),
    });
    story.request(id, "tools/call", Some("alice-1"), params).answers = Some(question);
}

/// The exchange.
pub fn sample() -> Vec<Entry> {
    let mut story = Story::default();
    story.note(&[
        "# 1 No token, and the least that suffices",
        "The host knows the server's address and nothing else. It calls without a token, is told where to get one, and \
         asks for the one scope that the challenge names.",
    ]);
    story.request(1, "server/discover", None, json!({}));
    let challenge = format!("Bearer scope=\"files:read\", resource_metadata=\"{METADATA}\"");
    story.challenge(401, &challenge).gate =
        gate("front door", "refused", "there is no token, or it is not good here", &["AUTH-13", "AUTH-03"]);
    story.exchange(
        Kind::Http,
        "server",
        "GET /.well-known/oauth-protected-resource/mcp",
        None,
        json!({
            "resource": "https://files.example/mcp",
            "authorization_servers": ["https://auth.example"],
            "scopes_supported": ["files:read", "payments:write"],
        }),
    );
    story.exchange(
        Kind::Oauth,
        "auth server",
        "POST /token",
        Some(json!({"resource": "https://files.example/mcp", "scope": "files:read"})),
        json!({"access_token": "alice-1", "token_type": "Bearer", "scope": "files:read"}),
    );
    let back = story.last();
    story.request(2, "server/discover", Some("alice-1"), json!({})).answers = Some(back);
    story.result(
        2,
        json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
            "instructions": "Files and payments; what changes anything asks first.", "ttlMs": 600_000, "cacheScope": "public"}),
    );
    story.request(3, "tools/list", Some("alice-1"), json!({}));
    story.result(3, list(false)).model_reads = true;

    story.note(&["# 2 A read that runs unasked", "Alice marked this server as trusted, so its hints count."]);
    story.request(4, "tools/call", Some("alice-1"), json!({"name": "list_files", "arguments": {"folder": "/"}})).gate =
        gate(
            "host",
            "passed",
            "this server is trusted, and says that the tool reads and stays in a closed world",
            &["HOST-02", "CALL-03"],
        );
    let entry = story.result(4, text(false, "notes.txt\nreport.csv"));
    entry.model_reads = true;
    entry.gate = gate("gate two", "passed", "only a closed-world read runs unasked", &["CALL-03"]);

    story.note(&["# 3 delete_file, declined", "A no leaves the file where it is, and is no error of the protocol."]);
    let asked_in = asked(&mut story, 5, "alice-1", "notes.txt", 'A');
    story.human("Alice", "host", asked_in, &["> decline"]);
    retry(&mut story, asked_in, 6, "notes.txt", 'A', json!({"action": "decline"}));
    let entry =
        story.result(6, text(true, "Not run: the person declined this call. Do not repeat it unless they ask."));
    entry.model_reads = true;
    entry.gate = coded(
        gate("gate two", "refused", "the person declined, or was not shown the question", &["CALL-09", "TOOL-11"]),
        "declined",
    );

    story.note(&[
        "# 4 The right state, another file",
        "Asked afresh, Alice is shown notes.txt. The next message echoes her question's state and names report.csv.",
    ]);
    let asked_in = asked(&mut story, 7, "alice-1", "notes.txt", 'B');
    let yes = json!({"action": "accept", "content": {"approved": true}});
    retry(&mut story, asked_in, 8, "report.csv", 'B', yes.clone());
    story.last_mut().violation = Some(Violation {
        text: "names another file than the one the person was shown".into(),
        rules: vec!["RS-06".into()],
    });
    story.error(8, -32602, "This state is no good for this call. Make the call again without it.").gate = coded(
        gate(
            "gate two",
            "refused",
            "the arguments are not those that the person was shown",
            &["RS-06", "CALL-11", "RS-12"],
        ),
        "other_arguments",
    );
    story.human("Alice", "host", asked_in, &["> yes, in the form"]);
    retry(&mut story, asked_in, 9, "notes.txt", 'B', yes.clone());
    story.last_mut().gate =
        gate("grant", "claimed", "the grant was issued and claimed in one step", &["GRANT-02", "GRANT-05"]);
    story.effect(&["RUNNING delete_file on files", "deleted notes.txt", "DONE delete_file"]);
    let back = story.last() - 1;
    let entry = story.result(9, text(false, "Deleted notes.txt."));
    entry.model_reads = true;
    entry.answers = Some(back);
    story.note(&["> A state that is refused on the wrong call still works for the honest one."]);
    retry(&mut story, asked_in, 10, "notes.txt", 'B', yes);
    let entry = story.result(10, text(true, "Already done at 14:02; nothing ran again: deleted notes.txt."));
    entry.model_reads = true;
    entry.gate = coded(gate("grant", "refused", "the grant was spent or ended before", &["RS-07", "GRANT-10"]), "used");

    story.note(&["# 5 send_payment meets gate one first", "A yes to delete_file says nothing of payments."]);
    let pay = json!({"name": "send_payment", "arguments": {"amount": 1200, "currency": "EUR", "to": "ACME"}});
    story.request(11, "tools/call", Some("alice-1"), pay.clone());
    let challenge = format!(
        "Bearer error=\"insufficient_scope\", scope=\"payments:approve payments:write\", resource_metadata=\"{METADATA}\""
    );
    story.challenge(403, &challenge).gate = gate(
        "gate one",
        "refused",
        "this call of send_payment needs payments:approve payments:write",
        &["SCOPE-07", "STEP-01", "STEP-03"],
    );
    let back = story.last();
    let entry = story.add(Kind::Host, "host", None);
    entry.answers = Some(back);
    entry.text = vec!["asks for files:read payments:approve payments:write".into()];
    entry.gate = gate("client", "passed", "requested before, granted now, and challenged: the union", &["STEP-05"]);
    story.exchange(
        Kind::Oauth,
        "auth server",
        "POST /token",
        Some(json!({"resource": "https://files.example/mcp", "scope": "files:read payments:approve payments:write"})),
        json!({"access_token": "alice-2", "token_type": "Bearer", "scope": "files:read payments:approve payments:write"}),
    );
    let back = story.last();
    story.request(12, "tools/call", Some("alice-2"), pay).answers = Some(back);
    story.result(12, question("ACME", &state('C'))).gate =
        gate("gate two", "asked", "the tool is destructive, so a person decides on this call", &["CALL-03", "CALL-01"]);
    story.request(13, "tools/list", Some("alice-2"), json!({}));
    story.result(13, list(true)).model_reads = true;
    story.note(&[
        "Next:",
        "  cargo run -- --act other-user",
        "> Scope says who may try. Consent says that this should happen.",
    ]);
    story.entries()
}
