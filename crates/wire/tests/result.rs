//! Results and errors as they leave.

use serde_json::{Map, json};
use twogates_wire::message::{META_SERVER, RequestId};
use twogates_wire::order::compact;
use twogates_wire::result::{
    ANSWER_FIELD, ErrorCode, QUESTION_KEY, ServerInfo, error, question, response, tool_result,
};

#[test]
fn each_code_has_its_number() {
    for (code, number) in [
        (ErrorCode::Parse, -32700),
        (ErrorCode::InvalidRequest, -32600),
        (ErrorCode::MethodNotFound, -32601),
        (ErrorCode::InvalidParams, -32602),
        (ErrorCode::Internal, -32603),
        (ErrorCode::HeaderMismatch, -32020),
        (ErrorCode::MissingCapability, -32021),
        (ErrorCode::UnsupportedVersion, -32022),
    ] {
        assert_eq!(code.number(), number, "{code:?}");
    }
}

#[test]
fn an_error_repeats_the_id_and_carries_data_when_it_has_some() {
    let id = RequestId::Text("a".into());
    assert_eq!(
        compact(&error(Some(&id), ErrorCode::MissingCapability, "no form", Some(json!({"x": 1})))),
        r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32021,"message":"no form","data":{"x":1}}}"#
    );
    assert_eq!(
        error(Some(&RequestId::Number(3)), ErrorCode::Internal, "it failed", None),
        json!({"jsonrpc": "2.0", "id": 3, "error": {"code": -32603, "message": "it failed"}})
    );
}

#[test]
fn an_error_without_a_readable_id_has_none() {
    assert_eq!(
        error(None, ErrorCode::Parse, "not JSON", None),
        json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "not JSON"}})
    );
}

#[test]
fn a_response_names_its_server() {
    let server = ServerInfo { name: "lab".into(), version: "0.1.0".into() };
    let mut result = Map::new();
    result.insert("resultType".into(), "complete".into());
    assert_eq!(
        response(&RequestId::Number(1), result, &server),
        json!({"jsonrpc": "2.0", "id": 1, "result": {
            "resultType": "complete",
            "_meta": {META_SERVER: {"name": "lab", "version": "0.1.0"}},
        }})
    );
}

#[test]
fn a_tool_result_marks_a_failure_and_only_that() {
    assert_eq!(
        compact(&tool_result(false, "deleted").into()),
        r#"{"resultType":"complete","content":[{"type":"text","text":"deleted"}]}"#
    );
    assert_eq!(
        compact(&tool_result(true, "nothing ran").into()),
        r#"{"resultType":"complete","isError":true,"content":[{"type":"text","text":"nothing ran"}]}"#
    );
}

#[test]
fn a_question_is_one_form_with_one_required_field_and_no_default() {
    assert_eq!((QUESTION_KEY, ANSWER_FIELD), ("approval", "approved"));
    assert_eq!(
        serde_json::Value::from(question("Delete notes.txt?", "v1.k.b.t")),
        json!({
            "resultType": "input_required",
            "inputRequests": {"approval": {"method": "elicitation/create", "params": {
                "mode": "form",
                "message": "Delete notes.txt?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {"approved": {"type": "boolean", "title": "Run this call, once"}},
                    "required": ["approved"],
                },
            }}},
            "requestState": "v1.k.b.t",
        })
    );
}
