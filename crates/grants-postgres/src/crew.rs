//! What is asked for at once goes together: one trip to the database, and one commit.
//!
//! Who asks while few others do leads: they take along whoever waits, and answer them once the database has answered.

use consent::QuestionId;
use grants::{Bid, Grant, GrantId};
use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How many lead at once: while one waits for the disk, another works. More would lead smaller crews.
const LEADERS: usize = 2;

/// How many go together at most.
const TOGETHER: usize = 64;

/// What is asked.
pub(crate) trait Asked {
    /// Of what: no two that go together ask of the same.
    type Of: Eq + Hash;

    /// Of what this is asked.
    fn of(&self) -> Self::Of;
}

/// Who asks now, and who waits to be taken along.
#[derive(Debug)]
pub(crate) struct Crew<A, C>(Mutex<Members<A, C>>);

#[derive(Debug)]
struct Members<A, C> {
    leaders: usize,
    waiting: VecDeque<Arc<Berth<A, C>>>,
}

/// A worker who waits, and what they are told.
#[derive(Debug)]
struct Berth<A, C> {
    asked: A,
    told: Mutex<Option<Told<C>>>,
    tell: Condvar,
}

#[derive(Debug)]
enum Told<C> {
    /// What came of it.
    Came(C),
    /// Nothing came of it together: it is to be asked alone.
    Alone,
    /// Somebody led and is done: it is this one's turn.
    Lead,
}

impl<A: Asked, C> Crew<A, C> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Members { leaders: 0, waiting: VecDeque::new() }))
    }

    /// Asks together with whoever else does: what came of it, or nothing where it is to be asked alone. `lead` asks for all
    /// of these and says in this order what came of each.
    pub(crate) fn ask(&self, asked: A, lead: impl FnOnce(&[&A]) -> Vec<Option<C>>) -> Option<C> {
        let berth = Arc::new(Berth { asked, told: Mutex::new(None), tell: Condvar::new() });
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
            Told::Came(came) => Some(came),
            Told::Alone => None,
            Told::Lead => self.lead(&berth.asked, lead),
        }
    }

    /// Asks for oneself and for whoever waits.
    fn lead(&self, own: &A, lead: impl FnOnce(&[&A]) -> Vec<Option<C>>) -> Option<C> {
        let turn = Lead(self);
        let others = Others(self.take_along(own.of()));
        let asked: Vec<_> = std::iter::once(own).chain(others.0.iter().map(|berth| &berth.asked)).collect();
        let mut came = lead(&asked).into_iter();
        drop(turn);
        let own = came.next().flatten();
        for (berth, came) in others.0.iter().zip(came) {
            berth.tell(came.map_or(Told::Alone, Told::Came));
        }
        own
    }

    /// Whoever waits, as far as they ask of something else: what a second one asks is decided after the first.
    fn take_along(&self, leads: A::Of) -> Vec<Arc<Berth<A, C>>> {
        let mut of = HashSet::from([leads]);
        let mut members = self.members();
        let (mut taken, mut left) = (Vec::new(), VecDeque::new());
        for berth in std::mem::take(&mut members.waiting) {
            if taken.len() + 1 < TOGETHER && of.insert(berth.asked.of()) {
                taken.push(berth);
            } else {
                left.push_back(berth);
            }
        }
        members.waiting = left;
        taken
    }
}

impl<A, C> Crew<A, C> {
    fn members(&self) -> MutexGuard<'_, Members<A, C>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asked for GrantId {
    type Of = Self;

    fn of(&self) -> Self {
        *self
    }
}

/// A claim of a grant that was read before. Two rows of one question's chain follow each other.
impl Asked for (Bid, Grant) {
    type Of = QuestionId;

    fn of(&self) -> QuestionId {
        self.1.question
    }
}

impl<A, C> Berth<A, C> {
    fn wait(&self) -> Told<C> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match told.take() {
                Some(told) => return told,
                None => told = self.tell.wait(told).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Says this, unless something was said before.
    fn tell(&self, what: Told<C>) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
        self.tell.notify_one();
    }
}

/// The lead. When it ends, whoever has waited longest has it.
struct Lead<'a, A, C>(&'a Crew<A, C>);

impl<A, C> Drop for Lead<'_, A, C> {
    fn drop(&mut self) {
        let mut members = self.0.members();
        match members.waiting.pop_front() {
            Some(next) => next.tell(Told::Lead),
            None => members.leaders = members.leaders.saturating_sub(1),
        }
    }
}

/// Who was taken along. Nobody is forgotten, even where the leader panics.
struct Others<A, C>(Vec<Arc<Berth<A, C>>>);

impl<A, C> Drop for Others<A, C> {
    fn drop(&mut self) {
        for berth in &self.0 {
            berth.tell(Told::Alone);
        }
    }
}
