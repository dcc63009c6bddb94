//! Moments as a person reads them. All in UTC, so that two people who read one transcript read the same.

/// Days in 400 years, after which the calendar repeats.
const CYCLE: u64 = 146_097;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The hour and minute of a moment in UTC; the moment in milliseconds since 1970.
///
/// ```
/// # use twogates_consent as consent;
/// assert_eq!(consent::render::clock(1_785_249_900_000), "14:45");
/// ```
#[must_use]
pub fn clock(at_ms: u64) -> String {
    format!("{:02}:{:02}", at_ms % DAY / HOUR, at_ms % HOUR / MINUTE)
}

/// The date and time of a moment in UTC; the moment in milliseconds since 1970.
///
/// ```
/// # use twogates_consent as consent;
/// assert_eq!(consent::render::moment(1_785_249_900_000), "2026-07-28 14:45:00 UTC");
/// ```
#[must_use]
pub fn moment(at_ms: u64) -> String {
    format!("{} {}:{:02} UTC", calendar(at_ms / DAY), clock(at_ms), at_ms % MINUTE / SECOND)
}

/// A moment as somebody reads it who reads at `seen_ms`: the hour and minute in UTC, the second too where it is not the
/// minute's first, and the date too unless it is of the same day. Both in milliseconds since 1970.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::render::seen;
/// let quarter_to_three = 1_785_249_900_000;
/// assert_eq!(seen(quarter_to_three, quarter_to_three - 3_600_000), "14:45 UTC");
/// assert_eq!(seen(quarter_to_three, quarter_to_three - 86_400_000), "2026-07-28 14:45 UTC");
/// ```
#[must_use]
pub fn seen(at_ms: u64, seen_ms: u64) -> String {
    let day = at_ms / DAY;
    let clock = match at_ms % MINUTE / SECOND {
        0 => clock(at_ms),
        seconds => format!("{}:{seconds:02}", clock(at_ms)),
    };
    if day == seen_ms / DAY { format!("{clock} UTC") } else { format!("{} {clock} UTC", calendar(day)) }
}

/// A day that is counted from 1970-01-01, as year, month and day.
fn calendar(days: u64) -> String {
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day, counted from 1, of a day that is counted from 1970-01-01.
fn date(days: u64) -> (u64, u64, u64) {
    let mut year = 1970 + days / CYCLE * 400;
    let mut rest = days % CYCLE;
    while rest >= days_of_year(year) {
        rest -= days_of_year(year);
        year += 1;
    }
    let mut month = 1;
    while rest >= days_of_month(year, month) {
        rest -= days_of_month(year, month);
        month += 1;
    }
    (year, month, rest + 1)
}

const fn days_of_year(year: u64) -> u64 {
    if leap(year) { 366 } else { 365 }
}

const fn days_of_month(year: u64, month: u64) -> u64 {
    match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const fn leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
