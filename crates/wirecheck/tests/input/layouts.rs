//! Lines, arrays, documents over several lines, and what is wrong with any of these.

use crate::{ANSWER, WRONG, checked, whole};
use twogates_wirecheck::Options;

/// A document, laid out as people do.
fn pretty(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    serde_json::to_string_pretty(&value).unwrap()
}

#[test]
fn lines_with_blank_ones_and_a_mark_between() {
    assert_eq!(whole(format!("{WRONG}\n{ANSWER}")), ["1: meta-version /params/_meta"]);
    assert_eq!(whole(format!("\u{feff}\n  \r\n{WRONG}\r\n\n{ANSWER}\r\n")), ["3: meta-version /params/_meta"]);
}

#[test]
fn an_array_is_read_item_by_item() {
    for text in [
        format!("[{WRONG},{ANSWER}]"),
        format!("\u{feff}[\n{WRONG},\n{ANSWER}\n]\n"),
        format!(" [ {WRONG} , {ANSWER} ] "),
        format!("[{},{}]", pretty(WRONG), pretty(ANSWER)),
    ] {
        let found = whole(&text);
        let line = text.lines().position(|line| line.contains("{")).unwrap() + 1;
        assert_eq!(found, [format!("{line}: meta-version /params/_meta")], "{text}");
    }
    assert_eq!(whole("[]"), [""; 0]);
}

#[test]
fn an_array_that_is_none_is_said_where_it_breaks() {
    assert_eq!(
        whole(format!("[\n{WRONG}\n{ANSWER}]")),
        [
            "2: meta-version /params/_meta",
            "3: not an array of messages: a comma or the end of the array should stand here"
        ]
    );
    assert_eq!(
        whole(format!("[{WRONG},\n{ANSWER}]\n\n{WRONG}")),
        ["1: meta-version /params/_meta", "4: not an array of messages: nothing behind the array should stand here"]
    );
    let cut_off = format!("[{WRONG},{ANSWER},");
    let found =
        ["1: meta-version /params/_meta", "1: not an array of messages: the end of the array should stand here"];
    assert_eq!(whole(&cut_off), found);
    assert_eq!(checked(&cut_off, Options { partial: true }).0, found[..1], "it may be cut off");
    assert_eq!(whole(format!("[{WRONG},,{ANSWER}]")), ["1: meta-version /params/_meta", "1: not-json "]);
    assert_eq!(whole(format!("[{WRONG},{ANSWER},12,]")), ["1: meta-version /params/_meta", "1: not-a-message "]);
}

#[test]
fn an_array_on_one_line_of_several_is_a_batch() {
    assert_eq!(whole(format!("[{WRONG}]\n{WRONG}\n{ANSWER}")), ["1: batch ", "2: meta-version /params/_meta"]);
    assert_eq!(whole(format!("{WRONG}\n[{WRONG}]\n{ANSWER}\n")), ["1: meta-version /params/_meta", "2: batch "]);
}

#[test]
fn a_document_over_several_lines_is_taken_whole() {
    let text = format!("{}\n{}\n{}", pretty(WRONG), pretty(ANSWER), pretty(WRONG).replace("1,", "2,"));
    let third = pretty(WRONG).lines().count() + pretty(ANSWER).lines().count() + 1;
    let expected = [
        "1: meta-version /params/_meta".to_owned(),
        format!("{third}: meta-version /params/_meta"),
        format!("{third}: unanswered "),
    ];
    assert_eq!(whole(text), expected);
}

#[test]
fn a_document_that_was_cut_off_does_not_swallow_the_next() {
    let cut_off = r#"{"jsonrpc":"2.0","id":1,"#;
    let (found, summary) = checked(format!("{cut_off}\n{WRONG}\n{ANSWER}"), Options::default());
    assert_eq!(found, ["1: not-json ", "2: meta-version /params/_meta"]);
    assert_eq!((summary.gap, summary.checked), (Some(1), 2));
    let (found, _) = checked(format!("{WRONG}\n{{\n  \"jsonrpc\": \"2.0\","), Options::default());
    assert_eq!(found, ["1: meta-version /params/_meta", "2: not-json "]);
}

#[test]
fn bytes_that_are_not_text_are_found_where_they_are() {
    let mut text = WRONG.as_bytes().to_vec();
    text.extend(b"\n{\"jsonrpc\":\"\xff\"}\n");
    text.extend(ANSWER.as_bytes());
    assert_eq!(whole(text), ["1: meta-version /params/_meta", "2: not-json "]);
}

#[test]
fn behind_a_gap_what_is_missing_proves_nothing() {
    let unknown = ANSWER.replace("\"id\":1", "\"id\":9");
    assert_eq!(whole(&unknown), ["1: response-unknown /id"]);
    assert_eq!(whole(format!("{{\"id\":\n{unknown}\n{WRONG}")), ["1: not-json ", "3: meta-version /params/_meta"]);
    let stray = format!("ready\n{unknown}");
    assert_eq!(whole(stray), ["1: not-json ", "2: response-unknown /id"], "a stray line is no message that is missing");
}

#[test]
fn a_partial_transcript_may_begin_and_end_anywhere() {
    let unknown = ANSWER.replace("\"id\":1", "\"id\":9");
    let text = format!("{unknown}\n{WRONG}");
    assert_eq!(whole(&text), ["1: response-unknown /id", "2: meta-version /params/_meta", "2: unanswered "]);
    assert_eq!(checked(&text, Options { partial: true }).0, ["2: meta-version /params/_meta"]);
}
