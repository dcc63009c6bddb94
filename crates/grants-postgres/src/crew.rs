//! Claims that are asked for at once go together: one transaction, one commit.
//!
//! Who claims while few others do leads: they take along whoever waits, and answer them once the transaction is committed.
//! Each claim is its own conditional write all the same. What somebody else holds at that moment is left to its own worker,
//! so that nobody waits for another's grant.

use crate::work::{self, Kind};
use crate::{Fault, Postgres};
use grants::{Bid, Grant, NotUsable};
use std::collections::HashSet;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// How many lead at once: while some wait for the disk, others work.
const LEADERS: usize = 8;

/// How many claims go together at most.
const TOGETHER: usize = 32;

/// What comes of a claim.
type Came = Result<Result<Grant, NotUsable>, Fault>;

/// Who claims now, and who waits to be taken along.
#[derive(Debug, Default)]
pub(crate) struct Crew(Mutex<Members>);

#[derive(Debug, Default)]
struct Members {
    leaders: usize,
    waiting: VecDeque<Arc<Berth>>,
}

/// A worker who waits, and what they are told.
#[derive(Debug)]
struct Berth {
    bid: (Bid, Grant),
    told: Mutex<Option<Told>>,
    tell: Condvar,
}

#[derive(Debug)]
enum Told {
    /// What came of it.
    Came(Box<Came>),
    /// Nothing came of it together: it is to be claimed alone.
    Alone,
    /// Somebody led and is done: it is this one's turn.
    Lead,
}

impl Crew {
    /// Claims a grant that was read before, alone or together with others.
    pub(crate) fn claim(&self, store: &Postgres, bid: Bid, known: Grant) -> Came {
        if !bid.authorized {
            return alone(store, &bid);
        }
        let berth = Arc::new(Berth { bid: (bid, known), told: Mutex::default(), tell: Condvar::new() });
        let leads = {
            let mut members = self.members();
            if members.leaders < LEADERS {
                members.leaders = members.leaders.saturating_add(1);
                true
            } else {
                members.waiting.push_back(Arc::clone(&berth));
                false
            }
        };
        match if leads { Told::Lead } else { berth.wait() } {
            Told::Came(came) => *came,
            Told::Alone => alone(store, &bid),
            Told::Lead => match self.lead(store, &berth) {
                Told::Came(came) => *came,
                Told::Alone | Told::Lead => alone(store, &bid),
            },
        }
    }

    /// Claims for oneself and for whoever waits. A leader waits for nobody's grant: others wait for the leader.
    fn lead(&self, store: &Postgres, berth: &Berth) -> Told {
        let _lead = Lead(self);
        let others = Others(self.take_along(berth));
        if others.0.is_empty() { at_once(store, &berth.bid.0) } else { together(store, berth, &others.0) }
    }

    /// Whoever waits, as far as their grants are others: a second claim of one grant is decided after the first.
    fn take_along(&self, leader: &Berth) -> Vec<Arc<Berth>> {
        let mut ids = HashSet::from([leader.bid.1.id]);
        let mut members = self.members();
        let (mut taken, mut left) = (Vec::new(), VecDeque::new());
        for berth in std::mem::take(&mut members.waiting) {
            if taken.len() + 1 < TOGETHER && ids.insert(berth.bid.1.id) {
                taken.push(berth);
            } else {
                left.push_back(berth);
            }
        }
        members.waiting = left;
        taken
    }

    fn members(&self) -> std::sync::MutexGuard<'_, Members> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Berth {
    fn wait(&self) -> Told {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match told.take() {
                Some(told) => return told,
                None => told = self.tell.wait(told).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Says this, unless something was said before.
    fn tell(&self, what: Told) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
        self.tell.notify_one();
    }
}

/// The lead. When it ends, whoever has waited longest has it.
struct Lead<'a>(&'a Crew);

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        let mut members = self.0.members();
        match members.waiting.pop_front() {
            Some(next) => next.tell(Told::Lead),
            None => members.leaders = members.leaders.saturating_sub(1),
        }
    }
}

/// Who was taken along. Nobody is forgotten, even where the leader panics.
struct Others(Vec<Arc<Berth>>);

impl Drop for Others {
    fn drop(&mut self) {
        for berth in &self.0 {
            berth.tell(Told::Alone);
        }
    }
}

fn alone(store: &Postgres, bid: &Bid) -> Came {
    work::run(store, Kind::Write, |tables| Ok(grants::claim(tables, bid)?))
}

/// Claims alone, unless somebody else has the grant's row.
fn at_once(store: &Postgres, bid: &Bid) -> Told {
    let came = work::run(store, Kind::Write, |tables| {
        tables.wait_for_nobody();
        Ok(grants::claim(tables, bid)?)
    });
    match came {
        Err(Fault::Held) => Told::Alone,
        came => Told::Came(Box::new(came)),
    }
}

/// Claims all of these in one transaction, and tells the others: what the leader is told.
fn together(store: &Postgres, leader: &Berth, others: &[Arc<Berth>]) -> Told {
    let bids: Vec<_> =
        std::iter::once(leader).chain(others.iter().map(|berth| &**berth)).map(|berth| berth.bid.clone()).collect();
    let came = work::run(store, Kind::Write, |tables| {
        let claimed = tables.claim_free(&bids)?;
        let record = |came: Option<_>| came.map(|(at, grant)| grants::record_claim(tables, grant, at)).transpose();
        Ok(claimed.into_iter().map(record).collect::<Result<Vec<_>, _>>()?)
    });
    let told = |came: Option<Result<Grant, NotUsable>>| came.map_or(Told::Alone, |came| Told::Came(Box::new(Ok(came))));
    match came {
        Ok(came) => {
            let mut came = came.into_iter().map(told);
            let own = came.next().unwrap_or(Told::Alone);
            others.iter().zip(came).for_each(|(berth, told)| berth.tell(told));
            own
        }
        // Whether any of them was claimed is not known, and each is told so.
        Err(fault @ Fault::UnknownCommit(_)) => {
            others.iter().for_each(|berth| berth.tell(Told::Came(Box::new(Err(fault.clone())))));
            Told::Came(Box::new(Err(fault)))
        }
        // Nothing was stored: what was wrong with one of them is not the others' fault.
        Err(_) => Told::Alone,
    }
}
