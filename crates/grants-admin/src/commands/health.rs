//! How a store is.

use crate::opened::Opened;
use crate::output::{Output, moment};
use crate::pages::{Pages, now};
use crate::stop::{Stop, Verdict};
use consent::Moment;
use grants::{Grant, GrantId, Room, State, Store, Transactions, Which};
use serde_json::json;

/// Up to this many chains without a checkpoint are counted.
const MOST: usize = 10_000;

/// Counts the states, and says what waits for a person. An unknown end and a store without room are findings.
pub(super) fn health(store: &Opened, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let at = Store::now(store);
    let mut counts = State::ALL.iter().map(|state| (*state, 0_u64)).collect::<Vec<_>>();
    let (mut claimed, mut unknown) = (None, None);
    let mut walk = Pages::of(store, Which::All, None);
    while let Some(grant) = walk.next()? {
        let state = now(&grant, at);
        counts.iter_mut().filter(|(known, _)| *known == state).for_each(|(_, count)| *count += 1);
        match state {
            State::Claimed => older(&mut claimed, &grant),
            State::Indeterminate => older(&mut unknown, &grant),
            _ => {}
        }
    }
    let (epoch, room, uncovered, last) = store
        .look(|table| Ok((table.epoch()?, table.room()?, table.uncovered(MOST)?.len(), table.last_checkpoint()?)))?;
    let room_word = match room {
        Room::Full => "none",
        Room::ForQuestions => "for questions alone",
        Room::Ample => "ample",
    };
    if output.json {
        let states: serde_json::Map<_, _> =
            counts.iter().map(|(state, count)| (state.word().to_owned(), (*count).into())).collect();
        let oldest = |oldest: Option<(Moment, GrantId)>| {
            oldest.map(|(since, grant)| json!({ "grant": grant.hex(), "since": since.ms() }))
        };
        output.object(
            "health",
            json!({
                "at": at.ms(),
                "states": states,
                "oldest_claimed": oldest(claimed),
                "oldest_indeterminate": oldest(unknown),
                "epoch": epoch,
                "room": room_word,
                "uncovered_chains": uncovered,
                "last_checkpoint": last.map(|last| json!({ "number": last.number, "at": last.at.ms() })),
            }),
        )?;
    } else {
        let oldest = |oldest: Option<(Moment, GrantId)>| {
            oldest.map_or_else(|| "none".to_owned(), |(since, grant)| format!("{grant} since {}", moment(since)))
        };
        let mut rows: Vec<Vec<String>> =
            counts.iter().map(|(state, count)| vec![state.word().to_owned(), count.to_string()]).collect();
        let last = last.map_or_else(|| "none".to_owned(), |last| format!("{} at {}", last.number, moment(last.at)));
        for (name, text) in [
            ("oldest claimed", oldest(claimed)),
            ("oldest indeterminate", oldest(unknown)),
            ("epoch", epoch.to_string()),
            ("room", room_word.to_owned()),
            ("last checkpoint", last),
            ("chains since", uncovered.to_string()),
            ("the store's time", moment(at)),
        ] {
            rows.push(vec![name.to_owned(), text]);
        }
        output.table(&rows)?;
    }
    Ok(if unknown.is_none() && room == Room::Ample { Verdict::Done } else { Verdict::Finding })
}

/// Keeps the one that was claimed earlier.
fn older(oldest: &mut Option<(Moment, GrantId)>, grant: &Grant) {
    let since = grant.held.map_or(grant.issued_at, |held| held.since);
    if oldest.is_none_or(|(known, _)| since < known) {
        *oldest = Some((since, grant.id));
    }
}
