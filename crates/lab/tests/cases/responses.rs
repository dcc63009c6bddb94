//! Answers that a client must not use: texts with two readings, and answers to something else.

use crate::stubs::{Visit, result};
use serde_json::json;
use std::rc::Rc;
use twogates_lab::World;
use twogates_lab::host::{Client, Ending};
use twogates_lab::server::{Handled, Service};
use wire::Entry;
use wire::entry::Kind;
use wire::http::{Request, Response};

/// A response with this body, `ID` in it replaced by the id of the request.
fn raw(request: &Request, body: &str) -> Response {
    let message = wire::strict::read(&request.body).unwrap();
    Response { body: body.replace("ID", &message["id"].to_string()), ..Response::json(200, &json!({})) }
}

/// The code, the rules and the sentence of each decision of the client's.
fn refused(visit: &Visit) -> Vec<(String, String, String)> {
    let entries = visit.entries();
    let decided = entries.iter().filter_map(|entry| entry.gate.as_ref().filter(|gate| gate.gate == "client"));
    decided.map(|gate| (gate.code.clone().unwrap(), gate.rules.join(" "), gate.why.clone())).collect()
}

/// The entries of what the server sent.
fn answers(visit: &Visit) -> Vec<Entry> {
    visit.entries().into_iter().filter(|entry| entry.from == "server").collect()
}

/// What a call comes to that is answered with this body.
fn called(body: &'static str) -> (Visit, Ending) {
    let mut visit = Visit::to(None, move |request, _| raw(request, body)).holding(&["a"]);
    let ending = visit.call();
    (visit, ending)
}

const DONE: &str = r#""result":{"resultType":"complete","content":[{"type":"text","text":"done"}]}"#;

