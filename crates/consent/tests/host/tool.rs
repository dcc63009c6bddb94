//! A tool is known by its server, its exact name, and its whole entry.

use super::{listed, object, plain};
use consent::hints::Hints;
use consent::host::{ListedTool, NotATool, ServerId};
use rules::{Fault, Refused};
use serde_json::json;
use twogates_consent as consent;

#[test]
fn an_entry_is_read() {
    let entry = json!({"name": "list_files", "title": "List", "annotations": {"readOnlyHint": true, "title": "Other"}});
    let tool = listed("files", &entry);
    assert_eq!(tool.server(), &ServerId::new("files"));
    assert_eq!(tool.server().name(), "files");
    assert_eq!(tool.name(), "list_files");
    assert_eq!(tool.title(), Some("List"));
    assert_eq!(tool.hints(), Hints { read_only: true, ..Hints::WORST });
}

#[test]
fn a_title_may_stand_among_the_annotations_or_nowhere() {
    assert_eq!(listed("s", &json!({"name": "t", "annotations": {"title": "Other"}})).title(), Some("Other"));
    assert_eq!(
        listed("s", &json!({"name": "t", "title": 7, "annotations": {"title": "Other"}})).title(),
        Some("Other")
    );
    assert_eq!(plain("s", "t").title(), None);
}

#[test]
fn an_entry_without_a_name_is_no_tool() {
    for entry in [json!({}), json!({"name": 7}), json!({"name": null}), json!("t"), json!([]), json!({"title": "t"})] {
        assert_eq!(ListedTool::read(&ServerId::new("s"), &entry), Err(NotATool), "{entry}");
    }
    assert_eq!(NotATool.fault(), Fault::PeerMisbehaved);
    assert_eq!(NotATool.rule(), &rules::host::IDENTITY);
    assert_eq!(NotATool.code(), "not_a_tool");
    assert_eq!(NotATool.why(), "the server lists an entry without a name");
    assert_eq!(NotATool.to_string(), NotATool.why());
    assert_eq!(NotATool.remedy(), "list each tool with a name that is a string");
}

#[test]
fn any_change_of_the_entry_is_another_definition() {
    let entry = json!({"name": "t", "description": "reads", "inputSchema": {"type": "object"}});
    let definition = listed("s", &entry).definition();
    assert_eq!(definition, listed("other", &entry).definition());
    for (name, value) in [
        ("name", json!("u")),
        ("description", json!("reads ")),
        ("inputSchema", json!({"type": "object", "required": ["x"]})),
        ("annotations", json!({"readOnlyHint": true})),
        ("_meta", json!({"x": 1})),
        ("title", json!(null)),
    ] {
        let mut changed = entry.clone();
        changed[name] = value;
        assert_ne!(listed("s", &changed).definition(), definition, "{name}");
    }
}

#[test]
fn the_order_of_an_entry_is_no_part_of_it() {
    let read = |text| listed("s", &wire::strict::read(text).unwrap()).definition();
    assert_eq!(read(r#"{"name": "t", "title": "T"}"#), read(r#"{ "title":"\u0054", "name":"t" }"#));
}

#[test]
fn a_planned_call_is_of_its_tool() {
    let tool = plain("files", "delete_file");
    let arguments = object(&json!({"path": "notes.txt"}));
    let planned = tool.plan(&arguments);
    assert_eq!(planned.tool(), &tool);
    assert_eq!(planned.call(), &wire::Call::new("delete_file", &arguments));
}
