//! The store's time.

use grants::Clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Wall clock, never behind what it said before. Clones are the same time.
#[derive(Debug, Clone)]
pub(crate) struct Time {
    clock: Arc<dyn Clock>,
    high_water: Arc<AtomicU64>,
}

impl Time {
    pub(crate) fn of(clock: Arc<dyn Clock>) -> Self {
        Self { clock, high_water: Arc::default() }
    }

    /// Milliseconds since 1970. A clock that was set back stands until it is where it was (rule `GRANT-06`).
    pub(crate) fn ms(&self) -> u64 {
        self.at_least(self.clock.ms())
    }

    /// The latest time that was told, once it is not before this.
    pub(crate) fn at_least(&self, ms: u64) -> u64 {
        self.high_water.fetch_max(ms, Ordering::SeqCst).max(ms)
    }
}
