//! Nothing before the yes, and once after it: kind replay-double-exec, in one process.

use crate::{Lab, Told, accepted, asked, map, payment, yes};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Barrier;
use twogates_lab::host::Client;
use twogates_lab::server::{LabServer, Service};
use wire::http::{Request, Response};

const CONNECTIONS: usize = 20;
const ROUNDS: u64 = 25;

/// C014: the payment ledger before and after the yes.
#[test]
fn c014_nothing_is_written_before_the_yes() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    let state = asked(&mut alice, "send_payment", &payment());
    assert!(lab.untouched());
    assert_eq!(lab.audit(), ["asked input_required"]);
    assert_eq!(accepted(&mut alice, "send_payment", &payment(), &state), Told::Done("paid 10 EUR to acct-1".into()));
    assert_eq!(lab.paid().len(), 1);
}

/// The same accepted retry for each connection, each with an id of its own.
fn retries(client: &mut Client, arguments: &Value, state: &str) -> Vec<Request> {
    let params = json!({
        "name": "send_payment",
        "arguments": arguments,
        "inputResponses": {"approval": yes()},
        "requestState": state,
    });
    let retry = |client: &mut Client| {
        let message = client.message("tools/call", &map(&params));
        let headers = client.headers(&message);
        Request { method: "POST".into(), path: "/mcp".into(), headers, body: message.to_string() }
    };
    (0..CONNECTIONS).map(|_| retry(client)).collect()
}

/// Sends all at the same moment.
fn at_once(server: &LabServer, requests: &[Request]) -> Vec<Response> {
    let start = Barrier::new(requests.len());
    std::thread::scope(|scope| {
        let send = |request| {
            start.wait();
            server.handle(request).response
        };
        let sent: Vec<_> = requests.iter().map(|request| scope.spawn(move || send(request))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    })
}

/// The result of each response, and that each has another id.
fn results(responses: &[Response]) -> Vec<Value> {
    assert!(responses.iter().all(|response| response.status == 200));
    let messages: Vec<Value> = responses.iter().map(|response| serde_json::from_str(&response.body).unwrap()).collect();
    let ids: BTreeSet<i64> = messages.iter().map(|message| message["id"].as_i64().unwrap()).collect();
    assert_eq!(ids.len(), responses.len());
    messages.into_iter().map(|mut message| message["result"].take()).collect()
}

/// C016: the same accepted retry on twenty connections.
#[test]
fn c016_of_twenty_retries_at_once_one_pays_and_each_other_is_told_so() {
    let lab = Lab::new();
    let mut alice = lab.alice();
    for round in 1..=ROUNDS {
        let arguments = json!({"to": "acct-1", "amount": round});
        let state = asked(&mut alice, "send_payment", &arguments);
        let results = results(&at_once(&lab.server, &retries(&mut alice, &arguments, &state)));
        let (lost, won): (Vec<_>, Vec<_>) = results.iter().partition(|result| result["isError"] == true);
        assert_eq!((won.len(), lost.len()), (1, CONNECTIONS - 1));
        assert_eq!(won[0]["content"][0]["text"], format!("paid {round} EUR to acct-1"));
        for result in lost {
            let text = result["content"][0]["text"].as_str().unwrap();
            let used = text.starts_with("Already done at ") || text.starts_with("In progress since ");
            assert!(used && text.contains("nothing ran again"), "{text}");
        }
        assert_eq!(lab.paid().len() as u64, round);
    }
    assert_eq!(lab.issued() as u64, ROUNDS);
}

/// C016 where the call is queued: one grant, one place in the queue.
#[test]
fn c016_of_twenty_retries_at_once_one_is_queued() {
    let lab = Lab::deferring("send_payment");
    let mut alice = lab.alice();
    let state = asked(&mut alice, "send_payment", &payment());
    let results = results(&at_once(&lab.server, &retries(&mut alice, &payment(), &state)));
    for result in results {
        assert!(result["content"][0]["text"].as_str().unwrap().starts_with("Approved, not yet done"), "{result}");
    }
    assert_eq!((lab.issued(), lab.paid().len()), (1, 0));
    assert!(lab.server.work().unwrap().is_ok());
    assert!(lab.server.work().is_none());
    assert_eq!(lab.paid(), ["10 EUR to acct-1"]);
}
