//! Notes, people, and what happened.

use crate::made::{bare, call, printed, result};
use serde_json::json;
use wire::Entry;
use wire::entry::Kind;

fn told(kind: Kind, lines: &[&str]) -> Vec<String> {
    printed(&[bare(7, kind).said(lines.iter().copied())])
}

#[test]
fn a_note_is_prose() {
    let text = "word ".repeat(16);
    assert_eq!(told(Kind::Note, &[text.trim()]), [format!("     {}", ["word"; 15].join(" ")), "     word".to_owned()]);
    assert_eq!(told(Kind::Note, &["one", "", "two\nthree"]), ["     one", "", r"     two\nthree"]);
    assert_eq!(told(Kind::Note, &["a \u{202e} b\\c"]), [r"     a \u{202e} b\c"]);
}

#[test]
fn a_note_keeps_what_is_to_be_typed_in_its_place() {
    assert_eq!(told(Kind::Note, &["Next:", "  cargo run"]), ["     Next:", "       cargo run"]);
    let far = format!("{}x", " ".repeat(70));
    assert_eq!(told(Kind::Note, &[&far]), [format!("{}x", " ".repeat(40))]);
}

#[test]
fn a_note_opens_an_act() {
    let lines = told(Kind::Note, &["# 3 declined", "Text.", "# not a title"]);
    assert_eq!(lines, [format!("── 3 declined {}", "─".repeat(66)), "     Text.".into(), "     # not a title".into()]);
    let long = told(Kind::Note, &[&format!("# {}", "t".repeat(90))]);
    assert_eq!(long, [format!("── {}… ────", "t".repeat(71))]);
    assert!(told(Kind::Note, &["# one\ntwo"])[0].starts_with(r"── one\\ntwo ──"), "one title");
    assert_eq!(told(Kind::Note, &["#no title"]), ["     #no title"]);
}

#[test]
fn a_sentence_to_remember_stands_out() {
    let sentence = format!("> {}", "word ".repeat(16).trim());
    assert_eq!(told(Kind::Note, &[&sentence]), [format!("  >  {}", ["word"; 15].join(" ")), "     word".into()]);
}

#[test]
fn a_person_sees_a_block_and_says_something() {
    assert_eq!(
        told(Kind::Human, &["May it?", "  path = a\\nb", "> yes", "And this?", "> no"]),
        [
            "  7  host → server       question",
            "     │ May it?",
            "     │   path = a\\nb",
            "     says: yes",
            "     │ And this?",
            "     says: no",
        ]
    );
    assert_eq!(told(Kind::Human, &["> decline"]), ["  7  host → server       says: decline"]);
    assert_eq!(
        told(Kind::Human, &["> decline", "> really"]),
        ["  7  host → server       says: decline", "     says: really"]
    );
    let long = format!("> {}", "word ".repeat(16).trim());
    assert_eq!(told(Kind::Human, &[&long])[0], "  7  host → server       answer");
    assert_eq!(told(Kind::Human, &[&long]).len(), 3);
    let mut alone = bare(7, Kind::Human).said(["seen"]);
    alone.to = None;
    assert_eq!(printed(&[alone])[0], "  7  host                answer");
}

#[test]
fn a_block_wraps_behind_its_edge() {
    let text = format!("  {}", "word ".repeat(16).trim());
    let expected = [format!("     │   {}", ["word"; 14].join(" ")), format!("     │     {}", "word word")];
    assert_eq!(told(Kind::Human, &[&text])[1..], expected);
    let far = format!("{}{}", " ".repeat(60), "x".repeat(38));
    let expected = [format!("     │ {}{}", " ".repeat(36), "x".repeat(37)), format!("     │ {}x", " ".repeat(38))];
    assert_eq!(told(Kind::Human, &[&far])[1..], expected);
}

