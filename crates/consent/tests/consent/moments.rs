//! Moments, and the ids of questions.

use twogates_consent::{Moment, QuestionId};

#[test]
fn moments_are_whole_milliseconds_and_do_not_run_over() {
    let at = Moment::from_store(1000);
    assert_eq!((at.ms(), at.later(1).ms(), at.earlier(1).ms()), (1000, 1001, 999));
    assert_eq!((at.later(0), at.earlier(0)), (at, at));
    assert_eq!(at.later(u64::MAX), Moment::from_store(u64::MAX));
    assert_eq!(at.earlier(1001), Moment::from_store(0));
    assert!(at.earlier(1) < at && at < at.later(1));
}

#[test]
fn a_moment_prints_as_a_date() {
    assert_eq!(Moment::from_store(1_785_249_900_000).to_string(), "2026-07-28 14:45:00 UTC");
}

#[test]
fn an_id_is_its_bytes() {
    let bytes: [u8; 16] = std::array::from_fn(|place| u8::try_from(place * 17).unwrap());
    let id = QuestionId::from_bytes(bytes);
    assert_eq!(id.bytes(), &bytes);
    assert_eq!(id.to_string(), "00112233445566778899aabbccddeeff");
}
