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
        let kept =
            Kept { places, asked: HashMap::with_capacity(REMEMBERED), order: VecDeque::with_capacity(REMEMBERED) };
        Self { limit, since: Instant::now(), kept: Mutex::new(kept) }
    }

    /// One question more to a principal. The next round of a question is the same question.
    ///
    /// # Errors
    ///
    /// [`NotUsable::TooManyOpen`].
    pub(super) fn take(&self, question: QuestionId, principal: Digest) -> Result<(), NotUsable> {
        let part = self.part();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.asked.contains_key(&question) {
            return Ok(());
        }
        let number = principal.bytes().iter().take(8).fold(0, |sum: usize, byte| sum << 8 | usize::from(*byte));
        let number = number % PLACES;
        let Some(place) = kept.places.get_mut(number) else { return Ok(()) };
        place.turn(part);
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
        let asked = kept.asked.remove(&question)?;
        if let Some(place) = kept.places.get_mut(asked.place) {
            place.turn(part);
            place.less(asked.part);
        }
        Some(asked.at.elapsed())
    }

    /// Which part of time it is.
    fn part(&self) -> u64 {
        let each = ANSWER_WITHIN_MS / PARTS as u64;
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX) / each
    }
}

impl Place {
    fn open(&self) -> u32 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(*part))
    }

    /// Forgets what has expired by now.
    fn turn(&mut self, now: u64) {
        let passed = now.saturating_sub(self.part).min(PARTS as u64);
        for later in 0..passed {
            if let Some(part) = self.parts.get_mut(Self::at(now - later)) {
                *part = 0;
            }
        }
        self.part = now;
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
