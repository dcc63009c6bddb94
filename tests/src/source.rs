//! Rust text without what is only said in it.

/// The same text, line for line, with comments and the contents of strings as spaces.
///
/// ```
/// use twogates_tests::source::{code, tokens};
/// let text = "let a = /* b */ \"c\"; // d\ne";
/// assert_eq!(tokens(&code(text)), ["let", "a", "=", ";", "e"]);
/// assert_eq!(code(text).len(), text.len());
/// ```
#[must_use]
pub fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let inside_a_word = out.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        match skipped(rest, inside_a_word) {
            Some(length) => {
                let (said, after) = rest.split_at(length);
                out.extend(said.chars().map(|character| if character == '\n' { '\n' } else { ' ' }));
                rest = after;
            }
            None => {
                out.push(first);
                rest = rest.split_at(first.len_utf8()).1;
            }
        }
    }
    out
}

/// The length of the comment, string or character that begins here.
fn skipped(rest: &str, inside_a_word: bool) -> Option<usize> {
    let end = |at: Option<usize>| at.unwrap_or(rest.len());
    if rest.starts_with("//") {
        return Some(end(rest.find('\n')));
    }
    if rest.starts_with("/*") {
        return Some(end(block_comment(rest)));
    }
    if rest.starts_with('"') {
        return Some(end(closed(rest, '"')));
    }
    if rest.starts_with('\'') {
        return character(rest);
    }
    if inside_a_word { None } else { raw_string(rest) }
}

/// The end of a block comment; block comments nest.
fn block_comment(rest: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    loop {
        let here = rest.get(at..)?;
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += here.chars().next()?.len_utf8();
        }
    }
}

/// The end of what `quote` opens and closes, where a backslash takes the next character with it.
fn closed(rest: &str, quote: char) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if character == quote {
            return Some(at + quote.len_utf8());
        }
    }
    None
}

/// The end of a character literal; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1);
    let (_, first) = characters.next()?;
    if first == '\\' {
        return closed(rest, '\'');
    }
    let (at, second) = characters.next()?;
    (second == '\'').then_some(at + 1)
}

/// The end of a raw string, with or without the letter of its kind.
fn raw_string(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix(['b', 'c']).unwrap_or(rest).strip_prefix('r')?;
    let opened = after.trim_start_matches('#');
    let hashes = after.len() - opened.len();
    let inside = opened.strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let begins = rest.len() - inside.len();
    Some(inside.find(&close).map_or(rest.len(), |at| begins + at + close.len()))
}

/// The words and marks of code, in order; `::`, `->` and `=>` are one mark each.
#[must_use]
pub fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |character: char| character.is_alphanumeric() || character == '_';
        let length = if word(first) {
            rest.find(|character| !word(character)).unwrap_or(rest.len())
        } else if ["::", "->", "=>"].iter().any(|mark| rest.starts_with(mark)) {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}
