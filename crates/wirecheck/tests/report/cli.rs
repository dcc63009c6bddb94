//! Arguments, files, and how the program ends.

use crate::{FAULTS, ran};
use std::process::ExitCode;
use twogates_wirecheck::cli::{Streams, run, unwritten};

const CLEAN: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress"}"#;

/// The code and what was printed on both streams, the code as its own text, for it has no other.
fn ended(arguments: &[&str], input: &str) -> (String, String, String) {
    let (code, output, errors) = ran(arguments, input);
    (format!("{code:?}"), output, errors)
}

fn code(number: u8) -> String {
    format!("{:?}", ExitCode::from(number))
}

/// A file of its own for one test.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn zero_one_and_two() {
    let (clean, output, errors) = ended(&[], CLEAN);
    assert_eq!((clean, output.as_str(), errors.as_str()), (code(0), "1 checked: nothing is wrong\n", ""));
    let (findings, output, errors) = ended(&["-"], FAULTS);
    assert_eq!((findings, errors.as_str()), (code(1), ""));
    assert!(output.ends_with("2 checked: 1 error, 1 warning, 1 note\n"), "{output}");
    let (unreadable, _, errors) = ended(&[], &format!("{CLEAN}\n{}", r#"{"v":2,"kind":"mcp","number":1}"#));
    assert_eq!(unreadable, code(2));
    assert!(errors.starts_with("wirecheck: stdin:2: not an entry: "), "{errors}");
}

#[test]
fn nothing_to_check_is_not_clean() {
    for input in ["", "\n \n", "{}", "{\"level\":\"info\"}\n"] {
        let (ended, _, errors) = ended(&[], input);
        assert_eq!(ended, code(2), "{input:?}");
        assert_eq!(errors, "wirecheck: stdin: there is no message in it\n");
    }
    let note = r#"{"v":1,"number":1,"act":"a","atMs":0,"kind":"note","from":"narrator"}"#;
    let (ended, output, _) = ended(&[], note);
    assert_eq!(
        (ended, output.as_str()),
        (code(0), "0 checked: there is nothing to check\n"),
        "a story without a message"
    );
}

/// A transcript of which most was passed over is not called clean without saying so.
#[test]
fn what_is_passed_over_is_counted() {
    let (clean, output, _) = ended(&[], &format!("{CLEAN}\n{{\"level\":\"info\"}}\n{{\"a\":[1]}}\n"));
    let said = "stdin: 2 lines or items were passed over, for no message stands there\n1 checked: nothing is wrong\n";
    assert_eq!((clean, output.as_str()), (code(0), said));
}

#[test]
fn several_files_are_transcripts_of_their_own() {
    let (clean, faults) = (file("clean.jsonl", CLEAN), file("faults.jsonl", FAULTS));
    let (ended_so, output, errors) = ended(&[&clean, &faults, &clean], "");
    assert_eq!((ended_so, errors.as_str()), (code(1), ""));
    assert!(output.starts_with(&format!("{faults}:1 (entry 11): error META-01")), "{output}");
    assert!(output.ends_with("4 checked: 1 error, 1 warning, 1 note\n"), "{output}");
    let missing = format!("{clean}.none");
    let (ended_so, output, errors) = ended(&[&missing, &faults], "");
    assert_eq!(ended_so, code(2), "what cannot be read weighs more than what is wrong");
    assert!(errors.starts_with(&format!("wirecheck: {missing}: ")), "{errors}");
    assert!(output.contains("META-01"), "the rest is checked all the same");
}

#[test]
fn arguments_that_mean_nothing() {
    for (arguments, wrong) in [
        (&["--format"][..], "--format needs a value"),
        (&["--format", "xml"], "--format takes text, json or sarif"),
        (&["--explain"], "--explain needs a value"),
        (&["--explain", "XX-01"], "there is no rule and no check named \"XX-01\""),
        (&["--strict"], "--strict is unknown; --help says what is not"),
    ] {
        let (ended, output, errors) = ended(arguments, CLEAN);
        assert_eq!((ended, output.as_str()), (code(2), ""), "{arguments:?}");
        assert_eq!(errors, format!("wirecheck: {wrong}\n"));
    }
}

#[test]
fn partial_transcripts() {
    let unanswered = FAULTS
        .lines()
        .next()
        .unwrap()
        .replace("_meta\":{", "_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",");
    assert_eq!(ended(&[], &unanswered).0, code(1));
    assert_eq!(ended(&["--partial"], &unanswered).0, code(0));
}

#[test]
fn help_says_each_option() {
    let (ended_so, output, _) = ended(&["--help"], "");
    assert_eq!(ended_so, code(0));
    for option in ["--list", "--explain", "--format", "--partial", "--schema"] {
        assert!(output.contains(option), "{option}");
    }
    assert_eq!(ended(&["-h"], "").1, output);
}

#[test]
fn what_was_not_judged_is_said() {
    let (_, output, _) = ended(&[], &format!("{CLEAN}\n{{\"jsonrpc\":"));
    assert!(
        output.contains("stdin: line 2 could not be read; behind it, what is missing proves nothing\n"),
        "{output}"
    );
    let marked =
        FAULTS.lines().next().unwrap().replacen('{', r#"{"violation":{"text":"late","rules":["RS-05","META-01"]},"#, 1);
    let (_, output, _) = ended(&["--partial"], &marked);
    let told = "stdin:1 (entry 11): not judged: the mark names RS-05, which no check can see in a message\n";
    assert!(output.starts_with(told), "{output}");
    assert!(output.ends_with("1 checked: nothing is wrong\n"), "{output}");
    let alone = marked
        .replace(",\"META-01\"", "")
        .replace("_meta\":{", "_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",");
    let (ended_so, output, _) = ended(&["--partial"], &alone);
    assert_eq!(ended_so, code(0), "nothing shows that it is wrong");
    assert!(output.starts_with(told.trim_end()), "{output}");
    assert!(output.contains("and it names no other rule: nothing shows that this entry breaks one\n"), "{output}");
    assert!(output.ends_with("1 checked: nothing is wrong; 1 mark is not proven\n"), "{output}");
    let (_, output, _) = ended(&["--partial", "--format", "json"], &alone);
    assert!(output.contains(r#""unseen":{"RS-05":1},"unproven":1"#) || output.contains(r#""unproven":1"#), "{output}");
    let (_, output, _) = ended(&["--partial", "--format", "sarif"], &[alone.clone(), alone].join("\n"));
    let value: serde_json::Value = serde_json::from_str(&output).unwrap();
    let results = value.pointer("/runs/0/results").and_then(serde_json::Value::as_array).unwrap();
    let open = results.iter().filter(|result| result["kind"] == "open" && result["ruleId"] == "RS-05");
    assert_eq!(open.count(), 2, "{output}");
    let request = |id: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        )
    };
    let many: Vec<_> = (0..=twogates_wirecheck::WINDOW).map(request).collect();
    let (_, output, _) = ended(&["--partial"], &many.join("\n"));
    assert!(
        output.starts_with("stdin: 1 request or question was forgotten and not judged, for 1000 of each"),
        "{output}"
    );
}

/// A stream that takes this many bytes and then breaks like the pipe into `head`.
struct Broken(usize);

impl std::io::Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(std::io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_report_that_nobody_reads_to_its_end_does_not_pass() {
    let mut errors = Vec::new();
    let streams = &mut Streams { input: &mut FAULTS.as_bytes(), output: &mut Broken(10), errors: &mut errors };
    let error = run(&[], streams).unwrap_err();
    assert_eq!(format!("{:?}", unwritten(&error, streams.errors)), code(2));
    assert_eq!(errors, b"", "whoever stopped reading needs no word about it");
    let full = std::io::Error::other("full\u{1b}[2K");
    assert_eq!(format!("{:?}", unwritten(&full, &mut errors)), code(2));
    assert_eq!(errors, b"wirecheck: full\\u{1b}[2K\n");
}

#[test]
fn a_line_that_is_no_json_is_a_finding_and_an_entry_that_is_none_is_not_read() {
    let (findings, output, _) = ended(&[], &format!("{CLEAN}\n{{\"jsonrpc\":"));
    assert_eq!(findings, code(1));
    assert!(output.contains("stdin:2: ") && output.contains("2 checked") || output.contains("1 checked"), "{output}");
    let help = ended(&["--help"], "").1;
    assert!(help.contains("1 findings, and a line that is no JSON is one; 2 a file or an entry in it could not be"));
}
