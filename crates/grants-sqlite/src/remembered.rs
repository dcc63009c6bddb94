//! What yeses cover, as it was read and verified a moment ago.
//!
//! A claim asks the authority about what its grant covers before it is written, and gives it out after. What a yes covers
//! never changes, so that it is read from its bytes once.

use consent::{Intent, QuestionId};
use grants::{GrantId, Item};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wire::Digest;

/// What the yes of a grant covers, and whose it is.
#[derive(Debug)]
pub(crate) struct Covered {
    pub(crate) question: QuestionId,
    pub(crate) item: Item,
    pub(crate) intent: Intent,
    pub(crate) intent_hash: Digest,
}

/// A few of them. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Remembered(Arc<Mutex<Few>>);

#[derive(Debug, Default)]
struct Few {
    of: HashMap<GrantId, Arc<Covered>>,
    bytes: usize,
}

impl Remembered {
    /// How many bytes of arguments are kept. When there are more, all are let go.
    const BYTES: usize = 8 << 20;

    /// How many are kept.
    const COUNT: usize = 4096;

    pub(crate) fn of(&self, grant: GrantId) -> Option<Arc<Covered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).of.get(&grant).cloned()
    }

    pub(crate) fn keep(&self, grant: GrantId, covered: &Arc<Covered>) {
        let bytes = covered.intent.call.arguments().len();
        let mut few = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if few.of.len() >= Self::COUNT || few.bytes.saturating_add(bytes) > Self::BYTES {
            *few = Few::default();
        }
        if few.of.insert(grant, Arc::clone(covered)).is_none() {
            few.bytes = few.bytes.saturating_add(bytes);
        }
    }
}
