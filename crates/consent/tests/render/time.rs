//! Moments, in UTC.

use consent::render::{clock, moment, seen};
use twogates_consent as consent;

const DAY: u64 = 86_400_000;

#[test]
fn the_first_moment_and_the_last() {
    assert_eq!(moment(0), "1970-01-01 00:00:00 UTC");
    assert_eq!(clock(0), "00:00");
    assert_eq!(moment(u64::MAX), "584556019-04-03 14:25:51 UTC");
    assert_eq!(clock(u64::MAX), "14:25");
}

#[test]
fn each_part_turns_over_at_its_own_moment() {
    assert_eq!(moment(999), "1970-01-01 00:00:00 UTC");
    assert_eq!(moment(1000), "1970-01-01 00:00:01 UTC");
    assert_eq!(moment(59_999), "1970-01-01 00:00:59 UTC");
    assert_eq!(moment(60_000), "1970-01-01 00:01:00 UTC");
    assert_eq!(clock(59_999), "00:00");
    assert_eq!(clock(60_000), "00:01");
    assert_eq!(clock(3_599_999), "00:59");
    assert_eq!(clock(3_600_000), "01:00");
    assert_eq!(clock(DAY - 1), "23:59");
    assert_eq!(clock(DAY), "00:00");
    assert_eq!(moment(DAY - 1), "1970-01-01 23:59:59 UTC");
    assert_eq!(moment(DAY), "1970-01-02 00:00:00 UTC");
}

#[test]
fn a_time_of_another_day_has_its_date() {
    assert_eq!(seen(DAY - 1, 0), "23:59:59 UTC");
    assert_eq!(seen(DAY - 60_000, 0), "23:59 UTC");
    assert_eq!(seen(0, DAY - 1), "00:00 UTC");
    assert_eq!(seen(DAY, DAY - 1), "1970-01-02 00:00 UTC");
    assert_eq!(seen(DAY - 1, DAY), "1970-01-01 23:59:59 UTC");
    assert_eq!(seen(366 * DAY + 60_000, 60_000), "1971-01-02 00:01 UTC");
}

#[test]
fn known_days() {
    for (seconds, text) in [
        (951_782_400, "2000-02-29 00:00:00 UTC"),
        (951_868_800, "2000-03-01 00:00:00 UTC"),
        (1_785_249_900, "2026-07-28 14:45:00 UTC"),
        (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        (253_402_300_799, "9999-12-31 23:59:59 UTC"),
        (253_402_300_800, "10000-01-01 00:00:00 UTC"),
    ] {
        assert_eq!(moment(seconds * 1000), text);
    }
}

/// A calendar that only counts on, held against the first and the last day of every month of 900 years.
#[test]
fn every_month_follows_the_month_before() {
    let mut days = 0;
    for year in 1970..2870_u64 {
        let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        let february = if leap { 29 } else { 28 };
        for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            assert_eq!(moment(days * DAY), format!("{year}-{month:02}-01 00:00:00 UTC"));
            days += length;
            assert_eq!(moment(days * DAY - 1), format!("{year}-{month:02}-{length} 23:59:59 UTC"));
        }
    }
}
