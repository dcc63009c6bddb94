//! Both pages say all that the lines say, and all that their rules say.

use twogates_checklist::page::{html, markdown};
use twogates_checklist::sections::{ALL, lines};

/// What a text becomes in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&#38;").replace('\'', "&#39;").replace('"', "&#34;").replace('<', "&#60;").replace('>', "&#62;")
}

#[test]
fn every_line_stands_in_both_with_the_sentence_of_its_rules() {
    let (markdown, html) = (markdown().unwrap(), html().unwrap());
    for line in lines() {
        assert_eq!(markdown.matches(line.question).count(), 1, "{}", line.question);
        assert_eq!(html.matches(&escaped(line.question)).count(), 1, "{}", line.question);
        for rule in line.rules {
            assert_eq!(markdown.matches(&rule.to_string()).count(), 1, "{}", rule.id);
            let there = format!("<span class=\"rule\">{}</span> {}", rule.id, escaped(rule.sentence));
            assert_eq!(html.matches(&there).count(), 1, "{}", rule.id);
            let source = format!("\n| {} | {} | {} |\n", rule.id, rule.keyword.word(), rule.source);
            assert_eq!(markdown.matches(&source).count(), 1, "{}", rule.id);
        }
    }
}

#[test]
fn markdown_links_to_the_evidence() {
    let markdown = markdown().unwrap();
    for piece in lines().flat_map(|line| line.evidence) {
        assert!(markdown.contains(&format!("[`{}`](../{})", piece.name(), piece.file())), "{}", piece.name());
    }
}

#[test]
fn html_names_the_evidence_and_may_break_it_behind_an_underscore() {
    let html = html().unwrap();
    assert!(html.contains("<i>scope_<wbr>comes_<wbr>before_<wbr>used<wbr></i>"));
    let flowing = html.replace("<wbr>", "");
    for piece in lines().flat_map(|line| line.evidence) {
        assert!(flowing.contains(&format!("<i>{}</i>", piece.name())), "{}", piece.name());
    }
}

#[test]
fn lines_are_numbered_within_their_sections() {
    let (markdown, html) = (markdown().unwrap(), html().unwrap());
    for (section, number) in ALL.iter().zip(1..) {
        assert!(markdown.contains(&format!("## {number}. {} ({})\n", section.title, section.verdict())));
        assert!(html.contains(&format!("<h2>{number}. {}</h2>", section.title)));
        for (line, place) in section.lines.iter().zip(1..) {
            assert!(markdown.contains(&format!("- ☐ yes ☐ no **{number}.{place} {}**\n", line.question)));
            assert!(html.contains(&format!("<b>{number}.{place} {}</b>", escaped(line.question))));
        }
    }
    assert_eq!(html.matches("<span>Y</span><span>N</span>").count(), lines().count());
}

#[test]
fn html_needs_nothing_from_elsewhere_and_runs_nothing() {
    let html = html().unwrap();
    for word in
        ["<script", "<link", "<img", "<iframe", "@import", "@font-face", "url(", "src=", "http", "href", " onload="]
    {
        assert!(!html.contains(word), "{word}");
    }
}

/// The style's font sizes, in points.
fn font_sizes(html: &str) -> Vec<f64> {
    let style = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
    let declared = style.split([';', '{', '}']).map(str::trim);
    let sizes = declared.filter_map(|one| one.strip_prefix("font-size:").or_else(|| one.strip_prefix("font:")));
    let points = |value: &str| value.trim().split("pt").next().unwrap().parse().unwrap();
    sizes.map(points).collect()
}

#[test]
fn nothing_is_smaller_than_ten_points() {
    let html = html().unwrap();
    let sizes = font_sizes(&html);
    assert!(sizes.len() >= 3 && sizes.contains(&10.0), "{sizes:?}");
    assert!(sizes.iter().all(|size| *size >= 10.0), "{sizes:?}");
    for shrinks in ["zoom", "scale", "transform", "<small", "<sub", "<sup", "em;font", "rem;"] {
        assert!(!html.contains(shrinks), "{shrinks}");
    }
    assert_eq!(font_sizes("<style>a { font-size: 9.5pt; } b{font:12pt/1 x}</style>"), [9.5, 12.0]);
}
