//! The transcript entry: its one line, read back exactly or refused.

use serde_json::json;
use twogates_wire::entry::{Decision, Entry, Http, Kind, Line, VERSION, Violation};
use twogates_wire::http::Headers;

fn plain() -> Entry {
    Entry::new(3, "main", 1_785_000_000_123, Kind::Note, "narrator")
}

fn full() -> Entry {
    Entry {
        to: Some("server".into()),
        answers: Some(2),
        http: Some(Http {
            request: Some("POST /mcp".into()),
            status: Some(403),
            headers: Headers::default().with("Mcp-Method", "tools/call").with("Mcp-Name", "x"),
        }),
        message: Some(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"_meta": {}, "name": "x"}})),
        text: vec!["one".into(), "two".into()],
        gate: Some(Decision {
            gate: "gate one".into(),
            verdict: "refused".into(),
            why: "The token lacks a scope.".into(),
            code: Some("lacks_scope".into()),
            rules: vec!["SCOPE-07".into()],
        }),
        violation: Some(Violation { text: "another file".into(), rules: vec!["RS-06".into()] }),
        model_reads: true,
        ..Entry::new(4, "main", 7, Kind::Mcp, "client")
    }
}

#[test]
fn a_new_entry_has_nothing_but_its_place() {
    let entry = plain();
    assert_eq!((entry.v, VERSION), (1, 1));
    assert_eq!((entry.number, entry.act.as_str(), entry.at_ms), (3, "main", 1_785_000_000_123));
    assert_eq!((entry.kind, entry.from.as_str()), (Kind::Note, "narrator"));
    assert_eq!((entry.to, entry.answers, entry.http, entry.message), (None, None, None, None));
    assert_eq!((entry.text.len(), entry.gate, entry.violation, entry.model_reads), (0, None, None, false));
}

#[test]
fn what_an_entry_lacks_is_not_written() {
    assert_eq!(
        plain().line(),
        r#"{"act":"main","atMs":1785000000123,"from":"narrator","kind":"note","number":3,"v":1}"#
    );
}

#[test]
fn a_full_entry_is_one_line_in_a_fixed_order() {
    let line = concat!(
        r#"{"message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{}}},"#,
        r#""text":["one","two"],"act":"main","answers":2,"atMs":7,"from":"client","#,
        r#""gate":{"code":"lacks_scope","gate":"gate one","rules":["SCOPE-07"],"verdict":"refused","why":"The token lacks a scope."},"#,
        r#""http":{"headers":[["Mcp-Method","tools/call"],["Mcp-Name","x"]],"request":"POST /mcp","status":403},"#,
        r#""kind":"mcp","modelReads":true,"number":4,"to":"server","v":1,"#,
        r#""violation":{"text":"another file","rules":["RS-06"]}}"#,
    );
    assert_eq!(full().line(), line);
}

#[test]
fn a_line_is_read_back_as_it_was() {
    for entry in [plain(), full(), Entry { message: Some(json!(null)), ..plain() }, plain().said(["a\nb", ""])] {
        let line = entry.line();
        assert!(!line.contains('\n'));
        assert_eq!(Entry::read(&line), Ok(entry));
    }
}

