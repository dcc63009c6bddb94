//! Numbers: a magnitude below 2^53, whatever the notation, and one value for one number.

use super::{expects, refused};
use serde_json::{Value, json};
use twogates_wire::strict::{Reason, read};

fn too_large(token: &str) {
    assert_eq!(refused(token), (Reason::NumberTooLarge, 0), "{token}");
    assert_eq!(refused(&format!("{{\"id\": [1, {token}]}}")), (Reason::NumberTooLarge, 11), "{token}");
}

#[test]
fn the_last_exact_integers_pass() {
    assert_eq!(read("9007199254740991"), Ok(json!(9_007_199_254_740_991_i64)));
    assert_eq!(read("-9007199254740991"), Ok(json!(-9_007_199_254_740_991_i64)));
    assert_eq!(read("9007199254740991.0"), Ok(json!(9_007_199_254_740_991_i64)));
    assert_eq!(read("9.007199254740991e15"), Ok(json!(9_007_199_254_740_991_i64)));
    assert_eq!(read("9007199254740990.9"), Ok(json!(9_007_199_254_740_991_i64)), "rounds as a double does");
}

/// Open case C084: two numbers that a double cannot tell apart must not share one hash.
#[test]
fn two_to_the_fifty_third_is_refused_in_every_notation() {
    for token in [
        "9007199254740992",
        "-9007199254740992",
        "9007199254740992.0",
        "9007199254740992e0",
        "9.007199254740992e15",
        "9.007199254740992E+15",
        "0.9007199254740992e16",
        "90071992547409920e-1",
        "9007199254740993",
        "-9007199254740993",
        "9007199254740991.5",
        "9007199254740991.9",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "1e16",
        "1E16",
        "1e+16",
        "-1e16",
        "1e308",
    ] {
        too_large(token);
    }
}

#[test]
fn what_no_double_holds_is_refused_rather_than_infinite() {
    for token in ["1e400", "-1e400", "1e309", "1e99999999999999999999", "-0.1e99999999999999999999"] {
        too_large(token);
    }
    too_large(&"9".repeat(400));
    too_large(&format!("1{}", "0".repeat(16)));
}

#[test]
fn one_number_is_one_value_in_every_notation() {
    for token in ["1", "1.0", "1e0", "1E0", "10e-1", "0.1e1", "1.000", "1e+0", "1e-0", "100E-2"] {
        assert_eq!(read(token), Ok(json!(1)), "{token}");
    }
    for token in ["-12", "-12.0", "-1.2e1", "-120e-1"] {
        assert_eq!(read(token), Ok(json!(-12)), "{token}");
    }
    for token in ["0.5", "5e-1", "0.50", "0.05e1"] {
        assert_eq!(read(token), Ok(json!(0.5)), "{token}");
    }
}

#[test]
fn zero_has_no_sign() {
    for token in ["0", "-0", "0.0", "-0.0", "0e0", "-0e-5", "0e99999999999999999999"] {
        let value = read(token).unwrap();
        assert_eq!(value, json!(0), "{token}");
        assert_eq!(value.to_string(), "0", "{token}");
    }
}

#[test]
fn a_fraction_stays_the_nearest_double() {
    let double = |token: &str| read(token).as_ref().ok().and_then(Value::as_f64);
    assert_eq!(double("0.1"), Some(0.1));
    assert_eq!(double("-2.5"), Some(-2.5));
    assert_eq!(double("333333333.33333329"), Some(333_333_333.333_333_3));
    assert_eq!(double("1e-7"), Some(1e-7));
    assert_eq!(double("5e-324"), Some(f64::from_bits(1)));
    assert_eq!(double("4503599627370495.5"), Some(4_503_599_627_370_495.5));
}

/// One reader keeps doubles, another keeps decimals: what they would read differently in its digits is refused.
#[test]
fn a_fraction_finer_than_a_double_is_refused() {
    for token in [
        "1000.0000000000000001",
        "0.100000000000000001",
        "-0.100000000000000001e5",
        "123456789.123456789",
        "100000000000000001e-10",
        "1e-400",
        "-1e-400",
        "2e-324",
        "0.1e-99999999999999999999",
    ] {
        assert_eq!(refused(token), (Reason::NumberInexact, 0), "{token}");
        assert_eq!(refused(&format!("{{\"id\": [1, {token}]}}")), (Reason::NumberInexact, 11), "{token}");
    }
    for token in ["0.10000000000000001", "1000.0000000000001", "12345678.123456789", "10000000000000001e-10", "3e-324"]
    {
        assert!(read(token).is_ok(), "{token}: 17 digits tell any double from its neighbours");
    }
    for (token, value) in [
        ("1000.0000000000000000000000", json!(1000)),
        ("0.00000000000000000000000025e26", json!(25)),
        ("2500000000000000000000000e-26", json!(0.025)),
        ("0.0000000000000000000000e-999", json!(0)),
        ("9007199254740991.00000000", json!(9_007_199_254_740_991_i64)),
    ] {
        assert_eq!(read(token), Ok(value), "{token}: zeros before and behind say nothing");
    }
}

#[test]
fn a_number_follows_the_grammar() {
    expects("-", "a digit", 1);
    expects("-a", "a digit", 1);
    expects("--1", "a digit", 1);
    expects("1.", "a digit", 2);
    expects("1.e5", "a digit", 2);
    expects("1e", "a digit", 2);
    expects("1E+", "a digit", 3);
    expects("1e-", "a digit", 3);
    expects("1e+-1", "a digit", 3);
    expects("1.5e", "a digit", 4);
    expects("[1.]", "a digit", 3);
}

#[test]
fn leading_zeros_and_other_dialects_are_refused() {
    expects("01", "the end of the text", 1);
    expects("-01", "the end of the text", 2);
    expects("00", "the end of the text", 1);
    expects("[01]", "a comma or a closing bracket", 2);
    expects("0x10", "the end of the text", 1);
    expects("1_000", "the end of the text", 1);
    expects("1.5.5", "the end of the text", 3);
    expects("1e5e5", "the end of the text", 3);
    expects("1n", "the end of the text", 1);
}

#[test]
fn a_number_is_judged_where_it_ends() {
    expects("9007199254740993.", "a digit", 17);
    assert_eq!(refused("1e400x"), (Reason::NumberTooLarge, 0));
}
