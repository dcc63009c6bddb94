//! Every row of the outcome table, reached, with its exact status, headers and body.

use crate::client::{asks, body, call, challenge, complete, delete, failed, pay, request};
use crate::flaky;
use crate::server::{METADATA, Server, deferred};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use twogates::Undeclared;
use twogates::consent::{Evidence, Policy};
use twogates::grants::Memory;
use twogates::outcome::{Channel, Outcome};
use wire::http::Response;
use wire::message::RequestId;

/// What a message ends in.
enum Ends {
    /// No body: these headers.
    Bare(Vec<(&'static str, String)>),
    /// This body.
    With(Value),
}

/// An error with this message and this `data`.
fn error(code: i64, message: &str, data: Value) -> Ends {
    let mut error = failed(code, message);
    error["error"]["data"] = data;
    Ends::With(error.into())
}

/// An error of a message that has no readable id.
fn without_id(code: i64, message: &str) -> Ends {
    let mut error = failed(code, message);
    error.remove("id");
    Ends::With(error.into())
}

fn plain(code: i64, message: &str) -> Ends {
    Ends::With(failed(code, message).into())
}

fn text(is_error: bool, text: &str) -> Ends {
    Ends::With(complete(is_error, text))
}

fn header(name: &'static str, value: impl Into<String>) -> Ends {
    Ends::Bare(vec![(name, value.into())])
}

/// The row reached: what was answered, and what must have been. A row that is added does not compile until it is here.
fn reach(outcome: Outcome) -> (Response, Ends) {
    let server = Server::new();
    match outcome {
        Outcome::NoSuchPath => (server.send(&delete("a").path("/other")), Ends::Bare(vec![])),
        Outcome::NotPost => (server.send(&delete("a").method("GET")), header("Allow", "POST")),
        Outcome::ForeignOrigin => {
            (server.send(&delete("a").header("Origin", "https://evil.example")), Ends::Bare(vec![]))
        }
        Outcome::NoToken => {
            let challenge = format!(r#"Bearer scope="notes:read", resource_metadata="{METADATA}""#);
            (server.send(&delete("a").without("Authorization")), header("WWW-Authenticate", challenge))
        }
        Outcome::NotJson => {
            let message = "Not JSON at byte 1: expected a name in quotes. Send one JSON value in UTF-8.";
            (server.send(&delete("a").raw("{a")), without_id(-32700, message))
        }
        Outcome::TwoReadings => {
            let message = r#"The name "id" stands twice in one object (byte 9). Send each name once."#;
            (server.send(&delete("a").raw(r#"{"id": 1,"id": 2}"#)), without_id(-32600, message))
        }
        Outcome::BadEnvelope => {
            let message = "Not a request: its id is not a string or an integer. Send one JSON-RPC 2.0 request with a \
                           string or integer id.";
            (server.send(&delete("a").body(|body| body["id"] = json!(null))), without_id(-32600, message))
        }
        Outcome::Notification => {
            let notification = delete("a").body(|body| drop(body.as_object_mut().unwrap().remove("id")));
            (server.send(&notification), Ends::Bare(vec![]))
        }
        Outcome::HeaderMismatch => {
            let message = "The header Mcp-Name differs from the body. Send MCP-Protocol-Version, Mcp-Method and \
                           Mcp-Name as the body has them.";
            (server.send(&delete("a").set("Mcp-Name", "list_notes")), plain(-32020, message))
        }
        Outcome::MetaMissing => {
            let message = "_meta lacks io.modelcontextprotocol/protocolVersion. State the protocol version and the \
                           client's capabilities in each request's _meta.";
            (server.send(&delete("a").param("_meta", json!(null))), plain(-32602, message))
        }
        Outcome::WrongVersion => {
            let old = delete("a")
                .body(|body| body["params"]["_meta"][wire::message::META_VERSION] = json!("2025-06-18"))
                .set("MCP-Protocol-Version", "2025-06-18");
            let message = "Protocol version 2025-06-18 is not spoken here. Use a version of data.supported.";
            let data = json!({"supported": ["2026-07-28"], "requested": "2025-06-18"});
            (server.send(&old), error(-32022, message, data))
        }
        Outcome::UnknownMethod => {
            let message = "There is no method initialize; this endpoint has server/discover, tools/list, tools/call. \
                           Use a method that the endpoint has.";
            let data = json!({"supported": ["2026-07-28"]});
            (server.send(&request("initialize", json!({}))), error(-32601, message, data))
        }
        Outcome::BadParams => {
            let message = "Params.arguments has the wrong shape. Send a name, and arguments and inputResponses as \
                           objects or not at all.";
            (server.send(&delete("a").param("arguments", json!([]))), plain(-32602, message))
        }
        Outcome::UnknownTool => {
            let message = r#"There is no tool named "drop_all". Call a tool that this server has, by its exact name."#;
            (server.send(&call("drop_all", json!({}))), plain(-32602, message))
        }
        Outcome::InsufficientScope => {
            let challenge = format!(
                "Bearer error=\"insufficient_scope\", scope=\"payments:approve payments:write\", \
                 resource_metadata=\"{METADATA}\", \
                 error_description=\"this call of pay needs payments:approve payments:write\""
            );
            (server.send(&pay("shop", 1001).by("alice/notes:read")), header("WWW-Authenticate", challenge))
        }
        Outcome::NoForm => {
            let message = "A person must be asked, and the client did not declare that it shows forms. Declare \
                           elicitation.form in clientCapabilities.";
            let data = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
            (server.send(&delete("a").capabilities(json!({}))), error(-32021, message, data))
        }
        Outcome::BadArguments => {
            let message = "Not run: the arguments do not fit delete_note: unknown field `force`, expected `path`. \
                           Call again with arguments that fit the tool's inputSchema.";
            (server.send(&call("delete_note", json!({"force": true, "path": "a"}))), text(true, message))
        }
        Outcome::NotAskable => {
            let mut server = server;
            server.policies.pay = Policy { evidence: Evidence::Signed, ..Policy::default() };
            let message = "Not run: this tool demands a yes that is signed; a form cannot give that. Ask on a page of \
                           the server (URL mode).";
            (server.send(&pay("shop", 5)), text(true, message))
        }
        Outcome::StoreFull => {
            let full = Server::over(|clock| Arc::new(Memory::new(clock).with_capacity(0)));
            let message = "Not run: the store of grants is full. Try again later, or let the operator prune or enlarge \
                           the store.";
            (full.send(&delete("a")), text(true, message))
        }
        Outcome::StoreFailed => {
            let (server, store) = flaky::server();
            store.answers(0);
            (server.send(&delete("a")), plain(-32603, flaky::UNKNOWN))
        }
        Outcome::Asked => {
            let response = server.send(&delete("notes.txt"));
            let asked = body(&response);
            let params = asked["result"]["inputRequests"]["approval"]["params"].clone();
            let expected = json!({"jsonrpc": "2.0", "id": 7, "result": {
                "resultType": "input_required",
                "inputRequests": {"approval": {"method": "elicitation/create", "params": {
                    "mode": "form",
                    "message": params["message"],
                    "requestedSchema": {
                        "type": "object",
                        "properties": {"approved": {"type": "boolean", "title": params["requestedSchema"]["properties"]["approved"]["title"]}},
                        "required": ["approved"],
                    },
                }}},
                "requestState": asked["result"]["requestState"],
                "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "notes", "version": "1.0"}},
            }});
            (response, Ends::With(expected))
        }
        Outcome::BadState => {
            let message = "requestState is not usable for this call. Call again without it to be asked afresh.";
            (server.send(&delete("notes.txt").yes("v1.k1.AA.AA")), plain(-32602, message))
        }
        Outcome::Used => {
            let yes = delete("notes.txt").yes(&server.ask(&delete("notes.txt")));
            server.send(&yes);
            server.clock.advance(61_000);
            let message = "Already done at 2026-07-28 14:00:00 UTC; nothing ran again (Deleted notes.txt). To do it \
                           once more, call without requestState, and a person is asked afresh.";
            (server.send(&yes), text(true, message))
        }
        Outcome::AnsweredNo => {
            let state = server.ask(&delete("notes.txt"));
            server.send(&delete("notes.txt").says(&state, "cancel"));
            let message = "Not run: this question was answered at 2026-07-28 14:00:00 UTC: the person closed the \
                           question without deciding. The person may be asked again later, if they want the call.";
            (server.send(&delete("notes.txt").yes(&state)), text(true, message))
        }
        Outcome::SaidNo => {
            let state = server.ask(&delete("notes.txt"));
            let message = "Not run: the person declined, or was not shown the question. Do not repeat the call unless \
                           the person asks for it.";
            (server.send(&delete("notes.txt").says(&state, "decline")), text(true, message))
        }
        Outcome::Changed => {
            let state = server.ask(&delete("notes.txt"));
            server.world.lock().unwrap().notes.insert("notes.txt".into(), "another text".into());
            let message = "Not run: since the question was asked, its content changed; now: notes.txt, 12 bytes. Make \
                           the call again, so that a person sees the resource as it is now.";
            (server.send(&delete("notes.txt").state(&state)), text(true, message))
        }
        Outcome::NotUsable => {
            let state = server.ask(&delete("notes.txt"));
            server.authority.0.store(false, std::sync::atomic::Ordering::SeqCst);
            let message = "Not run: the person who approved may no longer do this. Have the permission restored \
                           before the call is made again.";
            (server.send(&delete("notes.txt").yes(&state)), text(true, message))
        }
        Outcome::Queued => {
            let mut server = server;
            server.policies.pay = deferred();
            let response = server.send(&pay("shop", 5).yes(&server.ask(&pay("shop", 5))));
            let handle = server.queue.lock().unwrap()[0].id();
            let message = format!(
                "Approved, not yet done. Grant {handle} is queued. Ask again with the same requestState to learn what \
                 became of it."
            );
            (response, text(false, &message))
        }
        Outcome::DoneSince => {
            let mut server = server;
            server.policies.pay = deferred();
            let yes = pay("shop", 5).yes(&server.ask(&pay("shop", 5)));
            server.send(&yes);
            server.work().unwrap();
            let message = "Done at 2026-07-28 14:00:00 UTC, as approved (Paid 5 to shop). To do it once more, call \
                           without requestState, and a person is asked afresh.";
            (server.send(&yes), text(false, message))
        }
        Outcome::Undeclared => {
            let roots = json!({"method": "roots/list", "params": {}});
            let undeclared = Undeclared::among(&Map::new(), [&roots]).unwrap();
            let message = "What was called asks for roots, which the request did not declare. Declare \
                           data.requiredCapabilities in clientCapabilities.";
            let id = RequestId::Number(7);
            let data = json!({"requiredCapabilities": {"roots": {}}});
            (server.reply.refused(&id, &undeclared.into()), error(-32021, message, data))
        }
        Outcome::Failed => {
            let state = server.ask(&delete("notes.txt"));
            server.world.lock().unwrap().notes.remove("notes.txt");
            let message = "Not run: since the question was asked, it is gone; now: notes.txt does not exist. Make the \
                           call again, so that a person sees the resource as it is now.";
            (server.send(&delete("notes.txt").yes(&state)), text(true, message))
        }
        Outcome::Done => (server.send(&call("list_notes", json!({}))), text(false, "the notes of inbox")),
    }
}

#[test]
fn every_row_is_reached_and_is_exactly_so() {
    for outcome in Outcome::ALL.iter().copied() {
        let (response, ends) = reach(outcome);
        let row = outcome.row();
        assert_eq!(response.status, row.status, "{outcome:?}: {response:?}");
        match ends {
            Ends::Bare(headers) => {
                assert!(matches!(row.channel, Channel::Http | Channel::Challenge), "{outcome:?}");
                assert_eq!(response.body, "", "{outcome:?}");
                let expected: Vec<_> = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
                assert_eq!(response.headers.0, expected, "{outcome:?}");
            }
            Ends::With(expected) => {
                assert_eq!(response.headers.0, [("Content-Type".to_owned(), "application/json".to_owned())]);
                assert_eq!(body(&response), expected, "{outcome:?}");
                let told = match row.channel {
                    Channel::Error(code) => body(&response)["error"]["code"] == json!(code.number()),
                    Channel::ToolError => body(&response)["result"]["isError"] == json!(true),
                    Channel::ToolResult => body(&response)["result"].get("isError").is_none(),
                    Channel::Question => asks(&response),
                    Channel::Http | Channel::Challenge => false,
                };
                assert!(told, "{outcome:?} is told as {:?}", row.channel);
            }
        }
    }
}

/// The rows stand in the order in which the checks come, each with words of its own.
#[test]
fn the_table_is_whole() {
    assert!(Outcome::ALL.is_sorted());
    let mut words: Vec<_> = Outcome::ALL.iter().map(|outcome| outcome.row().when).collect();
    assert_eq!(words.len(), 32);
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 32);
}

#[test]
fn a_question_shows_what_a_person_must_know_and_has_no_default() {
    let response = Server::new().send(&pay("shop\nRuns: never", 5));
    let params = body(&response)["result"]["inputRequests"]["approval"]["params"].clone();
    let message = params["message"].as_str().unwrap();
    for shown in [crate::server::RESOURCE, "pay", r"shop\nRuns: never", "amount", "5", "urgent", "false", "once", "now"]
    {
        assert!(message.contains(shown), "{shown} is not in {message}");
    }
    assert!(message.contains("a payment has no state before it"), "{message}");
    assert_eq!(params["requestedSchema"]["properties"]["approved"].get("default"), None);
}

/// A challenge is all there is: no body, and no made-up code.
#[test]
fn a_challenge_has_no_message() {
    let server = Server::new();
    let (status, told) = challenge(&server.send(&delete("notes.txt").by("alice/notes:read")));
    assert_eq!(status, 403);
    assert!(told.contains(r#"scope="notes:write""#), "{told}");
    assert_eq!(challenge(&server.send(&delete("notes.txt").by("mallory"))).0, 401);
}
