//! The head line, the telling headers, and the lines in the margin.

use crate::made::{asks, bare, call, http, margin, mcp, printed, result};
use crate::story::{coded, gate};
use print::Printer;
use serde_json::{Value, json};
use wire::Entry;
use wire::entry::{Kind, Violation};

fn head(entry: Entry) -> String {
    printed(&[entry])[0].clone()
}

fn of(message: Value) -> String {
    head(mcp(7, None, message))
}

#[test]
fn a_request_is_its_method_and_what_it_calls() {
    assert_eq!(
        head(call(7, None, json!({"name": "a"}))),
        format!("  7  host → server       tools/call a{:>43}", "id 7")
    );
    assert_eq!(of(json!({"method": "tools/list"})), "  7  host → server       tools/list");
    assert_eq!(of(json!({"method": "a", "params": {"name": 7}})), "  7  host → server       a");
    let long = of(json!({"method": "m".repeat(41)}));
    assert_eq!(long, format!("  7  host → server       {}…", "m".repeat(39)));
    let long = of(json!({"method": "m", "params": {"name": "n".repeat(41)}}));
    assert_eq!(long, format!("  7  host → server       m {}…", "n".repeat(39)));
}

#[test]
fn a_response_says_what_became_of_the_request() {
    for (message, what) in [
        (json!({"result": {"resultType": "complete"}}), "result"),
        (json!({"result": {"isError": true}}), "result, isError"),
        (json!({"result": {"isError": "true"}}), "result"),
        (json!({"result": {"resultType": "input_required"}}), "input_required"),
        (json!({"error": {"code": -32602}}), "error -32602"),
        (json!({"else": 1}), "message"),
    ] {
        assert_eq!(of(message), format!("  7  host → server       {what}"));
    }
}

#[test]
fn an_id_is_shown_when_it_is_one() {
    assert!(of(json!({"id": "a", "method": "m"})).ends_with("  id \"a\""));
    assert!(of(json!({"id": 1.5, "method": "m"})).ends_with("  id 1.5"));
    assert!(!of(json!({"id": null, "method": "m"})).contains("id"));
    assert!(!of(json!({"id": [1], "method": "m"})).contains("id"));
    let long = of(json!({"id": "i".repeat(30), "method": "m"}));
    assert!(long.ends_with(&format!("  id \"{}…", "i".repeat(22))), "{long}");
    assert!(!head(Entry { message: Some(json!({"id": 1})), ..bare(7, Kind::Oauth) }).contains("id"));
}

#[test]
fn a_retry_names_the_request_that_it_repeats() {
    let all = [call(1, None, json!({"name": "a"})), asks(2, 1, "s"), call(3, Some(2), json!({"name": "a"}))];
    assert_eq!(printed(&all)[0], format!("  3  host → server       tools/call a, retry of 1{:>31}", "id 3"));
    assert!(!printed(&all[..2])[0].contains("retry"));
}

#[test]
fn exchanges_of_other_kinds_are_their_status_or_request() {
    let exchange = |kind, request, status| head(http(bare(7, kind), request, status, &[]));
    for kind in [Kind::Http, Kind::Oauth] {
        for (status, words) in [
            (200, "200 OK"),
            (202, "202 Accepted"),
            (400, "400 Bad Request"),
            (401, "401 Unauthorized"),
            (403, "403 Forbidden"),
            (404, "404 Not Found"),
            (405, "405 Method Not Allowed"),
            (418, "418"),
        ] {
            assert_eq!(exchange(kind, None, Some(status)), format!("  7  host → server       {words}"));
        }
        assert_eq!(exchange(kind, Some("GET /x"), None), "  7  host → server       GET /x");
        assert_eq!(head(bare(7, kind)), "  7  host → server       authorization");
    }
}

#[test]
fn the_status_and_the_token_of_a_message_stand_at_the_right() {
    let right = |request, status, headers: &[(&str, &str)]| {
        let entry = http(call(7, None, json!({})), request, status, headers);
        head(entry).strip_prefix("  7  host → server       tools/call").unwrap().trim_start().to_owned()
    };
    assert_eq!(right(Some("POST /mcp"), None, &[("Authorization", "Bearer alice-1")]), "alice-1 · id 7");
    assert_eq!(right(Some("POST /mcp"), None, &[("authorization", "bearer alice-1")]), "alice-1 · id 7");
    assert_eq!(right(Some("POST /mcp"), None, &[("Authorization", "Basic alice-1")]), "Basic alice-1 · id 7");
    assert_eq!(right(Some("POST /mcp"), None, &[]), "no token · id 7");
    assert_eq!(right(Some("GET /mcp"), None, &[]), "GET /mcp · no token · id 7");
    let answer = http(result(8, 7, json!({})), None, Some(400), &[]);
    assert!(head(answer).ends_with("  400 · id 7"));
    assert_eq!(head(call(7, None, json!({}))).trim_start(), format!("7  host → server       tools/call{:>45}", "id 7"));
}

