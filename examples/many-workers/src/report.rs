//! The table, and what is checked: the store's word against what happened outside of it.

use crate::approvals::{Approved, order};
use crate::bank::Payment;
use crate::field::{Field, Stands};
use crate::{Deed, Fate, Size};
use anyhow::{Result, anyhow};
use grants_postgres::Postgres;
use std::collections::{BTreeMap, BTreeSet};
use twogates::grants::audit::{Row, What};
use twogates::grants::{GrantId, State, Store, Upkeep};
use twogates::rules::Refused;

/// What came of one half.
#[derive(Debug)]
pub struct Half {
    /// How much was to be done.
    pub size: Size,
    /// Every approved call.
    pub approved: Vec<Approved>,
    /// How many jobs stood in each queue: deletions, payments.
    pub queued: [usize; 2],
    /// How often a worker was given one: deletions, payments.
    pub delivered: [usize; 2],
    /// How many workers were killed.
    pub killed: usize,
    /// How many ended by themselves.
    pub ended: usize,
    /// How long it took.
    pub seconds: u64,
    /// How many files stand in the quarantine at the end.
    pub left_aside: usize,
    /// The files.
    pub field: Field,
    /// The bank's book.
    pub payments: Vec<Payment>,
}

/// What happened in the world, counted by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects {
    /// How many there were.
    pub all: usize,
    /// How many of them were not the first of their call.
    pub twice: usize,
    /// How many were the first of a call whose yes was taken back.
    pub revoked: usize,
    /// How many deletions hit another file than the approved one.
    pub wrong: usize,
}

impl Half {
    /// How often the effect of a call happened, by what stands there: the folder, the bank's book.
    #[must_use]
    pub fn happened(&self, approved: &Approved) -> usize {
        match approved.deed {
            Deed::Delete => self.field.deletions(approved.number),
            Deed::Pay => {
                let wanted = order(approved.number);
                self.payments.iter().filter(|payment| payment.order == wanted).count()
            }
        }
    }

    /// The effects of one kind.
    #[must_use]
    pub fn effects(&self, deed: Deed) -> Effects {
        let mut effects = Effects::default();
        for approved in self.approved.iter().filter(|approved| approved.deed == deed) {
            let happened = self.happened(approved);
            let again = happened.saturating_sub(1);
            effects.all += happened;
            effects.twice += again;
            effects.revoked += usize::from(happened > 0 && approved.fate() == Fate::Revoked);
            // A second deletion hits the neighbour's file; the first, one that replaced what was shown.
            let replaced = usize::from(happened > 0 && approved.fate() == Fate::Replaced);
            effects.wrong += if deed == Deed::Delete { again + replaced } else { 0 };
        }
        effects
    }
}

/// Both halves side by side, by what happened. What the store says of its half is printed by [`faults`].
#[must_use]
pub fn table(by_grant: &Half, by_payload: &Half) -> String {
    let [grant_deletions, grant_payments] = [Deed::Delete, Deed::Pay].map(|deed| by_grant.effects(deed));
    let [deletions, payments] = [Deed::Delete, Deed::Pay].map(|deed| by_payload.effects(deed));
    let all = [grant_deletions, grant_payments, deletions, payments];
    let four = |of: fn(&Half) -> [usize; 2]| [of(by_grant), of(by_payload)].concat();
    let mut text = String::from("\n                                  by the grant          by the payload\n");
    text += "                             deletions  payments    deletions  payments\n";
    line(&mut text, "approved", &four(|half| [half.size.jobs; 2]));
    line(&mut text, "jobs in the queue", &four(|half| half.queued));
    line(&mut text, "deliveries", &four(|half| half.delivered));
    line(&mut text, "effects", &all.map(|effects| effects.all));
    line(&mut text, "  not the first of its call", &all.map(|effects| effects.twice));
    line(&mut text, "  of a yes taken back", &all.map(|effects| effects.revoked));
    line(&mut text, "  on another file", &all.map(|effects| effects.wrong));
    for (name, half) in [("grant", by_grant), ("payload", by_payload)] {
        let Half { killed, ended, seconds, .. } = half;
        text += &format!("By the {name}: {killed} workers killed, {ended} ended by themselves, {seconds} s.\n");
    }
    text
}

