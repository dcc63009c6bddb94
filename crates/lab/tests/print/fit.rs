//! Whatever is recorded: lines keep to the width, and nothing hidden is printed raw.

use crate::sample::sample;
use print::{NARROWEST, Printer};
use proptest::prelude::*;
use serde_json::{Value, json};
use wire::Entry;
use wire::entry::{Decision, Http, Kind, Violation};
use wire::http::Headers;

const KINDS: [Kind; 7] = [Kind::Mcp, Kind::Http, Kind::Oauth, Kind::Human, Kind::Effect, Kind::Host, Kind::Note];

/// Control characters, direction marks, and others that are drawn as nothing: written down here once more, so that the
/// printer is not judged by its own list.
fn hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{a0}'
            | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

fn everything(printer: &Printer, all: &[Entry]) -> String {
    let mut text = printer.transcript(all) + &printer.map(all);
    text.extend(all.iter().filter_map(|entry| printer.explain(entry.number, all)));
    text.extend(printer.without(&all[..1], &all[1..]).map(|difference| difference.to_string()));
    text
}

fn assert_fits(text: &str, width: usize) {
    for line in text.lines() {
        assert!(line.chars().count() <= width, "{} columns: {line}", line.chars().count());
        assert_eq!(line, line.trim_end(), "a line ends with a space");
        assert!(!line.chars().any(hidden), "{line:?}");
    }
}

