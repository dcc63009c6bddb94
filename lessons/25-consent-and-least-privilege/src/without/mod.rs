//! The engine behind `--without`: the same run twice, once with every defence on and once without some.
//!
//! What came through is read off the entries and the resources of both runs. Nothing here knows what an attack is about.

mod happened;

use crate::acts::{self, Act};
use crate::attacks::{self, Attack};
use crate::{Cast, Stage};
use anyhow::anyhow;
use lab::summary::Summary;
use rules::Defence;
use std::rc::Rc;
use wire::Entry;

/// A run with every defence on, and the same run without some.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The attack or act that was played.
    pub name: &'static str,
    /// The defences that were off in the second run.
    pub off: Vec<Defence>,
    /// Those that were on and stop this attack by themselves.
    pub still: Vec<Defence>,
    /// The run with every defence on.
    pub honest: Vec<Entry>,
    /// The run without these defences.
    pub weak: Vec<Entry>,
    /// The numbers of the first entries that differ, in the honest run and in the weak one. Where one run ends and the
    /// other goes on, the number of its last entry.
    pub first_difference: Option<(u32, u32)>,
    /// What happened in the weak run and not in the honest one.
    pub came_through: Vec<String>,
    /// What happened in the honest run and not in the weak one.
    pub lost: Vec<String>,
    /// The world after the weak run.
    pub world: Vec<String>,
}

impl Comparison {
    /// What the comparison comes to, in one sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        let names =
            |defences: &[Defence]| defences.iter().map(|defence| defence.name()).collect::<Vec<_>>().join(" and ");
        match (self.first_difference, self.came_through.len() + self.lost.len()) {
            (None, _) => format!("Without {}, nothing differs.", names(&self.off)),
            (Some(_), 0) if self.still.is_empty() => {
                format!("Without {}, messages differ, but nothing else came of it.", names(&self.off))
            }
            (Some(_), 0) => {
                let hold = if self.still.len() == 1 { "holds" } else { "hold" };
                format!("Without {}, nothing came through: {} still {hold}.", names(&self.off), names(&self.still))
            }
            (Some((_, weak)), _) => {
                format!("Without {}, it goes another way from message {weak} on.", names(&self.off))
            }
        }
    }
}

/// Plays the attack or act of this name twice, and compares.
///
/// # Errors
///
/// If there is no such attack or act, or a stage could not be built.
pub fn compare(name: &str, off: &[Defence], cast: &Rc<dyn Cast>) -> anyhow::Result<Comparison> {
    if let Some(attack) = attacks::find(name) {
        return of_attack(attack, off, cast);
    }
    let act = acts::find(name).ok_or_else(|| anyhow!("there is no attack and no act named {name:?}"))?;
    of_act(act, off, cast)
}

/// Compares the attacks on each of these defences.
///
/// # Errors
///
/// If a stage could not be built.
pub fn attacks_on(off: &[Defence], cast: &Rc<dyn Cast>) -> anyhow::Result<Vec<Comparison>> {
    off.iter().flat_map(|defence| attacks::of(*defence)).map(|attack| of_attack(attack, off, cast)).collect()
}

fn of_attack(attack: &'static Attack, off: &[Defence], cast: &Rc<dyn Cast>) -> anyhow::Result<Comparison> {
    let (honest, weak) = (attack.run(cast, &[])?, attack.run(cast, off)?);
    let still = attack.lines().filter(|line| !off.contains(line)).collect();
    let (honest, weak) = ((honest.entries(), honest), (weak.entries(), weak));
    Ok(Comparison { still, ..held_together(attack.name, off, honest, weak) })
}

fn of_act(act: &'static Act, off: &[Defence], cast: &Rc<dyn Cast>) -> anyhow::Result<Comparison> {
    let (honest, honest_entries) = acts::one(act, cast, &[])?;
    let (weak, weak_entries) = acts::one(act, cast, off)?;
    Ok(held_together(act.name, off, (honest_entries, honest), (weak_entries, weak)))
}

type Run = (Vec<Entry>, Stage);

fn held_together(name: &'static str, off: &[Defence], honest: Run, weak: Run) -> Comparison {
    let (before, after) = (honest.1.summaries(), weak.1.summaries());
    let (honest, weak) = (honest.0, weak.0);
    Comparison {
        name,
        off: off.to_vec(),
        still: Vec::new(),
        first_difference: first_difference(&honest, &weak),
        came_through: in_world(&after, &before).chain(happened::beyond(&weak, &honest)).collect(),
        lost: in_world(&before, &after).chain(happened::missing(&honest, &weak)).collect(),
        world: world(&after),
        honest,
        weak,
    }
}

/// The numbers of the first entries that differ in more than their number and their time.
#[must_use]
pub fn first_difference(honest: &[Entry], weak: &[Entry]) -> Option<(u32, u32)> {
    let number = |entries: &[Entry], place: usize| {
        entries.get(place).or_else(|| entries.last()).map(|entry| entry.number).unwrap_or_default()
    };
    let same = honest.iter().zip(weak).take_while(|(honest, weak)| alike(honest, weak)).count();
    let whole = same == honest.len() && same == weak.len();
    (!whole).then(|| (number(honest, same), number(weak, same)))
}

fn alike(honest: &Entry, weak: &Entry) -> bool {
    *honest == Entry { number: honest.number, at_ms: honest.at_ms, answers: honest.answers, ..weak.clone() }
}

type World = Vec<(&'static str, Summary)>;

fn in_world(here: &World, there: &World) -> impl Iterator<Item = String> {
    let beyond = here.iter().zip(there).flat_map(|((name, here), (_, there))| {
        here.beyond(there).into_iter().map(move |what| format!("{name}: {what}"))
    });
    beyond.collect::<Vec<_>>().into_iter()
}

fn world(after: &World) -> Vec<String> {
    let lines = |(name, summary): &(&'static str, Summary)| {
        summary.lines().into_iter().map(|line| format!("{name}: {line}")).collect::<Vec<_>>()
    };
    after.iter().flat_map(lines).collect()
}
