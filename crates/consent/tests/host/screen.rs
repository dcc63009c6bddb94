//! Prompts and the screen that they must fit.

use super::prompt::WIDE;
use super::{object, plain};
use consent::host::{Asks, MAX_ARGUMENTS, NotShowable, WhyAsked, prompt};
use rules::{Fault, Refused};
use serde_json::{Map, Value, json};
use twogates_consent as consent;

/// A prompt on a screen of this many columns.
fn narrow(columns: usize, arguments: &Value, message: &str) -> Vec<String> {
    let tool = plain("files", "delete_file");
    let arguments = object(arguments);
    prompt(&tool.plan(&arguments), Asks::Server(message), columns).split('\n').map(str::to_owned).collect()
}

/// The second half of a line that the screen breaks would look like a line of the host's own.
#[test]
fn a_servers_line_that_goes_on_is_marked_again() {
    let forged = format!("{}Tool: list_files", " ".repeat(38));
    let shown = narrow(40, &json!({"path": "notes.txt"}), &forged);
    assert_eq!(shown[shown.len() - 2..], [format!("| {}", " ".repeat(38)), "| Tool: list_files".to_owned()]);
    // Broken behind a space in the second half of a line, and anywhere else where there is none.
    let shown = narrow(24, &json!({}), "one two three four five sixseveneightnineteneleven");
    let words: Vec<_> = shown.iter().filter(|line| line.starts_with("| ")).map(String::as_str).collect();
    assert_eq!(words, ["| one two three four ", "| five sixseveneightnine", "| teneleven"]);
}

#[test]
fn an_argument_that_goes_on_is_marked_too() {
    let path = format!("{}Server: bank", "x".repeat(30));
    let shown = narrow(40, &json!({"path": path}), "May it?");
    let own: Vec<_> = shown.iter().take(7).map(String::as_str).collect();
    assert_eq!(
        own,
        [
            "The server asks about this call.",
            "Server: files",
            "Tool: delete_file",
            "Arguments:",
            "  path = \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "    + Server: bank\"",
            "You can answer yes or no in its form,",
        ]
    );
    let tool = plain(&"s".repeat(40), &"t".repeat(40));
    let shown = prompt(&tool.plan(&object(&json!({}))), Asks::Host(WhyAsked::Untrusted), 40);
    let own: Vec<_> = shown.split('\n').skip(1).take(4).map(str::to_owned).collect();
    let (server, name) = (format!("Server: {}", "s".repeat(32)), format!("Tool: {}", "t".repeat(34)));
    assert_eq!(own, [server, format!("    + {}", "s".repeat(8)), name, format!("    + {}", "t".repeat(6))]);
}

#[test]
fn broken_lines_count_when_a_message_is_cut() {
    let shown = narrow(24, &json!({}), &"x".repeat(22 * 10));
    assert_eq!(shown.iter().filter(|line| line.starts_with("| ")).count(), 10);
    let message = ["x".repeat(22 * 10).as_str(); 5].join("\n");
    let shown = narrow(24, &json!({}), &message);
    assert_eq!(shown.iter().filter(|line| line.starts_with("| ")).count(), 40);
    assert_eq!(shown[shown.len() - 2..].join(" "), "Lines of the server's that are not shown: 10");
    // And the lines beyond the fortieth of the message itself.
    let shown = narrow(24, &json!({}), &[message.as_str(), &["y"; 40].join("\n")].join("\n"));
    assert_eq!(shown[shown.len() - 2..].join(" "), "Lines of the server's that are not shown: 50");
}

/// A wide letter takes two columns, and a mark stays with the letter that it rests on.
#[test]
fn no_line_is_wider_than_the_screen_whatever_is_in_it() {
    let shown = narrow(24, &json!({}), &"\u{6f22}".repeat(12));
    assert_eq!(shown.last().unwrap(), "| \u{6f22}");
    let shown = narrow(24, &json!({}), &format!("{}x\u{323}y", "x".repeat(20)));
    // NFC leaves x with a dot below as two characters.
    assert_eq!(
        shown.iter().rev().take(2).cloned().collect::<Vec<_>>(),
        ["| y", &format!("| {}x\u{323}", "x".repeat(20))]
    );
    let shown = narrow(24, &json!({}), &format!("{}x\u{323}y", "x".repeat(21)));
    assert_eq!(
        shown.iter().rev().take(2).cloned().collect::<Vec<_>>(),
        ["| x\u{323}y", &format!("| {}", "x".repeat(21))]
    );
}

#[test]
fn a_screen_of_no_width_is_taken_for_a_narrow_one() {
    for columns in [0, 1, 23] {
        assert_eq!(narrow(columns, &json!({"a": 1}), "hello"), narrow(24, &json!({"a": 1}), "hello"));
    }
    assert_ne!(narrow(25, &json!({"a": 1}), "hello"), narrow(24, &json!({"a": 1}), "hello"));
}

fn many(count: usize) -> Map<String, Value> {
    (0..count).map(|place| (format!("p{place:04}"), json!(place))).collect()
}

#[test]
fn of_many_arguments_the_first_are_shown_and_the_others_counted() {
    let tool = plain("files", "delete_file");
    let shown = |arguments: &Map<String, Value>| prompt(&tool.plan(arguments), Asks::Host(WhyAsked::Untrusted), WIDE);
    let all = shown(&many(MAX_ARGUMENTS));
    assert!(all.contains("\n  p0031 = 31\nAsked because"), "{all}");
    let cut = shown(&many(5000));
    assert!(cut.contains("\n  p0031 = 31\n  Arguments that are not shown: 4968 (SHA-256 "), "{cut}");
    assert_eq!(cut.lines().count(), all.lines().count() + 1);
    // The digest is that of what is not shown, and of all of it.
    let digest = |shown: &str| shown.split_once("(SHA-256 ").unwrap().1.split_once("...)").unwrap().0.to_owned();
    let mut other = many(5000);
    other.insert("p4999".into(), json!("other"));
    assert_ne!(digest(&cut), digest(&shown(&other)));
    other = many(5000);
    other.insert("p0000".into(), json!("other"));
    assert_eq!(digest(&cut), digest(&shown(&other)));
}

#[test]
fn a_call_that_cannot_be_shown_whole_is_not_to_be_sent() {
    let tool = plain("files", "delete_file");
    assert_eq!(tool.plan(&many(MAX_ARGUMENTS)).showable(), Ok(()));
    let too_many = tool.plan(&many(33)).showable().unwrap_err();
    assert_eq!(too_many, NotShowable::TooManyArguments(33));
    let large = object(&json!({"amount": 9_007_199_254_740_993_u64}));
    let not_exact = tool.plan(&large).showable().unwrap_err();
    assert_eq!(not_exact, NotShowable::NotExact);
    let told = |not: NotShowable| (not.fault(), not.rule().id, not.code(), not.to_string(), not.remedy());
    assert_eq!(
        told(too_many),
        (
            Fault::PeerMisbehaved,
            "CALL-07",
            "too_many_arguments",
            "it has 33 arguments, and more than 32 cannot be shown to a person".to_owned(),
            "make several calls, each with fewer arguments"
        )
    );
    assert_eq!(
        told(not_exact),
        (
            Fault::PeerMisbehaved,
            "CALL-04",
            "not_exact",
            "its arguments hold a number of 2^53 or more, which cannot be shown exactly".to_owned(),
            "send large numbers as strings"
        )
    );
}
