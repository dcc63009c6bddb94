//! The rows, as the core of every store sees them.

use super::{Tables, no_store, sql};
use crate::Fault;
use crate::connection::Step;
use consent::{Moment, QuestionId};
use grants::audit::{Checkpoint, Covered, Entry, Row};
use grants::{Bid, Broken, Denied, Grant, GrantId, NoesOf, Room, State, Table, Which};
use wire::Digest;

impl Table for Tables<'_> {
    fn now(&mut self) -> Result<Moment, Broken> {
        let told = self.tell();
        self.noted(told)
    }

    fn lock(&mut self, grant: GrantId) -> Result<Moment, Broken> {
        let id = grant.digest().bytes().as_slice();
        let told = self.tell_after(Some(Step::Query(sql::LOCK_GRANT, vec![&id])));
        self.noted(told)
    }

    fn lock_question(&mut self, question: QuestionId) -> Result<Moment, Broken> {
        let key = key("question", Some(&question));
        let told = self.tell_after(Some(Step::Query(sql::LOCK, vec![&key])));
        self.noted(told)
    }

    fn room(&mut self) -> Result<Room, Broken> {
        let room = self.stored();
        let (stored, refusals) = self.noted(room)?;
        Ok(if stored >= self.capacity {
            Room::Full
        } else if refusals >= self.capacity / 2 {
            Room::ForQuestions
        } else {
            Room::Ample
        })
    }

    fn epoch(&mut self) -> Result<u64, Broken> {
        if let Some(epoch) = self.epoch {
            return Ok(epoch);
        }
        self.now()?;
        self.noted(Ok(())).map(|()| self.epoch.unwrap_or_default())
    }

    fn set_epoch(&mut self, epoch: u64) -> Result<(), Broken> {
        let written = super::read::signed(epoch);
        let written = written.and_then(|epoch| self.row_of_one(sql::SET_EPOCH, &[&epoch]));
        self.epoch = Some(epoch);
        self.noted(written).map(drop)
    }

    fn insert(&mut self, grant: &Grant) -> Result<bool, Broken> {
        let done = self.insert_grant(grant);
        self.noted(done)
    }

    fn grant(&mut self, grant: GrantId) -> Result<Option<Grant>, Broken> {
        let found = self.find_grant(grant);
        self.noted(found)
    }

    fn grants_of(&mut self, question: QuestionId) -> Result<Vec<Grant>, Broken> {
        let found = self.grants_of_question(question);
        self.noted(found)
    }

    fn claim(&mut self, bid: &Bid, at: Moment) -> Result<Option<Grant>, Broken> {
        let claimed = self.claim_grant(bid, Some(at));
        self.noted(claimed).map(|(_, grant)| grant)
    }

    fn lock_and_claim(&mut self, bid: &Bid) -> Result<(Moment, Option<Grant>), Broken> {
        let claimed = self.claim_grant(bid, None);
        self.noted(claimed)
    }

    fn replace(&mut self, before: &Grant, after: &Grant) -> Result<bool, Broken> {
        let done = self.replace_grant(before, after);
        self.noted(done)
    }

    fn select(&mut self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, Broken> {
        let found = self.select_grants(which, after, limit);
        self.noted(found)
    }

    fn count(&mut self, state: State) -> Result<u64, Broken> {
        let count = self.count_grants(state);
        self.noted(count)
    }

    fn deny(&mut self, denied: &Denied) -> Result<bool, Broken> {
        let done = self.insert_denial(denied);
        self.noted(done)
    }

    fn denied(&mut self, question: QuestionId) -> Result<Option<Denied>, Broken> {
        let found = self.find_denial(question);
        self.noted(found)
    }

    fn noes(&mut self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, Broken> {
        let found = self.noes_of(of, since);
        self.noted(found)
    }

    fn append(&mut self, entry: &Entry) -> Result<Row, Broken> {
        let row = self.append_row(entry);
        self.noted(row)
    }

    fn rows(&mut self, after: u64, limit: usize) -> Result<Vec<Row>, Broken> {
        let rows = self.rows_after(after, limit);
        self.noted(rows)
    }

    fn story(&mut self, question: QuestionId) -> Result<Vec<Row>, Broken> {
        let rows = self.rows_of(question);
        self.noted(rows)
    }

    fn uncovered(&mut self, limit: usize) -> Result<Vec<Covered>, Broken> {
        let covered = self.uncovered_chains(limit);
        self.noted(covered)
    }

    fn last_checkpoint(&mut self) -> Result<Option<Checkpoint>, Broken> {
        let last = self.find_last_checkpoint();
        self.noted(last)
    }

    fn save_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Broken> {
        let done = self.insert_checkpoint(checkpoint);
        self.noted(done)
    }

    fn checkpoints(&mut self, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Broken> {
        let found = self.checkpoints_after(after, limit);
        self.noted(found)
    }

    fn quiet(&mut self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Broken> {
        let quiet = self.quiet_questions(before, limit);
        self.noted(quiet)
    }

    fn forget(&mut self, question: QuestionId) -> Result<(), Broken> {
        let done = self.forget_question(question);
        self.noted(done)
    }

    fn forget_loose(&mut self, place: u64) -> Result<(), Broken> {
        let done = self.forget_rows_of_none(place);
        self.noted(done)
    }

    fn forget_checkpoints(&mut self, number: u64) -> Result<(), Broken> {
        let done = self.forget_checkpoints_to(number);
        self.noted(done)
    }
}

impl Tables<'_> {
    /// Keeps the first fault: the transaction ends with it, whatever is made of it.
    fn noted<T>(&mut self, done: Result<T, Fault>) -> Result<T, Broken> {
        done.map_err(|fault| Broken::from(self.fault.get_or_insert(fault).clone()))
    }

    /// How many rows are stored, and how many of them are of refusals.
    fn stored(&mut self) -> Result<(u64, u64), Fault> {
        let row = self.row_of_one(sql::ROOM, &[])?.ok_or_else(no_store)?;
        let count = |column| Ok::<_, Fault>(u64::try_from(row.try_get::<_, i64>(column)?).unwrap_or_default());
        Ok((count(0)?, count(1)?))
    }
}

/// The key of a lock that is nobody's row. Two questions may have the same one; then one waits for the other.
pub(super) fn key(of: &str, question: Option<&QuestionId>) -> i64 {
    let question = question.map_or(&[][..], |question| question.bytes().as_slice());
    let digest = Digest::of("two-gates/lock/1", &[of.as_bytes(), question]);
    digest.bytes().first_chunk().map_or(0, |first| i64::from_be_bytes(*first))
}
