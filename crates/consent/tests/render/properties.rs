//! What holds of every text.

use consent::render::{LIMIT, QuestionView, line, question, value};
use proptest::collection::{hash_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value};
use twogates_consent as consent;
use unicode_normalization::is_nfc;

/// Characters that make trouble, among some that do not.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        prop::sample::select("ab eqnu{}0123\\\"'=,:[]|".chars().collect::<Vec<_>>()),
        prop::sample::select(
            "\n\r\t\0\u{1b}\u{7f}\u{85}\u{9b}\u{2028}\u{2029}\u{a0}\u{3000}".chars().collect::<Vec<_>>()
        ),
        prop::sample::select(
            "\u{200b}\u{200d}\u{200e}\u{202e}\u{2066}\u{61c}\u{feff}\u{fe0f}\u{e0041}".chars().collect::<Vec<_>>()
        ),
        prop::sample::select(
            "\u{301}\u{316}\u{323}\u{338}\u{5b0}\u{64e}\u{651}\u{94d}\u{20dd}".chars().collect::<Vec<_>>()
        ),
        prop::sample::select("é\u{37e}\u{212b}\u{1100}\u{1161}\u{11a8}가각שم\u{958}नก🙂".chars().collect::<Vec<_>>()),
        any::<char>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    vec(character(), 0..40).prop_map(String::from_iter)
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        text().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            hash_map(text(), inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    hash_map(text(), json(), 0..5).prop_map(|map| map.into_iter().collect())
}

/// Few and short texts, so that two calls that look alike would be found.
fn small() -> impl Strategy<Value = Map<String, Value>> {
    let text =
        || vec(prop::sample::select(vec!['a', '"', '\\', ' ', '=', '\n', 'n', ',']), 0..4).prop_map(String::from_iter);
    let leaf = prop_oneof![text().prop_map(Value::from), (0..2).prop_map(Value::from)];
    let json = leaf.prop_recursive(2, 4, 2, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            hash_map(text(), inner, 0..2).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    hash_map(text(), json, 0..3).prop_map(|map| map.into_iter().collect())
}

/// Reads an escaped text back.
fn read_back(shown: &str) -> String {
    let mut out = String::new();
    let mut rest = shown.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        out.push(match rest.next().unwrap() {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let code: String = rest.by_ref().skip(1).take_while(|digit| *digit != '}').collect();
                char::from_u32(u32::from_str_radix(&code, 16).unwrap()).unwrap()
            }
            itself => itself,
        });
    }
    out
}

/// Nothing that is not seen, or that moves what stands beside it. Written without the renderer's own table.
fn harmless(line: &str) -> bool {
    line.chars().all(|character| {
        !(character.is_control()
            || (character.is_whitespace() && character != ' ')
            || matches!(
                character,
                '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                    | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
            ))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn a_line_is_harmless_and_reads_back(text in text()) {
        let shown = line(&text);
        prop_assert!(harmless(&shown), "{shown:?}");
        prop_assert_eq!(read_back(&shown), text);
    }

    /// Two texts that the standard calls equivalent are shown as texts that it does not.
    #[test]
    fn a_line_is_its_own_normal_form(text in text()) {
        prop_assert!(is_nfc(&line(&text)));
        prop_assert!(is_nfc(&value(&text, 20)));
    }

    #[test]
    fn a_value_is_one_harmless_quotation(text in text()) {
        let shown = value(&text, usize::MAX);
        prop_assert!(harmless(&shown), "{shown:?}");
        let inner = shown.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap();
        prop_assert_eq!(read_back(inner), text);
        let mut rest = inner.chars();
        while let Some(character) = rest.next() {
            prop_assert_ne!(character, '"');
            if character == '\\' {
                rest.next();
            }
        }
    }

    #[test]
    fn a_cut_value_is_harmless_and_short(text in text(), limit in 0_usize..60) {
        let shown = value(&text, limit);
        prop_assert!(harmless(&shown), "{shown:?}");
        prop_assert!(shown.chars().count() <= limit + "\"\" ... \"\" (40 characters, SHA-256 0123456789ab...)".len());
    }

    /// No text of one call can be written so that it is taken for another call.
    #[test]
    fn two_calls_are_never_shown_the_same(one in small(), other in small()) {
        fn view(arguments: &Map<String, Value>) -> QuestionView<'_> {
            QuestionView { server: "s", tool: "t", arguments, resource: "r", until: "now", uses: 1, safe: true }
        }
        prop_assert_eq!(question(&view(&one)) == question(&view(&other)), one == other);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn a_question_has_its_own_lines_and_no_other(
        arguments in arguments(), server in text(), tool in text(), resource in text(), until in text(), uses in 0..3_u32,
    ) {
        let view = QuestionView {
            server: &server, tool: &tool, arguments: &arguments, resource: &resource, until: &until, uses, safe: true,
        };
        let message = question(&view);
        prop_assert!(message.split('\n').all(harmless) && is_nfc(&message), "{message:?}");
        let mut starts = vec!["May this call run?", "Server: ", "Tool: ", "Arguments:"];
        starts.extend(arguments.iter().map(|_| "  "));
        starts.extend(["Resource: ", "Runs: "]);
        prop_assert_eq!(message.split('\n').count(), starts.len());
        for (line, start) in message.split('\n').zip(starts) {
            prop_assert!(line.starts_with(start), "{line:?}");
            prop_assert!(line.chars().count() <= 3 * (LIMIT + 60));
        }
    }
}
