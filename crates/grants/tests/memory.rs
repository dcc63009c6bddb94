//! The suite that every store runs, over the store in memory.

use std::sync::Arc;
use twogates_grants::suite::Subject;
use twogates_grants::{Clock, FakeClock, Memory, store_suite};

/// When the suite begins, in milliseconds since 1970.
const START: u64 = 1_785_247_200_000;

struct InMemory {
    clock: FakeClock,
    store: Arc<Memory>,
}

impl Subject for InMemory {
    type Store = Memory;

    fn empty() -> Self {
        let clock = FakeClock::at(START);
        Self { store: Arc::new(Memory::new(clock.clone())), clock }
    }

    fn store(&self) -> Arc<Memory> {
        self.store.clone()
    }

    fn advance(&self, ms: u64) {
        self.clock.advance(ms);
    }

    fn set_back(&self, ms: u64) {
        self.clock.set(self.clock.ms().saturating_sub(ms));
    }
}

store_suite!(InMemory);
