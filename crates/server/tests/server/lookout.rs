//! What an operator sees: health, metrics, and a log without secrets.

use crate::support::House;
use serde_json::{Value, json};
use ureq::Agent;

#[test]
fn metrics_count_what_happened() {
    let house = House::new("");
    let server = house.serve(&[]);
    let alice = house.client(&server, "payments:write");
    let payment = json!({"to": "Plant Shop", "amount": 20});
    let state = alice.ask("send_payment", &payment);
    alice.yes("send_payment", &payment, &state);
    alice.yes("send_payment", &payment, &state);
    let state = alice.ask("send_payment", &payment);
    alice.answer("send_payment", &payment, &state, json!({"action": "decline"}));
    assert_eq!(alice.fetch("/healthz"), (200, "ok\n".to_owned()));
    let (status, text) = alice.fetch("/metrics");
    assert_eq!(status, 200);
    for line in [
        "two_gates_asked_total{tool=\"send_payment\"} 2",
        "two_gates_answered_total{answer=\"yes\",tool=\"send_payment\"} 1",
        "two_gates_answered_total{answer=\"declined\",tool=\"send_payment\"} 1",
        "two_gates_ended_total{state=\"executed\",tool=\"send_payment\"} 1",
        "two_gates_replayed_total{state=\"executed\"} 1",
        "two_gates_answer_seconds_count 2",
        "two_gates_indeterminate 0",
        "two_gates_responses_total{status=\"200\"} 5",
    ] {
        assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
    }
}

#[test]
fn who_comes_by_another_name_reads_no_metrics() {
    let house = House::new("");
    let server = house.serve(&[]);
    let metrics = |host: &str| {
        let url = server.url.replace("/mcp", "/metrics");
        let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
        agent.get(url).header("Host", host).call().unwrap().status().as_u16()
    };
    assert_eq!(metrics("localhost:8420"), 200);
    for host in ["evil.example", "house.example", "localhost.evil.example"] {
        assert_eq!(metrics(host), 404, "{host}");
    }
}

#[test]
fn metrics_can_be_off() {
    let house = House::new("");
    let config = std::fs::read_to_string(house.path("config.toml")).unwrap();
    std::fs::write(house.path("config.toml"), format!("metrics = \"off\"\n{config}")).unwrap();
    let server = house.serve(&[]);
    assert_eq!(house.client(&server, "files:read").fetch("/metrics").0, 404);
}

#[test]
fn one_correlation_leads_from_the_question_to_the_effect_and_no_value_is_logged() {
    let house = House::new("[tools.send_payment]\ndefer_seconds = 600\n");
    let mut server = house.serve(&["--log", "debug"]);
    let token = house.issuer.token("alice", "payments:write files:write");
    let alice = crate::support::Client::new(&server.url, &token);
    let payment = json!({"to": "Confidential Clinic", "amount": 20, "currency": "Quatloo"});
    let state = alice.ask("send_payment", &payment);
    alice.yes("send_payment", &payment, &state);
    let notes = json!({"path": "notes.txt"});
    let deletion = alice.ask("delete_file", &notes);
    alice.yes("delete_file", &notes, &deletion);
    let (well, log) = server.terminated();
    assert!(well, "{log}");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |tool: &str| {
        let asked = lines.iter().find(|line| line["event"] == "asked" && line["tool"] == tool).unwrap();
        let same = lines.iter().filter(|line| line["correlation"] == asked["correlation"]);
        same.map(|line| line["event"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(of("send_payment"), ["asked", "answered"]);
    assert_eq!(of("delete_file"), ["asked", "answered", "claimed", "ended"]);
    let config = house.path("config.toml");
    let worked = crate::support::run(&["work", "--once", "--config", config.to_str().unwrap()]);
    let log = log + &String::from_utf8(worked.stderr).unwrap();
    assert!(log.contains("\"event\":\"ended\""), "{log}");
    for secret in [token.as_str(), "Confidential", "Quatloo", "notes.txt", state.as_str(), "alice"] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}