#[test]
fn what_does_not_fit_at_the_right_has_its_own_line() {
    let at = |length: usize| {
        let entry = mcp(7, None, json!({"id": 1, "method": "m".repeat(28), "params": {"name": "n".repeat(length)}}));
        printed(&[entry])
    };
    // 25 columns, the method and a space, the name; two spaces, and `id 1`.
    let fits = 80 - 25 - 29 - 2 - 4;
    assert!(at(fits)[0].ends_with("n  id 1"));
    assert_eq!(at(fits + 1)[1], format!("{:>80}", "id 1"));
}

#[test]
fn who_sent_it_to_whom() {
    let mut entry = bare(123, Kind::Effect);
    entry.text = vec!["x".into()];
    entry.from = "a".repeat(25);
    entry.to = None;
    assert_eq!(head(entry.clone()), format!("123  {}…  ==> x", "a".repeat(23)));
    entry.from = "the \u{202e}host".into();
    assert_eq!(head(entry), r"123  the \u{202e}host    ==> x");
}

#[test]
fn the_first_line_of_an_effect_stands_in_the_head_where_it_fits() {
    let with = |length: usize, model_reads| {
        let mut entry = Entry { model_reads, ..bare(7, Kind::Host) };
        entry.text = vec!["t".repeat(length).into(), "more".into()];
        printed(&[entry])
    };
    assert_eq!(with(55, false)[0], format!("  7  host → server       {}", "t".repeat(55)));
    assert_eq!(with(55, false)[1..], ["     more"]);
    assert_eq!(with(56, false)[0], "  7  host → server       in the host");
    assert_eq!(with(56, false)[1..], [format!("     {}", "t".repeat(56)), "     more".into()]);
    assert_eq!(with(35, true)[0], format!("  7  host → server       {}  [model reads this]", "t".repeat(35)));
    assert_eq!(with(36, true)[0], "  7  host → server       in the host  [model reads this]");
}

/// The header lines of an exchange.
fn headers(entry: Entry, headers: &[(&str, &str)]) -> Vec<String> {
    printed(&[http(entry, None, Some(401), headers)])[1..].to_vec()
}

#[test]
fn only_telling_headers_are_printed() {
    let every = [
        ("Accept", "x"),
        ("authorization", "x"),
        ("Connection", "x"),
        ("Content-Length", "1"),
        ("Content-Type", "x"),
        ("Date", "x"),
        ("Host", "x"),
        ("User-Agent", "x"),
        ("MCP-PROTOCOL-VERSION", "x"),
        ("Mcp-Method", "x"),
        ("Mcp-Name", "x"),
        ("Origin", "https://else\u{200b}where"),
    ];
    assert_eq!(headers(bare(7, Kind::Http), &every), [r"     Origin: https://else\u{200b}where"]);
    let unfolded = Printer { fold: false, ..Printer::default() };
    let entry = http(bare(7, Kind::Http), Some("POST /mcp"), None, &every);
    assert_eq!(unfolded.entry(&entry, &[]).len(), 1 + 1 + every.len());
    assert_eq!(unfolded.entry(&entry, &[])[1], "     POST /mcp");
}

#[test]
fn a_challenge_is_broken_between_its_parameters() {
    let challenge =
        r#"Bearer error="insufficient_scope", scope="one two, three", error_description="say \"a, b\", then c""#;
    assert_eq!(
        headers(bare(7, Kind::Http), &[("www-authenticate", challenge)]),
        [
            r#"     www-authenticate: Bearer error="insufficient_scope","#,
            r#"       scope="one two, three", error_description="say \\"a, b\\", then c""#,
        ]
    );
    assert!(headers(bare(7, Kind::Http), &[("WWW-Authenticate", " , ,")]).len() < 3);
    let long = "word ".repeat(20);
    assert_eq!(headers(bare(7, Kind::Http), &[("X", long.trim())]).len(), 2);
}

