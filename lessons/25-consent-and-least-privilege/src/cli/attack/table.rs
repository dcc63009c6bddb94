//! The retry as it lies on the table: each value behind the pointer that changes it.

use serde_json::{Map, Value};
use twogates::consent::render;

/// How many values are shown before the others are only counted.
const LINES: usize = 16;
/// How many characters of a pointer, and of a value, are shown.
const POINTER: usize = 41;
const VALUE: usize = 15;

/// One line for each value.
pub(super) fn lines(params: &Map<String, Value>) -> Vec<String> {
    let mut leaves = Vec::new();
    walk("", params, &mut leaves);
    // The same in every build, whatever order a map keeps there.
    leaves.sort();
    let more = leaves.len().saturating_sub(LINES);
    let wide = leaves.iter().take(LINES).map(|(pointer, _)| pointer.chars().count()).max().unwrap_or_default();
    let line = |(pointer, value): (String, String)| format!("  {pointer:wide$}  {value}");
    let more = (more > 0).then(|| format!("  and {more} more"));
    leaves.into_iter().take(LINES).map(line).chain(more).collect()
}

/// Every value that holds no others.
fn walk(above: &str, object: &Map<String, Value>, leaves: &mut Vec<(String, String)>) {
    for (name, value) in object {
        let pointer = format!("{above}/{}", name.replace('~', "~0").replace('/', "~1"));
        match value.as_object().filter(|inner| !inner.is_empty()) {
            Some(inner) => walk(&pointer, inner, leaves),
            None => leaves.push((cut(&render::line(&pointer), POINTER), shown(value))),
        }
    }
}

/// A value on the rest of a line.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => {
            let length = text.chars().count();
            let more = if length > VALUE { format!(" ({length} characters)") } else { String::new() };
            format!("\"{}\"{more}", cut(&render::line(text), VALUE))
        }
        other => cut(&render::line(&wire::order::compact(other)), VALUE),
    }
}

/// A safe text, cut in the middle where it takes more than `limit` characters.
fn cut(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    if length <= limit {
        return text.to_owned();
    }
    let tail = limit / 3;
    let head = text.chars().take(limit - tail - 1);
    head.chain(['…']).chain(text.chars().skip(length - tail)).collect()
}

#[cfg(test)]
mod tests {
    use super::{cut, lines};
    use serde_json::{Map, Value, json};

    fn table(params: &Value) -> Vec<String> {
        lines(params.as_object().unwrap())
    }

    #[test]
    fn each_value_stands_behind_its_pointer() {
        let params = json!({"name": "delete_file", "a/b~": {"c": {}, "d": [1, 2]}, "yes": true});
        assert_eq!(
            table(&params),
            ["  /a~1b~0/c  {}", "  /a~1b~0/d  [1,2]", "  /name      \"delete_file\"", "  /yes       true"]
        );
        assert_eq!(lines(&Map::new()), [""; 0]);
    }

    #[test]
    fn what_is_long_is_cut_and_every_line_fits() {
        assert_eq!(cut("abcdefg", 7), "abcdefg");
        assert_eq!(cut("abcdefgh", 7), "abcd…gh");
        let deep = (0..90).fold(json!("x".repeat(300)), |inner, _| json!({"name": inner}));
        let many: Map<String, Value> = (0..40).map(|at| (format!("p{at:02}"), deep.clone())).collect();
        let shown = lines(&many);
        assert_eq!((shown.len(), shown.last().map(String::as_str)), (17, Some("  and 24 more")));
        assert!(shown.iter().all(|line| line.chars().count() <= 79), "{shown:?}");
        assert!(shown.iter().take(16).all(|line| line.ends_with(" (300 characters)")), "{shown:?}");
        assert_eq!(lines(&many.into_iter().take(16).collect()).len(), 16);
    }

    #[test]
    fn nothing_in_it_steers_the_terminal() {
        let shown = table(&json!({"\u{1b}[2J": "\u{202e}x", "n": ["\u{7}"]})).join("\n");
        assert!(
            shown.contains(r"/\u{1b}[2J") && shown.contains(r#""\u{202e}x""#) && shown.contains(r"\\u0007"),
            "{shown}"
        );
    }
}
