//! Strict reading, canonical bytes and written messages are the same where some crate of the build turns on
//! `serde_json`'s `arbitrary_precision` and `preserve_order`. Every expectation here is one that holds without them.

use serde_json::{Map, Number, Value, json};
use sha2::{Digest as _, Sha256};
use twogates_wire::entry::{Entry, Kind};
use twogates_wire::strict::{self, Reason};
use twogates_wire::{Call, canonical, order};

/// Without this the other tests would show nothing.
#[test]
fn the_features_are_on() {
    let text = r#"{"b":1.00,"a":1e+400}"#;
    assert_eq!(serde_json::from_str::<Value>(text).unwrap().to_string(), text);
}

#[test]
fn one_number_is_one_value() {
    for token in ["1", "1.0", "1e0", "10e-1", "1.000"] {
        assert_eq!(strict::read(token).unwrap(), json!(1), "{token}");
    }
    for token in ["0", "-0", "-0.0", "0e99999999999999999999"] {
        assert_eq!(strict::read(token).unwrap().to_string(), "0", "{token}");
    }
    assert_eq!(strict::read("0.50").unwrap(), strict::read("5e-1").unwrap());
    assert_eq!(strict::read("0.50").unwrap().as_f64(), Some(0.5));
    assert_eq!(strict::read("-9007199254740991").unwrap().as_i64(), Some(-9_007_199_254_740_991));
}

#[test]
fn large_numbers_are_refused() {
    for token in
        ["9007199254740992", "-9007199254740992", "9007199254740993", "9007199254740991.5", "1e16", "1e400", "-1e400"]
    {
        let refused = strict::read(&format!("[{token}]")).unwrap_err();
        assert_eq!((refused.reason, refused.at), (Reason::NumberTooLarge, 1), "{token}");
    }
}

/// `serde_json` then takes this object for a number: whoever reads it so runs something else than was shown.
#[test]
fn an_object_with_the_feature_s_own_name_stays_an_object() {
    let text = r#"{"id":{"$serde_json::private::Number":"5"}}"#;
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), json!({"id": 5}), "the trap");
    let value = strict::read(text).unwrap();
    assert!(value["id"].is_object());
    assert_eq!(canonical::text(&value), text);
    assert_eq!(order::compact(&value), text);
    let call = Call::new("item.delete", value.as_object().unwrap());
    assert_eq!(Value::Object(call.values()), value);
    let entry = Entry { message: Some(value), ..Entry::new(1, "main", 5, Kind::Mcp, "client") };
    assert_eq!(Entry::read(&entry.line()).unwrap(), entry);
}

#[test]
fn canonical_bytes_are_those_of_rfc_8785() {
    let text = r#"{"numbers":[333333333.33333329,1E15,4.50,2e-3,0.000000000000000000000000001,-0,1e-6],
                   "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#;
    assert_eq!(
        canonical::text(&strict::read(text).unwrap()),
        concat!(
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1000000000000000,4.5,0.002,1e-27,0,0.000001],"#,
            r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        )
    );
}

/// Rows of RFC 8785, appendix B, in three notations of one double.
#[test]
fn a_double_is_written_as_appendix_b_says() {
    for (bits, text) in [
        (0x0000_0000_0000_0001_u64, "5e-324"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
        (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
    ] {
        let double = f64::from_bits(bits);
        assert_eq!(canonical::text(&Value::Number(Number::from_f64(double).unwrap())), text);
        if double.abs() < 9_007_199_254_740_992.0 {
            for notation in [text.to_owned(), format!("{double:e}"), format!("{double}")] {
                assert_eq!(canonical::text(&strict::read(&notation).unwrap()), text, "{notation}");
            }
        }
    }
}

#[test]
fn names_are_sorted_as_utf_16_and_hash_to_the_known_digest() {
    let value = strict::read(r#"{"\uff21":2,"\ud800\udc00":1}"#).unwrap();
    let digest: String = Sha256::digest(canonical::value(&value)).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "ca0baa72e33604df3708d8e77c17a80ff20e62f55e9a27ef4e2cf8fad252df0d");
}

#[test]
fn a_call_keeps_its_hash_when_its_values_are_read_back() {
    let arguments = strict::read(r#"{"to":"alice","amount":12.50,"rate":1e-6,"count":3.0}"#).unwrap();
    let call = Call::new("send_payment", arguments.as_object().unwrap());
    assert_eq!(call.arguments(), br#"{"amount":12.5,"count":3,"rate":0.000001,"to":"alice"}"#);
    let again = Call::new("send_payment", &call.values());
    assert_eq!(again.arg_hash(), call.arg_hash());
    assert_eq!(call.arg_hash().to_string(), "3708f2b140bce66e2b14e65013d24c51518a5d48495689005f70770f364f5b75");
}

#[test]
fn messages_and_entries_are_written_the_same() {
    let message: Value = serde_json::from_str(r#"{"params":{"b":1.0,"a":0.000001},"id":1,"jsonrpc":"2.0"}"#).unwrap();
    let written = r#"{"jsonrpc":"2.0","id":1,"params":{"a":0.000001,"b":1}}"#;
    assert_eq!(order::compact(&message), written);
    let entry = Entry { message: Some(message), ..Entry::new(1, "main", 5, Kind::Mcp, "client") };
    let line =
        format!(r#"{{"message":{written},"act":"main","atMs":5,"from":"client","kind":"mcp","number":1,"v":1}}"#);
    assert_eq!(entry.line(), line);
    assert_eq!(Entry::read(&line).unwrap().line(), line);
}

#[test]
fn an_empty_object_is_two_bytes() {
    assert_eq!(canonical::object(&Map::new()), b"{}");
}
