//! What is asked for at once goes together: one trip to the database, and one commit.
//!
//! Who asks while nobody leads does: they take along whoever waits, and answer them once the database has answered. Those who
//! were answered together come back together, so whoever of them is first waits a moment for the others.

use consent::QuestionId;
use grants::{Bid, Grant, GrantId};
use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a leader waits for those who were answered a moment ago. Each trip has a cost that does not grow with how many
/// go together; for the same reason one leads at a time.
const MOMENT: Duration = Duration::from_micros(150);

/// How many go together at most.
const TOGETHER: usize = 64;

/// What is asked.
pub(crate) trait Asked {
    /// Of what: no two that go together ask of the same.
    type Of: Eq + Hash;

    /// Of what this is asked.
    fn of(&self) -> Self::Of;
}

/// Who asks now, who waits to be taken along, and who is likely to come.
#[derive(Debug)]
pub(crate) struct Crew<A, C> {
    members: Mutex<Members<A, C>>,
    coming: Coming,
}

#[derive(Debug)]
struct Members<A, C> {
    /// Whether somebody leads.
    led: bool,
    waiting: VecDeque<Arc<Berth<A, C>>>,
}

/// How many were answered together elsewhere a moment ago, and have not come yet. It is a guess: it costs a moment where it is
/// wrong, and decides nothing.
#[derive(Debug)]
pub(crate) struct Coming {
    began: Instant,
    until_us: AtomicU64,
    count: AtomicUsize,
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
    pub(crate) fn new() -> Self {
        Self { members: Mutex::new(Members { led: false, waiting: VecDeque::new() }), coming: Coming::new() }
    }

    /// Asks together with whoever else does: what came of it, or nothing where it is to be asked alone. `lead` asks for all
    /// of these and says in this order what came of each; `next` is where they are likely to come then.
    pub(crate) fn ask(&self, asked: A, next: &Coming, lead: impl FnOnce(&[&A]) -> Vec<Option<C>>) -> Option<C> {
        self.coming.one_has_come();
        let berth = Arc::new(Berth { asked, told: Mutex::new(None), tell: Condvar::new() });
        let leads = {
            let mut members = self.members();
            if members.led {
                members.waiting.push_back(Arc::clone(&berth));
            }
            !std::mem::replace(&mut members.led, true)
        };
        match if leads { Told::Lead } else { berth.wait() } {
            Told::Came(came) => Some(came),
            Told::Alone => None,
            Told::Lead => self.lead(&berth.asked, next, lead),
        }
    }

    /// Asks for oneself and for whoever waits.
    fn lead(&self, own: &A, next: &Coming, lead: impl FnOnce(&[&A]) -> Vec<Option<C>>) -> Option<C> {
        let turn = Lead(self);
        self.coming.wait();
        let others = Others(self.take_along(own.of()));
        let asked: Vec<_> = std::iter::once(own).chain(others.0.iter().map(|berth| &berth.asked)).collect();
        let mut came = lead(&asked).into_iter();
        next.expect(asked.len());
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
    /// Who is likely to come.
    pub(crate) const fn coming(&self) -> &Coming {
        &self.coming
    }

    fn members(&self) -> MutexGuard<'_, Members<A, C>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Coming {
    fn new() -> Self {
        Self { began: Instant::now(), until_us: AtomicU64::new(0), count: AtomicUsize::new(0) }
    }

    /// So many were answered, and come next, if at all.
    fn expect(&self, count: usize) {
        self.count.store(count, Ordering::Relaxed);
        self.until_us.store(self.now_us().saturating_add(us(MOMENT)), Ordering::Relaxed);
    }

    fn one_has_come(&self) {
        let fewer = |count: usize| count.checked_sub(1);
        let _none_was_expected = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
    }

    /// Waits until all have come, or the moment is over.
    fn wait(&self) {
        while self.count.load(Ordering::Relaxed) > 0 && self.now_us() < self.until_us.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    fn now_us(&self) -> u64 {
        us(self.began.elapsed())
    }
}

fn us(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
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
            None => members.led = false,
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
