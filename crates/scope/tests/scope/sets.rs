//! Scope tokens and sets of them.

use crate::set;
use proptest::prelude::*;
use twogates_scope::ScopeSet;

#[test]
fn tokens_are_read_between_spaces_and_printed_sorted() {
    let read = |text| ScopeSet::parse(text).unwrap();
    assert_eq!(read("b a"), set(&["a", "b"]));
    assert_eq!(read("  b   a b "), set(&["a", "b"]));
    assert_eq!(read("b a c").to_string(), "a b c");
    assert_eq!(read(""), ScopeSet::default());
    assert_eq!(read("   "), ScopeSet::default());
    assert_eq!(read("").to_string(), "");
    assert_eq!(read("b a").iter().collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn only_rfc_6749_characters_make_a_token() {
    for code in 0..0x180 {
        let character = char::from_u32(code).unwrap();
        let inside = matches!(code, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
        let token = format!("a{character}b");
        assert_eq!(ScopeSet::tokens([token.as_str()]).is_ok(), inside, "{code:#x}");
        assert_eq!(ScopeSet::of(&[&token]).contains(&token), inside, "{code:#x}");
    }
}

#[test]
fn a_text_that_is_no_token_is_named() {
    assert_eq!(ScopeSet::parse("a b\tc d\"").unwrap_err().token, "b\tc");
    assert_eq!(ScopeSet::tokens(["a", ""]).unwrap_err().token, "");
    assert_eq!(ScopeSet::tokens(["a b"]).unwrap_err().token, "a b");
    assert_eq!(ScopeSet::tokens(["b", "a"]), Ok(set(&["a", "b"])));
}

#[test]
fn a_slip_in_a_constant_makes_another_token_and_never_none() {
    assert_eq!(set(&["", "a b", "\"", "é", "a\\"]).to_string(), "% %22 %C3%A9 a%20b a%5C");
    assert!(!ScopeSet::parse("a b").unwrap().covers(&set(&["a b"])));
}

#[test]
fn sets_are_joined_split_and_compared() {
    let (left, right) = (set(&["a", "b"]), set(&["b", "c"]));
    assert_eq!(left.union(&right), set(&["a", "b", "c"]));
    assert_eq!(left.without(&right), set(&["a"]));
    assert_eq!(right.without(&left), set(&["c"]));
    assert!(left.covers(&set(&["b"])) && left.covers(&left) && left.covers(&set(&[])));
    assert!(!left.covers(&right) && !set(&["b"]).covers(&left));
    assert!(left.contains("a") && !left.contains("c"));
    assert!(set(&[]).is_empty() && !left.is_empty());
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(tokens in prop::collection::vec(any::<String>(), 0..5)) {
        let tokens: Vec<_> = tokens.iter().map(String::as_str).collect();
        let set = ScopeSet::of(&tokens);
        prop_assert_eq!(ScopeSet::parse(&set.to_string()), Ok(set));
    }

    #[test]
    fn reading_never_panics(text in any::<String>()) {
        let _either_way = ScopeSet::parse(&text);
    }
}