#[test]
fn a_long_address_is_split_behind_a_slash() {
    let split = |before: usize, after: usize| {
        let address = format!("https://{}/{}", "a".repeat(before), "b".repeat(after));
        let value = format!("Bearer error=\"insufficient_scope\", resource_metadata=\"{address}\"");
        headers(bare(7, Kind::Http), &[("WWW-Authenticate", &value)])[1..].to_vec()
    };
    // 73 columns, of which 27 are taken before the host.
    let start = "       resource_metadata=\"https://";
    let lines = |first: String, second: String| [start.to_owned() + &first, format!("       {second}\"")];
    assert_eq!(split(45, 40), lines("a".repeat(45) + "/", "b".repeat(40)));
    assert_eq!(split(9, 60), lines("a".repeat(9) + "/", "b".repeat(60)));
    // A slash in the first half of the line is no place to split, and one behind its end neither.
    assert_eq!(split(8, 60), lines("a".repeat(8) + "/" + &"b".repeat(37), "b".repeat(23)));
    assert_eq!(split(46, 40), lines("a".repeat(46), "/".to_owned() + &"b".repeat(40)));
}

#[test]
fn standard_headers_are_shown_where_they_differ_from_the_body() {
    let params = json!({"name": "a", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}});
    let honest = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "a")];
    let with = |headers: &[(&str, &str)]| {
        let entry = http(call(7, None, params.clone()), Some("POST /mcp"), None, headers);
        let lines = printed(&[entry]);
        lines.into_iter().filter(|line| line.starts_with("     header")).collect::<Vec<_>>()
    };
    assert!(with(&honest).is_empty());
    assert!(with(&[]).is_empty());
    let mut other = honest;
    other[2].1 = "b";
    assert_eq!(with(&other), [r#"     header      Mcp-Name says "b", the body "a""#]);
    other[1].1 = "tools/list";
    assert_eq!(with(&other)[0], r#"     header      Mcp-Method says "tools/list", the body "tools/call""#);
    assert_eq!(with(&honest[1..]), [r#"     header      MCP-Protocol-Version says nothing, the body "2026-07-28""#]);
    assert_eq!(with(&honest[..1]).len(), 2);
    let bare = http(call(7, None, json!({})), Some("POST /mcp"), None, &honest[..2]);
    let text = printed(&[bare]).join("\n");
    assert!(text.contains(r#"MCP-Protocol-Version says "2026-07-28", the body nothing"#), "{text}");
    assert!(!text.contains("Mcp-Name says"), "{text}");
}

#[test]
fn a_gate_says_verdict_code_reason_and_rules() {
    let mut entry = bare(7, Kind::Mcp);
    entry.gate = coded(gate("gate two", "refused", "because", &["RS-06", "RS-12"]), "other_arguments");
    assert_eq!(
        printed(&[entry.clone()])[1],
        format!("     gate two    refused (other_arguments): because{:>29}", "RS-06 RS-12")
    );
    entry.gate = gate("front door", "passed", "because", &[]);
    assert_eq!(printed(&[entry.clone()])[1], "     front door  passed: because");
    entry.gate = gate("a very long gate", &"v".repeat(30), "\u{202e}", &[]);
    assert_eq!(printed(&[entry])[1], format!("     a very lon… {}…: \\u{{202e}}", "v".repeat(19)));
}

#[test]
fn rules_that_do_not_fit_beside_the_reason_stand_below_it() {
    let with = |length: usize, rules: &[&str]| {
        let mut entry = bare(7, Kind::Mcp);
        entry.gate = gate("g", "v", &"w".repeat(length), rules);
        printed(&[entry])[1..].to_vec()
    };
    // 17 columns, `v: `, the reason; two spaces, and the id.
    assert_eq!(with(53, &["RS-06"]), [format!("     g           v: {}  RS-06", "w".repeat(53))]);
    assert_eq!(with(54, &["RS-06"]), [format!("     g           v: {}", "w".repeat(54)), format!("{:>80}", "RS-06")]);
    let many = ["RULE-100"; 9];
    assert_eq!(
        with(54, &many)[1..],
        [format!("{:>80}", ["RULE-100"; 7].join(" ")), format!("{:>80}", "RULE-100 RULE-100")]
    );
}

#[test]
fn a_violation_stands_below_the_head_line() {
    let mut entry = call(7, None, json!({"name": "a"}));
    entry.violation = Some(Violation { text: "names another file".into(), rules: vec!["RS-06".into()] });
    assert_eq!(printed(&[entry.clone()])[1], format!("     VIOLATION   names another file{:>45}", "RS-06"));
    let all = [entry];
    assert_eq!(margin("VIOLATION", &all).unwrap().split_whitespace().last(), Some("RS-06"));
}
