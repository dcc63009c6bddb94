//! A store's own condition of a claim, held against the transition function: every kind of row, every kind of bid.

use super::Subject;
use super::kit::{Kit, MINUTE, attempt, digest};
use crate::{Bid, Broken, Claiming, Event, Grant, Held, How, NewGrant, State, Step, Store, Table, Transactions, step};
use consent::{EffectClass, Moment, QuestionId, Until};
use rules::Defences;

/// A row and a bid, and when.
#[derive(Debug, Clone)]
struct Meeting {
    row: Grant,
    bid: Bid,
    at: Moment,
}

/// Each clause of the condition decides somewhere in here, alone: what the store says is what the transition function says,
/// and so is what it wrote.
///
/// # Panics
///
/// Where they differ.
pub fn the_condition_agrees_with_the_transition_function<S: Subject>() {
    let kit = Kit::<S>::new();
    let meetings = meetings(&kit);
    let differing = kit.store.transact(move |table| meet(table, &meetings)).unwrap();
    assert!(differing.is_empty(), "{} rows differ; the first: {:#?}", differing.len(), differing.first());
}

fn meet(table: &mut dyn Table, meetings: &[Meeting]) -> Result<Vec<String>, Broken> {
    let epoch = table.epoch()?;
    let mut differing = Vec::new();
    for Meeting { row, bid, at } in meetings {
        assert!(table.insert(row)?);
        let Step { after, refusal } = step(row, &Event::Claim { bid: *bid, epoch }, *at, Defences::all());
        let ended = row.state == State::Issued && after.state == State::NoLongerAuthorized;
        let expected = if refusal.is_none() || ended { Some(&after) } else { None };
        let came = table.claim(bid, *at)?;
        let stored = table.grant(row.id)?;
        if came.as_ref() != expected || stored.as_ref() != Some(expected.unwrap_or(row)) {
            differing.push(format!(
                "{row:#?}\n{bid:#?} at {at:?}\nshould be {expected:#?}\nis {came:#?}\nstored {stored:#?}"
            ));
        }
    }
    Ok(differing)
}

/// How a row may be held: by nobody, or by the attempt that claims or another, in time or not.
const HELD: [Option<(u8, bool)>; 5] = [None, Some((1, true)), Some((1, false)), Some((2, true)), Some((2, false))];

fn meetings<S: Subject>(kit: &Kit<S>) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for state in State::ALL.iter().copied() {
        for effect in EffectClass::ALL.iter().copied() {
            for held in HELD.iter().copied().filter(|held| state != State::Claimed || held.is_some()) {
                for (used, uses) in [(0, 1), (1, 1), (1, 3)] {
                    if (held.is_some()) != (used > 0) {
                        continue;
                    }
                    for marked in [false, true].into_iter().filter(|marked| !marked || state.is_open()) {
                        for time in 0..4 {
                            let place = meetings.len();
                            let mut row = row(kit, place, state, effect, used, uses);
                            row.held = held.map(|(number, live)| held_by(kit, number, live, time));
                            row.revoked_at = (marked || state == State::Revoked).then_some(kit.start);
                            let bid = bid(&row, place);
                            meetings.push(Meeting { row, bid, at: times(kit)[time] });
                        }
                    }
                }
            }
        }
    }
    meetings
}

/// Before the window, at its first moment, at its last, and after it.
fn times<S: Subject>(kit: &Kit<S>) -> [Moment; 4] {
    let (opens, closes) = (kit.start.later(10 * MINUTE), kit.start.later(20 * MINUTE));
    [opens.earlier(1), opens, closes.earlier(1), closes]
}

fn held_by<S: Subject>(kit: &Kit<S>, number: u8, live: bool, time: usize) -> Held {
    let at = times(kit)[time];
    let act_by = if live { at.later(1) } else { at };
    Held { attempt: attempt(number), since: kit.start, act_by, how: How::First }
}

fn row<S: Subject>(kit: &Kit<S>, place: usize, state: State, effect: EffectClass, used: u32, uses: u32) -> Grant {
    let mut new: NewGrant = kit.classed(u16::try_from(place).unwrap(), effect);
    new.intent.uses = uses;
    new.intent.until = Until::Within { from: times(kit)[1], to: times(kit)[3] };
    // Every seventh row is of another epoch.
    let epoch = if place % 7 == 3 { 0 } else { 1 };
    let grant = Grant::new(&new, kit.start, epoch);
    let consumed_at = (used > 0).then_some(kit.start);
    Grant { state, used, consumed_at, fence: u64::from(used), ..grant }
}

/// Most bids are the rightful ones; each eleventh is wrong in one part.
fn bid(row: &Grant, place: usize) -> Bid {
    let claiming = Claiming {
        grant: row.id,
        arg_hash: row.intent.call.arg_hash(),
        server: row.intent.server_digest(),
        contract: row.intent.contract,
        attempt: attempt(1),
        lease_ms: if place.is_multiple_of(2) { MINUTE } else { u64::MAX },
    };
    let wrong = digest("wrong");
    let claiming = match place % 11 {
        3 => Claiming { arg_hash: wrong, ..claiming },
        5 => Claiming { server: wrong, ..claiming },
        7 => Claiming { contract: wrong, ..claiming },
        _ => claiming,
    };
    Bid { claiming, authorized: place % 5 != 4 }
}

/// What somebody else wrote meanwhile is not written over: each part of the version counts.
///
/// # Panics
///
/// Where it is.
pub fn a_row_that_changed_meanwhile_is_not_written<S: Subject>() {
    let kit = Kit::<S>::new();
    let new = kit.issued(kit.yes(1));
    let claimed = kit.claim(&new, 1).unwrap();
    let after = Grant { outcome: Some((kit.start, "written".into())), state: State::Executed, ..claimed.clone() };
    let stale = [
        Grant { state: State::Issued, ..claimed.clone() },
        Grant { fence: 0, ..claimed.clone() },
        Grant { used: 0, ..claimed.clone() },
        Grant { revoked_at: Some(kit.start), ..claimed.clone() },
    ];
    for before in stale {
        let (wrong, after) = (before, after.clone());
        assert!(!kit.store.transact(move |table| table.replace(&wrong, &after)).unwrap());
    }
    assert_eq!(kit.grant(&new), claimed);
    let nobody = kit.yes(2);
    let unknown = Grant::new(&nobody, kit.start, 1);
    assert!(!kit.store.transact(move |table| table.replace(&unknown, &unknown)).unwrap());
    assert_eq!(kit.store.transact(|table| table.grant(crate::GrantId::from_store(digest("none")))).unwrap(), None);
    let written = after.clone();
    assert!(kit.store.transact(move |table| table.replace(&claimed, &written)).unwrap());
    assert_eq!(kit.grant(&new), after);
    assert_eq!(kit.store.recall(QuestionId::from_bytes([9; 16])).unwrap(), None);
}
