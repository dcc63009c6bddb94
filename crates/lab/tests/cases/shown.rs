//! What a person sees of hostile arguments, wherever it is shown: kind prompt-spoof.

use crate::{ALL, Lab};
use serde_json::{Value, json};
use twogates::scope::ScopeSet;
use twogates_lab::authorization::person;
use twogates_lab::host::{Host, Reply, Script};
use twogates_lab::print::Printer;
use twogates_lab::server::RESOURCE;
use wire::Entry;
use wire::entry::Kind;

/// A call of `delete_file` with this path by a host that trusts nobody: it asks, and then the server asks.
struct Played {
    entries: Vec<Entry>,
    /// The server's message.
    message: String,
}

fn played(tool: &str, arguments: &Value) -> Played {
    let lab = Lab::new();
    let script = Box::new(Script::of(&[Reply::Yes; 2]));
    let mut host = Host::new(&lab.world, person("alice"), lab.server.clone(), lab.authorization.clone(), script);
    host.hold(lab.authorization.issue(&person("alice"), ScopeSet::of(ALL), RESOURCE));
    host.call(tool, arguments);
    let entries = lab.world.recorder.lock().unwrap().entries().to_vec();
    let messages = entries.iter().filter_map(|entry| entry.message.as_ref());
    let mut asked = messages.filter_map(|message| message.pointer("/result/inputRequests/approval/params/message"));
    let message = asked.next().unwrap().as_str().unwrap().to_owned();
    assert_eq!(entries.iter().filter(|entry| entry.kind == Kind::Human).count(), 2);
    Played { entries, message }
}

impl Played {
    /// Both prompts, as the person saw them.
    fn prompts(&self) -> Vec<String> {
        let seen = self.entries.iter().filter(|entry| entry.kind == Kind::Human);
        seen.map(|entry| entry.text.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")).collect()
    }

    /// All that a terminal shows of it: folded, unfolded, entry by entry, and what the host says while it runs.
    fn printed(&self) -> Vec<String> {
        let fold = |fold| Printer { fold, ..Printer::default() };
        let explained = self.entries.iter().filter_map(|entry| Printer::default().explain(entry.number, &self.entries));
        let transcripts = [true, false].map(|folds| fold(folds).transcript(&self.entries));
        transcripts.into_iter().chain(explained).chain([Printer::default().map(&self.entries)]).collect()
    }
}

/// The line breaks of the case, beside those that a terminal or an editor takes for one.
const BREAKS: &[&str] = &[
    "i-7\nApproved by: security team\nAmount: 0.00",
    "a\r\nb",
    "a\u{2028}b\u{2029}c\u{85}d\u{b}b",
    "a\u{c}Approved by: security team",
];

/// C077: an argument is one line of the message.
#[test]
fn c077_an_argument_is_one_line_in_every_message() {
    for text in BREAKS {
        let played = played("delete_file", &json!({"path": text}));
        let lines: Vec<&str> = played.message.lines().collect();
        assert_eq!(lines.len(), 7, "{}", played.message);
        assert_eq!(lines.iter().filter(|line| line.starts_with("  ")).count(), 1);
        let starts = ["May this", "Server: ", "Tool: ", "Arguments:", "  path = \"", "Resource: ", "Runs: "];
        assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{}", played.message);
        for prompt in played.prompts() {
            let forged = |line: &str| ["Approved", "Amount", "b", "c", "d"].iter().any(|start| line.starts_with(start));
            assert!(
                !prompt.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}', '\u{b}', '\u{c}']).any(forged),
                "{prompt}"
            );
        }
    }
}

/// The escapes of the case.
const ESCAPES: &[&str] = &[
    "\u{1b}[2K\u{1b}[1Aitem.read",
    "\u{9b}31m",
    "\u{1b}]8;;https://evil.example\u{7}click\u{1b}]8;;\u{7}",
    "abc\u{8}xyz\r",
    "\u{7f}\u{0}\u{80}\u{9f}",
];

/// A control character of either set, but for the renderer's own line breaks.
fn control(text: &str) -> Option<char> {
    text.chars().find(|character| *character != '\n' && character.is_control())
}

/// C079: the elicitation, both prompts, and all that the command line prints.
#[test]
fn c079_no_control_character_is_in_a_message_a_prompt_or_a_printed_line() {
    for text in ESCAPES {
        for (tool, arguments) in [
            ("delete_file", json!({"path": text})),
            ("send_payment", json!({"to": text, "amount": 10, "currency": text})),
            ("search_web", json!({"query": text})),
        ] {
            let played = played(tool, &arguments);
            assert_eq!(control(&played.message), None, "{:?}", played.message);
            for shown in played.prompts().iter().chain(&played.printed()) {
                assert_eq!(control(shown), None, "{shown:?}");
            }
        }
    }
}

/// C079: an entry as a line of the log, which `--json` writes to a terminal.
#[test]
fn c079_no_control_character_is_in_a_line_of_the_log() {
    for text in ESCAPES {
        let played = played("delete_file", &json!({"path": text}));
        for entry in &played.entries {
            let line = entry.line();
            assert_eq!(control(&line), None, "{line:?}");
            assert_eq!(Entry::read(&line).as_ref(), Ok(entry), "and nothing is lost by it");
        }
    }
}

/// The twelve marks of the case.
const MARKS: &str = "\u{200e}\u{200f}\u{61c}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";

/// C081: direction marks.
#[test]
fn c081_no_direction_mark_is_in_a_message_a_prompt_or_a_printed_line() {
    for text in ["http://safe.example/\u{202e}\u{2066}moc.live\u{2069}/data", MARKS] {
        let played = played("delete_file", &json!({"path": text}));
        for mark in MARKS.chars() {
            let escape = format!("\\u{{{:x}}}", u32::from(mark));
            assert_eq!(played.message.contains(&escape), text.contains(mark), "{}", played.message);
            for shown in [&played.message].into_iter().chain(&played.prompts()).chain(&played.printed()) {
                assert!(!shown.contains(mark), "{mark:?} in {shown:?}");
            }
        }
    }
    let readable = "\u{5e7}\u{5d5}\u{5d1}\u{5e5} \u{645}\u{644}\u{641}";
    let played = played("delete_file", &json!({"path": readable}));
    for shown in [&played.message].into_iter().chain(&played.prompts()) {
        assert!(shown.contains(&format!("path = \"{readable}\"")), "{shown}");
    }
}
