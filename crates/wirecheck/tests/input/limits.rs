//! What is too long is left out, what is too old is forgotten, and both are said.

use crate::{ANSWER, checked, whole};
use std::io::{BufReader, Read};
use twogates_wirecheck::{Checker, Event, MAX_DOCUMENT, Options, WINDOW};

fn call(id: usize) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"x","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}

fn answer(id: usize) -> String {
    ANSWER.replace("\"id\":1", &format!("\"id\":{id}"))
}

#[test]
fn a_document_that_is_too_long_is_left_out() {
    let text = |length: usize| {
        let log = "x".repeat(length - r#"{"log":""}"#.len());
        format!("{}\n{{\"log\":\"{log}\"}}\n{}", call(1), answer(1))
    };
    assert_eq!(whole(text(MAX_DOCUMENT - 1)), [""; 0]);
    let (found, summary) = checked(text(MAX_DOCUMENT + 1), Options::default());
    assert_eq!(found, [format!("2: longer than {MAX_DOCUMENT} bytes")]);
    assert_eq!((summary.checked, summary.unreadable, summary.gap), (2, 1, Some(2)));
    let item = format!("[{},{{\"log\":\"{}\"}},{}]", call(1), "x".repeat(MAX_DOCUMENT), answer(1));
    let (found, summary) = checked(item, Options::default());
    assert_eq!(found, [format!("1: longer than {MAX_DOCUMENT} bytes")]);
    assert_eq!(summary.checked, 2);
}

#[test]
fn what_is_too_old_is_forgotten_and_not_judged() {
    let calls: Vec<_> = (0..=WINDOW).map(call).collect();
    let text = |answered: usize| {
        let answers = (0..=WINDOW).rev().take(answered).map(answer);
        calls.iter().cloned().chain(answers).collect::<Vec<_>>().join("\n")
    };
    let (found, summary) = checked(text(WINDOW + 1), Options::default());
    assert_eq!((found.len(), summary.forgotten), (0, 1), "the answer to what was forgotten is not unknown");
    let (found, summary) = checked(text(WINDOW - 1), Options::default());
    assert_eq!((found, summary.forgotten), (vec!["2: unanswered ".to_owned()], 1));
}

/// Gives out one byte at a time, as a slow pipe does.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let one = self.0.len().min(1).min(buffer.len());
        self.0.read(&mut buffer[..one])
    }
}

#[test]
fn a_slow_stream_is_read_as_a_quick_one_is() {
    for text in [format!("{}\n{}\n", call(1), answer(2)), format!("[{},\n{}]", call(1), answer(2))] {
        let mut found = Vec::new();
        let mut happens = |event| {
            if let Event::Finding(finding) = event {
                found.push(format!("{}: {} {}", finding.place.line, finding.check, finding.pointer));
            }
        };
        let input = BufReader::with_capacity(3, Slow(text.as_bytes()));
        Checker::new(Options::default()).check(input, &mut happens).unwrap();
        assert_eq!(found, whole(&text));
        assert_eq!(found, ["2: response-unknown /id", "1: unanswered "]);
    }
}

/// Questions are kept with their forms, so that a few large ones are as much as many small ones.
#[test]
fn large_questions_are_forgotten_sooner() {
    let asks = |id: usize, length: usize| {
        let schema =
            format!(r#"{{"type":"object","properties":{{"a":{{"type":"string","title":"{}"}}}}}}"#, "x".repeat(length));
        let asked = format!(
            r#"{{"q":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{schema}}}}}}}"#
        );
        let result = format!(r#"{{"resultType":"input_required","inputRequests":{asked},"requestState":"s-{id}"}}"#);
        let call = call(id).replace("clientCapabilities\":{}", "clientCapabilities\":{\"elicitation\":{}}");
        format!("{call}\n{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}\n")
    };
    let megabyte = 1024 * 1024;
    let forgotten = |count: usize, length: usize| {
        let text: String = (0..count).map(|id| asks(id, length)).collect();
        let (found, summary) = checked(text, Options::default());
        assert_eq!(found, [""; 0]);
        summary.forgotten
    };
    assert_eq!(forgotten(18, megabyte), 3, "sixteen MiB hold fifteen of them, with all that is around their titles");
    assert_eq!(forgotten(WINDOW + 2, 1), 2);
}
