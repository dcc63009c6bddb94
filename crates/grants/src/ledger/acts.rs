//! What whoever acts does with a grant, and what the operator does.

use super::{Ruled, answers, apply, locked, use_of, write_refusal};
use crate::audit::{About, Entry, What};
use crate::table::Table;
use crate::{Bid, Broken, Claiming, End, Event, Grant, GrantId, Holder, NewGrant, NotUsable, Order, State, step};
use consent::Moment;

/// The claim: one conditional write. Where it holds, nothing was read before; where it does not, a read finds the reason.
///
/// # Errors
///
/// [`Broken`]. A refusal is what came of it.
#[cfg_attr(not(feature = "durable"), expect(unreachable_pub, reason = "durable stores alone reach it"))]
pub fn claim(table: &mut dyn Table, bid: &Bid) -> Ruled<Grant> {
    let (at, claimed) = table.lock_and_claim(bid)?;
    match claimed {
        Some(grant) => record_claim(table, grant, at),
        None => not_claimed(table, bid, at),
    }
}

/// What follows once [`Table::claim`] has written a row at this moment: its audit row, and what came of it. For stores that
/// claim several grants in one transaction.
///
/// # Errors
///
/// [`Broken`]. A refusal is what came of it.
#[cfg_attr(not(feature = "durable"), expect(unreachable_pub, reason = "durable stores alone reach it"))]
pub fn record_claim(table: &mut dyn Table, grant: Grant, at: Moment) -> Ruled<Grant> {
    let about = About::grant(&grant);
    if grant.state == State::NoLongerAuthorized {
        write_refusal(table, about.clone(), &NotUsable::NoLongerAuthorized, at, "")?;
        table.append(&Entry::new(at, What::Ended, about, grant.state.word()))?;
        return Ok(Err(NotUsable::NoLongerAuthorized));
    }
    let code = grant.held.map_or("claimed", |held| held.how.word());
    table.append(&Entry { note: use_of(&grant), ..Entry::new(at, What::Claimed, about, code) })?;
    Ok(Ok(grant))
}

/// The reason, and what it does to the grant.
fn not_claimed(table: &mut dyn Table, bid: &Bid, at: Moment) -> Ruled<Grant> {
    let epoch = table.epoch()?;
    let Some(grant) = table.grant(bid.claiming.grant)? else { return Ok(Err(NotUsable::Unknown)) };
    let event = Event::Claim { bid: *bid, epoch };
    if step(&grant, &event, at, table.defences()).refusal.is_none() {
        // The condition alone decides; this is what it would be if it were written wrongly.
        return Err(Broken("the store's condition of a claim refuses what the transition function does not".into()));
    }
    apply(table, &grant, &event, at, "")
}

/// Issues and claims in one transaction. Where another yes was faster, its grant is claimed.
pub(crate) fn issue_and_claim(table: &mut dyn Table, new: &NewGrant, bid: &Bid) -> Ruled<Grant> {
    let (known, _) = match answers::issue(table, std::slice::from_ref(new))? {
        Ok(issued) => issued,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let grant = known.first().map_or(bid.claiming.grant, |grant| grant.id);
    claim(table, &Bid { claiming: Claiming { grant, ..bid.claiming }, ..*bid })
}

pub(super) fn applied(table: &mut dyn Table, grant: GrantId, event: &Event, note: &str) -> Ruled<Grant> {
    match locked(table, grant)? {
        (Some(grant), at) => apply(table, &grant, event, at, note),
        (None, _) => Ok(Err(NotUsable::Unknown)),
    }
}

/// What a holder says, in the epoch that is read once the grant is locked.
fn by_holder(table: &mut dyn Table, grant: GrantId, event: impl FnOnce(u64) -> Event) -> Ruled<Grant> {
    match locked(table, grant)? {
        (Some(grant), at) => {
            let event = event(table.epoch()?);
            apply(table, &grant, &event, at, "")
        }
        (None, _) => Ok(Err(NotUsable::Unknown)),
    }
}

pub(crate) fn go_on(table: &mut dyn Table, grant: GrantId, holder: Holder) -> Ruled<Grant> {
    by_holder(table, grant, |epoch| Event::GoOn { holder, epoch })
}

pub(crate) fn commit(table: &mut dyn Table, grant: GrantId, holder: Holder, text: &str) -> Ruled<Grant> {
    by_holder(table, grant, |epoch| Event::Commit { holder, text: text.to_owned(), epoch })
}

pub(crate) fn settle(table: &mut dyn Table, grant: GrantId, holder: Holder, end: End, text: &str) -> Ruled<Grant> {
    by_holder(table, grant, |epoch| Event::Settle { holder, end, text: text.to_owned(), epoch })
}

pub(crate) fn revoke(table: &mut dyn Table, grant: GrantId, order: &Order) -> Ruled<Grant> {
    applied(table, grant, &Event::Revoke, &order.note())
}
