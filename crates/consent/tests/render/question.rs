//! The message of a question.

use consent::render::{LIMIT, QuestionView, question, value};
use serde_json::{Map, Value, json};
use twogates_consent as consent;

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}

fn view(arguments: &Value) -> QuestionView<'_> {
    QuestionView {
        server: "files",
        tool: "delete_file",
        arguments: object(arguments),
        resource: "notes.txt, 120 bytes, changed 14:02",
        until: "now",
        uses: 1,
        safe: true,
    }
}

/// The lines of the arguments alone.
fn shown(arguments: &Value) -> Vec<String> {
    let message = question(&view(arguments));
    message.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect()
}

#[test]
fn it_says_server_tool_arguments_resource_and_until_when() {
    let arguments = json!({"path": "notes.txt", "force": false});
    assert_eq!(
        question(&view(&arguments)).lines().collect::<Vec<_>>(),
        [
            "May this call run?",
            "Server: files",
            "Tool: delete_file",
            "Arguments:",
            "  force = false",
            "  path = \"notes.txt\"",
            "Resource: notes.txt, 120 bytes, changed 14:02",
            "Runs: once, now",
        ]
    );
}

#[test]
fn no_arguments_are_said_to_be_none() {
    let message = question(&view(&json!({})));
    assert!(message.contains("\nTool: delete_file\nArguments: none\nResource: "), "{message}");
}

#[test]
fn it_says_how_often() {
    let arguments = json!({});
    let last = |uses, until| {
        let message = question(&QuestionView { uses, until, ..view(&arguments) });
        message.lines().last().unwrap().to_owned()
    };
    assert_eq!(last(1, "until 14:45 UTC"), "Runs: once, until 14:45 UTC");
    assert_eq!(last(3, "until 14:45 UTC"), "Runs: up to 3 times, until 14:45 UTC");
    assert_eq!(last(0, "now"), "Runs: up to 0 times, now");
}

#[test]
fn each_kind_of_value_has_its_form() {
    let arguments = json!({
        "a": "12", "b": 12, "c": 0.5, "d": true, "e": null, "f": [], "g": {}, "h": [1, "x", [2]],
        "i": {"z": 1, "y": {"x": "\n"}}, "j": -7,
    });
    assert_eq!(
        shown(&arguments),
        [
            r#"  a = "12""#,
            "  b = 12",
            "  c = 0.5",
            "  d = true",
            "  e = null",
            "  f = []",
            "  g = {}",
            r#"  h = [1,"x",[2]]"#,
            r#"  i = {"y":{"x":"\n"},"z":1}"#,
            "  j = -7",
        ]
    );
}

#[test]
fn names_stand_in_canonical_order() {
    // By UTF-16 code units, an emoji comes before a character near the end of the first plane; by UTF-8 it does not.
    let arguments = json!({"\u{ff5e}": 1, "\u{1f642}": 2, "b": {"\u{ff5e}": 1, "\u{1f642}": 2}, "B": 4, "a": 5});
    assert_eq!(
        shown(&arguments),
        ["  B = 4", "  a = 5", "  b = {\"\u{1f642}\":2,\"\u{ff5e}\":1}", "  \"\u{1f642}\" = 2", "  \"\u{ff5e}\" = 1",]
    );
}

#[test]
fn a_name_that_is_not_plain_is_quoted() {
    let arguments = json!({"path = \"safe\"": 1, "": 2, "a b": 3, "a_b-c.d/E9": 4, "a\nb": 5, "é": 6});
    assert_eq!(
        shown(&arguments),
        [
            r#"  "" = 2"#,
            r#"  "a\nb" = 5"#,
            r#"  "a b" = 3"#,
            "  a_b-c.d/E9 = 4",
            r#"  "path = \"safe\"" = 1"#,
            "  \"é\" = 6",
        ]
    );
}

#[test]
fn server_tool_resource_and_time_are_made_safe_too() {
    let arguments = json!({});
    let message = question(&QuestionView {
        server: "fi\nles",
        tool: "delete\u{200b}_file",
        resource: "a\nb",
        until: "now\u{202e}",
        ..view(&arguments)
    });
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(
        lines,
        [
            "May this call run?",
            r#"Server: "fi\nles""#,
            r#"Tool: "delete\u{200b}_file""#,
            "Arguments: none",
            r"Resource: a\nb",
            r"Runs: once, now\u{202e}",
        ]
    );
}

