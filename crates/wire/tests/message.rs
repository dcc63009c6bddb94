//! Requests as they arrive: what is taken, and which complaint anything else gets.

#![expect(clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use rules::{Fault, Refused, base, tools};
use serde_json::{Map, Value, json};
use twogates_wire::message::{
    BadEnvelope, BadParams, META_CAPABILITIES, META_CLIENT, META_SERVER, META_VERSION, Request, RequestId, ToolCall,
    shows_forms,
};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other} is not an object"),
    }
}

fn refused(message: Value) -> (Option<RequestId>, &'static str) {
    let BadEnvelope { id, what } = Request::read(&message).unwrap_err();
    (id, what)
}

#[test]
fn the_keys_of_meta_are_those_of_the_revision() {
    assert_eq!(META_VERSION, "io.modelcontextprotocol/protocolVersion");
    assert_eq!(META_CAPABILITIES, "io.modelcontextprotocol/clientCapabilities");
    assert_eq!(META_CLIENT, "io.modelcontextprotocol/clientInfo");
    assert_eq!(META_SERVER, "io.modelcontextprotocol/serverInfo");
    assert_eq!(twogates_wire::VERSION, "2026-07-28");
}

#[test]
fn a_request_is_read_with_its_parts() {
    let message = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "x"}, "extra": 1});
    let request = Request::read(&message).unwrap();
    assert_eq!(request.id, RequestId::Number(7));
    assert_eq!(request.method, "tools/call");
    assert_eq!(request.params, object(json!({"name": "x"})));
}

#[test]
fn absent_params_are_empty() {
    let request = Request::read(&json!({"jsonrpc": "2.0", "id": "a", "method": "tools/list"})).unwrap();
    assert_eq!(request.id, RequestId::Text("a".into()));
    assert_eq!(request.params, Map::new());
}

#[test]
fn an_id_is_a_string_or_an_integer_and_comes_back_as_it_was() {
    for (id, shown) in [(json!(0), "0"), (json!(-3), "-3"), (json!("7"), "\"7\""), (json!(""), "\"\"")] {
        let request = Request::read(&json!({"jsonrpc": "2.0", "id": id, "method": "m"})).unwrap();
        assert_eq!(request.id.value(), id);
        assert_eq!(request.id.to_string(), shown);
    }
    let large = Request::read(&json!({"jsonrpc": "2.0", "id": i64::MIN, "method": "m"})).unwrap();
    assert_eq!(large.id, RequestId::Number(i64::MIN));
}

#[test]
fn any_other_id_is_none() {
    let what = "its id is not a string or an integer";
    for id in [json!(null), json!(1.5), json!(true), json!([1]), json!({}), json!(u64::MAX)] {
        assert_eq!(refused(json!({"jsonrpc": "2.0", "id": id, "method": "m"})), (None, what), "{id}");
    }
    assert_eq!(refused(json!({"jsonrpc": "2.0", "method": "m"})), (None, what), "a notification");
}

#[test]
fn batches_and_plain_values_are_no_request() {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "m"});
    for message in [json!([request]), json!([]), json!(null), json!("x"), json!(1)] {
        assert_eq!(refused(message), (None, "it is not an object"));
    }
}

#[test]
fn only_version_two_of_json_rpc_is_spoken() {
    let what = "jsonrpc is not \"2.0\"";
    for version in [json!("1.0"), json!(2.0), json!(null), json!("2.00")] {
        let message = json!({"jsonrpc": version, "id": 4, "method": "m"});
        assert_eq!(refused(message), (Some(RequestId::Number(4)), what));
    }
    assert_eq!(refused(json!({"id": "q", "method": "m"})), (Some(RequestId::Text("q".into())), what));
    assert_eq!(refused(json!({"id": null})), (None, what));
}

#[test]
fn a_method_is_a_string_and_params_are_an_object() {
    let id = || Some(RequestId::Number(1));
    let method = "its method is not a string";
    assert_eq!(refused(json!({"jsonrpc": "2.0", "id": 1, "result": {}})), (id(), method), "a response");
    assert_eq!(refused(json!({"jsonrpc": "2.0", "id": 1, "method": 5})), (id(), method));
    for params in [json!(null), json!([]), json!("x")] {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "m", "params": params});
        assert_eq!(refused(message), (id(), "its params are not an object"));
    }
}

#[test]
fn a_bad_envelope_says_what_and_names_its_rule() {
    let bad = Request::read(&json!({"jsonrpc": "2.0", "id": null, "method": "m"})).unwrap_err();
    assert_eq!(bad.rule(), &base::REQUEST_ID);
    assert_eq!(bad.why(), "not a request: its id is not a string or an integer");
    assert_eq!(bad.code(), "bad_envelope");
    assert_eq!(bad.remedy(), "send one JSON-RPC 2.0 request with a string or integer id");
    assert_eq!(bad.fault(), Fault::PeerMisbehaved);
    for message in [json!([]), json!({"id": null}), json!({"jsonrpc": "2.0", "id": 1}), json!({"id": 1})] {
        assert_eq!(Request::read(&message).unwrap_err().rule(), &base::JSON_RPC, "{message}");
    }
}

