//! How a message is folded and laid out.

use crate::made::{asks, bare, call, mcp, printed, result};
use print::Printer;
use serde_json::{Value, json};
use wire::Entry;
use wire::entry::Kind;
use wire::message::{META_CAPABILITIES, META_VERSION};

/// The printed message of the last entry, without head and margin.
fn body(all: &[Entry]) -> String {
    let lines = printed(all);
    let lines = lines.iter().skip(1).take_while(|line| !line.starts_with("     changed"));
    lines.map(|line| line.strip_prefix("     ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

fn of(message: Value) -> String {
    body(&[mcp(1, None, message)])
}

/// A body that is no JSON-RPC message.
fn plain(message: Value) -> String {
    body(&[Entry { message: Some(message), ..bare(1, Kind::Oauth) }])
}

#[test]
fn the_envelope_is_left_out_where_the_head_line_says_it() {
    assert_eq!(of(json!({"jsonrpc": "2.0", "id": 1, "method": "a", "params": {"x": 1}})), r#""params": {"x": 1}"#);
    assert_eq!(of(json!({"jsonrpc": "2.0", "id": "b", "result": {"x": 1}})), r#""result": {"x": 1}"#);
    assert_eq!(
        of(json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "m"}})),
        r#""error": {"code": -32700, "message": "m"}"#
    );
    assert_eq!(of(json!({"jsonrpc": "2.0", "id": 1, "method": "a"})), "{…3}");
}

#[test]
fn an_envelope_that_is_not_in_order_is_shown() {
    assert_eq!(of(json!({"jsonrpc": "1.0", "id": 1, "method": "a"})), r#"{"jsonrpc": "1.0", …2}"#);
    assert_eq!(of(json!({"jsonrpc": "2.0", "id": null, "method": "a"})), r#"{…1, "id": null, …1}"#);
    assert_eq!(of(json!({"jsonrpc": "2.0", "id": 1, "method": 7})), r#"{…2, "method": 7}"#);
    assert_eq!(of(json!({"id": 1, "result": {}, "error": {}})), r#"{…1, "result": {}, "error": {}}"#);
    assert_eq!(of(json!([1, "a", null, true])), r#"[1, "a", null, true]"#);
    assert_eq!(of(Value::Null), "null");
}

#[test]
fn a_body_of_another_kind_is_shown_whole() {
    let shown = r#"{"jsonrpc": "2.0", "id": 1, "method": "a"}"#;
    assert_eq!(plain(json!({"jsonrpc": "2.0", "id": 1, "method": "a"})), shown);
}

#[test]
fn names_are_in_the_order_of_the_specification() {
    let one = json!({"zeta": 1, "arguments": {}, "name": "a", "alpha": 2});
    let mut other = json!({"alpha": 2, "arguments": {}});
    other["zeta"] = json!(1);
    other["name"] = json!("a");
    assert_eq!(plain(one), r#"{"name": "a", "arguments": {}, "alpha": 2, "zeta": 1}"#);
    assert_eq!(plain(other), r#"{"name": "a", "arguments": {}, "alpha": 2, "zeta": 1}"#);
}

fn meta(capabilities: Value) -> Value {
    json!({META_VERSION: "2026-07-28", META_CAPABILITIES: capabilities})
}

#[test]
fn meta_is_folded_where_it_tells_nothing() {
    let forms = json!({"elicitation": {}});
    let folded = r#""params": {"name": "a", …1}"#;
    assert_eq!(body(&[call(1, None, json!({"name": "a", "_meta": meta(forms.clone())}))]), folded);
    let without = json!({"name": "a", "_meta": meta(json!({"roots": {}}))});
    let shown = "\"params\": {\"name\": \"a\", \"_meta\": {\"…/clientCapabilities\": {\"roots\": {}},\n  \"…/protocolVersion\": \"2026-07-28\"}}";
    assert_eq!(body(&[call(1, None, without.clone())]), shown);
    // Said once, it is not said again while it stays the same; when it changes it is.
    let again = [call(1, None, without.clone()), asks(2, 1, "s"), call(3, Some(2), without.clone())];
    assert_eq!(body(&again), folded);
    let changed =
        [call(1, None, without), asks(2, 1, "s"), call(3, Some(2), json!({"name": "a", "_meta": meta(forms)}))];
    assert!(body(&changed).contains("\"…/clientCapabilities\": {\"elicitation\": {}}"));
}

#[test]
fn meta_that_is_missing_or_misshapen_is_shown() {
    assert_eq!(body(&[call(1, None, json!({"name": "a", "_meta": 7}))]), r#""params": {"name": "a", "_meta": 7}"#);
    assert_eq!(body(&[call(1, None, json!({"name": "a"}))]), r#""params": {"name": "a"}"#);
}

#[test]
fn meta_of_the_first_contact_is_shown_and_that_of_results_is_not() {
    let mut discover = call(1, None, json!({"_meta": meta(json!({"elicitation": {}}))}));
    discover.message.as_mut().unwrap()["method"] = json!("server/discover");
    assert!(body(&[discover.clone()]).contains("\"…/protocolVersion\": \"2026-07-28\""));
    let answered = result(2, 1, json!({"resultType": "complete", "_meta": {"x": 1}}));
    assert_eq!(body(&[discover, answered]), r#""result": {"resultType": "complete", …1}"#);
}

#[test]
fn the_prefix_of_meta_is_shortened_in_meta_only() {
    let name = "io.modelcontextprotocol/x";
    assert_eq!(plain(json!({"_meta": {name: 1}})), r#"{"_meta": {"…/x": 1}}"#);
    assert_eq!(plain(json!({name: 1})), r#"{"io.modelcontextprotocol/x": 1}"#);
}

#[test]
fn a_tool_is_its_name_and_its_hints() {
    let tool = json!({"name": "t", "title": "T", "description": "d", "inputSchema": {}, "outputSchema": {}, "icons": [],
        "annotations": {"readOnlyHint": true}});
    let printed = body(&[result(1, 0, json!({"tools": [tool]}))]);
    let shown = "\"result\": {\n  \"tools\": [{\"name\": \"t\", …3, \"annotations\": {\"readOnlyHint\": true}, …2}]}";
    assert_eq!(printed, shown);
    // Elsewhere the same names are shown.
    assert_eq!(plain(json!({"title": "T", "description": "d"})), r#"{"title": "T", "description": "d"}"#);
}

#[test]
fn a_form_is_shown_as_the_person_sees_it() {
    let asked = |message: &str| {
        let form = json!({"mode": "form", "message": message, "requestedSchema": {"type": "object",
            "properties": {"b": {"type": "string"}, "a": {"type": "boolean"}}}});
        let request = json!({"method": "elicitation/create", "params": form});
        body(&[result(1, 0, json!({"resultType": "input_required", "inputRequests": {"k": request}}))])
    };
    let two = asked("Delete?\n  path = \"a\\nb\"");
    assert!(two.contains("\"message\": \"…\" (2 lines, below), \"requestedSchema\": {… a, b}"), "{two}");
    assert!(two.ends_with("\n  │ Delete?\n  │   path = \"a\\nb\""), "{two}");
    let forged = asked("Delete?\r\u{202e}\u{1b}[0m");
    assert!(forged.contains("(1 line, below)"), "{forged}");
    assert!(forged.ends_with("\n  │ Delete?\\r\\u{202e}\\u{1b}[0m"), "{forged}");
}

#[test]
fn only_the_message_of_a_form_is_a_block() {
    assert_eq!(
        of(json!({"jsonrpc": "2.0", "id": 1, "result": {"message": "a\nb"}})),
        r#""result": {"message": "a\nb"}"#
    );
}

#[test]
fn a_long_form_is_cut() {
    let message = (1..=42).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    let request = json!({"params": {"message": message}});
    let printed = body(&[result(1, 0, json!({"inputRequests": {"k": request}}))]);
    assert!(printed.ends_with("│ line 40\n  │ … 2 more lines"), "{printed}");
}

#[test]
fn states_and_long_texts_are_cut_in_the_middle() {
    let state = |length: usize| plain(json!({"requestState": "s".repeat(length)}));
    assert_eq!(state(21), format!("{{\"requestState\": \"{}\"}}", "s".repeat(21)));
    assert_eq!(state(22), format!("{{\"requestState\": \"{}…{}\" (22 characters)}}", "s".repeat(14), "s".repeat(7)));
    let text = |length: usize| plain(json!(["x".repeat(length)])).replace(['\n', ' '], "");
    assert!(!text(320).contains('…'));
    assert!(text(321).contains("…") && text(321).ends_with("(321characters)]"), "{}", text(321));
    let accents = plain(json!({"requestState": "é".repeat(400)}));
    assert_eq!(accents, format!("{{\"requestState\": \"{}…{}\" (400 characters)}}", "é".repeat(14), "é".repeat(7)));
}

#[test]
fn texts_are_escaped_so_that_an_escape_differs_from_its_imitation() {
    assert_eq!(plain(json!({"a\"b": "c\"d"})), r#"{"a\"b": "c\"d"}"#);
    assert_eq!(plain(json!("\u{202e}")), r#""\u{202e}""#);
    assert_eq!(plain(json!(r"\u{202e}")), r#""\\u{202e}""#);
    assert_eq!(plain(json!("it's é ש 🙂\u{2800}")), r#""it's é ש 🙂\u{2800}""#);
}

#[test]
fn a_message_takes_few_lines() {
    let arguments = json!({"path": "a".repeat(20), "other": "b".repeat(20), "third": "c".repeat(10)});
    let printed = body(&[call(1, None, json!({"name": "n", "arguments": arguments, "z": [1, 2], "zz": [[1], [2]]}))]);
    let expected = r#""params": {"name": "n", "arguments": {"other": "bbbbbbbbbbbbbbbbbbbb",
  "path": "aaaaaaaaaaaaaaaaaaaa", "third": "cccccccccc"}, "z": [1, 2],
  "zz": [[1], [2]]}"#;
    assert_eq!(printed, expected);
}

#[test]
fn a_line_is_filled_to_the_last_column() {
    let fits = |length: usize| plain(json!({"a": "x".repeat(length)})).lines().count();
    // Five columns of margin, and nine of {"a": ""}.
    assert_eq!(fits(80 - 5 - 9), 1);
    assert_eq!(fits(80 - 5 - 8), 2);
}

#[test]
fn a_part_stays_on_its_line_up_to_the_last_column() {
    let object = |length: usize| json!({"a": "x", "b": "y".repeat(length), "c": {"d": [1]}});
    // {"a": "x", "b": "", takes 19 columns of 75.
    let fits = plain(object(56));
    assert_eq!(fits, format!("{{\"a\": \"x\", \"b\": \"{}\",\n  \"c\": {{\"d\": [1]}}}}", "y".repeat(56)));
    let next = plain(object(57));
    assert_eq!(next, format!("{{\"a\": \"x\",\n  \"b\": \"{}\",\n  \"c\": {{\"d\": [1]}}}}", "y".repeat(57)));
}

#[test]
fn what_fits_on_a_line_of_its_own_gets_one() {
    let object = |length: usize| plain(json!({"a": "x".repeat(40), "b": {"c": "y".repeat(length)}}));
    // Two columns in; "b": {"c": ""}} takes 15.
    assert_eq!(object(58).lines().nth(1).unwrap(), format!("  \"b\": {{\"c\": \"{}\"}}}}", "y".repeat(58)));
    assert!(object(59).lines().next().unwrap().ends_with(", \"b\": {"), "{}", object(59));
}

#[test]
fn a_long_text_begins_where_half_a_line_is_free() {
    let object = |length: usize| plain(json!({"a": "x".repeat(length), "b": "word ".repeat(30)}));
    assert!(object(29).lines().next().unwrap().ends_with("word word"), "{}", object(29));
    assert!(object(30).lines().next().unwrap().ends_with("x\","), "{}", object(30));
    let printed = plain(json!({"a": "x".repeat(40), "b": "y".repeat(200)}));
    let lengths: Vec<_> = printed.lines().map(|line| line.chars().count()).collect();
    // 200, two quotation marks, "b": and a bracket: 73 behind two spaces, then 71 behind four.
    assert_eq!(lengths, [49, 75, 75, 4 + 208 - 73 - 71]);
}

#[test]
fn a_number_and_a_name_may_be_long_too() {
    let key = |length: usize| plain(json!({"k".repeat(length): 1})).replace("\n    ", " ");
    assert_eq!(key(60), format!("{{\"{}\": 1}}", "k".repeat(60)));
    assert_eq!(key(61), format!("{{\"{}…{}\" (61 characters): 1}}", "k".repeat(40), "k".repeat(20)));
}

#[test]
fn each_form_counts_its_own_lines() {
    let form = |message: &str| json!({"params": {"message": message}});
    let printed = body(&[result(1, 0, json!({"inputRequests": {"a": form("1\n2"), "b": form("3")}}))]);
    assert!(printed.contains("(2 lines, below)") && printed.contains("(1 line, below)"), "{printed}");
    assert!(printed.ends_with("  │ 1\n  │ 2\n  │ 3"), "{printed}");
}

#[test]
fn a_long_message_ends_early_and_says_where_the_rest_is() {
    let many = |count: usize| plain(json!((0..count).map(|item| json!({"item": item})).collect::<Vec<_>>()));
    assert_eq!(many(15).lines().count(), 16);
    assert!(!many(15).contains('…'));
    let long = many(16);
    assert_eq!(long.lines().count(), 17);
    assert!(long.ends_with("{\"item\": 14},\n… 1 more line: explain 1"), "{long}");
    assert!(many(20).ends_with("\n… 5 more lines: explain 1"));
}

#[test]
fn a_long_text_wraps_at_its_words() {
    let text = "word ".repeat(30);
    let printed = plain(json!({"text": text.trim()}));
    for line in printed.lines() {
        assert!(line.starts_with("{\"text\": \"word word") || line.starts_with("    word word"), "{printed}");
    }
    assert_eq!(printed.lines().count(), 3);
}

#[test]
fn unfolded_it_is_the_usual_json() {
    let mut entry = call(
        1,
        None,
        json!({"name": "delete_file", "arguments": {"path": "notes.txt", "note": "n".repeat(50)}, "_meta": {"x": 1}}),
    );
    entry.to = None;
    let printer = Printer { fold: false, ..Printer::default() };
    let expected = format!(
        r#"     {{
       "jsonrpc": "2.0",
       "id": 1,
       "method": "tools/call",
       "params": {{
         "name": "delete_file",
         "arguments": {{
           "note": "{}",
           "path": "notes.txt"
         }},
         "_meta": {{"x": 1}}
       }}
     }}"#,
        "n".repeat(50)
    );
    assert_eq!(printer.entry(&entry, &[])[1..].join("\n"), expected);
}

#[test]
fn unfolded_what_fits_on_a_line_stays_on_one() {
    let lines = |length: usize| {
        let entry = Entry { message: Some(json!({"a": "x".repeat(length)})), ..bare(1, Kind::Oauth) };
        Printer { fold: false, ..Printer::default() }.entry(&entry, &[]).len()
    };
    // Five columns of margin, and nine of {"a": ""}.
    assert_eq!(lines(66), 2);
    assert_eq!(lines(67), 5);
}