fn line(text: &mut String, name: &str, counts: &[usize]) {
    *text += &format!("{name:<28}");
    for (at, count) in counts.iter().enumerate() {
        *text += &format!("{}{count:>10}", if at == 2 { "   " } else { "" });
    }
    text.push('\n');
}

/// Holds the half by the grant against the store: prints how its grants were claimed and refused, and returns what is wrong,
/// one sentence each.
///
/// # Errors
///
/// When the store does not answer.
pub fn faults(half: &Half, store: &Postgres) -> Result<Vec<String>> {
    let told = |refusal: twogates::grants::NotUsable| anyhow!("the store: {}", refusal.why());
    let mut faults = Vec::new();
    for approved in &half.approved {
        let grant = store.grant(approved.reference.id()).map_err(told)?;
        let state = grant.as_ref().map(|grant| grant.state);
        faults.extend(of_one(half, approved, state));
    }
    let keys: BTreeSet<_> =
        half.approved.iter().map(|approved| format!("{}:1", approved.reference.id().hex())).collect();
    let strange = half.payments.iter().filter(|payment| payment.key.as_ref().is_none_or(|key| !keys.contains(key)));
    faults.extend(strange.map(|payment| format!("a payment without a grant: {payment:?}")));
    if half.left_aside > 0 {
        faults.push(format!("{} files are left in the quarantine", half.left_aside));
    }
    store.checkpoint().map_err(told)?;
    let trail = store.trail().map_err(told)?;
    if let Err(flaw) = trail.verify() {
        faults.push(format!("the audit is not as it was written: {flaw:?}"));
    }
    let ours: BTreeSet<GrantId> = half.approved.iter().map(|approved| approved.reference.id()).collect();
    let rows: Vec<_> = trail.rows.iter().filter(|row| row.about.grant.is_some_and(|id| ours.contains(&id))).collect();
    println!("{}", claims(&rows));
    let checkpoints = trail.checkpoints.len();
    println!(
        "The audit: {} rows, of which {} are of these grants, and {checkpoints} checkpoints.",
        trail.rows.len(),
        rows.len()
    );
    Ok(faults)
}

/// What is wrong with one call.
fn of_one(half: &Half, approved: &Approved, state: Option<State>) -> Option<String> {
    let (wanted, times) = match approved.fate() {
        Fate::Plain | Fate::Doubled => (State::Executed, 1),
        Fate::Replaced => (State::Failed, 0),
        Fate::Revoked => (State::Revoked, 0),
    };
    let happened = half.happened(approved);
    let stands = match (approved.deed, approved.fate()) {
        (Deed::Pay, _) => true,
        (Deed::Delete, Fate::Plain | Fate::Doubled) => half.field.stands(approved.number) == Stands::Neighbours,
        (Deed::Delete, Fate::Replaced) => half.field.stands(approved.number) == Stands::Replacement,
        (Deed::Delete, Fate::Revoked) => half.field.stands(approved.number) == Stands::Shown,
    };
    let right = state == Some(wanted) && happened == times && stands;
    (!right).then(|| {
        let Approved { number, deed, .. } = approved;
        format!("{deed:?} {number} ({:?}): the row says {state:?}, and it happened {happened} times", approved.fate())
    })
}

/// How the grants were claimed and what was refused, by the audit.
fn claims(rows: &[&Row]) -> String {
    let mut counts: BTreeMap<(u8, String), [usize; 2]> = BTreeMap::new();
    for row in rows {
        let (group, name) = match row.what {
            What::Claimed => (0, row.code.clone()),
            What::Ended => (1, format!("ended: {}", row.code)),
            What::Refused => (2, format!("refused: {}", row.code)),
            _ => continue,
        };
        let [deletions, payments] = counts.entry((group, name)).or_default();
        *(if row.about.tool == "delete_file" { deletions } else { payments }) += 1;
    }
    let mut text = String::from("By the grant, as the audit has it:\n");
    for ((_, name), both) in counts {
        line(&mut text, &name, &both);
    }
    text
}