#[test]
fn each_kind_has_its_word() {
    for (kind, word) in [
        (Kind::Mcp, "mcp"),
        (Kind::Http, "http"),
        (Kind::Oauth, "oauth"),
        (Kind::Human, "human"),
        (Kind::Effect, "effect"),
        (Kind::Host, "host"),
        (Kind::Note, "note"),
    ] {
        let entry = Entry { kind, ..plain() };
        assert_eq!(kind.word(), word);
        assert!(entry.line().contains(&format!(r#""kind":"{word}""#)), "{}", entry.line());
        assert_eq!(Entry::read(&entry.line()), Ok(entry));
    }
    let unknown = plain().line().replacen(r#""kind":"note""#, r#""kind":"Note""#, 1);
    assert_eq!(Entry::read(&unknown), Err("not an entry: no kind is called `Note`".into()));
}

#[test]
fn said_replaces_the_text() {
    let entry = plain().said(["one"]).said(vec!["two".to_owned(), "three".to_owned()]);
    assert_eq!(entry.text, ["two", "three"]);
}

#[test]
fn a_line_of_another_version_is_refused() {
    for version in [0, 2] {
        let line = Entry { v: version, ..plain() }.line();
        assert_eq!(Entry::read(&line), Err(format!("entry version {version} is not 1")));
    }
}

#[test]
fn a_line_that_is_not_strict_json_is_refused() {
    let line = plain().line();
    let twice = line.replacen('{', r#"{"v":1,"#, 1);
    assert_eq!(
        Entry::read(&twice),
        Err(format!("the name \"v\" stands twice in one object (byte {})", twice.len() - 6))
    );
    assert_eq!(Entry::read(""), Err("not JSON at byte 0: expected a value".into()));
    let late = Entry { at_ms: 1 << 53, ..plain() }.line();
    assert_eq!(Entry::read(&late), Err("the number at byte 21 is 2^53 or more".into()));
}

#[test]
fn an_unknown_or_missing_member_is_refused_in_every_part() {
    let refused = |line: &str, what: &str| {
        let error = Entry::read(line).unwrap_err();
        assert!(error.starts_with("not an entry: ") && error.contains(what), "{error}");
    };
    let line = full().line();
    refused(&line.replacen(r#""act""#, r#""Act":"main","act""#, 1), "Act");
    refused(&line.replacen(r#""act""#, r#""Act""#, 1), "act");
    refused(&line.replacen(r#""verdict""#, r#""x":1,"verdict""#, 1), "x");
    refused(&line.replacen(r#""status""#, r#""statusCode""#, 1), "statusCode");
    refused(&line.replacen(r#"{"text":"another"#, r#"{"y":1,"text":"another"#, 1), "y");
    refused(&plain().line().replacen(r#","from":"narrator""#, "", 1), "from");
    refused(r#"["an array"]"#, "");
}

/// Every member is of its kind, and says so; `null` stands for what may be absent, and for nothing else.
#[test]
fn a_member_of_another_kind_is_refused() {
    let line = full().line();
    let changed = |from: &str, to: &str| {
        assert!(line.contains(from), "{from} is not in {line}");
        Entry::read(&line.replacen(from, to, 1))
    };
    for (from, to, said) in [
        (r#""v":1"#, r#""v":-1"#, "`v` is not a number that fits"),
        (r#""number":4"#, r#""number":4294967296"#, "`number` is not a number that fits"),
        (r#""number":4"#, r#""number":4.5"#, "`number` is not a number that fits"),
        (r#""status":403"#, r#""status":70000"#, "`status` is not a number that fits"),
        (r#""to":"server""#, r#""to":7"#, "`to` is not a text"),
        (r#""modelReads":true"#, r#""modelReads":null"#, "`modelReads` is not true or false"),
        (r#""rules":["RS-06"]"#, r#""rules":null"#, "`rules` is not an array"),
        (r#""rules":["RS-06"]"#, r#""rules":[6]"#, "`rules` is not a text"),
        (r#","rules":["RS-06"]"#, "", "missing member `rules`"),
        (r#""violation":{"#, r#""violation":[{"#, ""),
    ] {
        let refused = changed(from, to).unwrap_err();
        assert!(said.is_empty() || refused == format!("not an entry: {said}"), "{from}: {refused}");
    }
    assert_eq!(changed(r#""to":"server""#, r#""to":null"#), Ok(Entry { to: None, ..full() }));
    let http = plain().line().replacen(r#""kind""#, r#""http":{"headers":[["a","b","c"]]},"kind""#, 1);
    assert_eq!(Entry::read(&http), Err("not an entry: `headers` is not an array of pairs of texts".into()));
    let http = plain().line().replacen(r#""kind""#, r#""http":{"headers":["a"]},"kind""#, 1);
    assert_eq!(Entry::read(&http), Err("not an entry: `headers` is not an array of pairs".into()));
    let text = plain().line().replacen(r#""kind""#, r#""text":null,"kind""#, 1);
    assert_eq!(Entry::read(&text), Err("not an entry: `text` is not an array".into()));
}

#[test]
fn an_http_part_may_lack_everything() {
    let line = plain().line().replacen(r#""kind""#, r#""http":{},"kind""#, 1);
    assert_eq!(
        Entry::read(&line).unwrap().http,
        Some(Http { request: None, status: None, headers: Headers::default() })
    );
}

#[test]
fn a_value_that_was_read_before_is_the_same_entry() {
    let line = full().line();
    let value = twogates_wire::strict::read(&line).unwrap();
    assert_eq!(Entry::of(value).unwrap(), full());
    assert_eq!(Entry::of(json!([])).unwrap_err(), Entry::read("[]").unwrap_err());
    assert_eq!(Entry::of(json!({"v": 2})).unwrap_err(), Entry::read("{\"v\":2}").unwrap_err());
}

/// However a text comes into an entry, it is one line of it.
#[test]
fn one_element_is_one_line() {
    let forged = "paid 900 EUR to Bob\nRUNNING delete_file\r\u{85}\u{2028}\u{2029}\u{b}\u{1b}[2J\tx";
    let shown = r"paid 900 EUR to Bob\nRUNNING delete_file\r\u{85}\u{2028}\u{2029}\u{b}\u{1b}[2J\tx";
    let mut kept = plain();
    kept.text = vec![Line::verbatim(forged)];
    let read = Entry::read(&kept.line()).unwrap();
    for entry in [plain().said([forged]), plain().said([forged.to_owned()]), kept.clone(), read.clone()] {
        assert_eq!(entry.text, [shown]);
        assert_eq!((entry.text[0].to_string().as_str(), &*entry.text[0]), (shown, shown));
        assert!(!format!("{entry:?}").contains(['\n', '\u{85}', '\u{2028}']));
    }
    assert_eq!(read, kept);
    assert_eq!((read.text[0].kept(), plain().said([forged]).text[0].kept()), (forged, shown));
}

#[test]
fn what_turns_the_reading_direction_is_escaped_and_other_scripts_are_not() {
    for mark in
        ['\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\0', '\u{7f}', '\u{9f}']
    {
        let shown = format!("a{}b", mark.escape_unicode());
        assert_eq!(Line::new(&format!("a{mark}b")), shown);
    }
    for plain in ["שלום, café 🙂", r"C:\notes", "\u{a1}", "\u{2027}", "\u{2030}", "\u{3165}", "", "~"] {
        assert_eq!((&*Line::new(plain), Line::verbatim(plain).kept()), (plain, plain));
    }
}

/// What is drawn as nothing is shown, letters and symbols among it.
#[test]
fn what_nobody_sees_is_escaped() {
    for unseen in [
        '\u{a0}',
        '\u{ad}',
        '\u{34f}',
        '\u{115f}',
        '\u{1160}',
        '\u{200b}',
        '\u{202f}',
        '\u{2060}',
        '\u{2065}',
        '\u{206a}',
        '\u{2800}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{1d159}',
        '\u{e0041}',
        '\u{10ffff}',
    ] {
        assert!(twogates_wire::hidden(unseen));
        assert_eq!(Line::new(&format!("a{unseen}b")), format!("a{}b", unseen.escape_unicode()));
        assert_eq!(Line::quoted(&format!("a{unseen}b")), format!("\"a{}b\"", unseen.escape_unicode()));
    }
    assert_eq!(Line::quoted("a\"b\\u{3164}\n"), r#""a\"b\\u{3164}\n""#, "what imitates an escape differs from one");
}

#[test]
fn a_line_is_compared_with_any_text() {
    let line = Line::from("a");
    let [a, b] = ["a", "b"].map(str::to_owned);
    assert!(line == *"a" && line == "a" && line == a && line == Line::verbatim("a"));
    assert!(line != *"b" && line != "b" && line != b && line != Line::verbatim("b"));
    assert!(Line::new("a\n") != Line::verbatim("a\n"), "one is kept as it came, the other is not");
    assert_eq!(format!("{line:>3}|{line:?}"), "  a|\"a\"");
}