/// The digest of a definition speaks of every number in it, or there is no definition.
#[test]
fn a_list_with_a_number_that_would_be_rounded_is_not_read() {
    for number in ["9007199254740993", "9007199254740992", "1e400"] {
        let mut visit = Visit::to(None, move |request, _| {
            let tool = format!(r#"{{"name":"delete_file","inputSchema":{{"type":"object","maximum":{number}}}}}"#);
            let list = format!(r#"{{"resultType":"complete","tools":[{tool}],"ttlMs":9000,"cacheScope":"private"}}"#);
            raw(request, &format!(r#"{{"jsonrpc":"2.0","id":ID,"result":{list}}}"#))
        })
        .holding(&["a"]);
        for _ in 0..2 {
            assert_eq!(visit.host.list_tools(), [""; 0], "{number}");
        }
        assert_eq!(visit.stub.posted().len(), 2, "and it is not kept either");
        let (code, rules, why) = refused(&visit).swap_remove(0);
        assert_eq!((code.as_str(), rules.as_str()), ("number_too_large", "CALL-04"));
        assert!(why.starts_with("the number at byte ") && why.ends_with(" is 2^53 or more"), "{why}");
        // What was sent stands in the transcript as the text that it is.
        let listed = answers(&visit).swap_remove(0);
        assert!(listed.kind == Kind::Mcp && listed.message.is_none());
        assert!(listed.text[0].contains(number), "{:?}", listed.text);
    }
}

#[test]
fn a_list_with_exact_numbers_is_read() {
    let tool = json!({"name": "delete_file", "inputSchema": {"type": "object", "maximum": 9_007_199_254_740_991_u64}});
    let mut visit = Visit::to(None, move |request, _| {
        result(request, json!({"resultType": "complete", "tools": [tool], "ttlMs": 9000, "cacheScope": "private"}))
    })
    .holding(&["a"]);
    assert_eq!(visit.host.list_tools(), ["delete_file"]);
    assert_eq!(refused(&visit), []);
}

#[test]
fn a_text_with_two_readings_is_no_answer() {
    let twice = r#"{"jsonrpc":"2.0","id":ID,"result":{"resultType":"input_required","resultType":"complete"}}"#;
    let (visit, ending) = called(twice);
    assert_eq!(ending, Ending::Unusable(200));
    let (code, rules, why) = refused(&visit).swap_remove(0);
    assert_eq!((code.as_str(), rules.as_str()), ("duplicate_name", "CALL-04"));
    assert!(why.contains(r#""resultType" stands twice"#), "{why}");
    let answer = answers(&visit).swap_remove(0);
    assert_eq!((answer.kind, answer.message.is_none(), answer.model_reads), (Kind::Mcp, true, false));
    // What is no JSON is no message of any kind.
    let (visit, ending) = called("<html>Sorry</html>");
    assert_eq!(ending, Ending::Unusable(200));
    assert_eq!(refused(&visit)[0].0, "not_json");
    let answer = answers(&visit).swap_remove(0);
    assert_eq!(
        (answer.kind, answer.text.iter().map(|line| line.kept()).collect::<Vec<_>>()),
        (Kind::Http, vec!["<html>Sorry</html>"])
    );
    // Nothing at all is not misread, and nothing is said of it.
    let mut visit = Visit::to(None, |_, _| Response::empty(204)).holding(&["a"]);
    assert_eq!(visit.call(), Ending::Unusable(204));
    assert_eq!(refused(&visit), []);
}

/// The id is the request's own, in value and in kind.
#[test]
fn an_answer_to_another_request_is_none() {
    for id in ["2", "0", "\"1\"", "1.5", "[1]", "true"] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},{DONE}}}"#);
        let (visit, ending) = called(body.leak());
        assert_eq!(ending, Ending::Unusable(200), "{id}");
        let told = [("other_id".into(), "BASE-04".into(), "what came back answers another request".into())];
        assert_eq!(refused(&visit), told, "{id}");
        let answer = answers(&visit).swap_remove(0);
        assert!(answer.message.is_some() && !answer.model_reads, "it is shown, and the model does not read it: {id}");
    }
    for body in
        [r#"{"jsonrpc":"2.0","result":{"resultType":"complete"}}"#, r#"{"jsonrpc":"2.0","id":null,"result":{}}"#]
    {
        let (visit, ending) = called(body);
        assert_eq!((ending, refused(&visit)[0].0.as_str()), (Ending::Unusable(200), "other_id"), "{body}");
    }
    // An error for another request is not this one's.
    let (visit, ending) = called(r#"{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"no"}}"#);
    assert_eq!((ending, refused(&visit)[0].0.as_str()), (Ending::Unusable(200), "other_id"));
}

#[test]
fn an_error_may_lack_its_id() {
    for id in ["", r#""id":null,"#, r#""id":ID,"#] {
        let body = format!(r#"{{"jsonrpc":"2.0",{id}"error":{{"code":-32600,"message":"no"}}}}"#);
        let (visit, ending) = called(body.leak());
        assert_eq!(ending, Ending::Error { code: -32600, message: "no".into() }, "{id}");
        assert_eq!(refused(&visit), [], "{id}");
    }
}

#[test]
fn what_is_no_json_rpc_message_is_no_answer() {
    for version in ["", r#""jsonrpc":"1.0","#, r#""jsonrpc":2.0,"#] {
        let (visit, ending) = called(format!(r#"{{{version}"id":ID,{DONE}}}"#).leak());
        assert_eq!(ending, Ending::Unusable(200), "{version}");
        assert_eq!(refused(&visit)[0].0, "not_json_rpc", "{version}");
        assert_eq!(refused(&visit)[0].1, "BASE-01", "{version}");
    }
    let (_, ending) = called(format!(r#"{{"jsonrpc":"2.0","id":ID,{DONE}}}"#).leak());
    assert_eq!(ending, Ending::Result { is_error: false, text: "done".into() });
}

/// RES-03: a result of a kind that is not known is invalid, whatever else it carries.
#[test]
fn a_result_of_an_unknown_kind_is_no_question_and_no_end() {
    let question = r#""inputRequests":{"q":{"method":"elicitation/create","params":{"message":"May it?"}}}"#;
    let content = r#""content":[{"type":"text","text":"done"}],"isError":false"#;
    for kind in ["\"partial\"", "\"Complete\"", "\"INPUT_REQUIRED\"", "null", "true", "[\"complete\"]"] {
        let result = format!(r#"{{"resultType":{kind},"requestState":"s",{question},{content}}}"#);
        let (visit, ending) = called(format!(r#"{{"jsonrpc":"2.0","id":ID,"result":{result}}}"#).leak());
        assert_eq!(ending, Ending::Unusable(200), "{kind}");
        assert_eq!(visit.stub.posted().len(), 1, "{kind}: nothing is answered");
        assert!(visit.entries().iter().all(|entry| entry.kind != Kind::Human), "{kind}: nobody is asked");
    }
}

/// What is read is what is shown: a message stands in the transcript as one, an unreadable document as its text.
#[test]
fn a_message_is_recorded_as_one_and_a_document_as_one() {
    let (visit, _) = called(format!(r#"{{"jsonrpc":"2.0","id":ID,{DONE}}}"#).leak());
    let answer = answers(&visit).swap_remove(0);
    assert_eq!((answer.kind, answer.message.is_some(), answer.text.is_empty()), (Kind::Mcp, true, true));
    // A document with two readings, fetched as metadata.
    struct Twofold;
    impl Service for Twofold {
        fn handle(&self, _: &Request) -> Handled {
            let body = r#"{"resource":"a","resource":"b"}"#.to_owned();
            Handled { response: Response { body, ..Response::empty(200) }, decision: None, effects: Vec::new() }
        }
    }
    let world = World::new(1);
    let received = Client::new(&world, "alice", Rc::new(Twofold)).get("/metadata", None);
    assert_eq!(received.message, None);
    let entries = world.recorder.lock().unwrap().entries().to_vec();
    assert_eq!((entries[1].kind, entries[1].text.len()), (Kind::Http, 1));
    assert_eq!(entries[2].gate.as_ref().unwrap().code.as_deref(), Some("duplicate_name"));
}
