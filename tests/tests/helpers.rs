//! The helpers themselves: a count that misses is worse than none.

use twogates_tests::literals::{Count, count};
use twogates_tests::source::{code, tokens};

fn counts(text: &str, defined: usize, built: usize) {
    assert_eq!(count(text, "Proof"), Count { defined, built }, "{text}");
}

#[test]
fn comments_strings_and_characters_are_not_code() {
    for (text, left) in [
        ("a // b", vec!["a"]),
        ("a /* b /* c */ d */ e", vec!["a", "e"]),
        ("a \"b \\\" c\" d", vec!["a", "d"]),
        ("a r#\"b \" c\"# d", vec!["a", "d"]),
        ("a br\"b\\\" d", vec!["a", "d"]),
        ("a b\"c\" d", vec!["a", "b", "d"]),
        ("a '\"' b '\\'' c '\\u{41}' d", vec!["a", "b", "c", "d"]),
        ("&'a str, 'b: loop", vec!["&", "'", "a", "str", ",", "'", "b", ":", "loop"]),
        ("a \"// not\" b // \" c", vec!["a", "b"]),
        ("hr\"a\" b", vec!["hr", "b"]),
        ("a /* open", vec!["a"]),
        ("'é' 'x' é", vec!["é"]),
    ] {
        assert_eq!(tokens(&code(text)), left, "{text}");
        assert_eq!(code(text).chars().count(), text.chars().count(), "{text}");
    }
}

#[test]
fn lines_stay_where_they_are() {
    assert_eq!(code("/* a\nb */ c\n\"d\ne\" f").split('\n').map(str::trim).collect::<Vec<_>>(), ["", "c", "", "f"]);
}

#[test]
fn marks_of_two_characters_are_one_token() {
    assert_eq!(tokens("a::b->c=>d==e"), ["a", "::", "b", "->", "c", "=>", "d", "=", "=", "e"]);
}

#[test]
fn a_literal_is_counted_in_every_shape() {
    counts("fn f() { Proof { a } }", 0, 1);
    counts("fn f() { Proof { a, ..other } }", 0, 1);
    counts("fn f() { Proof(a) }", 0, 1);
    counts("fn f() { Proof::<T> { a } }", 0, 1);
    counts("fn f() { Ok(Proof { a }) }", 0, 1);
    counts("fn f() { let b = &Proof { a }; }", 0, 1);
    counts("fn f() { super::Proof { a } }", 0, 1);
    counts("struct Proof { a: u8 } impl Proof { fn f() -> Self { Self { a } } }", 1, 1);
    counts("pub struct Proof<T>(T); impl<T: X> Proof<T> { fn f() -> Self { if a { b } Self(c) } }", 1, 1);
    counts("impl<T> Clone for Proof<T> { fn clone(&self) -> Self { Self { a } } }", 0, 1);
    counts("impl From<Other> for Proof where Other: X { fn f() -> Self { Self { a } } }", 0, 1);
    counts("impl Proof { fn a() -> Self { Self { a } } fn b() -> Proof { Proof { a } } }", 0, 2);
    counts("impl Proof { fn f() -> bool { Proof { a } == b } }", 0, 1);
}

#[test]
fn what_only_names_it_is_not_counted() {
    counts("struct Proof { a: u8 }", 1, 0);
    counts("struct Proof(u8); struct Proofs { proof: Proof }", 1, 0);
    counts("fn f(a: Proof) -> Proof { a }", 0, 0);
    counts("fn f() -> &mut Proof { a }", 0, 0);
    counts("fn f() -> scope::Proof { a }", 0, 0);
    counts("impl Proof { fn a(self) -> Option<Self> { None } }", 0, 0);
    counts("impl X for Proof { }", 0, 0);
    counts("impl From<Proof> for Other { fn f() -> Self { Self { a } } }", 0, 0);
    counts("impl Other { fn f() -> Self { Self { a } } }", 0, 0);
    counts("enum Event { Proof { a: u8 }, Other } fn f() { Event::Proof { a } }", 0, 0);
    counts("// Proof { a }\nlet b = \"Proof { a }\";", 0, 0);
    counts("use x::{Proof, Other};", 0, 0);
    counts("fn Proofs() { Unproof { a } }", 0, 0);
}

#[test]
fn taking_it_apart_is_not_building_it() {
    counts("let Proof { a, b } = c;", 0, 0);
    counts("match c { Proof { a } => a, Proof { a } if b => a }", 0, 0);
    counts("matches!(c, Proof { a, .. })", 0, 0);
    counts("fn f(Proof { a }: Proof) { }", 0, 0);
    counts("impl Proof { fn f(self) { let Self { a } = self; } }", 0, 0);
    counts("|Proof { a }| a", 0, 0);
    counts("if let Proof(a) = b { }", 0, 0);
}
