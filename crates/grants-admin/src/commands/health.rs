//! How a store is.

use crate::opened::Opened;
use crate::output::{Output, count, moment};
use crate::pages::{Pages, now};
use crate::stop::{Stop, Verdict};
use consent::Moment;
use grants::audit::Checkpoint;
use grants::{Grant, GrantId, Room, State, Store, Table, Transactions, Which};
use serde_json::json;

/// Up to this many chains without a checkpoint are counted.
const MOST: usize = 10_000;

/// What is told of a store.
struct Health {
    at: Moment,
    states: Vec<(State, u64)>,
    claimed: Option<(Moment, GrantId)>,
    unknown: Option<(Moment, GrantId)>,
    schema: u32,
    epoch: u64,
    room: Room,
    uncovered: usize,
    last: Option<Checkpoint>,
}

/// Counts the states, and says what waits for a person. An unknown end and a store without room are findings.
pub(super) fn health(store: &Opened, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let health = Health::of(store)?;
    let findings = health.findings();
    if output.json {
        health.object(&findings, output)?;
    } else {
        health.lines(&findings, output)?;
    }
    Ok(if findings.is_empty() { Verdict::Done } else { Verdict::Finding })
}

impl Health {
    /// What has ended is counted by the store. What is open is read, for time may have ended it; and what nobody knows the
    /// end of, for somebody must look at the oldest.
    fn of(store: &Opened) -> Result<Self, Stop> {
        let at = Store::now(store);
        let (mut states, epoch, room, uncovered, last) = store.look(|table| {
            let (epoch, room, last) = (table.epoch()?, table.room()?, table.last_checkpoint()?);
            Ok((ended(table)?, epoch, room, table.uncovered(MOST)?.len(), last))
        })?;
        let (mut claimed, mut unknown) = (None, None);
        for which in [Which::Open, Which::In(State::Indeterminate)] {
            let mut walk = Pages::of(store, which, None);
            while let Some(grant) = walk.next()? {
                let state = now(&grant, at);
                states.iter_mut().filter(|(known, _)| *known == state).for_each(|(_, count)| *count += 1);
                match state {
                    State::Claimed => older(&mut claimed, &grant),
                    State::Indeterminate => older(&mut unknown, &grant),
                    _ => {}
                }
            }
        }
        Ok(Self { at, states, claimed, unknown, schema: store.schema(), epoch, room, uncovered, last })
    }

    /// Why somebody must look: a stable word, and a line.
    fn findings(&self) -> Vec<(&'static str, String)> {
        let unknown =
            self.states.iter().find(|(state, _)| *state == State::Indeterminate).map_or(0, |(_, count)| *count);
        let mut findings = Vec::new();
        if unknown > 0 {
            let line = format!("nobody knows how {} ended: `resolve` says it, on evidence", count(unknown, "grant"));
            findings.push(("indeterminate", line));
        }
        if self.room != Room::Ample {
            findings.push(("room", "there is little room: `prune` forgets what is over".to_owned()));
        }
        findings
    }

    fn object(&self, findings: &[(&str, String)], output: &mut Output<'_>) -> Result<(), Stop> {
        let states: serde_json::Map<_, _> =
            self.states.iter().map(|(state, count)| (state.word().to_owned(), (*count).into())).collect();
        let oldest = |oldest: Option<(Moment, GrantId)>| {
            oldest.map(|(since, grant)| json!({ "grant": grant.hex(), "since": since.ms() }))
        };
        output.object(
            "health",
            json!({
                "at": self.at.ms(),
                "states": states,
                "oldest_claimed": oldest(self.claimed),
                "oldest_indeterminate": oldest(self.unknown),
                "schema": self.schema,
                "epoch": self.epoch,
                "room": self.room(),
                "uncovered_chains": self.uncovered,
                "last_checkpoint": self.last.as_ref().map(|last| json!({ "number": last.number, "at": last.at.ms() })),
                "findings": findings.iter().map(|(word, _)| *word).collect::<Vec<_>>(),
            }),
        )?;
        Ok(())
    }

    fn lines(&self, findings: &[(&str, String)], output: &mut Output<'_>) -> Result<(), Stop> {
        let oldest = |oldest: Option<(Moment, GrantId)>| {
            oldest.map_or_else(|| "none".to_owned(), |(since, grant)| format!("{grant} since {}", moment(since)))
        };
        let mut rows: Vec<Vec<String>> =
            self.states.iter().map(|(state, count)| vec![state.word().to_owned(), count.to_string()]).collect();
        let last = self.last.as_ref();
        let last = last.map_or_else(|| "none".to_owned(), |last| format!("{} at {}", last.number, moment(last.at)));
        for (name, text) in [
            ("oldest claimed", oldest(self.claimed)),
            ("oldest indeterminate", oldest(self.unknown)),
            ("schema", self.schema.to_string()),
            ("epoch", self.epoch.to_string()),
            ("room", self.room().to_owned()),
            ("last checkpoint", last),
            ("chains since", self.uncovered.to_string()),
            ("the store's time", moment(self.at)),
        ] {
            rows.push(vec![name.to_owned(), text]);
        }
        output.table(&rows)?;
        findings.iter().try_for_each(|(_, line)| output.line(&format!("finding: {line}")))?;
        Ok(())
    }

    const fn room(&self) -> &'static str {
        match self.room {
            Room::Full => "none",
            Room::ForQuestions => "for questions alone",
            Room::Ample => "ample",
        }
    }
}

/// How many there are of each state that nothing changes any more; none yet of the others.
fn ended(table: &mut dyn Table) -> Result<Vec<(State, u64)>, grants::Broken> {
    let count = |state: &State| Ok((*state, if state.is_settled() { table.count(*state)? } else { 0 }));
    State::ALL.iter().map(count).collect()
}

/// Keeps the one that was claimed earlier.
fn older(oldest: &mut Option<(Moment, GrantId)>, grant: &Grant) {
    let since = grant.held.map_or(grant.issued_at, |held| held.since);
    if oldest.is_none_or(|(known, _)| since < known) {
        *oldest = Some((since, grant.id));
    }
}
