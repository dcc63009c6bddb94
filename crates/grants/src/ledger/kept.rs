//! What the operator does with a store: unknown ends are resolved, yeses are taken back, a restore is declared,
//! checkpoints are written, and what is long over is forgotten.

use super::acts::{applied, revoke};
use super::{Ruled, answers, apply, locked};
use crate::audit::{About, Checkpoint, Entry, What};
use crate::table::{Broken, Table, Which};
use crate::{End, Event, Grant, GrantId, Order, Raised, Revoked, State};
use consent::{Moment, QuestionId};
use wire::Digest;

/// How many chains one checkpoint covers, and how many grants or questions one transaction works on.
pub(crate) const PAGE: usize = 500;
/// How many checkpoints are read at once.
const CHECKPOINTS: usize = 50;

/// A person says how an unknown effect ended. A claim whose time has passed is unknown from then on.
pub(crate) fn resolve(table: &mut dyn Table, grant: GrantId, end: End, order: &Order) -> Ruled<Grant> {
    if let (Some(grant), at) = locked(table, grant)? {
        answers::lapsed(table, &grant, at)?;
    }
    applied(table, grant, &Event::Resolve { end, text: order.why.clone() }, &order.note())
}

/// Takes back all that a principal's yeses still allow: what became of each.
pub(crate) fn revoke_all(table: &mut dyn Table, principal: Digest, order: &Order) -> Result<Revoked, Broken> {
    let mut revoked = Revoked::new();
    loop {
        let after = revoked.last().map(|(grant, _)| *grant);
        let open = table.select(Which::OpenOf(principal), after, 1000)?;
        if open.is_empty() {
            return Ok(revoked);
        }
        for grant in open {
            revoked.push((grant.id, revoke(table, grant.id, order)?));
        }
    }
}

/// Marks what time has ended among some of the open grants: the last of them, where there may be more.
pub(crate) fn lapse(table: &mut dyn Table, after: Option<GrantId>) -> Result<Option<GrantId>, Broken> {
    let open = table.select(Which::Open, after, PAGE)?;
    for grant in &open {
        let at = table.lock(grant.id)?;
        if let Some(grant) = table.grant(grant.id)? {
            answers::lapsed(table, &grant, at)?;
        }
    }
    Ok(open.last().filter(|_| open.len() == PAGE).map(|grant| grant.id))
}

/// Whatever is open was issued before the restore, and nobody knows what became of it since the copy was made.
pub(crate) fn raise_epoch(table: &mut dyn Table, order: &Order) -> Result<Raised, Broken> {
    let mut raised = Raised { epoch: table.epoch()?.saturating_add(1), revoked: 0, unknown: 0 };
    table.set_epoch(raised.epoch)?;
    ordered(table, order, "epoch_raised")?;
    let mut after = None;
    loop {
        let open = table.select(Which::Open, after, PAGE)?;
        let Some(last) = open.last() else { return Ok(raised) };
        after = Some(last.id);
        for grant in open {
            let at = table.lock(grant.id)?;
            let Some(grant) = table.grant(grant.id)? else { continue };
            match apply(table, &grant, &Event::Void, at, &order.note())?.map(|grant| grant.state) {
                Ok(State::Revoked) => raised.revoked += 1,
                Ok(State::Indeterminate) => raised.unknown += 1,
                _ => {}
            }
        }
    }
}

/// Covers the chains that grew, up to a page of them; nothing where none did, unless something is to be forgotten.
pub(crate) fn checkpoint(table: &mut dyn Table, forgot_before: Option<Moment>) -> Result<Option<Checkpoint>, Broken> {
    let last = table.last_checkpoint()?;
    let covered = table.uncovered(PAGE)?;
    if covered.is_empty() && forgot_before.is_none() {
        return Ok(None);
    }
    let at = table.now()?;
    let checkpoint = Checkpoint::after(last.as_ref(), at, forgot_before, covered);
    table.save_checkpoint(&checkpoint)?;
    Ok(Some(checkpoint))
}

/// Says in the audit that what ended before a moment is forgotten. A checkpoint covers it before anything goes.
pub(crate) fn forget_before(table: &mut dyn Table, kept_ms: u64, order: &Order) -> Result<Moment, Broken> {
    let before = table.now()?.earlier(kept_ms);
    ordered(table, order, "forgotten")?;
    checkpoint(table, Some(before))?;
    Ok(before)
}

/// Forgets some questions that are over: how many. None, when there are no more.
pub(crate) fn forget(table: &mut dyn Table, before: Moment) -> Result<u64, Broken> {
    let mut forgotten = 0;
    for question in table.quiet(before, PAGE)? {
        table.lock_question(question)?;
        // Somebody may have been faster with an answer.
        if is_over(table, question, before)? {
            table.forget(question)?;
            forgotten += 1;
        }
    }
    Ok(forgotten)
}

fn is_over(table: &mut dyn Table, question: QuestionId, before: Moment) -> Result<bool, Broken> {
    let settled = table.grants_of(question)?.iter().all(|grant| grant.state.is_settled());
    Ok(settled && table.story(question)?.iter().all(|row| row.at < before))
}

/// Forgets the rows of no question that are older, as far as a checkpoint covers them, and then the oldest checkpoints that
/// cover nothing any more that is there.
pub(crate) fn forget_loose(table: &mut dyn Table, before: Moment) -> Result<(), Broken> {
    let base = loose_base(table, before)?;
    table.forget_loose(base)?;
    // The last checkpoint stays: the next one follows from it.
    let last = table.last_checkpoint()?.map_or(0, |last| last.number);
    let mut idle = 0;
    loop {
        let page = table.checkpoints(idle, CHECKPOINTS)?;
        if page.is_empty() {
            return table.forget_checkpoints(idle);
        }
        for checkpoint in &page {
            if checkpoint.number >= last || !is_idle(table, checkpoint, base)? {
                return table.forget_checkpoints(idle);
            }
            idle = checkpoint.number;
        }
    }
}

/// The place of the last row of no question that is older, and that a checkpoint covers as the end of its chain.
fn loose_base(table: &mut dyn Table, before: Moment) -> Result<u64, Broken> {
    let (mut base, mut after) = (0, 0);
    loop {
        let page = table.checkpoints(after, CHECKPOINTS)?;
        let covered = page.iter().flat_map(|checkpoint| &checkpoint.covered);
        let loose = covered.filter(|covered| covered.question.is_none() && covered.head.at < before);
        base = loose.map(|covered| covered.head.place).max().unwrap_or(0).max(base);
        match page.last() {
            Some(last) if last.at < before => after = last.number,
            _ => return Ok(base),
        }
    }
}

/// Whether all that a checkpoint covers is forgotten. The last rows of no question that are is what the next follow from.
fn is_idle(table: &mut dyn Table, checkpoint: &Checkpoint, base: u64) -> Result<bool, Broken> {
    for covered in &checkpoint.covered {
        let forgotten = match covered.question {
            None => covered.head.place < base,
            Some(question) => table.story(question)?.is_empty(),
        };
        if !forgotten {
            return Ok(false);
        }
    }
    Ok(true)
}

fn ordered(table: &mut dyn Table, order: &Order, code: &str) -> Result<(), Broken> {
    let at = table.now()?;
    let entry = Entry::new(at, What::Ordered, About::operator(order), code);
    table.append(&Entry { note: order.note(), ..entry }).map(drop)
}
