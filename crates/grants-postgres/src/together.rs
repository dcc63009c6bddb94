//! Reads and claims that are asked for at once go together.
//!
//! Each claim is its own conditional write all the same. What somebody else holds at that moment is left to its own worker,
//! so that nobody waits for another's grant.

use crate::crew::Crew;
use crate::work::{self, Kind};
use crate::{Fault, Postgres};
use grants::{Bid, Grant, GrantId, NotUsable, State, Table};
use std::collections::HashMap;

/// What comes of a claim.
type Came = Result<Result<Grant, NotUsable>, Fault>;

/// What comes of a read.
type Found = Result<Option<Grant>, Fault>;

/// Who reads, and who claims.
#[derive(Debug)]
pub(crate) struct Crews {
    reading: Crew<GrantId, Found>,
    claiming: Crew<(Bid, Grant), Came>,
}

impl Crews {
    pub(crate) fn new() -> Self {
        Self { reading: Crew::new(), claiming: Crew::new() }
    }

    /// A grant, as it is now.
    pub(crate) fn find(&self, store: &Postgres, grant: GrantId) -> Found {
        work::not_within()?;
        let found = self.reading.ask(grant, self.claiming.coming(), |grants| find_all(store, grants));
        found.unwrap_or_else(|| find(store, grant))
    }

    /// Claims a grant that was read before. One that was not free then is not asked for together: whether it is free now, and
    /// what else there is to say, is found out alone.
    pub(crate) fn claim(&self, store: &Postgres, bid: Bid, known: Grant) -> Came {
        work::not_within()?;
        let free = bid.authorized && known.state == State::Issued;
        let next = self.reading.coming();
        let came = if free { self.claiming.ask((bid, known), next, |bids| claim_all(store, bids)) } else { None };
        came.unwrap_or_else(|| work::run(store, Kind::Write, |tables| Ok(grants::claim(tables, &bid)?)))
    }
}

fn find(store: &Postgres, grant: GrantId) -> Found {
    work::run(store, Kind::One, |tables| Ok(tables.grant(grant)?))
}

/// Reads these in one trip. What is wrong with one of several is for each to find out alone.
fn find_all(store: &Postgres, grants: &[&GrantId]) -> Vec<Option<Found>> {
    if let [grant] = grants {
        return vec![Some(find(store, **grant))];
    }
    let Ok(found) = work::run(store, Kind::One, |tables| tables.find_all(grants)) else { return Vec::new() };
    let mut found: HashMap<_, _> = found.into_iter().map(|grant| (grant.id, grant)).collect();
    grants.iter().map(|grant| Some(Ok(found.remove(*grant)))).collect()
}

/// Claims these in one transaction and one trip, as far as that goes.
fn claim_all(store: &Postgres, bids: &[&(Bid, Grant)]) -> Vec<Option<Came>> {
    // Begun anew, because a chain has grown meanwhile, it is for each alone.
    let came = work::run(store, Kind::One, |tables| match tables.is_careful() {
        true => Ok(Vec::new()),
        false => tables.claim_free(bids),
    });
    match came {
        Ok(claimed) => claimed.into_iter().map(|grant| grant.map(|grant| Ok(Ok(grant)))).collect(),
        // Whether any of them was claimed is not known, and each is told so.
        Err(fault @ Fault::UnknownCommit(_)) => bids.iter().map(|_| Some(Err(fault.clone()))).collect(),
        // Nothing was stored: what was wrong with one of them is not the others' fault.
        Err(_) if bids.len() > 1 => Vec::new(),
        Err(fault) => vec![Some(Err(fault))],
    }
}
