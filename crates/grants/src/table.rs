//! What a new store implements: rows, within one transaction. Everything that is decided stands elsewhere, once.

use crate::audit::{Checkpoint, Covered, Entry, Row};
use crate::{Bid, Denied, Grant, GrantId, NoesOf, NotUsable, State, ledger};
use consent::{Moment, QuestionId};
use rules::Defences;
use std::fmt::Debug;
use wire::Digest;

/// A store that runs work in transactions. [`Store`](crate::Store) and `Upkeep` follow from it.
pub trait Transactions: Send + Sync + Debug {
    /// The store's time outside of any transaction: never behind what it said before. Where the store does not answer, what
    /// it said last; whatever that lets through, the store does not answer there either.
    fn now(&self) -> Moment;

    /// Runs this work in one transaction and commits it, and only then says what came of it.
    ///
    /// Work is sent, so that a store may keep a writer of its own, and may run more than once: when the database asks for
    /// it, the transaction is rolled back and begun anew. Only the run that commits counts. Work that says [`Broken`] is
    /// rolled back. A refusal is no such thing: it is what came of the work, and its rows are committed.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Unavailable`], when the work was broken off or the commit failed. Whether a commit whose answer was
    /// lost took place is not known.
    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static;

    /// Runs work that only reads. A store may use another connection for it.
    ///
    /// # Errors
    ///
    /// As [`Transactions::transact`].
    fn look<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        self.transact(work)
    }

    /// Claims a grant in a transaction: what came of it. The grant was read before, for the policy; what its yes covers never
    /// changes, and the store need not read it again. A store may claim what several workers ask for in one transaction.
    ///
    /// # Errors
    ///
    /// As [`Transactions::transact`].
    fn claim_known(&self, bid: Bid, known: Grant) -> Result<Result<Grant, NotUsable>, NotUsable> {
        drop(known);
        self.transact(move |table| ledger::claim(table, &bid))
    }

    /// The grant with this id, as it is now: one read, with no transaction around it.
    ///
    /// # Errors
    ///
    /// [`NotUsable::Unavailable`].
    fn find(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        self.look(move |table| table.grant(grant))
    }
}

/// The store failed within a transaction, which is rolled back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

impl From<Broken> for NotUsable {
    fn from(Broken(what): Broken) -> Self {
        Self::Unavailable(what)
    }
}

/// The rows of a store within one open transaction.
///
/// Where several transactions run at once, each locks what it works on, always in this order: question, grants, the heads
/// of chains. Where there is one writer, nothing is to be locked.
pub trait Table {
    /// The store's time: its own clock, never behind what it said in any transaction before, also after a restart.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn now(&mut self) -> Result<Moment, Broken>;