#[test]
fn what_goes_on_keeps_to_the_width() {
    let text = "x".repeat(180);
    // 73 columns behind the edge of a block, 71 behind that of what goes on.
    let expected = [73, 71, 36].map(|length| "x".repeat(length));
    let [first, second, third] = expected;
    let block = [format!("     │ {first}"), format!("     │   {second}"), format!("     │   {third}")];
    assert_eq!(told(Kind::Human, &[&text])[1..], block);
    let inner = [71, 69, 40].map(|length| "x".repeat(length));
    let [first, second, third] = inner;
    let block = [format!("     │   {first}"), format!("     │     {second}"), format!("     │     {third}")];
    assert_eq!(told(Kind::Human, &[&format!("  {text}")])[1..], block);
    let effect = [71, 71, 38].map(|length| "x".repeat(length));
    let [first, second, third] = effect;
    let lines = [format!("     ==> {first}"), format!("         {second}"), format!("         {third}")];
    assert_eq!(told(Kind::Effect, &[&text])[1..], lines);
}

/// A question with this message, and a person who is shown these lines.
fn shown(message: &str, lines: &[&str]) -> Vec<String> {
    let asked = json!({"resultType": "input_required", "inputRequests": {
        "b": {"params": {"message": message}}, "a": {"params": {"message": "Sure?"}}, "c": {}}});
    let person = Entry { answers: Some(2), ..bare(3, Kind::Human) }.said(lines.iter().copied());
    printed(&[call(1, None, json!({"name": "a"})), result(2, 1, asked), person])[1..].to_vec()
}

#[test]
fn a_servers_words_are_folded_where_the_question_shows_them() {
    assert_eq!(
        shown("May it?\npath = x", &["The server asks.", "| May it?", "| path = x", "| Sure?", "> yes"]),
        ["     │ The server asks.", "     │ | … 3 lines, word for word as in 2", "     says: yes"]
    );
    assert_eq!(shown("May it?", &["| May it?"]), ["     │ | … 1 line, word for word as in 2"]);
    assert_eq!(shown("a\u{202e}", &["| a\\u{202e}"]), ["     │ | … 1 line, word for word as in 2"]);
}

#[test]
fn other_words_than_the_servers_are_not_folded() {
    assert_eq!(shown("May it?", &["| May it not?", "May it?"]), ["     │ | May it not?", "     │ May it?"]);
    assert_eq!(told(Kind::Human, &["| May it?"])[1..], ["     │ | May it?"]);
    // A line of the server's that is broken stays marked; one of the host's goes on behind where it began.
    let long = format!("| {} Tool: list_files", "x".repeat(70));
    let broken = [format!("     │ | {}", "x".repeat(70)), "     │ | Tool: list_files".to_owned()];
    assert_eq!(told(Kind::Human, &[&long])[1..], broken);
    let long = format!("  {} Tool: list_files", "x".repeat(70));
    let broken = [format!("     │   {}", "x".repeat(70)), "     │     Tool: list_files".to_owned()];
    assert_eq!(told(Kind::Human, &[&long])[1..], broken);
}

#[test]
fn an_effect_has_an_arrow() {
    assert_eq!(
        told(Kind::Effect, &["RUNNING delete_file", "deleted a\u{1b}", "DONE"]),
        ["  7  host → server       RUNNING delete_file", r"     ==> deleted a\u{1b}", "     DONE"]
    );
    assert_eq!(told(Kind::Effect, &["nothing ran"]), ["  7  host → server       ==> nothing ran"]);
    assert_eq!(told(Kind::Effect, &[]), ["  7  host → server       effect"]);
    let long = told(Kind::Effect, &["word ".repeat(20).trim()]);
    assert_eq!(
        long,
        [
            "  7  host → server       effect".to_owned(),
            format!("     ==> {}", ["word"; 14].join(" ")),
            format!("         {}", ["word"; 6].join(" "))
        ]
    );
}

#[test]
fn the_text_of_a_message_is_printed_too() {
    assert_eq!(told(Kind::Mcp, &["lost on its way"]), ["  7  host → server       message", "     lost on its way"]);
}
