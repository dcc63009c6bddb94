//! Where a store's time comes from.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Wall-clock time in milliseconds since 1970. A store holds it; nobody passes "now" to a store.
pub trait Clock: Send + Sync + Debug {
    /// Milliseconds since 1970.
    fn ms(&self) -> u64;
}

/// The system's wall clock. A monotonic clock means nothing after a restart, which is just when a grant must still know
/// its age.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

/// A clock that stands until it is moved: for lessons and tests. Clones are the same clock.
#[derive(Debug, Clone, Default)]
pub struct FakeClock(Arc<AtomicU64>);

impl FakeClock {
    /// A clock that stands at `ms` milliseconds since 1970.
    #[must_use]
    pub fn at(ms: u64) -> Self {
        Self(Arc::new(AtomicU64::new(ms)))
    }

    /// Sets it to `ms` milliseconds since 1970, forward or back.
    pub fn set(&self, ms: u64) {
        self.0.store(ms, Ordering::SeqCst);
    }

    /// Moves it forward by `ms` milliseconds.
    pub fn advance(&self, ms: u64) {
        self.set(self.ms().saturating_add(ms));
    }
}

impl Clock for FakeClock {
    fn ms(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}
