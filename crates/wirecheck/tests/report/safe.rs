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
