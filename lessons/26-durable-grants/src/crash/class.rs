//! The five classes, and where a worker of each can be killed.

use effects::staged::Point;
use twogates::consent::EffectClass;

/// A class of effects, with a worker for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class(pub EffectClass);

impl Class {
    /// Every class that has an effect.
    pub const ALL: [Self; 5] = [
        Self(EffectClass::Transactional),
        Self(EffectClass::Staged),
        Self(EffectClass::Keyed),
        Self(EffectClass::Conditional),
        Self(EffectClass::AtMostOnce),
    ];

    /// The class with this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.0.word() == word)
    }

    /// The points at which its worker can be killed, in order.
    #[must_use]
    pub const fn points(self) -> &'static [&'static str] {
        match self.0 {
            EffectClass::Transactional => &["opened", "claimed", "acted", "told"],
            EffectClass::Staged => {
                const LOOKED: &str = Point::Looked.word();
                const MOVED: &str = Point::Moved.word();
                const ASIDE: &str = Point::SetAside.word();
                const COMMITTED: &str = Point::Committed.word();
                const PURGED: &str = Point::Purged.word();
                &["opened", "claimed", LOOKED, MOVED, ASIDE, COMMITTED, PURGED, "told"]
            }
            _ => &["opened", "claimed", "acted", "told"],
        }
    }
}