    /// Waits until nobody else works on a grant's row, and tells the time after the wait.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn lock(&mut self, grant: GrantId) -> Result<Moment, Broken> {
        let _ = grant;
        self.now()
    }

    /// Waits until nobody else works on a question, whether or not there is a row of it, and tells the time after the wait.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn lock_question(&mut self, question: QuestionId) -> Result<Moment, Broken> {
        let _ = question;
        self.now()
    }

    /// Which defences are on. Stores that ship have no switches.
    fn defences(&self) -> Defences {
        Defences::all()
    }

    /// How much room there is.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn room(&mut self) -> Result<Room, Broken>;

    /// The store's epoch: 1 at first.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn epoch(&mut self) -> Result<u64, Broken>;

    /// Sets the epoch.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn set_epoch(&mut self, epoch: u64) -> Result<(), Broken>;

    /// Stores a new grant; `false` where its question and item have one already (a `UNIQUE` of both).
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn insert(&mut self, grant: &Grant) -> Result<bool, Broken>;

    /// The grant with this id.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn grant(&mut self, grant: GrantId) -> Result<Option<Grant>, Broken>;

    /// The grants of a question, by item.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn grants_of(&mut self, question: QuestionId) -> Result<Vec<Grant>, Broken>;

    /// The claim: one conditional write, which alone decides. Every check of a claim in [`step`](crate::step) is a clause
    /// of its condition, and what that function writes is what it sets. Returns the row as written (where the bid is not
    /// authorized, an issued one is ended), or nothing where the condition did not hold.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn claim(&mut self, bid: &Bid, at: Moment) -> Result<Option<Grant>, Broken>;

    /// [`Table::lock`] and then [`Table::claim`] at the moment that it tells. A store that waits for its answers over a
    /// network does both in one go.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn lock_and_claim(&mut self, bid: &Bid) -> Result<(Moment, Option<Grant>), Broken> {
        let at = self.lock(bid.claiming.grant)?;
        Ok((at, self.claim(bid, at)?))
    }

    /// Writes what became of a grant, on the condition that its state, fence, uses and mark of revocation are as `before`
    /// says; `false` where they are not. The intent is never written again.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn replace(&mut self, before: &Grant, after: &Grant) -> Result<bool, Broken>;

    /// Some grants in the order of their ids, after this one, at most so many.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn select(&mut self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, Broken>;

    /// How many grants are in this state, as it is written down. A database counts them better than by reading them all.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    #[cfg(feature = "durable")]
    fn count(&mut self, state: State) -> Result<u64, Broken> {
        let (mut count, mut after) = (0, None);
        loop {
            let page = self.select(Which::In(state), after, 100)?;
            count += page.len() as u64;
            match page.last() {
                Some(last) => after = Some(last.id),
                None => return Ok(count),
            }
        }
    }

    /// Stores the first no to a question; `false` where there is one already.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn deny(&mut self, denied: &Denied) -> Result<bool, Broken>;

    /// The no to a question.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn denied(&mut self, question: QuestionId) -> Result<Option<Denied>, Broken>;

    /// When a principal said no to a tool, at or after a moment, earliest first.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn noes(&mut self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, Broken>;

    /// Writes an audit row at the end of its question's chain: [`Row::after`] makes it from the chain's head, which is
    /// locked until the transaction ends, and a number that is higher than those of all rows before.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn append(&mut self, entry: &Entry) -> Result<Row, Broken>;

    /// Audit rows in the order of their numbers, after this number, at most so many.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn rows(&mut self, after: u64, limit: usize) -> Result<Vec<Row>, Broken>;

    /// The audit rows of one question, in their order.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn story(&mut self, question: QuestionId) -> Result<Vec<Row>, Broken>;

    /// The chains that grew since the last checkpoint that covers them, at most so many.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn uncovered(&mut self, limit: usize) -> Result<Vec<Covered>, Broken>;

    /// The last checkpoint. Nobody else writes one until the transaction ends.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn last_checkpoint(&mut self) -> Result<Option<Checkpoint>, Broken>;

    /// Stores a checkpoint. A chain that it covers counts as covered, unless it has grown since it was read.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn save_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Broken>;

    /// Checkpoints in the order of their numbers, after this number, at most so many.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn checkpoints(&mut self, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Broken>;

    /// Questions whose last row is older than this moment and of which no grant is issued, claimed or indeterminate, at
    /// most so many.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn quiet(&mut self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Broken>;

    /// Forgets a question: its grants, its no, its rows and the head of its chain.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn forget(&mut self, question: QuestionId) -> Result<(), Broken>;

    /// Forgets the rows of no question up to this place, that one included. The head of their chain stays.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn forget_loose(&mut self, place: u64) -> Result<(), Broken>;

    /// Forgets the checkpoints up to this number, that one included.
    ///
    /// # Errors
    ///
    /// [`Broken`].
    fn forget_checkpoints(&mut self, number: u64) -> Result<(), Broken>;
}

/// How much room a store has. What lives is never evicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// None: a full store refuses the next question.
    Full,
    /// For questions and their answers: the share of refusals is used up.
    ForQuestions,
    /// For refusals, too.
    Ample,
}

/// Which grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All.
    All,
    /// Those in this state.
    In(State),
    /// Those that are issued or claimed.
    Open,
    /// Those of this principal's digest that are issued or claimed.
    OpenOf(Digest),
}
