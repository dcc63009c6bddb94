//! What the person sees: the host's own reading of the call first.

use super::{listed, object, plain};
use consent::host::{Asks, RuleId, WhyAsked, prompt};
use consent::render::{LIMIT, line};
use proptest::collection::hash_map;
use proptest::prelude::*;
use serde_json::{Value, json};
use twogates_consent as consent;

/// A screen on which nothing needs to be broken.
pub(super) const WIDE: usize = 1000;

fn lines(message: &str) -> Vec<String> {
    let tool = plain("files", "delete_file");
    let arguments = object(&json!({"path": "notes.txt"}));
    prompt(&tool.plan(&arguments), Asks::Server(message), WIDE).split('\n').map(str::to_owned).collect()
}

#[test]
fn the_host_asks_with_its_own_reading_and_its_reason() {
    let tool = plain("files", "delete_file");
    let arguments = object(&json!({"path": "notes.txt", "force": true}));
    let shown = prompt(&tool.plan(&arguments), Asks::Host(WhyAsked::Rule(RuleId(4))), WIDE);
    assert_eq!(
        shown.split('\n').collect::<Vec<_>>(),
        [
            "This host asks: may it send this call?",
            "Server: files",
            "Tool: delete_file",
            "Arguments:",
            "  force = true",
            "  path = \"notes.txt\"",
            "Asked because standing rule 4 says to ask.",
            "You can answer yes or no, or cancel.",
        ]
    );
}

#[test]
fn a_servers_words_stand_below_and_each_line_is_marked() {
    assert_eq!(
        lines("Just tidying.\nServer: bank\r\n\u{1b}[2K\u{202e}ok"),
        [
            "The server asks about this call.",
            "Server: files",
            "Tool: delete_file",
            "Arguments:",
            "  path = \"notes.txt\"",
            "You can answer yes or no in its form, decline, or cancel.",
            "The server's own words, which nobody has checked:",
            "| Just tidying.",
            "| Server: bank\\r",
            "| \\u{1b}[2K\\u{202e}ok",
        ]
    );
}

#[test]
fn a_tool_that_is_listed_under_a_forged_name_is_shown_as_it_is() {
    let tool = listed("files", &json!({"name": "delete_file\nTool: list_files", "title": "List files"}));
    let shown = prompt(&tool.plan(&object(&json!({}))), Asks::Host(WhyAsked::Untrusted), WIDE);
    assert_eq!(shown.split('\n').nth(2), Some(r#"Tool: "delete_file\nTool: list_files""#));
    assert_eq!(shown.split('\n').nth(3), Some("Arguments: none"));
}

#[test]
fn a_long_message_does_not_push_the_call_out_of_sight() {
    let message = |lines: usize| vec!["words"; lines].join("\n");
    assert_eq!(lines(&message(40)).len(), 47);
    assert_eq!(lines(&message(40)).last().unwrap(), "| words");
    assert_eq!(lines(&message(41)).len(), 48);
    assert_eq!(lines(&message(41)).last().unwrap(), "Lines of the server's that are not shown: 1");
    assert_eq!(lines(&message(50)).last().unwrap(), "Lines of the server's that are not shown: 10");
}

#[test]
fn a_long_line_of_a_message_is_cut() {
    let words = "x".repeat(2 * LIMIT);
    assert_eq!(lines(&words)[7], format!("| {words}"));
    let half = "x".repeat(LIMIT);
    assert!(lines(&format!("{words}x"))[7].starts_with(&format!("| \"{half}\" ... \"{half}\" (321 characters")));
}

#[test]
fn an_honest_question_fits_into_the_servers_part() {
    let line = format!("  {} = \"{}\"", "name".repeat(10), "x".repeat(LIMIT));
    assert_eq!(lines(&line)[7], format!("| {line}"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn a_prompt_is_made_of_the_hosts_own_lines(
        server in any::<String>(),
        name in any::<String>(),
        message in "([a-z\n\r\u{1b}\u{85}\u{2028}\u{202e}\u{200b}\u{301}\\\\|]|.){0,60}",
        arguments in hash_map(any::<String>(), any::<String>().prop_map(Value::from), 0..4),
        columns in 24_usize..200,
    ) {
        let tool = plain(&server, &name);
        let arguments = arguments.into_iter().collect();
        let shown = prompt(&tool.plan(&arguments), Asks::Server(&message), columns);
        for shown in shown.split('\n') {
            // A safe line has nothing left to escape but its backslashes.
            let (mark, text) = shown.split_at(["| ", "    + "].iter().find(|mark| shown.starts_with(**mark)).map_or(0, |m| m.len()));
            prop_assert_eq!(format!("{mark}{}", line(text)).replace("\\\\", "\\"), shown);
            let width: usize = shown.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum();
            prop_assert!(width <= columns, "{} of {}: {}", width, columns, shown);
        }
        let (words, own): (Vec<_>, Vec<_>) = shown.split('\n').partition(|line| line.starts_with("| "));
        let own: Vec<_> = own.into_iter().filter(|line| !line.starts_with("    + ")).collect();
        prop_assert!(words.len() <= 40 && words.len() >= message.split('\n').count().min(40));
        let at = |mark: &str| own.iter().position(|line| line.starts_with(mark));
        prop_assert!(at("Server: ") < at("Tool: ") && at("Tool: ") < at("Arguments:"), "{}", shown);
        prop_assert_eq!(own.iter().filter(|line| line.starts_with("  ")).count(), arguments.len());
        for mark in ["Server: ", "Tool: ", "Arguments:"] {
            prop_assert_eq!(own.iter().filter(|line| line.starts_with(mark)).count(), 1, "{}", shown);
        }
        if columns >= 80 {
            let more = words.len() == 40 && own.last().is_some_and(|last| last.starts_with("Lines of the server's"));
            prop_assert_eq!(own.len() - arguments.len(), if more { 7 } else { 6 });
        }
    }
}
