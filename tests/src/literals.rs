//! Who builds a struct.
//!
//! A proof whose fields are private is built in its own module alone; that it is built at one place there is counted
//! here. The count reads tokens, which is enough for code that `cargo fmt` wrote.

use crate::source::{code, tokens};

/// How often a text defines a struct of this name, and how often it builds one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Definitions: `struct Name`.
    pub defined: usize,
    /// Places that build one: `Name { .. }` or `Name(..)`, or `Self` in an `impl` of it.
    pub built: usize,
}

/// Counts definitions and building places of `name`.
///
/// ```
/// use twogates_tests::literals::{Count, count};
/// let text = "struct Proof { of: u8 } impl Proof { fn given(of: u8) -> Self { Self { of } } }";
/// assert_eq!(count(text, "Proof"), Count { defined: 1, built: 1 });
/// ```
#[must_use]
pub fn count(text: &str, name: &str) -> Count {
    let mut count = Count::default();
    if !text.contains(name) {
        return count;
    }
    let code = code(text);
    let tokens = tokens(&code);
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at).copied() {
        match token {
            "impl" | "enum" | "trait" if starts_item(&tokens, at) => {
                let open = header_end(&tokens, at);
                let header = tokens.get(at..open).unwrap_or_default();
                blocks.push(if token == "enum" { Block::Variants } else { Block::Of(self_type(header)) });
                at = open;
            }
            "{" => blocks.push(Block::Plain),
            "}" => drop(blocks.pop()),
            "struct" if tokens.get(at + 1) == Some(&name) => count.defined += 1,
            word if word == name || word == "Self" && own_type(&blocks) == Some(name) => {
                let variants = matches!(blocks.last(), Some(Block::Variants));
                count.built += usize::from(!variants && is_built(&tokens, at));
            }
            _ => {}
        }
        at += 1;
    }
    count
}

/// What a pair of braces holds.
enum Block<'a> {
    /// The items of an `impl` or a trait, with the type that `Self` is.
    Of(Option<&'a str>),
    /// The variants of an enum, which are named and not built there.
    Variants,
    /// Anything else.
    Plain,
}

fn own_type<'a>(blocks: &[Block<'a>]) -> Option<&'a str> {
    blocks.iter().rev().find_map(|block| match block {
        Block::Of(of) => Some(*of),
        _ => None,
    })?
}

/// Whether a keyword starts an item, as opposed to the `impl` of a parameter's type.
fn starts_item(tokens: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before)).copied();
    matches!(before, None | Some("}" | "{" | ";" | "]" | ")" | "pub" | "unsafe"))
}

/// Where the braces of an item open; the end of an item without braces counts too.
fn header_end(tokens: &[&str], at: usize) -> usize {
    let open = tokens.iter().skip(at).position(|token| matches!(*token, "{" | ";"));
    open.map_or(tokens.len(), |ahead| at + ahead)
}

/// The name of the type in `impl<..> Trait for path::Type<..> where ..`.
fn self_type<'a>(header: &[&'a str]) -> Option<&'a str> {
    let mut depth = 0_usize;
    let mut found = None;
    for token in header.iter().skip(1).copied() {
        match token {
            "<" => depth += 1,
            ">" => depth = depth.saturating_sub(1),
            "where" => break,
            "for" if depth == 0 => found = None,
            word if depth == 0 && word.starts_with(char::is_alphabetic) => found = Some(word),
            _ => {}
        }
    }
    found
}

/// Whether the name at this place builds a value, as opposed to naming a type or taking a value apart.
fn is_built(tokens: &[&str], at: usize) -> bool {
    let mut open = at + 1;
    if tokens.get(open) == Some(&"::") && tokens.get(open + 1) == Some(&"<") {
        open += 1;
    }
    if tokens.get(open) == Some(&"<") {
        open = past(tokens, open, "<", ">");
    }
    let close = match tokens.get(open).copied() {
        Some("{") => past(tokens, open, "{", "}"),
        Some("(") => past(tokens, open, "(", ")"),
        _ => return false,
    };
    let partial = tokens.get(close.saturating_sub(3)..close).is_some_and(|end| end.starts_with(&[".", "."]));
    let taken_apart = matches!(tokens.get(close).copied(), Some("=>" | ":" | "|" | "if"))
        || tokens.get(close) == Some(&"=") && tokens.get(close + 1) != Some(&"=");
    !(partial || taken_apart || names_a_type(tokens, at))
}

/// The place after the bracket that closes the one at `open`.
fn past(tokens: &[&str], open: usize, opens: &str, closes: &str) -> usize {
    let mut depth = 0_usize;
    for (ahead, token) in tokens.iter().skip(open).enumerate() {
        if *token == opens {
            depth += 1;
        } else if *token == closes {
            depth -= 1;
            if depth == 0 {
                return open + ahead + 1;
            }
        }
    }
    tokens.len()
}

/// Whether the name stands where a type stands: after `struct`, `->` and the like, or at the end of an enum's path.
fn names_a_type(tokens: &[&str], at: usize) -> bool {
    let mut before = at;
    while before >= 2 && tokens.get(before - 1) == Some(&"::") {
        before -= 2;
        if tokens.get(before).is_some_and(|segment| segment.starts_with(char::is_uppercase)) {
            return true;
        }
    }
    let mut earlier = tokens.iter().take(before).rev().skip_while(|token| matches!(**token, "&" | "mut" | "dyn"));
    matches!(earlier.next(), Some(&("struct" | "enum" | "union" | "trait" | "for" | "->" | "impl" | "fn" | "mod")))
}
