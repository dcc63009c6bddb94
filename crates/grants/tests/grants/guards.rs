//! A store that does not do what it says is found out, and nothing comes of it.

use crate::{Desk, HOUR, TOOL, id, order};
use consent::{Moment, QuestionId, Tool};
use std::sync::Arc;
use twogates_grants::audit::{Checkpoint, Covered, Entry, Row};
use twogates_grants::{
    AttemptId, Bid, Broken, Claiming, Denied, Grant, GrantId, GrantRef, Grants, NoesOf, NotUsable, Retention, Room,
    State, Store, Table, Transactions, Upkeep, Which,
};

/// Which of the writes says that nothing was written; or that every question is old.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lie {
    Claim,
    Insert,
    Replace,
    Quiet,
}

/// A store whose condition is written wrongly.
#[derive(Debug)]
struct Wrong {
    store: Arc<twogates_grants::Memory>,
    lie: Lie,
}

impl Transactions for Wrong {
    fn now(&self) -> Moment {
        Transactions::now(&*self.store)
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        let lie = self.lie;
        self.store.transact(move |table| work(&mut Rows { table, lie }))
    }
}

struct Rows<'a> {
    table: &'a mut dyn Table,
    lie: Lie,
}

macro_rules! as_they_are {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $back:ty;)*) => {
        $(fn $name(&mut self, $($argument: $kind),*) -> Result<$back, Broken> {
            self.table.$name($($argument),*)
        })*
    };
}

impl Table for Rows<'_> {
    fn claim(&mut self, bid: &Bid, at: Moment) -> Result<Option<Grant>, Broken> {
        if self.lie == Lie::Claim { Ok(None) } else { self.table.claim(bid, at) }
    }

    fn insert(&mut self, grant: &Grant) -> Result<bool, Broken> {
        if self.lie == Lie::Insert { Ok(false) } else { self.table.insert(grant) }
    }

    fn replace(&mut self, before: &Grant, after: &Grant) -> Result<bool, Broken> {
        if self.lie == Lie::Replace { Ok(false) } else { self.table.replace(before, after) }
    }

    fn quiet(&mut self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Broken> {
        match self.lie {
            Lie::Quiet => self.table.quiet(Moment::from_store(u64::MAX), limit),
            _ => self.table.quiet(before, limit),
        }
    }

    as_they_are! {
        now() -> Moment;
        room() -> Room;
        epoch() -> u64;
        set_epoch(epoch: u64) -> ();
        grant(grant: GrantId) -> Option<Grant>;
        grants_of(question: QuestionId) -> Vec<Grant>;
        select(which: Which, after: Option<GrantId>, limit: usize) -> Vec<Grant>;
        deny(denied: &Denied) -> bool;
        denied(question: QuestionId) -> Option<Denied>;
        noes(of: &NoesOf<'_>, since: Moment) -> Vec<Moment>;
        append(entry: &Entry) -> Row;
        rows(after: u64, limit: usize) -> Vec<Row>;
        story(question: QuestionId) -> Vec<Row>;
        uncovered(limit: usize) -> Vec<Covered>;
        last_checkpoint() -> Option<Checkpoint>;
        save_checkpoint(checkpoint: &Checkpoint) -> ();
        checkpoints(after: u64, limit: usize) -> Vec<Checkpoint>;
        forget(question: QuestionId) -> ();
        forget_loose(place: u64) -> ();
        forget_checkpoints(number: u64) -> ();
    }
}

fn claiming(reference: &GrantRef) -> Claiming {
    Claiming {
        grant: reference.id(),
        arg_hash: reference.arg_hash(),
        server: consent::server_digest("notes"),
        contract: TOOL.contract().digest(),
        attempt: AttemptId::from_bytes([1; 16]),
        lease_ms: 60_000,
    }
}

fn broken(what: &str) -> NotUsable {
    NotUsable::Unavailable(what.into())
}

/// The condition alone decides. Where it refuses what the transition function does not, no reason is made up.
#[test]
fn a_condition_that_refuses_what_is_allowed_is_found_out() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let wrong = Wrong { store: desk.store.clone(), lie: Lie::Claim };
    let before = (desk.grant(1), desk.audit());
    let claimed = Store::claim(&wrong, &claiming(&reference), &*desk.authority);
    let what = "the store's condition of a claim refuses what the transition function does not";
    assert_eq!(claimed.unwrap_err(), broken(what));
    assert_eq!((desk.grant(1), desk.audit()), before, "nothing is written down");
    // What both refuse has its reason, and its row.
    let other = Claiming { contract: crate::digest("another"), ..claiming(&reference) };
    assert_eq!(Store::claim(&wrong, &other, &*desk.authority).unwrap_err(), NotUsable::OtherContract);
    assert_eq!(desk.audit().len(), before.1.len() + 1);
}

#[test]
fn a_grant_that_was_not_stored_is_not_issued() {
    let desk = Desk::new();
    let wrong = Arc::new(Wrong { store: desk.store.clone(), lie: Lie::Insert });
    let grants = Grants::new("notes", wrong, desk.authority.clone(), Arc::new(crate::Counter::default()));
    let what = "a grant of this question was stored by somebody else meanwhile";
    assert_eq!(grants.issue(&TOOL, crate::approval(id(1), "notes.txt", HOUR)).unwrap_err(), broken(what));
    assert_eq!((desk.standing(1), desk.audit().len()), (None, 0));
}

#[test]
fn a_change_that_was_not_written_did_not_happen() {
    let desk = Desk::new();
    let reference = desk.issued(1, HOUR);
    let wrong = Wrong { store: desk.store.clone(), lie: Lie::Replace };
    let what = "a grant was changed by somebody else within this transaction";
    assert_eq!(wrong.revoke(reference.id(), &order()).unwrap_err(), broken(what));
    assert_eq!((desk.state(1), desk.audit().len()), (State::Issued, 1));
}

/// Between the list of what is over and the forgetting somebody may answer: each question is looked at once more.
#[test]
fn what_is_not_over_is_not_forgotten() {
    let desk = Desk::new();
    desk.clock.advance(1);
    desk.grants.deny(&crate::denial(id(1), consent::No::Declined)).unwrap();
    let wrong = Wrong { store: desk.store.clone(), lie: Lie::Quiet };
    let least = Retention { queue_ms: 0, keys_ms: 0 };
    desk.clock.advance(Retention::LEAST_MS);
    assert_eq!(wrong.forget(least, &order()).unwrap().questions, 0, "a moment too new");
    desk.clock.advance(1);
    assert_eq!(wrong.forget(least, &order()).unwrap().questions, 1);
}