fn with_meta(params: Value) -> Request {
    Request::read(&json!({"jsonrpc": "2.0", "id": 1, "method": "m", "params": params})).unwrap()
}

#[test]
fn meta_is_read_where_it_has_the_right_shape() {
    let meta = json!({META_VERSION: "2026-07-28", META_CAPABILITIES: {"elicitation": {}}});
    let request = with_meta(json!({"_meta": meta}));
    assert_eq!(request.meta(), Some(&object(meta)));
    assert_eq!(request.version(), Some("2026-07-28"));
    assert_eq!(request.capabilities(), Some(&object(json!({"elicitation": {}}))));
}

#[test]
fn meta_of_another_shape_is_absent() {
    for params in [json!({}), json!({"_meta": null}), json!({"_meta": "x"}), json!({META_VERSION: "2026-07-28"})] {
        let request = with_meta(params);
        assert_eq!((request.meta(), request.version(), request.capabilities()), (None, None, None));
    }
    let request = with_meta(json!({"_meta": {META_VERSION: 20260728, META_CAPABILITIES: ["elicitation"]}}));
    assert!(request.meta().is_some());
    assert_eq!((request.version(), request.capabilities()), (None, None));
}

#[test]
fn a_client_shows_forms_when_it_says_so() {
    for (capabilities, shows) in [
        (json!({"elicitation": {}}), true),
        (json!({"elicitation": {"form": {}}}), true),
        (json!({"elicitation": {"form": {}, "url": {}}}), true),
        (json!({"elicitation": {"url": {}}}), false),
        (json!({"elicitation": {"form": true}}), false),
        (json!({"elicitation": {"form": null}}), false),
        (json!({"elicitation": true}), false),
        (json!({"elicitation": null}), false),
        (json!({"elicitation": []}), false),
        (json!({"sampling": {}}), false),
        (json!({}), false),
    ] {
        assert_eq!(shows_forms(&object(capabilities.clone())), shows, "{capabilities}");
    }
}

#[test]
fn the_parameters_of_a_call_are_read() {
    let params = object(json!({
        "name": "delete_file",
        "arguments": {"path": "notes.txt"},
        "inputResponses": {"approval": {"action": "accept"}},
        "requestState": "v1.k.b.t",
        "_meta": {},
    }));
    let call = ToolCall::read(&params).unwrap();
    assert_eq!(call.name, "delete_file");
    assert_eq!(call.arguments, object(json!({"path": "notes.txt"})));
    assert_eq!(call.input_responses, object(json!({"approval": {"action": "accept"}})));
    assert_eq!(call.request_state.as_deref(), Some("v1.k.b.t"));
}

#[test]
fn what_a_call_leaves_out_is_empty() {
    let call = ToolCall::read(&object(json!({"name": "now"}))).unwrap();
    let empty = Map::new();
    assert_eq!((call.arguments, call.input_responses, call.request_state), (empty.clone(), empty, None));
    let call = ToolCall::read(&object(json!({"name": "now", "requestState": ""}))).unwrap();
    assert_eq!(call.request_state.as_deref(), Some(""), "an empty state is a state");
}

#[test]
fn null_is_a_wrong_shape_and_absence_is_not() {
    for name in ["name", "arguments", "inputResponses", "requestState"] {
        for wrong in [json!(null), json!(1), json!([])] {
            let mut params = object(json!({"name": "x"}));
            params.insert(name.into(), wrong);
            assert_eq!(ToolCall::read(&params), Err(BadParams(name)));
        }
    }
    assert_eq!(ToolCall::read(&object(json!({"name": "x", "arguments": "{}"}))), Err(BadParams("arguments")));
    assert_eq!(ToolCall::read(&object(json!({"name": "x", "requestState": {}}))), Err(BadParams("requestState")));
    assert_eq!(ToolCall::read(&Map::new()), Err(BadParams("name")));
}

#[test]
fn bad_params_name_the_parameter_and_the_rule() {
    let bad = BadParams("arguments");
    assert_eq!(bad.why(), "params.arguments has the wrong shape");
    assert_eq!(bad.code(), "bad_params");
    assert_eq!(bad.remedy(), "send a name, and arguments and inputResponses as objects or not at all");
    assert_eq!(bad.rule(), &tools::PROTOCOL_ERROR);
    assert_eq!(bad.fault(), Fault::PeerMisbehaved);
}
