//! The state, as a client echoes it: kind state-echo.

use crate::stubs::{Visit, done, question};
use serde_json::Value;
use twogates_lab::host::Ending;

/// What a host sends back for this state: the member as it is, and the text that it travelled in.
fn echoed(form: bool, state: &'static str) -> (Option<Value>, String) {
    let mut visit = Visit::to(None, move |request, before| match before {
        0 => question(request, form, state),
        _ => done(request),
    })
    .holding(&["files:write"]);
    assert_eq!(visit.call(), Ending::Result { is_error: false, text: "done".into() });
    let retry = visit.stub.posted().pop().unwrap();
    (retry.pointer("/params/requestState").cloned(), retry.to_string())
}

/// C037: a state is nobody's to read.
#[test]
fn c037_a_state_comes_back_code_point_for_code_point() {
    for state in [
        "  lead and trail  ",
        "line1\nline2",
        "a+/=_-",
        "\u{e9} vs e\u{301}",
        "",
        r#"{"looks":"like json"}"#,
        // And some more that a client could be tempted by.
        "null",
        "123",
        "%41%2F&amp;",
        "\u{feff}\u{200b}\r\t\u{0}",
        "\u{ff21}\u{10000}",
    ] {
        for form in [true, false] {
            let (member, text) = echoed(form, state);
            assert_eq!(member, Some(Value::from(state)), "{state:?}, form {form}: {text}");
        }
    }
}
