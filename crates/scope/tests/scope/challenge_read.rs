//! Reading `WWW-Authenticate`.

use crate::set;
use twogates_scope::Challenge;
use twogates_scope::challenge::{bearer_challenge, parse, step_up_challenge};

/// A challenge as text: scheme, token68, and the parameters with `!` for those without a value.
fn shown(challenge: &Challenge) -> String {
    let token68 = challenge.token68.iter().map(|token| format!(" {token}"));
    let params = challenge.params.iter().map(|param| match &param.value {
        Some(value) => format!(" {}=<{value}>", param.name),
        None => format!(" {}!", param.name),
    });
    std::iter::once(challenge.scheme.clone()).chain(token68).chain(params).collect()
}

fn read(header: &str) -> Vec<String> {
    parse([header]).iter().map(shown).collect()
}

#[test]
fn one_challenge() {
    assert_eq!(read("Bearer"), ["Bearer"]);
    assert_eq!(read(r#"Bearer realm="x""#), ["Bearer realm=<x>"]);
    assert_eq!(read(r#"Bearer realm=x, error="y z""#), ["Bearer realm=<x> error=<y z>"]);
    assert_eq!(read(r#"Bearer realm="""#), ["Bearer realm=<>"]);
    assert_eq!(read(""), [""; 0]);
    assert_eq!(read(" \t,, "), [""; 0]);
}

#[test]
fn several_challenges_in_one_line_and_in_several() {
    let both = ["Basic realm=<a>", "Bearer error=<b> scope=<c>"];
    assert_eq!(read(r#"Basic realm="a", Bearer error="b", scope="c""#), both);
    assert_eq!(read(r#"Basic realm="a",Bearer error="b",scope="c""#), both);
    let lines = parse([r#"Basic realm="a""#, r#"Bearer error="b", scope="c""#]);
    assert_eq!(lines.iter().map(shown).collect::<Vec<_>>(), both);
    assert_eq!(read("Negotiate, Basic , Bearer"), ["Negotiate", "Basic", "Bearer"]);
    assert_eq!(read(r#"Bearer realm="a", Bearer realm="b""#), ["Bearer realm=<a>", "Bearer realm=<b>"]);
}

#[test]
fn commas_quotes_and_escapes_inside_quotes() {
    assert_eq!(read(r#"Bearer a="x, y=z", b="w""#), ["Bearer a=<x, y=z> b=<w>"]);
    assert_eq!(read(r#"Bearer a="say \"x, b=y\"", b="w""#), [r#"Bearer a=<say "x, b=y"> b=<w>"#]);
    assert_eq!(read(r#"Bearer a="\\", b="w""#), [r"Bearer a=<\> b=<w>"]);
    assert_eq!(read(r#"Bearer a="\x\,", b="w""#), ["Bearer a=<x,> b=<w>"]);
    assert_eq!(read(r#"Bearer a="é, Basic realm=ü", b="w""#), ["Bearer a=<é, Basic realm=ü> b=<w>"]);
}

#[test]
fn spaces_and_empty_elements() {
    assert_eq!(read(" ,, Bearer \t a \t=\t\"x\" ,\t, ,b=y , "), ["Bearer a=<x> b=<y>"]);
    assert_eq!(read("Bearer\ta=x"), ["Bearer a=<x>"]);
    assert_eq!(read("Bearer , a=x"), ["Bearer a=<x>"]);
}

#[test]
fn token68() {
    assert_eq!(read("Negotiate YII+/a-._~0==, Bearer a=x"), ["Negotiate YII+/a-._~0==", "Bearer a=<x>"]);
    assert_eq!(read("Basic abc"), ["Basic abc"]);
    assert_eq!(read("Basic abc= "), ["Basic abc="]);
    assert_eq!(read("Basic abc=\t,Bearer"), ["Basic abc=", "Bearer"]);
    assert_eq!(read("Basic a=b"), ["Basic a=<b>"]);
    assert_eq!(read("Basic ,"), ["Basic"]);
    // A word with another behind it is no token68: it began a challenge, and the comma before it was forgotten.
    assert_eq!(read("Negotiate Bearer a=x"), ["Negotiate", "Bearer a=<x>"]);
    // An unquoted nothing looks like a token68, and costs nothing else.
    assert_eq!(read("Bearer scope=, error=x"), ["Bearer scope= error=<x>"]);
    assert_eq!(read("Bearer error=x, scope=, a=y"), ["Bearer error=<x> scope=<> a=<y>"]);
}

#[test]
fn every_token_character_may_stand_in_a_scheme_and_in_a_name() {
    let odd = "!#$%&'*+-.^_`|~09azAZ";
    assert_eq!(read(&format!("{odd} {odd}=x")), [format!("{odd} {odd}=<x>")]);
    for outside in ["(", ")", "/", ":", ";", "<", ">", "?", "@", "[", "]", "{", "}", "é", "\u{7f}"] {
        assert_eq!(read(&format!("Bea{outside}rer a=x")), [""; 0]);
        assert_eq!(read(&format!("Bearer b=y, a{outside}=x")), ["Bearer b=<y>"]);
    }
}

#[test]
fn unquoted_values_as_they_are_really_sent() {
    assert_eq!(read("Bearer a=https://h/p?q=r&s, b=files:write"), ["Bearer a=<https://h/p?q=r&s> b=<files:write>"]);
}

#[test]
fn a_forgotten_comma_behind_a_quoted_value() {
    assert_eq!(read(r#"Bearer a="x" b="y"	c=z"#), ["Bearer a=<x> b=<y> c=<z>"]);
    assert_eq!(read(r#"Bearer a="x" Basic b="y""#), ["Bearer a=<x>", "Basic b=<y>"]);
}

#[test]
fn a_value_with_text_behind_it_is_none_and_what_follows_belongs_to_nobody() {
    assert_eq!(read(r#"Bearer a="x"b="y", c=z, g=h, Basic d=w"#), ["Bearer a!", "Basic d=<w>"]);
    assert_eq!(read("Bearer a=x b=y, c=z, g=h, Basic d=w"), ["Bearer a!", "Basic d=<w>"]);
    assert_eq!(read(r#"Bearer a=x"y, c=z", e=f, Basic d=w"#), ["Bearer a!", "Basic d=<w>"]);
    assert_eq!(read(r#"Bearer a="x"; b="y, z", c=v"#), ["Bearer a!"]);
}

#[test]
fn an_open_quote_swallows_its_line_alone() {
    let lines = parse([r#"Bearer a=x, b="y, Basic c=z"#, "Basic d=w"]);
    assert_eq!(lines.iter().map(shown).collect::<Vec<_>>(), ["Bearer a=<x> b!", "Basic d=<w>"]);
    assert_eq!(read(r#"Bearer a="x\"#), ["Bearer a!"]);
    assert_eq!(read(r#"Bearer a=x, "b, Basic c=z"#), ["Bearer a=<x>"]);
}

#[test]
fn a_parameter_before_any_challenge_belongs_to_nobody() {
    assert_eq!(read("a=x, Bearer b=y"), ["Bearer b=<y>"]);
    let lines = parse(["Bearer a=x", "b=y"]);
    assert_eq!(lines.iter().map(shown).collect::<Vec<_>>(), ["Bearer a=<x>"]);
    assert_eq!(read(r#"Bearer a=x, (Basic) r="s", b=y, e=f, Digest c=z"#), ["Bearer a=<x>", "Digest c=<z>"]);
    assert_eq!(read(r#"Bearer a=x, Ba(sic r="s", b=y"#), ["Bearer a=<x>"]);
    assert_eq!(read("=x, Bearer a=y"), ["Bearer a=<y>"]);
}

#[test]
fn parameters_by_name() {
    let one = |header: &str| parse([header]).remove(0);
    let challenge = one(r#"Bearer Error="e", SCOPE="b a", Resource_Metadata="m""#);
    assert_eq!(challenge.error(), Some("e"));
    assert_eq!(challenge.scope(), Some(set(&["a", "b"])));
    assert_eq!(challenge.resource_metadata(), Some("m"));
    assert_eq!((challenge.param("realm"), challenge.param("rror")), (None, None));

    let twice = one(r#"Bearer scope="a", error="e", Scope="a", resource_metadata="m", resource_metadata="n""#);
    assert_eq!((twice.scope(), twice.resource_metadata(), twice.error()), (None, None, Some("e")));
    let broken_twice = one(r#"Bearer scope="a", scope="b"#);
    assert_eq!((broken_twice.scope(), broken_twice.params.len()), (None, 2));

    let empty = one(r#"Bearer error="", scope=" ", resource_metadata="""#);
    assert_eq!((empty.error(), empty.scope(), empty.resource_metadata()), (Some(""), None, None));
    assert_eq!(one(r#"Bearer scope="a b\"c""#).scope(), None);
}

#[test]
fn the_challenge_that_matters() {
    let challenges =
        parse([r#"Basic error="insufficient_scope", Bearer realm="a", BEARER error="insufficient_scope""#]);
    assert_eq!(challenges.len(), 3);
    assert_eq!(bearer_challenge(&challenges), challenges.get(1));
    assert_eq!(step_up_challenge(&challenges), challenges.get(2));
    for other in [
        r#"Bearer error="Insufficient_Scope""#,
        r#"Bearer error="insufficient_scope ""#,
        r#"Bearer error="insufficient_scope", error="insufficient_scope""#,
        r#"Basic error="insufficient_scope""#,
        r#"Bearerer error="insufficient_scope""#,
        "Bearer",
        "",
    ] {
        assert_eq!(step_up_challenge(&parse([other])), None, "{other}");
    }
    assert_eq!(bearer_challenge(&parse(["Basic, Digest"])), None);
    assert!(parse(["Bearer"])[0].is_bearer() && !parse(["Basic"])[0].is_bearer());
}
