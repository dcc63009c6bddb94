//! A time as an operator writes it.

use consent::Moment;

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

/// A time that has passed: how long ago, or when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// So many milliseconds ago.
    Ago(u64),
    /// At this moment, in milliseconds since 1970.
    At(u64),
}

impl Before {
    /// From `90d`, `36h`, `2026-07-28`, `2026-07-28T14:45`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let number = |digits: &str, unit: u64| digits.parse::<u64>().ok()?.checked_mul(unit);
        if let Some(days) = text.strip_suffix('d') {
            return number(days, DAY).map(Self::Ago);
        }
        if let Some(hours) = text.strip_suffix('h') {
            return number(hours, HOUR).map(Self::Ago);
        }
        let (date, time) = text.split_once('T').unwrap_or((text, "00:00"));
        let mut date = date.splitn(3, '-').map(digits);
        let (year, month, day) = (date.next()??, date.next()??, date.next()??);
        let (hour, minute) = time.trim_end_matches('Z').split_once(':')?;
        let (hour, minute) = (digits(hour)?, digits(minute)?);
        if hour > 23 || minute > 59 {
            return None;
        }
        Some(Self::At(days(year, month, day)? * DAY + hour * HOUR + minute * 60_000))
    }

    /// How long ago it was at this moment, in milliseconds. None of a time that has not come.
    pub(crate) fn age(self, now: Moment) -> Option<u64> {
        match self {
            Self::Ago(ms) => Some(ms),
            Self::At(ms) => now.ms().checked_sub(ms),
        }
    }
}

/// A number of digits and nothing else.
fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The days from 1970-01-01 to a date that there is.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let of_month = |month: u64| match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=of_month(month)).contains(&day) {
        return None;
    }
    let years: u64 = (1970..year).map(|year| if leap(year) { 366 } else { 365 }).sum();
    Some(years + (1..month).map(of_month).sum::<u64>() + day - 1)
}
