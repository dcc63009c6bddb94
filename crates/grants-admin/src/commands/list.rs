//! Some grants, by id.

use super::{Listing, facts};
use crate::find;
use crate::opened::Opened;
use crate::output::{Output, moment, shown};
use crate::pages::{Now, now};
use crate::stop::{Stop, Verdict};
use consent::Moment;
use grants::{Grant, Store};
use serde_json::json;

const HEADER: [&str; 7] = ["grant", "state", "class", "tool", "item", "principal", "runs until"];

pub(super) fn list(store: &Opened, listing: &Listing, output: &mut Output<'_>) -> Result<Verdict, Stop> {
    let after = listing.after.as_deref().map(find::after).transpose()?;
    let at = Store::now(store);
    let mut walk = Now::of(store, listing.state, after, at);
    let mut found = Vec::new();
    let mut more = false;
    while let Some(grant) = walk.next()? {
        if fits(&grant, listing) {
            more = found.len() == listing.limit;
            if more {
                break;
            }
            found.push(grant);
        }
    }
    let last = found.last().filter(|_| more).map(|grant| grant.id.hex());
    if output.json {
        for grant in &found {
            output.object("grant", facts::grant(grant, at))?;
        }
        if let Some(last) = last {
            output.object("more", json!({ "after": last }))?;
        }
        return Ok(Verdict::Done);
    }
    if found.is_empty() {
        output.line("no grants")?;
        return Ok(Verdict::Done);
    }
    let rows = std::iter::once(HEADER.map(str::to_owned).to_vec()).chain(found.iter().map(|grant| cells(grant, at)));
    output.table(&rows.collect::<Vec<_>>())?;
    if found.iter().any(|grant| grant.state != now(grant, at)) {
        output.line("* by time alone; written down when somebody next asks for it")?;
    }
    if let Some(last) = last {
        output.line(&format!("more: --after {last}"))?;
    }
    Ok(Verdict::Done)
}

fn fits(grant: &Grant, listing: &Listing) -> bool {
    listing.tool.as_ref().is_none_or(|tool| grant.intent.call.tool() == tool)
        && listing.principal.as_ref().is_none_or(|who| find::is_of(grant, who))
}

fn cells(grant: &Grant, at: Moment) -> Vec<String> {
    let state = now(grant, at);
    let mark = if state == grant.state { "" } else { "*" };
    vec![
        grant.id.to_string(),
        format!("{}{mark}", state.word()),
        grant.effect.word().to_owned(),
        shown(grant.intent.call.tool()),
        format!("{}/{}", grant.item.number, grant.item.of),
        shown(&grant.intent.principal.subject),
        moment(grant.expires_at),
    ]
}
