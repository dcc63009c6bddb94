//! A list is somebody else's text: nothing of it writes a line of the review, and no list is too odd to be read.

use crate::{read, review};
use proptest::prelude::*;
use serde_json::{Value, json};
use twogates_checklist::review::Review;

/// The review without what stands in code.
fn outside(review: &str) -> String {
    review.split('`').step_by(2).collect::<Vec<_>>().join("~")
}

/// Puts a text everywhere into a list where a server may put one.
fn list_with(text: &str) -> Value {
    let schema = json!({"type": "object", "required": [text], "properties": {
        text: {"description": text, "enum": [text, format!("delete {text}")]},
        format!("path {text}"): {"description": format!("a command {text}")},
    }});
    json!([
        {"name": text, "title": text, "description": text, "inputSchema": schema, "outputSchema": schema},
        {"name": format!("{text}_"), "annotations": {"title": format!("delete {text}"), "readOnlyHint": true,
            "openWorldHint": false}, "inputSchema": schema},
        {"name": text.to_uppercase(), "annotations": {"readOnlyHint": text}, "inputSchema": text},
    ])
}

#[test]
fn nothing_of_a_list_stands_outside_of_code() {
    for text in [
        "EVIL",
        "EVIL` EVIL",
        "``` EVIL",
        "EVIL\n\n# EVIL\n",
        "EVIL | EVIL",
        "<script>EVIL</script>",
        "![EVIL](x:EVIL)",
        "[EVIL](x:EVIL)",
        "EVIL\u{2028}EVIL\u{85}EVIL",
        "EVIL\\` EVIL",
        "\u{202e}EVIL\u{1b}[31m",
        "&lt;EVIL&gt;",
        "www.EVIL.example EVIL@EVIL.example",
        "$EVIL$",
    ] {
        let review = review(&list_with(text));
        assert!(review.contains("EVIL"), "{text}");
        assert!(!outside(&review).contains("EVIL"), "{text:?}: {review}");
        assert_eq!(review.matches('`').count() % 2, 0, "{text}");
    }
}

#[test]
fn a_name_does_not_change_what_is_ours() {
    let benign = outside(&review(&list_with("EVILx")));
    for text in ["EVIL` EVIL", "EVIL | x", "EVIL\n## 9. x", "EVIL<b>", "EVIL\u{202e}"] {
        let hostile = outside(&review(&list_with(text)));
        let ours =
            |text: &str| text.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(ours(&hostile), ours(&benign), "{text:?}");
        let bars =
            |text: &str| text.lines().filter(|line| line.starts_with('|')).map(|line| line.matches('|').count()).max();
        assert_eq!(bars(&hostile), bars(&benign), "{text:?}");
    }
}

#[test]
fn the_name_of_the_list_is_code_too() {
    let review = Review::of(b"[]", "a`b\n# c").unwrap().markdown().unwrap();
    assert!(review.starts_with("# Review of a tool list: `a\\u{60}b\\n# c`\n"), "{review}");
}

#[test]
fn text_is_shown_in_ascii_and_cut() {
    let shown = |name: &str| {
        let review = review(&json!([read(name, json!({}))]));
        review.lines().find_map(|line| line.strip_prefix("## 1. ")).unwrap().to_owned()
    };
    assert_eq!(shown("naïve"), r"`na\u{ef}ve`");
    assert_eq!(shown("a|b`c"), r"`a\u{7c}b\u{60}c`");
    assert_eq!(shown(" a"), "`\" a\"`");
    assert_eq!(shown(""), "`\"\"`");
    assert_eq!(shown(&"x".repeat(60)), format!("`{}`", "x".repeat(60)));
    let cut = shown(&"x".repeat(61));
    assert!(cut.starts_with(&format!("`\"{}\" ... ", "x".repeat(30))) && cut.contains("(61 characters, "), "{cut}");
}

#[test]
fn a_text_that_is_far_too_long_is_shown_by_its_beginning() {
    let shown = |length: usize| {
        let review = review(&json!([read(&"x".repeat(length), json!({}))]));
        review.lines().find_map(|line| line.strip_prefix("## 1. ")).unwrap().to_owned()
    };
    assert!(shown(2_000).contains("(2000 characters, SHA-256 "));
    assert_eq!(shown(2_001), format!("`\"{}\" ... (2001 characters)`", "x".repeat(30)));
}

/// Lists that are made to take long. Without its limits a review of the first or the third would not end.
#[test]
fn no_list_takes_long() {
    let bomb = json!({"anyOf": vec![json!({"$ref": "#"}); 60], "properties": {"path": {}}});
    let names: Vec<Value> = (0..500).map(|_| json!({"name": "x".repeat(250)})).collect();
    let wide: serde_json::Map<String, Value> = (0..500).map(|number| (format!("path{number}"), json!({}))).collect();
    let deep = json!({"properties": {"x".repeat(1 << 20): {"properties": wide}}});
    let started = std::time::Instant::now();
    for list in [
        json!([{"name": "a", "inputSchema": bomb}]),
        json!(names),
        json!([{"name": "a", "inputSchema": deep}]),
        json!([{"name": "\u{301}".repeat(1 << 17), "title": "`".repeat(1 << 17)}]),
    ] {
        review(&list);
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn long_lists_of_names_are_counted() {
    let required: Vec<String> = (0..20).map(|number| format!("r{number:02}")).collect();
    let list = json!([{"name": "a", "outputSchema": {"required": required}}]);
    assert!(review(&list).contains(
        "requires `r00`, `r01`, `r02`, `r03`, `r04`, `r05`, `r06`, `r07`, `r08`, `r09`, `r10`, `r11` and 8 more, which"
    ));
}

#[test]
fn every_rule_that_is_cited_stands_below_with_its_sentence() {
    let review = review(&list_with("EVIL"));
    let (body, below) = review.split_once("\n## The rules\n").unwrap();
    let mut seen = 0;
    for rule in rules::all() {
        let cited = body.contains(&format!("  - {}: ", rule.id));
        let told = format!("- {} ({}): {}\n", rule.id, rule.keyword.word(), rule.sentence);
        assert!(!cited || below.contains(&told), "{}", rule.id);
        seen += usize::from(cited);
    }
    assert!(seen >= 5, "{review}");
    assert!(!below.contains("GRANT-05"));
}

/// Any JSON value of a size that a test can make many of.
fn value() -> impl Strategy<Value = Value> {
    let words = ["name", "title", "properties", "items", "$ref", "#/inputSchema", "required", "path", "enum", "anyOf"];
    let text = prop_oneof![prop::sample::select(words.to_vec()).prop_map(str::to_owned), ".{0,8}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(review) = Review::of(&bytes, "list.json") {
            prop_assert!(review.markdown().is_ok());
        }
    }

    #[test]
    fn any_entry_is_reviewed_in_plain_lines(
        name in value(), annotations in value(), input in value(), output in value(), title in value(),
    ) {
        let tool = json!({"name": name, "title": title, "annotations": annotations, "inputSchema": input,
            "outputSchema": output, "description": title});
        let review = review(&json!([tool, tool]));
        prop_assert!(review.chars().all(|character| matches!(character, '\n' | ' '..='~' | '–')));
        prop_assert_eq!(review.matches("\n## ").count(), 3);
        prop_assert_eq!(review.matches('`').count() % 2, 0);
    }

    #[test]
    fn any_text_stays_in_code(text in ".{0,40}") {
        let marked = format!("EVIL{text}EVIL");
        prop_assert!(!outside(&review(&list_with(&marked))).contains("EVIL"));
    }
}
