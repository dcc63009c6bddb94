//! A store in memory: for lessons and tests, and the only one that can be weakened.

#[cfg(feature = "durable")]
mod copy;
mod open;
mod rows;
mod within;

#[cfg(feature = "durable")]
pub use copy::Backup;

use crate::table::{Broken, Table, Transactions};
use crate::{Clock, NotUsable};
use consent::Moment;
use open::Open;
use rows::Rows;
use rules::{Defences, Guarded};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A store in memory. Everything is gone when the process ends. Work that is broken off is not undone here, unless it is
/// an effect [within](crate::Transactional): nothing of this crate breaks off what it has begun in memory.
///
/// ```
/// # use twogates_grants as grants;
/// use consent::{Moment, Question, QuestionId};
/// use grants::audit::About;
/// use grants::{FakeClock, Memory, NotUsable, Store};
/// # let principal = scope::Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
/// # let about = About::of(&principal, &wire::Call::new("delete_note", &Default::default()));
/// # let question = |id| Question {
/// #     id: QuestionId::from_bytes([id; 16]),
/// #     message: "May this call run?".into(),
/// #     request_state: String::new(),
/// #     expires: Moment::from_store(300_000),
/// # };
/// let clock = FakeClock::at(5000);
/// let store = Memory::new(clock.clone()).with_capacity(1);
/// assert_eq!(store.asked(&question(1), &about), Ok(()));
/// assert_eq!(store.asked(&question(2), &about), Err(NotUsable::Full));
///
/// // Time stands while the clock is behind what the store said before.
/// clock.set(0);
/// assert_eq!(store.now().ms(), 5000);
/// ```
#[derive(Debug)]
pub struct Memory {
    clock: Box<dyn Clock>,
    defences: Defences,
    rows: Mutex<Rows>,
}

impl Guarded for Memory {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

impl Memory {
    /// How many rows a store takes when nothing else is said.
    pub const CAPACITY: usize = 100_000;

    /// An empty store with this clock.
    #[must_use]
    pub fn new(clock: impl Clock + 'static) -> Self {
        let rows = Mutex::new(Rows::with_capacity(Self::CAPACITY));
        Self { clock: Box::new(clock), defences: Defences::all(), rows }
    }

    /// An empty store with room for this many rows, audit rows included. What lives is never evicted: a full store
    /// refuses the next question.
    #[must_use]
    pub fn with_capacity(mut self, rows: usize) -> Self {
        self.rows = Mutex::new(Rows::with_capacity(rows));
        self
    }

    /// One transaction: nobody else sees or changes a row meanwhile. Nothing is ever broken off here.
    fn begin(&self) -> (MutexGuard<'_, Rows>, Moment) {
        // Only a clock could panic under the lock, and it is asked before a row is written.
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let at = Moment::from_store(rows.high_water(self.clock.ms()));
        (rows, at)
    }
}

impl Transactions for Memory {
    fn now(&self) -> Moment {
        self.begin().1
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        let (mut rows, at) = self.begin();
        Ok(work(&mut Open { rows: &mut rows, at, defences: self.defences })?)
    }
}