/// Texts as nobody honest writes them, and some that look like the printer's own.
fn hostile() -> impl Strategy<Value = String> {
    let picked = prop::sample::select(vec![
        '\u{202e}',
        '\u{200b}',
        '\u{1b}',
        '\n',
        '\r',
        '\t',
        '\0',
        '\u{85}',
        '\u{301}',
        '\u{3164}',
        '\u{a0}',
        '\u{e0041}',
        '\\',
        '"',
        ' ',
        ',',
        '=',
        '/',
        'a',
        'é',
        '│',
    ]);
    let picked = prop::collection::vec(picked, 0..120).prop_map(|all| all.into_iter().collect());
    prop_oneof![
        picked,
        ".{0,60}".boxed(),
        prop::sample::select(vec!["# ", "> > ", "| x", "RUNNING", " 12  server", "name", "tools/call"])
            .prop_map(str::to_owned),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        hostile().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(Value::Null),
        Just(json!(true))
    ];
    leaf.prop_recursive(6, 40, 6, |inner| {
        let key = prop_oneof![
            hostile(),
            prop::sample::select(vec![
                "method",
                "params",
                "result",
                "error",
                "name",
                "arguments",
                "_meta",
                "requestState",
                "inputRequests",
                "message",
                "requestedSchema",
                "properties",
                "tools",
                "resultType",
                "id",
                "scope",
                "code",
                "jsonrpc",
            ])
            .prop_map(str::to_owned)
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..6).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn message() -> impl Strategy<Value = Value> {
    (value(), value(), hostile()).prop_map(|(one, other, text)| {
        json!({"jsonrpc": "2.0", "id": one, "method": text, "params": {"name": text, "arguments": other, "_meta": one},
            "result": {"resultType": "input_required", "requestState": text,
                "inputRequests": {text.clone(): {"params": {"message": text, "requestedSchema": {"properties": other}}}}}})
    })
}

fn entry(number: u32) -> impl Strategy<Value = Entry> {
    let message = prop::option::of(prop_oneof![value(), message()]);
    let texts = prop::collection::vec(hostile(), 0..5);
    (prop::sample::select(KINDS.to_vec()), texts, message, 0..number, any::<bool>(), hostile()).prop_map(
        move |(kind, texts, message, answers, flag, text)| {
            let at = |place: usize| texts.get(place).cloned().unwrap_or_default();
            let headers = Headers(vec![
                ("WWW-Authenticate".into(), at(0)),
                (text.clone(), at(1)),
                ("Authorization".into(), format!("Bearer {text}")),
                ("Mcp-Name".into(), at(2)),
            ]);
            let mut entry = Entry::new(number, &text, u64::from(number) * 100_000, kind, &at(1));
            entry.to = flag.then(|| at(2));
            entry.answers = Some(answers);
            entry.http = Some(Http { request: flag.then(|| text.clone()), status: (!flag).then_some(403), headers });
            entry.message = message;
            entry.gate = Some(Decision {
                gate: at(0),
                verdict: at(1),
                why: at(2),
                code: flag.then(|| at(3)),
                rules: vec!["RS-06".into(), text.clone(), at(4)],
            });
            entry.violation = flag.then(|| Violation { text: at(3), rules: vec![at(0), text] });
            entry.model_reads = flag;
            entry.text = texts.into_iter().map(Into::into).collect();
            entry
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn hostile_entries_fit(
        all in (entry(1), entry(2), entry(3), entry(4)), width in 0_usize..120, fold: bool,
    ) {
        let all = [all.0, all.1, all.2, all.3];
        let printer = Printer { width, colour: false, fold };
        assert_fits(&everything(&printer, &all), width.max(NARROWEST));
    }
}

#[test]
fn the_sample_fits_any_width() {
    for width in [0, 1, 39, 40, 41, 53, 66, 79, 80, 81, 100, 130] {
        let printer = Printer { width, ..Printer::default() };
        assert_fits(&everything(&printer, &sample()), width.max(NARROWEST));
    }
}

#[test]
fn deep_nesting_fits() {
    let mut deep = json!("at the bottom");
    for level in 0..100 {
        deep = if level % 2 == 0 { json!([deep]) } else { json!({"level": deep, "more": level}) };
    }
    let mut entry = Entry::new(1, "main", 0, Kind::Mcp, "host");
    entry.message = Some(deep);
    for fold in [true, false] {
        let printer = Printer { fold, ..Printer::default() };
        assert_fits(&everything(&printer, &[entry.clone()]), 80);
        assert!(printer.explain(1, &[entry.clone()]).unwrap().contains("at the bottom"));
    }
}

/// The text without escape codes.
fn stripped(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap().to_owned();
    first + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
}

#[test]
fn colour_only_repeats_what_the_words_say() {
    let plain = Printer::default();
    let coloured = Printer { colour: true, ..plain };
    let (without, with) = (everything(&plain, &sample()), everything(&coloured, &sample()));
    assert!(!without.contains('\u{1b}'));
    assert_eq!(stripped(&with), without);
    for piece in [
        "\u{1b}[1;31mVIOLATION   \u{1b}[0mnames another file",
        "\u{1b}[1;31mgate two    \u{1b}[0m\u{1b}[1;31mrefused (other_arguments)\u{1b}[0m: the arguments",
        "\u{1b}[33mgate two    \u{1b}[0m\u{1b}[33masked\u{1b}[0m: ",
        "\u{1b}[32mgate two    \u{1b}[0m\u{1b}[32mpassed\u{1b}[0m: ",
        "\u{1b}[2m  2  \u{1b}[0mhost",
        "\u{1b}[1mserver/discover\u{1b}[0m",
        "\u{1b}[33m[model reads this]\u{1b}[0m",
        "\u{1b}[1;31m403 Forbidden\u{1b}[0m",
    ] {
        assert!(with.contains(piece), "{piece:?}");
    }
}

#[test]
fn a_status_of_400_is_a_no() {
    let head = |status| {
        let mut entry = Entry::new(1, "main", 0, Kind::Http, "server");
        entry.http = Some(Http { request: None, status: Some(status), headers: Headers::default() });
        Printer { colour: true, ..Printer::default() }.entry(&entry, &[]).join("")
    };
    assert!(head(400).ends_with("\u{1b}[1;31m400 Bad Request\u{1b}[0m"));
    assert!(head(399).ends_with("\u{1b}[1m399\u{1b}[0m"));
}
