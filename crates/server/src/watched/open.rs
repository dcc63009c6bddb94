//! Which questions wait for an answer: as many as fit into memory of a fixed size.
//!
//! A question that nobody answers costs one row in the store, and here two places that a later one takes over. So a client
//! that asks and never answers neither fills the memory nor gets beyond its limit.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use twogates::consent::{ANSWER_WITHIN_MS, QuestionId};
use twogates::grants::NotUsable;
use twogates::wire::Digest;

/// How many principals are told apart. Two that share a place share its limit, too.
const PLACES: usize = 4096;
/// How many parts the time has during which a question can be answered.
const PARTS: usize = 10;
/// How many questions are remembered one by one, for the time that their answers took.
const REMEMBERED: usize = 16_384;

/// The questions that are open.
#[derive(Debug)]
pub(crate) struct Open {
    limit: u32,
    since: Instant,
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    places: Vec<Place>,
    asked: HashMap<QuestionId, Asked>,
    order: VecDeque<QuestionId>,
    /// The part in which all places were last looked at.
    part: u64,
    expired: u64,
}

/// How many questions were asked in each part of the last five minutes, less those that were answered.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    parts: [u32; PARTS],
    /// The part that was the current one when somebody last looked.
    part: u64,
}

#[derive(Debug, Clone, Copy)]
struct Asked {
    at: Instant,
    place: usize,
    part: u64,
}

impl Open {
    /// None is open, and one principal may have so many.
    pub(crate) fn new(limit: u32) -> Self {
        let places = vec![Place::default(); PLACES];
        let kept = Kept {
            places,
            // With twice the room, what was taken out is cleared away in place: with less, the map would grow once for that.
            asked: HashMap::with_capacity(REMEMBERED * 2),
            order: VecDeque::with_capacity(REMEMBERED),
            part: 0,
            expired: 0,
        };
        Self { limit, since: Instant::now(), kept: Mutex::new(kept) }
    }

    /// One question more to a principal. The next round of a question is the same question.
    ///
    /// # Errors
    ///
    /// [`NotUsable::TooManyOpen`].
    pub(super) fn take(&self, question: QuestionId, principal: Digest) -> Result<(), NotUsable> {
        self.take_at(question, principal, self.part())
    }

    fn take_at(&self, question: QuestionId, principal: Digest, part: u64) -> Result<(), NotUsable> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn(part);
        if kept.asked.contains_key(&question) {
            return Ok(());
        }
        let number = principal.bytes().iter().take(8).fold(0, |sum: usize, byte| sum << 8 | usize::from(*byte));
        let number = number % PLACES;
        let Some(place) = kept.places.get_mut(number) else { return Ok(()) };
        if place.open() >= self.limit {
            return Err(NotUsable::TooManyOpen);
        }
        place.add(part);
        if kept.order.len() == REMEMBERED
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.asked.remove(&oldest);
        }
        kept.order.push_back(question);
        kept.asked.insert(question, Asked { at: Instant::now(), place: number, part });
        Ok(())
    }

    /// A question less: for how long it was open, where that is remembered.
    pub(super) fn answered(&self, question: QuestionId) -> Option<Duration> {
        let part = self.part();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn(part);
        let asked = kept.asked.remove(&question)?;
        if let Some(place) = kept.places.get_mut(asked.place) {
            place.less(asked.part);
        }
        Some(asked.at.elapsed())
    }

    /// How many questions expired with no answer here since this was last asked.
    pub(super) fn take_expired(&self) -> u64 {
        self.take_expired_at(self.part())
    }

    fn take_expired_at(&self, part: u64) -> u64 {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn(part);
        std::mem::take(&mut kept.expired)
    }

    /// Which part of time it is.
    fn part(&self) -> u64 {
        let each = ANSWER_WITHIN_MS / PARTS as u64;
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX) / each
    }
}

impl Kept {
    /// Once in each part of time, what has expired in all places is counted and forgotten.
    fn turn(&mut self, now: u64) {
        if self.part < now {
            self.part = now;
            self.expired += self.places.iter_mut().map(|place| u64::from(place.turn(now))).sum::<u64>();
        }
    }
}

impl Place {
    fn open(&self) -> u32 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(*part))
    }

    /// Forgets what has expired by now: how many it was.
    fn turn(&mut self, now: u64) -> u32 {
        let before = self.open();
        let passed = now.saturating_sub(self.part).min(PARTS as u64);
        for later in 0..passed {
            if let Some(part) = self.parts.get_mut(Self::at(now - later)) {
                *part = 0;
            }
        }
        self.part = now;
        before - self.open()
    }

    fn add(&mut self, now: u64) {
        if let Some(part) = self.parts.get_mut(Self::at(now)) {
            *part = part.saturating_add(1);
        }
    }

    fn less(&mut self, asked: u64) {
        if self.part.saturating_sub(asked) < PARTS as u64
            && let Some(part) = self.parts.get_mut(Self::at(asked))
        {
            *part = part.saturating_sub(1);
        }
    }

    const fn at(part: u64) -> usize {
        (part % PARTS as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Open, PARTS, REMEMBERED};
    use twogates::consent::QuestionId;
    use twogates::grants::NotUsable;
    use twogates::wire::Digest;

    fn question(number: u32) -> QuestionId {
        QuestionId::from_bytes(u128::from(number).to_be_bytes())
    }

    #[test]
    fn what_nobody_answers_expires_and_is_counted() {
        let open = Open::new(3);
        let alice = Digest::of("example/1", &[b"alice"]);
        for number in 0..3 {
            assert_eq!(open.take_at(question(number), alice, 0), Ok(()));
        }
        assert_eq!(open.take_at(question(3), alice, PARTS as u64 - 1), Err(NotUsable::TooManyOpen));
        // The next round of a question is no question more.
        assert_eq!(open.take_at(question(2), alice, PARTS as u64 - 1), Ok(()));
        assert_eq!(open.take_expired_at(PARTS as u64 - 1), 0);
        assert_eq!(open.take_at(question(3), alice, PARTS as u64), Ok(()));
        assert_eq!((open.take_expired_at(PARTS as u64), open.take_expired_at(PARTS as u64)), (3, 0));
    }

    #[test]
    fn an_answer_makes_room_and_memory_has_a_size() {
        let open = Open::new(u32::MAX);
        let alice = Digest::of("example/1", &[b"alice"]);
        let room = open.kept.lock().unwrap().asked.capacity();
        for number in 0..300_000 {
            open.take(question(number), alice).unwrap();
        }
        let kept = open.kept.lock().unwrap();
        assert!(kept.asked.len() <= REMEMBERED && kept.order.len() <= REMEMBERED);
        assert_eq!(kept.asked.capacity().max(room), room, "the map has grown");
        drop(kept);
        let few = Open::new(1);
        few.take(question(1), alice).unwrap();
        assert!(few.answered(question(1)).is_some());
        assert_eq!((few.answered(question(1)), few.take(question(2), alice)), (None, Ok(())));
    }
}
