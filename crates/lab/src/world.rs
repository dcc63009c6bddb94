//! What everyone in the lab shares: the time, the dice, and the recorder.

use crate::recorder::Recorder;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use twogates::consent::Dice;
use twogates::grants::{Clock, FakeClock};
use wire::Digest;

/// Where the lab's clock starts: 2026-07-28 14:00:00 UTC, in milliseconds since 1970.
pub const START_MS: u64 = 1_785_247_200_000;

/// The time, the dice and the recorder of one run. Clones are the same world.
#[derive(Debug, Clone)]
pub struct World {
    /// The clock that every store, token and entry of this run goes by.
    pub clock: FakeClock,
    /// Where ids come from.
    pub dice: Arc<Seeded>,
    /// What has happened so far.
    pub recorder: Arc<Mutex<Recorder>>,
}

impl World {
    /// A fresh world. The same seed gives the same ids.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let clock = FakeClock::at(START_MS);
        let recorder = Arc::new(Mutex::new(Recorder::new(clock.clone())));
        Self { clock, dice: Arc::new(Seeded::new(seed)), recorder }
    }

    /// Lets a second pass.
    pub fn tick(&self) {
        self.clock.advance(1_000);
    }

    /// The time, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.clock.ms()
    }
}

/// Dice that fall the same way in every run. Nobody outside a lesson may use them: their ids can be guessed.
#[derive(Debug)]
pub struct Seeded {
    seed: u64,
    thrown: AtomicU64,
}

impl Seeded {
    /// Dice with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed, thrown: AtomicU64::new(0) }
    }
}

impl Dice for Seeded {
    fn draw(&self) -> [u8; 16] {
        let thrown = self.thrown.fetch_add(1, Ordering::SeqCst);
        let digest = Digest::of("two-gates/lab/dice/1", &[&self.seed.to_be_bytes(), &thrown.to_be_bytes()]);
        let mut id = [0; 16];
        id.iter_mut().zip(digest.bytes()).for_each(|(to, from)| *to = *from);
        id
    }
}