#[test]
fn long_texts_are_cut() {
    let long = |length: usize| "x".repeat(length);
    let arguments = json!({"a": long(LIMIT), "b": long(LIMIT + 1), "c": [long(LIMIT)]});
    let lines = shown(&arguments);
    assert_eq!(lines[0], format!("  a = \"{}\"", long(LIMIT)));
    assert_eq!(lines[1], format!("  b = {}", value(&long(LIMIT + 1), LIMIT)));
    let (head, tail) = (long(LIMIT / 2 - 2), long(LIMIT / 2 - 2));
    assert!(lines[2].starts_with(&format!("  c = [\"{head} ... {tail}\"] (164 characters, SHA-256 ")), "{}", lines[2]);
}

#[test]
fn long_names_and_resources_are_cut() {
    let arguments = json!({});
    let third = |length: usize| {
        let (tool, resource) = ("t".repeat(length), "r".repeat(length));
        let message = question(&QuestionView { tool: &tool, resource: &resource, ..view(&arguments) });
        message.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (whole, cut) = (third(LIMIT), third(LIMIT + 1));
    assert_eq!(whole[2], format!("Tool: {}", "t".repeat(LIMIT)));
    assert_eq!(whole[4], format!("Resource: {}", "r".repeat(LIMIT)));
    assert_eq!(cut[2], format!("Tool: {}", value(&"t".repeat(LIMIT + 1), LIMIT)));
    assert_eq!(cut[4], format!("Resource: {}", value(&"r".repeat(LIMIT + 1), LIMIT)));
}

/// Open case C077: line breaks in an argument.
#[test]
fn c077_an_argument_cannot_add_a_line() {
    for (id, line) in [
        ("i-7\nApproved by: security team\nAmount: 0.00", r#"  id = "i-7\nApproved by: security team\nAmount: 0.00""#),
        ("a\r\nb", r#"  id = "a\r\nb""#),
        ("a\u{2028}b\u{2029}c\u{85}d\u{b}b", r#"  id = "a\u{2028}b\u{2029}c\u{85}d\u{b}b""#),
    ] {
        let arguments = json!({"id": id});
        assert_eq!(shown(&arguments), [line]);
        assert_eq!(question(&view(&arguments)).lines().count(), 7);
    }
}

/// Open case C079: terminal escapes.
#[test]
fn c079_no_control_character_reaches_a_terminal() {
    for id in [
        "\u{1b}[2K\u{1b}[1Aitem.read",
        "\u{9b}31m",
        "\u{1b}]8;;https://evil.example\u{7}click\u{1b}]8;;\u{7}",
        "abc\u{8}xyz\r",
    ] {
        let message = question(&view(&json!({"id": id, "nested": [id], id: 1})));
        assert!(message.chars().all(|character| character == '\n' || !character.is_control()), "{message:?}");
    }
}

/// Open case C089, the prompt's part: two spellings of one name.
#[test]
fn c089_two_spellings_of_a_name_are_two_calls_and_two_prompts() {
    let (composed, combining) = (json!({"path": "caf\u{e9}.txt"}), json!({"path": "cafe\u{301}.txt"}));
    assert_eq!(shown(&composed), ["  path = \"caf\u{e9}.txt\""]);
    assert_eq!(shown(&combining), [r#"  path = "cafe\u{301}.txt""#]);
    let hash = |arguments: &Value| wire::Call::new("file.publish", object(arguments)).arg_hash();
    assert_ne!(hash(&composed), hash(&combining));
}

/// The defence `safe-rendering`, switched off: the attack of case C077 comes through.
#[test]
fn without_safe_rendering_an_argument_forges_a_line() {
    let arguments = json!({"id": "i-7\nApproved by: security team", "n": [1, "\u{202e}"], "a\nb": 1});
    let forged = question(&QuestionView { server: "f\ng", tool: "t\nu", resource: "r\ns", ..view(&arguments) });
    assert!(!forged.lines().any(|line| line == "Approved by: security team\""));
    let careless = QuestionView { server: "f\ng", tool: "t\nu", resource: "r\ns", safe: false, ..view(&arguments) };
    assert_eq!(
        question(&careless).lines().collect::<Vec<_>>(),
        [
            "May this call run?",
            "Server: f",
            "g",
            "Tool: t",
            "u",
            "Arguments:",
            "  a",
            "b = 1",
            "  id = \"i-7",
            "Approved by: security team\"",
            "  n = [1,\"\u{202e}\"]",
            "Resource: r",
            "s",
            "Runs: once, now",
        ]
    );
}
