//! What a person sees of hostile arguments, wherever it is shown: kind prompt-spoof.

use crate::{ALL, Lab, map, notes};
use print::Printer;
use serde_json::{Map, Value, json};
use twogates::consent::host::Trust;
use twogates::scope::ScopeSet;
use twogates_lab::authorization::person;
use twogates_lab::host::{Ending, Host, Reply, Script, Sent};
use twogates_lab::server::RESOURCE;
use wire::Entry;
use wire::entry::Kind;

/// A call of `delete_file` with this path by a host that trusts nobody: it asks, and then the server asks.
struct Played {
    entries: Vec<Entry>,
    /// The server's message.
    message: String,
}

/// A host that trusts nobody, with a token for everything.
fn asking(replies: &[Reply]) -> (Lab, Host) {
    let lab = Lab::new();
    let script = Box::new(Script::of(replies));
    let mut host = Host::new(&lab.world, person("alice"), lab.server.clone(), lab.authorization.clone(), script);
    host.hold(lab.authorization.issue(&person("alice"), ScopeSet::of(ALL), RESOURCE));
    (lab, host)
}

fn played(tool: &str, arguments: &Value) -> Played {
    let (lab, mut host) = asking(&[Reply::Yes; 2]);
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

/// A call with more arguments than a person is shown is not sent, whatever the host trusts.
#[test]
fn a_call_that_fills_the_screen_is_not_sent() {
    let many =
        |count: usize| -> Value { (0..count).map(|at| (format!("p{at}"), json!(at))).collect::<Map<_, _>>().into() };
    for trust in [Trust::None, Trust::Trusted] {
        let (lab, mut host) = asking(&[Reply::Yes; 2]);
        host.set_trust(trust);
        let ending = host.call("delete_file", &many(33));
        let text = "Not sent: it has 33 arguments, and more than 32 cannot be shown to a person. What would help: make \
                    several calls, each with fewer arguments.";
        assert_eq!(ending, Ending::Withheld(text.into()), "{trust:?}");
        let entries = lab.world.recorder.lock().unwrap().entries().to_vec();
        assert!(entries.iter().all(|entry| entry.kind == Kind::Host), "nobody was asked, and nothing was sent");
        let gate = entries.iter().find_map(|entry| entry.gate.clone()).unwrap();
        assert_eq!(
            (gate.gate.as_str(), gate.verdict.as_str(), gate.rules),
            ("host", "refused", vec!["CALL-07".into()])
        );
        assert_eq!(gate.code.as_deref(), Some("too_many_arguments"));
        // One argument less is sent.
        assert!(!matches!(host.call("delete_file", &many(32)), Ending::Withheld(_)), "{trust:?}");
    }
}

/// Nor is a server's question about it answered, where something else sent it.
#[test]
fn a_question_about_a_call_that_fills_the_screen_is_not_answered() {
    let (lab, mut host) = asking(&[Reply::Yes; 2]);
    let Sent::Asks(mut pending) = host.begin("delete_file", &map(&notes()), None) else { panic!("not asked") };
    pending.arguments = (0..33).map(|at| (format!("p{at}"), json!(at))).collect();
    assert_eq!(host.answer(&mut pending), []);
    assert!(pending.responses.is_empty() && host.ledger().records().is_empty());
    assert!(lab.world.recorder.lock().unwrap().entries().iter().all(|entry| entry.kind != Kind::Human));
}

/// However long a value is, no line of a prompt is broken by the frame in which a transcript prints it.
#[test]
fn a_prompt_fits_its_frame() {
    let spaces = format!("{}Tool: list_files", " ".repeat(72));
    let played = played("delete_file", &json!({"path": spaces.repeat(2)}));
    for prompt in played.prompts() {
        assert!(prompt.lines().all(|line| line.chars().count() <= 72), "{prompt}");
        assert!(prompt.contains("\n    + "), "{prompt}");
    }
    for text in played.printed() {
        let own = text.lines().filter_map(|line| line.trim_start().strip_prefix("│ "));
        let tools: Vec<_> = own.filter(|line| line.starts_with("Tool: ")).collect();
        assert!(tools.iter().all(|line| *line == "Tool: delete_file"), "{text}");
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
