//! Nothing in a transcript reaches the report as it is: no secret, and nothing that moves the cursor.

use crate::ran;
use twogates_wirecheck::all_rows;

/// What a hostile log puts wherever a text may stand.
const HOSTILE: &str = "\\u001b[2K\\u001b[1Aforged\\u009b31m\\u202e\\u2028\\u0007\\r\\n";

/// All samples, in one transcript.
fn samples() -> String {
    all_rows().flat_map(|row| row.samples().bad).collect::<Vec<_>>().join("\n")
}

#[test]
fn c079_no_control_character_is_printed() {
    for key in ["method", "name", "resultType", "cacheScope", "from", "scope", "action", "format", "code"] {
        let needle = format!("\"{key}\":\"");
        let hostile = samples().replace(&needle, &format!("{needle}{HOSTILE}"));
        for format in ["text", "json", "sarif"] {
            let (_, output, errors) = ran(&["--format", format], &hostile);
            let unsafe_one = output.chars().chain(errors.chars()).find(|character| {
                *character != '\n' && (character.is_control() || "\u{202e}\u{2028}".contains(*character))
            });
            assert_eq!(unsafe_one, None, "{format}, {key}");
        }
    }
}

#[test]
fn names_of_members_are_shown_safely_too() {
    let form = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{{"a{HOSTILE}":{{"method":"elicitation/create","params":{{"message":"?","requestedSchema":{{"type":"object","properties":{{"password{HOSTILE}":{{"type":"string"}}}},"required":["{HOSTILE}"]}}}}}}}}}}}}"#
    );
    let (_, output, _) = ran(&["--partial"], &form);
    assert!(output.contains("form-secret") && output.contains("form-required"), "{output}");
    assert!(output.chars().all(|character| character == '\n' || !character.is_control() && character != '\u{202e}'));
    let twice = format!(r#"{{"jsonrpc":"2.0","{HOSTILE}":1,"{HOSTILE}":2,"method":"x"}}"#);
    let (_, output, _) = ran(&[], &twice);
    assert!(output.contains("duplicate-name"), "{output}");
    assert!(output.chars().all(|character| character == '\n' || !character.is_control()));
}

#[test]
fn no_state_and_no_token_is_printed() {
    let secret = "S3CRET";
    let told = samples()
        .replace("\"requestState\":\"", &format!("\"requestState\":\"{secret}"))
        .replace("Bearer <token>", &format!("Bearer {secret}"))
        .replace("access_token=", &format!("access_token={secret}"))
        .replace("\"access_token\":\"", &format!("\"access_token\":\"{secret}"));
    for format in ["text", "json", "sarif"] {
        let (_, output, errors) = ran(&["--format", format], &told);
        assert!(output.contains("MRTR-13") && output.contains("AUTH-11"), "these are looked at");
        assert!(!output.contains(secret) && !errors.contains(secret), "{format}");
    }
}

/// The first character that is neither the end of a line of ours nor safe to print.
fn unsafe_one(text: &str) -> Option<char> {
    text.chars().find(|character| {
        *character != '\n' && (character.is_control() || "\u{202e}\u{2028}\u{3164}".contains(*character))
    })
}

/// What no entry is goes to the other stream, and so does what no argument is.
#[test]
fn what_cannot_be_read_is_told_safely() {
    let raw = "\u{1b}]0;p\u{7}\u{9b}31m\u{202e}\u{2028}\u{3164}\r\n";
    let entry = |more: &str| {
        format!(
            r#"{{"v":1,"number":1,"act":"a","atMs":0,"kind":"mcp","from":"host","to":"server",{more}"message":{{}}}}"#
        )
    };
    let http = r#""http":{"request":"POST /mcp","headers":[],"HOSTILE":1},"#;
    let entries = [
        entry("\"HOSTILE\":1,"),
        entry("\"violation\":{\"text\":\"\",\"rules\":[],\"HOSTILE\":1},"),
        entry(http),
        entry("").replace("\"mcp\"", "\"HOSTILE\""),
    ];
    for line in entries.map(|line| line.replace("HOSTILE", HOSTILE)) {
        let (_, output, errors) = ran(&[], &line);
        assert!(errors.contains("stdin:1: not an entry: ") && errors.contains(r"\u{1b}[2K"), "{errors:?}");
        assert_eq!(errors.lines().filter(|line| !line.starts_with("wirecheck: stdin:")).count(), 0, "{errors:?}");
        assert_eq!(unsafe_one(&(output + &errors)), None, "{line}");
    }
    for arguments in [&[&*format!("--{raw}")][..], &[raw], &["--explain", raw], &["--format", raw], &["--schema", raw]]
    {
        let (_, output, errors) = ran(arguments, "");
        assert!(errors.starts_with("wirecheck: ") && unsafe_one(&(output + &errors)).is_none(), "{errors:?}");
        assert_eq!(errors.lines().count(), 1, "{errors:?}");
    }
}

/// The name of a file is somebody else's text too.
#[test]
fn names_of_files_are_shown_safely() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("x\u{1b}[2K\u{202e}\n.jsonl");
    std::fs::write(&file, format!("{}{{\"jsonrpc\":", crate::FAULTS)).unwrap();
    for format in ["text", "json", "sarif"] {
        let (_, output, errors) = ran(&["--format", format, file.to_str().unwrap()], "");
        assert!(output.contains("jsonl") && unsafe_one(&(output + &errors)).is_none(), "{format}");
    }
}
