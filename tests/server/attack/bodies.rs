//! Bodies that two readers could read in two ways, and what a server says in its own.

use crate::house::{ALL, House, yes};
use crate::http::{Answer, Message, VERSION, meta};
use serde_json::{Value, json};

const PATH: &str = r#""path":"notes.txt""#;

fn start() -> (House, String) {
    let house = House::new();
    let token = house.token("alice", ALL);
    (house, token)
}

fn deletion() -> Message {
    Message::call("delete_file", json!({"path": "notes.txt"}))
}

fn unreadable(answer: &Answer) {
    assert_eq!(answer.status, 400, "{answer:?}");
    assert!([-32700, -32600].contains(&answer.code()), "{answer:?}");
}

#[test]
fn a_name_that_stands_twice_is_refused_wherever_it_stands() {
    let (house, token) = start();
    let letter = r#""path":"letter.txt""#;
    for (from, to) in [
        (PATH, format!("{PATH},{letter}")),
        (PATH, format!("{letter},{PATH}")),
        (PATH, format!(r#"{PATH},"p\u0061th":"letter.txt""#)),
        (r#""arguments":{"#, r#""arguments":{"path":"letter.txt"},"arguments":{"#.into()),
        (r#""arguments":{"#, r#""\u0061rguments":{"path":"letter.txt"},"arguments":{"#.into()),
        (r#""name":"delete_file""#, r#""name":"list_files","name":"delete_file""#.into()),
        (r#""method":"tools/call""#, r#""method":"tools/list","method":"tools/call""#.into()),
        (r#""id":1"#, r#""id":2,"id":1"#.into()),
        (r#""params":"#, r#""params":{},"params":"#.into()),
        (r#""elicitation":{"#, r#""elicitation":{},"elicitation":{"#.into()),
    ] {
        let answer = house.untouched(|| house.send(&deletion().replacing(from, &to).by(&token)));
        unreadable(&answer);
    }
}

/// The same on the retry: the yes was to one reading.
#[test]
fn a_retry_with_a_name_that_stands_twice_runs_nothing_and_burns_nothing() {
    let (house, token) = start();
    let state = house.send(&deletion().by(&token)).state();
    let retry = Message::retry("delete_file", json!({"path": "notes.txt"}), yes(), &state).by(&token);
    for (from, to) in [
        (PATH, format!(r#"{PATH},"path":"letter.txt""#)),
        (r#""approved":true"#, r#""approved":false,"approved":true"#.into()),
        (r#""action":"accept""#, r#""action":"decline","action":"accept""#.into()),
        (r#""inputResponses":{"#, r#""inputResponses":{},"inputResponses":{"#.into()),
    ] {
        unreadable(&house.untouched(|| house.send(&retry.clone().replacing(from, &to))));
    }
    assert!(!house.send(&retry).told().0);
    assert_eq!(house.files(), ["letter.txt", "payroll/june.csv"]);
}

/// Arguments that one part of a server would read, and another not: the yes is to all of them, as they will run.
#[test]
fn arguments_that_are_read_twice_are_the_same_both_times() {
    let (house, token) = start();
    let state = house.send(&deletion().by(&token)).state();
    for other in [
        json!({"path": "letter.txt"}),
        json!({}),
        json!({"path": "notes.txt", "more": 1}),
        json!({"path": "notes.txt "}),
    ] {
        let retry = Message::retry("delete_file", other.clone(), yes(), &state).by(&token);
        let answer = house.untouched(|| house.send(&retry));
        assert!(answer.code() == -32602 || answer.told().0, "{other}: {answer:?}");
    }
    let pay = |amount: i64| json!({"to": "Plant Shop", "amount": amount});
    let state = house.send(&Message::call("send_payment", pay(10)).by(&token)).state();
    let more = house.untouched(|| house.send(&Message::retry("send_payment", pay(11), yes(), &state).by(&token)));
    assert_eq!(more.code(), -32602);
    let search = Message::retry("search_web", json!({"query": "x"}), yes(), &state).by(&token);
    assert_eq!(house.untouched(|| house.send(&search)).code(), -32602);
    assert!(!house.send(&Message::retry("send_payment", pay(10), yes(), &state).by(&token)).told().0);
    assert_eq!(house.payments(), 1);
}

#[test]
fn what_is_no_single_message_is_refused() {
    let (house, token) = start();
    let whole = String::from_utf8(deletion().body).unwrap();
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let mut broken = whole.clone().into_bytes();
    broken.extend_from_slice(b"\xff");
    let bodies: Vec<Vec<u8>> = vec![
        format!("[{whole}]").into(),
        format!("{whole}{whole}").into(),
        format!("\u{feff}{whole}").into(),
        whole.replace("notes.txt", r"notes\ud800.txt").into(),
        whole.replace(r#""id":1"#, r#""id":9007199254740993"#).into(),
        whole.replace(r#""id":1"#, r#""id":null"#).into(),
        whole.replace(PATH, &format!(r#""path":{deep}"#)).into(),
        whole.replace(PATH, r#""path":NaN"#).into(),
        whole[..whole.len() - 1].into(),
        whole.replace("2.0", "1.0").into(),
        broken,
        Vec::new(),
    ];
    for body in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
        let answer = house.untouched(|| house.send(&Message { body, ..deletion() }.by(&token)));
        assert_eq!(answer.status, 400, "{shown}: {answer:?}");
    }
    let answer = house.untouched(|| house.send(&Message { body: vec![b' '; 1 << 20], ..deletion() }.by(&token)));
    assert_eq!(answer.status, 413, "{answer:?}");
}

/// C119: what a cache is told stands in each list and in what is discovered, and nowhere else.
#[test]
fn c119_each_list_says_how_long_it_holds_and_for_whom() {
    let (house, token) = start();
    for method in ["server/discover", "tools/list"] {
        let result = house.send(&Message::request(method, json!({})).by(&token)).json()["result"].clone();
        assert!(result["ttlMs"].is_u64() && result["cacheScope"].is_string(), "{method}: {result}");
    }
    for (method, params) in [
        ("prompts/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({"uri": "file:///notes.txt"})),
    ] {
        let message = Message::request(method, params).also("Mcp-Name", "file:///notes.txt").by(&token);
        let answer = house.send(&message);
        let result = &answer.json()["result"];
        // No such method, or no such resource: then there is nothing to keep.
        let silent = result.is_null() && [-32601, -32602].contains(&answer.code());
        assert!(silent || (result["ttlMs"].is_u64() && result["cacheScope"].is_string()), "{method}: {answer:?}");
    }
    let asked = house.send(&deletion().by(&token)).json()["result"].clone();
    let ran = house.send(&Message::call("list_files", json!({})).by(&token)).json()["result"].clone();
    for result in [asked, ran] {
        assert!(result.get("ttlMs").is_none() && result.get("cacheScope").is_none(), "{result}");
    }
}

/// C121: each request declares for itself what its client can show.
#[test]
fn c121_a_question_is_asked_where_this_very_request_declares_forms() {
    let (house, token) = start();
    let declaring = |elicits: Value| {
        let capabilities = if elicits.is_null() { json!({}) } else { json!({"elicitation": elicits}) };
        let said = json!({
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        let params = json!({"name": "delete_file", "arguments": {"path": "notes.txt"}, "_meta": said});
        house.untouched(|| house.send(&Message::request("tools/call", params).by(&token)))
    };
    for shows in [json!({}), json!({"form": {}, "url": {}}), json!({"form": {}})] {
        declaring(shows).state();
    }
    for none in [json!({"url": {}}), Value::Null] {
        let answer = declaring(none.clone());
        assert_eq!((answer.status, answer.code()), (400, -32021), "{none}: {answer:?}");
        let wanted = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
        assert_eq!(answer.json()["error"]["data"], wanted);
    }
    for malformed in [json!([]), json!(true), json!("form")] {
        assert_eq!(declaring(malformed.clone()).code(), -32602, "{malformed}");
    }
    let mut nothing = meta();
    nothing.as_object_mut().unwrap().remove("io.modelcontextprotocol/clientCapabilities");
    let params = json!({"name": "delete_file", "arguments": {"path": "notes.txt"}, "_meta": nothing});
    let answer = house.untouched(|| house.send(&Message::request("tools/call", params).by(&token)));
    assert_eq!((answer.status, answer.code()), (400, -32602));
}
