//! Reads one document: strictly first, and loosely where the strict reader refuses what two readers read differently.

use super::wrapped::{self, Found};
use super::{Exchange, Voice, loose, span};
use crate::pointer;
use wire::strict::{self, Malformed, Reason};

/// What one document holds.
#[derive(Debug)]
pub(crate) enum Reading {
    /// Messages and events; the place of the first among them whose text the strict reader refuses, and why.
    Exchanges(Vec<Exchange>, Option<(usize, Malformed)>),
    /// What should be a message, and cannot be read.
    Unread(Malformed),
    /// Nothing that concerns the protocol: a line of a log, or of an event stream.
    Other,
    /// A transcript entry of another version, or none: why.
    NoEntry(String),
}

/// Reads the text of one document.
pub(crate) fn read(bytes: &[u8]) -> Reading {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Reading::Unread(Malformed { reason: Reason::NotUtf8, at: error.valid_up_to() }),
    };
    match strict::read(text) {
        Ok(value) => found(wrapped::find(value)),
        Err(malformed) if malformed.not_json() => behind_a_prefix(text).unwrap_or(Reading::Unread(malformed)),
        Err(malformed) => loosely(text, malformed),
    }
}

fn found(found: Found) -> Reading {
    match found {
        Found::Exchanges(exchanges, malformed) => Reading::Exchanges(exchanges, malformed),
        Found::Malformed(malformed) => Reading::Unread(malformed),
        Found::Nothing => Reading::Other,
        Found::NoEntry(why) => Reading::NoEntry(why),
    }
}

/// Reads what the strict reader refused, as far as another reader takes it. What is wrong in a log's own fields is no
/// fault of the message.
fn loosely(text: &str, malformed: Malformed) -> Reading {
    let Some(value) = loose::read(text) else { return Reading::Unread(malformed) };
    let exchanges = match found(wrapped::find(value)) {
        Reading::Exchanges(exchanges, None) => exchanges,
        other => return other,
    };
    let malformed = exchanges.iter().enumerate().find_map(|(place, exchange)| {
        let at = exchange.at.split('#').next().unwrap_or_default();
        let span = span::of(text, &pointer::parts(at))?;
        let begins = span.start;
        let malformed = strict::read(text.get(span)?).err()?;
        Some((place, Malformed { at: begins + malformed.at, ..malformed }))
    });
    Reading::Exchanges(exchanges, malformed)
}

/// Reads the JSON behind a time, a level or `data:`, and skips the lines of an event stream that have none.
fn behind_a_prefix(text: &str) -> Option<Reading> {
    let text = text.trim();
    if ["event:", "id:", "retry:", ":"].iter().any(|field| text.starts_with(field)) && !text.contains('{') {
        return Some(Reading::Other);
    }
    let (prefix, json) = text.split_at(text.find('{')?);
    if prefix.is_empty() {
        return None;
    }
    let Found::Exchanges(mut exchanges, _) = wrapped::find(strict::read(json).ok()?) else { return None };
    let voice = wrapped::voice(prefix);
    for exchange in &mut exchanges {
        if exchange.voice == Voice::Unsaid {
            exchange.voice = voice;
        }
    }
    Some(Reading::Exchanges(exchanges, None))
}
