//! A store in memory: for lessons and tests, and the only one that can be weakened.

mod rows;

use crate::audit::{About, Refusal, Row, What};
use crate::{
    Authority, Claiming, Clock, End, Event, Freshness, Grant, GrantId, NewGrant, NoesOf, NotUsable, Standing, Store,
};
use consent::{Denial, Moment, Question, QuestionId};
use rows::Rows;
use rules::{Defences, Guarded};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A store in memory. Everything is gone when the process ends.
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

    /// One transaction: nobody else sees or changes a row meanwhile.
    fn begin(&self) -> (MutexGuard<'_, Rows>, Moment) {
        // Only an authority or a clock could panic under the lock, and both are asked before a row is written.
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let at = Moment::from_store(rows.high_water(self.clock.ms()));
        (rows, at)
    }
}

impl Store for Memory {
    fn now(&self) -> Moment {
        self.begin().1
    }

    fn asked(&self, question: &Question, about: &About) -> Result<(), NotUsable> {
        let (mut rows, at) = self.begin();
        if rows.full() {
            return Err(NotUsable::Full);
        }
        let about = about.clone().asked(question.id);
        rows.write(at, What::Asked, about, "input_required", Some(question.expires));
        Ok(())
    }

    fn recall(&self, question: QuestionId) -> Result<Option<Standing>, NotUsable> {
        let (mut rows, at) = self.begin();
        Ok(rows.recall(question, at, self.defences))
    }

    fn deny(&self, denial: &Denial) -> Result<Standing, NotUsable> {
        let (mut rows, at) = self.begin();
        Ok(rows.deny(denial, at, self.defences))
    }

    fn issue(&self, new: &NewGrant) -> Result<(Grant, Freshness), NotUsable> {
        let (mut rows, at) = self.begin();
        rows.issue(new, at)
    }

    fn claim(&self, claiming: &Claiming, authority: &dyn Authority) -> Result<Grant, NotUsable> {
        let (mut rows, at) = self.begin();
        let grant = rows.find(claiming.reference.id())?;
        let claim = Event::claim(claiming, authority.may_still(&grant.intent));
        rows.apply_or_refuse(&grant, &claim, at, self.defences, None)
    }

    fn issue_and_claim(
        &self,
        new: &NewGrant,
        claiming: &Claiming,
        authority: &dyn Authority,
    ) -> Result<Grant, NotUsable> {
        let (mut rows, at) = self.begin();
        let authorized = authority.may_still(&new.intent);
        let (grant, _) = rows.issue(new, at)?;
        rows.apply_or_refuse(&grant, &Event::claim(claiming, authorized), at, self.defences, None)
    }

    fn settle(&self, grant: GrantId, end: End, text: &str) -> Result<Grant, NotUsable> {
        let (mut rows, at) = self.begin();
        let grant = rows.find(grant)?;
        rows.apply_or_refuse(&grant, &Event::Settle(end), at, self.defences, Some(text))
    }

    fn revoke(&self, grant: GrantId) -> Result<Grant, NotUsable> {
        let (mut rows, at) = self.begin();
        let grant = rows.find(grant)?;
        rows.apply_or_refuse(&grant, &Event::Revoke, at, self.defences, None)
    }

    fn noes(&self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, NotUsable> {
        let (rows, _) = self.begin();
        Ok(rows.noes(of, since))
    }

    fn refused(&self, refusal: &Refusal) -> Result<(), NotUsable> {
        let (mut rows, at) = self.begin();
        rows.refuse(at, refusal.about.clone(), refusal.code)
    }

    fn audit(&self) -> Result<Vec<Row>, NotUsable> {
        Ok(self.begin().0.audit())
    }
}
