//! What a process that ended in the middle has left: found at the start, and three times a minute.
//!
//! - A file that was set aside is deleted or put back, as its grant's row says.
//! - A payment whose end is not known was made if the ledger has it, for both are written in one transaction; and a file
//!   that still stands in its place was not deleted. A search changes nothing. So none of them needs a person.
//! - Whatever remains is the backlog: a person must find out, and `grants-admin resolve` records what they found.

use crate::database::Database;
use crate::tools::{DeleteFile, DeleteFileArgs};
use crate::watched::Metrics;
use effects::staged::{Recovered, Stage};
use tracing::{error, info, warn};
use twogates::Gates;
use twogates::consent::{Effect, Snapshot, parsed};
use twogates::grants::{End, Grant, NotUsable, Order, State, Upkeep, Which};
use twogates::rules::{Defences, Refused};

/// Who resolves, in the audit, what recovery found out.
const RECOVERY: &str = "recovery";
/// How many grants are looked at in one round.
const MOST: usize = 10_000;

/// One round, for the server of this address.
pub(crate) fn recover(server: &str, database: &Database, gates: &Gates, deletion: &DeleteFile, metrics: &Metrics) {
    let store = database.upkeep();
    match deletion.folder.recover_for(deletion, gates.grants(), &*store, |args| &args.path) {
        Ok(done) => done.iter().for_each(|(stage, what)| told(stage, what)),
        Err(why) => error!(event = "not_recovered", why = ?why),
    }
    let found_out = |grant: &Grant| match grant.intent.call.tool() {
        "send_payment" => paid(database, grant),
        "delete_file" => Ok(still_there(deletion, grant)),
        "search_web" => {
            Ok(Some((End::Failed, "It only reads: nothing was changed, whether it was searched for or not.")))
        }
        _ => Ok(None),
    };
    match resolve(server, &*store, found_out) {
        Ok(backlog) => metrics.backlog(backlog),
        Err(refusal) => error!(event = "not_recovered", code = refusal.code()),
    }
}

fn told(stage: &Stage, what: &Recovered) {
    match what {
        Recovered::Left => {}
        Recovered::Purged | Recovered::Deleted | Recovered::PutBack => {
            info!(event = "recovered", stage = stage.name(), what = ?what);
        }
        Recovered::Kept(_) | Recovered::Unknown | Recovered::Failed(_) => {
            warn!(event = "recovered", stage = stage.name(), what = ?what);
        }
    }
}

/// Says how effects ended whose end can be looked up, and returns how many remain whose end cannot.
fn resolve(
    server: &str,
    store: &dyn Upkeep,
    found_out: impl Fn(&Grant) -> Result<Option<(End, &'static str)>, NotUsable>,
) -> Result<usize, NotUsable> {
    store.lapse()?;
    let epoch = store.epoch()?;
    let unknown = store.list(Which::In(State::Indeterminate), None, MOST)?;
    let mut backlog = unknown.len();
    // Another server's effects are its own; and what was claimed in a copy that was put back, may be committed since.
    for grant in unknown.iter().filter(|grant| grant.intent.server == server && grant.epoch == epoch) {
        let Some((end, why)) = found_out(grant)? else { continue };
        match store.resolve(grant.id, end, &Order::new(RECOVERY, why)) {
            Ok(_) | Err(NotUsable::Known) => {
                backlog = backlog.saturating_sub(1);
                info!(event = "resolved", correlation = %grant.question, grant = %grant.id, end = end.state().word());
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(backlog)
}

fn paid(database: &Database, grant: &Grant) -> Result<Option<(End, &'static str)>, NotUsable> {
    Ok(Some(if database.has_paid(grant.id)? {
        (End::Executed, "The ledger has the payment.")
    } else {
        (End::Failed, "The ledger does not have the payment, so that it was not made.")
    }))
}

/// Where something else stands in its place, or nothing, a person must look.
fn still_there(deletion: &DeleteFile, grant: &Grant) -> Option<(End, &'static str)> {
    let args: DeleteFileArgs = parsed(&grant.intent.call, Defences::all()).ok()?;
    let now = deletion.snapshot(&args);
    let same = matches!(now, Snapshot::Exists { .. }) && now.bound().identity == grant.intent.snapshot.identity;
    same.then_some((End::Failed, "The file is still in its place, so that it was not deleted."))
}

#[cfg(test)]
mod tests;
