//! What only a person may order of a grant.

use super::facts;
use crate::find;
use crate::opened::Opened;
use crate::output::{Output, count, shown};
use crate::stop::{Stop, Verdict};
use grants::{End, Grant, Order, Store, Upkeep};
use rules::Refused;
use serde_json::json;

/// How an effect ended of which nobody knew.
pub(super) fn resolve(
    store: &Opened,
    name: &str,
    end: End,
    order: &Order,
    output: &mut Output<'_>,
) -> Result<Verdict, Stop> {
    let grant = find::grant(store, name)?;
    let after = store.resolve(grant.id, end, order)?;
    changed(store, &after, &format!("resolved as {}", after.state.word()), output)
}

/// Takes one yes back.
pub(super) fn revoke(store: &Opened, name: &str, order: &Order, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let grant = find::grant(store, name)?;
    let after = store.revoke(grant.id, order)?;
    changed(store, &after, taken_back(&after), output)
}

/// Takes all back that a principal's yeses still allow. What is under way and cannot be stopped is a finding.
pub(super) fn revoke_all(store: &Opened, who: &str, order: &Order, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let revoked = match find::principal(store, who)? {
        Some(principal) => store.revoke_all(principal, order)?,
        None => Vec::new(),
    };
    let at = Store::now(store);
    let mut late = 0;
    for (id, became) in &revoked {
        match became {
            Ok(grant) if output.json => output.object("grant", facts::grant(grant, at))?,
            Ok(grant) => output.line(&format!("{}  {}", grant.id, taken_back(grant)))?,
            Err(refusal) => {
                late += 1;
                if output.json {
                    output.object("too_late", json!({ "grant": id.hex(), "code": refusal.code() }))?;
                } else {
                    output.line(&format!("{id}  not revoked: {}", refusal.why()))?;
                }
            }
        }
    }
    let taken = revoked.len() as u64 - late;
    if output.json {
        output.object("revoked", json!({ "grants": taken, "too_late": late }))?;
    } else {
        let nobody = if revoked.is_empty() { format!(": {} has nothing open", shown(who)) } else { String::new() };
        output.line(&format!("{} taken back, {late} too late{nobody}", count(taken, "grant")))?;
    }
    Ok(if late == 0 { Verdict::Done } else { Verdict::Finding })
}

/// Whether it is over, or whoever acts is only told.
fn taken_back(grant: &Grant) -> &'static str {
    if grant.state.is_open() { "marked: whoever acts now is stopped at the commit point" } else { "revoked" }
}

fn changed(store: &Opened, grant: &Grant, text: &str, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    if output.json {
        output.object("grant", facts::grant(grant, Store::now(store)))?;
    } else {
        output.line(&format!("{}  {text}", grant.id))?;
    }
    Ok(Verdict::Done)
}
