//! Breaking text into lines, in columns.

use super::safe::width;

/// The words of a text in lines of at most `first` columns, then of at most `rest`.
pub(super) fn words(text: &str, first: usize, rest: usize) -> Vec<String> {
    parts(text.split(' '), first, rest)
}

/// Parts, with a space between two, in lines of at most `first` columns, then of at most `rest`. A part that is too
/// long for a line is split; it begins where at least half a line is free.
pub(super) fn parts<'a>(parts: impl IntoIterator<Item = &'a str>, first: usize, rest: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut room = first;
    for (place, part) in parts.into_iter().enumerate() {
        let mut part = part.to_owned();
        if place > 0 {
            match room.checked_sub(width(&line) + 1) {
                Some(free) if width(&part) <= free => {
                    line.extend([" ", &part]);
                    continue;
                }
                Some(free) if width(&part) > rest && free >= rest.div_ceil(2) => {
                    let (head, tail) = split(&part, free);
                    line.extend([" ", &head]);
                    part = tail;
                }
                _ => {}
            }
            lines.push(std::mem::take(&mut line));
            room = rest;
        }
        line = part;
        while width(&line) > room {
            let (head, tail) = split(&line, room);
            lines.push(head);
            line = tail;
            room = rest;
        }
    }
    lines.push(line);
    lines
}

/// The first `columns` characters of a text, at least one, and the others. An address is split behind a slash near the
/// end of the line. A mark that rests on a letter stays with it, so that it cannot come to rest on whatever stands at the
/// beginning of the next line.
pub(super) fn split(text: &str, columns: usize) -> (String, String) {
    let characters: Vec<char> = text.chars().collect();
    let leans = |at: &usize| characters.get(*at).is_some_and(|character| leans(*character));
    let slash = (columns / 2 + 1..=columns).rev().find(|at| characters.get(at - 1) == Some(&'/') && !leans(at));
    let at = slash.or_else(|| (1..=columns).rev().find(|at| !leans(at))).unwrap_or(columns.max(1));
    (characters.iter().take(at).collect(), characters.iter().skip(at).collect())
}

/// Whether a character extends the one before it. The standard library knows, and says so only by escaping it; it
/// escapes quotation marks and the backslash too.
fn leans(character: char) -> bool {
    !matches!(character, '"' | '\'' | '\\') && character.escape_debug().len() > 1
}

#[cfg(test)]
mod tests {
    use super::{parts, split, words};

    fn pair(head: &str, rest: &str) -> (String, String) {
        (head.to_owned(), rest.to_owned())
    }

    #[test]
    fn a_mark_stays_with_its_letter() {
        assert_eq!(split("abe\u{301}", 3), pair("ab", "e\u{301}"));
        assert_eq!(split("abe\u{301}", 4), pair("abe\u{301}", ""));
        assert_eq!(split("ab/\u{301}c", 3), pair("ab", "/\u{301}c"));
        assert_eq!(split("a\u{301}\u{301}", 2), pair("a\u{301}", "\u{301}"));
        assert_eq!(split(r#"ab"c"#, 2), pair("ab", r#""c"#));
        assert_eq!(split(r"ab\c'd", 2), pair("ab", r"\c'd"));
        assert_eq!(split("ab'c", 2), pair("ab", "'c"));
    }

    #[test]
    fn at_least_one_character_is_split_off() {
        assert_eq!(split("abc", 0), pair("a", "bc"));
        assert_eq!(split("", 3), pair("", ""));
    }

    #[test]
    fn words_fill_their_lines() {
        assert_eq!(words("ab cd ef", 5, 2), ["ab cd", "ef"]);
        assert_eq!(words("ab cd ef", 4, 5), ["ab", "cd ef"]);
        assert_eq!(words("abcdef gh", 4, 3), ["abcd", "ef", "gh"]);
        assert_eq!(words("", 4, 3), [""]);
        assert_eq!(parts(["a b", "c"], 3, 3), ["a b", "c"]);
        assert_eq!(words("ab  c", 3, 3), ["ab ", "c"]);
        assert_eq!(words("abc  d", 3, 3), ["abc", " d"]);
    }

    #[test]
    fn what_must_be_split_begins_where_half_a_line_is_free() {
        assert_eq!(words("abcd 123456789", 8, 6), ["abcd 123", "456789"]);
        assert_eq!(words("abcde 123456789", 8, 6), ["abcde", "123456", "789"]);
        assert_eq!(words("abcd 12345678", 8, 7), ["abcd", "1234567", "8"]);
        assert_eq!(words("abcd 1234567", 9, 7), ["abcd", "1234567"]);
        assert_eq!(words("ab c/defghij", 9, 6), ["ab c/defg", "hij"]);
        assert_eq!(words("ab cdef/ghij", 9, 6), ["ab cdef/", "ghij"]);
        assert_eq!(words("ab c/d", 9, 6), ["ab c/d"]);
    }
}
