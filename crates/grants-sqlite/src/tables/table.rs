//! The rows, as the core of every store sees them.

use super::Tables;
use consent::{Moment, QuestionId};
use grants::audit::{Checkpoint, Covered, Entry, Row};
use grants::{Bid, Broken, Denied, Grant, GrantId, NoesOf, Room, State, Table, Which};

/// There is one writer: nothing is to be locked.
impl Table for Tables<'_> {
    fn now(&mut self) -> Result<Moment, Broken> {
        self.in_transaction()?;
        Ok(Moment::from_store(self.time.ms()))
    }

    fn room(&mut self) -> Result<Room, Broken> {
        Ok(match (self.counts.stored, self.counts.refusals) {
            (stored, _) if stored >= self.place.capacity => Room::Full,
            (_, refusals) if refusals >= self.place.capacity / 2 => Room::ForQuestions,
            _ => Room::Ample,
        })
    }

    fn epoch(&mut self) -> Result<u64, Broken> {
        Ok(self.counts.epoch)
    }

    fn set_epoch(&mut self, epoch: u64) -> Result<(), Broken> {
        self.counts.epoch = epoch;
        Ok(())
    }

    fn insert(&mut self, grant: &Grant) -> Result<bool, Broken> {
        Ok(self.insert_grant(grant)?)
    }

    fn grant(&mut self, grant: GrantId) -> Result<Option<Grant>, Broken> {
        Ok(self.find_grant(grant)?)
    }

    fn grants_of(&mut self, question: QuestionId) -> Result<Vec<Grant>, Broken> {
        Ok(self.grants_of_question(question)?)
    }

    fn claim(&mut self, bid: &Bid, at: Moment) -> Result<Option<Grant>, Broken> {
        Ok(self.claim_grant(bid, at)?)
    }

    fn replace(&mut self, before: &Grant, after: &Grant) -> Result<bool, Broken> {
        Ok(self.replace_grant(before, after)?)
    }

    fn select(&mut self, which: Which, after: Option<GrantId>, limit: usize) -> Result<Vec<Grant>, Broken> {
        Ok(self.select_grants(which, after, limit)?)
    }

    fn count(&mut self, state: State) -> Result<u64, Broken> {
        Ok(self.count_grants(state)?)
    }

    fn deny(&mut self, denied: &Denied) -> Result<bool, Broken> {
        Ok(self.insert_denial(denied)?)
    }

    fn denied(&mut self, question: QuestionId) -> Result<Option<Denied>, Broken> {
        Ok(self.find_denial(question)?)
    }

    fn noes(&mut self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, Broken> {
        Ok(self.noes_of(of, since)?)
    }

    fn append(&mut self, entry: &Entry) -> Result<Row, Broken> {
        Ok(self.append_row(entry)?)
    }

    fn rows(&mut self, after: u64, limit: usize) -> Result<Vec<Row>, Broken> {
        Ok(self.rows_after(after, limit)?)
    }

    fn story(&mut self, question: QuestionId) -> Result<Vec<Row>, Broken> {
        Ok(self.rows_of(question)?)
    }

    fn uncovered(&mut self, limit: usize) -> Result<Vec<Covered>, Broken> {
        Ok(self.uncovered_chains(limit)?)
    }

    fn last_checkpoint(&mut self) -> Result<Option<Checkpoint>, Broken> {
        Ok(self.find_last_checkpoint()?)
    }

    fn save_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<(), Broken> {
        Ok(self.insert_checkpoint(checkpoint)?)
    }

    fn checkpoints(&mut self, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Broken> {
        Ok(self.read_checkpoints(after, limit)?)
    }

    fn quiet(&mut self, before: Moment, limit: usize) -> Result<Vec<QuestionId>, Broken> {
        Ok(self.quiet_questions(before, limit)?)
    }

    fn forget(&mut self, question: QuestionId) -> Result<(), Broken> {
        Ok(self.forget_question(question)?)
    }

    fn forget_loose(&mut self, place: u64) -> Result<(), Broken> {
        Ok(self.forget_loose_rows(place)?)
    }

    fn forget_checkpoints(&mut self, number: u64) -> Result<(), Broken> {
        Ok(self.forget_old_checkpoints(number)?)
    }
}
