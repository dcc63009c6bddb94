//! What each method of a store does, written once over the rows of any store.
//!
//! What is decided is decided by [`step`], and by the conditional write of a claim, which agrees with it.

mod acts;
mod answers;
#[cfg(feature = "durable")]
pub(crate) mod kept;

#[cfg(not(feature = "durable"))]
pub(crate) use acts::claim;
#[cfg(feature = "durable")]
pub use acts::{claim, record_claim};
pub(crate) use acts::{commit, go_on, issue_and_claim, revoke, settle};
pub(crate) use answers::{asked, deny, issue, recall, refused};

use crate::audit::{About, Entry, What};
use crate::table::{Room, Table};
use crate::{Broken, Event, Grant, GrantId, NotUsable, State, step};
use consent::Moment;
use rules::Refused;

/// What came of work that may be refused. A refusal is committed with its rows; what is broken is rolled back.
pub(crate) type Ruled<T> = Result<Result<T, NotUsable>, Broken>;

/// A grant alone, and the time.
fn locked(table: &mut dyn Table, grant: GrantId) -> Result<(Option<Grant>, Moment), Broken> {
    let at = table.lock(grant)?;
    Ok((table.grant(grant)?, at))
}

/// Applies an event to a grant: what it comes to, with its row and with that of the refusal where there was one.
fn apply(table: &mut dyn Table, grant: &Grant, event: &Event, at: Moment, note: &str) -> Ruled<Grant> {
    let stepped = step(grant, event, at, table.defences());
    if let Some(refusal) = &stepped.refusal {
        write_refusal(table, About::grant(grant), refusal, at, note)?;
    }
    if stepped.after != *grant {
        if !table.replace(grant, &stepped.after)? {
            return Err(Broken("a grant was changed by somebody else within this transaction".into()));
        }
        let (what, code) = told(&stepped.after, event);
        let use_of = use_of(&stepped.after);
        let note = if note.is_empty() { use_of } else { note.to_owned() };
        table.append(&Entry { note, ..Entry::new(at, what, About::grant(grant), code) })?;
    }
    Ok(match stepped.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(stepped.after),
    })
}

/// What the audit says of a change. A claim that succeeds has a [row of its own](acts::record_claim).
fn told(after: &Grant, event: &Event) -> (What, &'static str) {
    match event {
        Event::GoOn { .. } if after.state == State::Claimed => (What::Claimed, "gone_on"),
        Event::Revoke if after.state == State::Claimed => (What::Marked, "revoking"),
        Event::Resolve { .. } => (What::Resolved, after.state.word()),
        // The grant goes on, and this use of it has ended.
        Event::Settle { end, .. } if after.state == State::Issued => (What::Ended, end.state().word()),
        Event::Commit { .. } if after.state == State::Issued => (What::Ended, State::Executed.word()),
        _ => (What::Ended, after.state.word()),
    }
}

/// Which of several uses: many uses are loud.
fn use_of(grant: &Grant) -> String {
    match grant.intent.uses {
        1 => String::new(),
        uses => format!("use {} of {uses}", grant.used),
    }
}

/// Writes the row of a refusal, while there is room. Without its row where there is none: it is refused anyway.
fn write_refusal(
    table: &mut dyn Table,
    about: About,
    refusal: &NotUsable,
    at: Moment,
    note: &str,
) -> Result<(), Broken> {
    if table.room()? == Room::Ample {
        table.append(&Entry { note: note.to_owned(), ..Entry::new(at, What::Refused, about, refusal.code()) })?;
    }
    Ok(())
}
