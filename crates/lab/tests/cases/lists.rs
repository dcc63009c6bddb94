//! What a caller is told of tools that are not theirs: kind list-leak.

use crate::{Lab, Told, call};
use serde_json::{Map, Value, json};
use twogates_lab::authorization::person;
use twogates_lab::host::{Client, Received};
use twogates_lab::server::Settings;
use twogates_lab::tools;

/// Every scope that means something to the lab, those that imply others among them, and one that means nothing.
const SCOPES: [&str; 8] = [
    "files:admin",
    "files:payroll",
    "files:read",
    "files:write",
    "payments:approve",
    "payments:write",
    "unrelated",
    "web:search",
];

fn names(client: &mut Client) -> Vec<String> {
    let list = client.post("tools/list", &Map::new(), None).result().unwrap().clone();
    list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// All that went out: status, headers and body.
fn sent(received: &Received) -> String {
    let response = &received.response;
    format!("{} {:?} {}", response.status, response.headers.0, response.body)
}

/// Whether a text has anything of this tool: its name, its title, its description, or the name of an argument that is
/// its alone.
fn tells_of(text: &str, tool: &str) -> bool {
    let listed = tools::listed(tool).unwrap();
    let words = [&listed["name"], &listed["title"], &listed["description"]].map(|word| word.as_str().unwrap());
    let mine = match tool {
        "delete_file" => "path",
        "send_payment" => "currency",
        _ => "limit",
    };
    words.iter().any(|word| text.contains(word)) || text.contains(&format!("\"{mine}\""))
}

/// C066: lists, and what else is told, with nothing of a tool that the caller may not call.
#[test]
fn c066_nothing_that_is_sent_tells_of_a_hidden_tool() {
    for undisclosed in [vec![], vec!["delete_file", "send_payment", "search_web"]] {
        let lab = Lab::with(Settings { undisclosed, ..Settings::default() });
        let mut reader = lab.client(&person("alice"), &["files:read"]);
        assert_eq!(names(&mut reader), ["list_files"]);
        assert_eq!(
            names(&mut lab.client(&person("alice"), &["files:read", "files:write"])),
            ["list_files", "delete_file"]
        );
        let unknown = call(&mut reader, "item.unknown", &json!({}));
        assert_eq!(Told::of(&unknown), Told::Error(-32602));
        let all = [
            reader.post("tools/list", &Map::new(), None),
            reader.post("server/discover", &Map::new(), None),
            unknown,
            call(&mut reader, "list_files", &json!({"folder": "nowhere"})),
            call(&mut reader, "list_files", &json!({"folder": "payroll"})),
            reader.post("tools/unknown", &Map::new(), None),
        ];
        for received in &all {
            for hidden in ["delete_file", "send_payment", "search_web"] {
                assert!(!tells_of(&sent(received), hidden), "{hidden} in {}", sent(received));
            }
        }
        assert!(
            tells_of(&sent(&lab.alice().post("tools/list", &Map::new(), None)), "delete_file"),
            "the words are right"
        );
    }
}

/// C066: whoever tries the name of a tool that is not disclosed is told what they are told of any name.
#[test]
fn c066_a_hidden_tool_that_is_not_disclosed_answers_as_an_unknown_one() {
    let hidden = ["delete_file", "search_web", "send_payment"];
    let lab = Lab::with(Settings { undisclosed: hidden.to_vec(), ..Settings::default() });
    let mut reader = lab.client(&person("alice"), &["files:read"]);
    let mut told = |name: &str| {
        let received = call(&mut reader, name, &base_only(name));
        (received.response.status, received.message.unwrap()["error"].to_string().replace(name, "NAME"))
    };
    let unknown = told("item.unknown");
    assert_eq!(unknown.0, 200);
    for name in hidden {
        assert_eq!(told(name), unknown, "{name}");
    }
}

/// C066: what everyone is told of the server tells nobody of a tool that is not disclosed.
#[test]
fn c066_the_server_does_not_speak_of_payments_where_none_are_disclosed() {
    let lab = Lab::with(Settings { undisclosed: vec!["send_payment"], ..Settings::default() });
    let mut reader = lab.client(&person("alice"), &["files:read"]);
    let discovered = sent(&reader.post("server/discover", &Map::new(), None));
    assert!(!discovered.contains("pay"), "{discovered}");
}

/// A call that needs no more than its tool's base set.
fn base_only(tool: &str) -> Value {
    match tool {
        "list_files" => json!({}),
        "search_web" => json!({"query": "weather"}),
        "delete_file" => json!({"path": "notes.txt"}),
        _ => json!({"to": "acct-1", "amount": 1000}),
    }
}

/// C068: every subset of the scopes and every tool, listed or not, called or not.
#[test]
fn c068_a_tool_is_listed_exactly_when_its_call_is_not_refused_for_want_of_scope() {
    let hidden = ["send_payment", "search_web"];
    let open = Lab::new();
    let closed = Lab::with(Settings { undisclosed: hidden.to_vec(), ..Settings::default() });
    for chosen in 0_u32..1 << SCOPES.len() {
        let scopes: Vec<&str> =
            (0..SCOPES.len()).filter(|place| chosen & (1 << place) != 0).map(|place| SCOPES[place]).collect();
        for (lab, undisclosed) in [(&open, &[][..]), (&closed, &hidden)] {
            let mut client = lab.client(&person("alice"), &scopes);
            let listed = names(&mut client);
            for tool in ["list_files", "search_web", "delete_file", "send_payment"] {
                let received = call(&mut client, tool, &base_only(tool));
                let expected = match listed.iter().any(|name| name == tool) {
                    true => received.response.status == 200 && Told::of(&received) != Told::Error(-32602),
                    false if undisclosed.contains(&tool) => Told::of(&received) == Told::Error(-32602),
                    false => Told::of(&received) == Told::Http(403),
                };
                assert!(expected, "{tool} with {scopes:?}: {}", sent(&received));
            }
        }
    }
    assert!(open.untouched() && closed.untouched());
}
