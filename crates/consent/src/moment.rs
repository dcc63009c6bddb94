//! A moment of the store's clock.

use std::fmt;

/// Milliseconds since 1970, as a grant store's clock tells them.
///
/// Its one constructor is for stores: pure code is handed a moment and never makes one up, and no public function takes
/// "now" from its caller (rule `GRANT-06`). Whole numbers only, so that there is no moment that is never reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(u64);

impl Moment {
    /// For grant stores only: what their clock says, in milliseconds since 1970.
    #[must_use]
    pub const fn from_store(ms: u64) -> Self {
        Self(ms)
    }

    /// A moment that a store told once and that was sealed since.
    pub(crate) const fn unsealed(ms: u64) -> Self {
        Self(ms)
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn ms(self) -> u64 {
        self.0
    }

    /// The moment `ms` milliseconds later; the last moment there is, when it would be past that.
    #[must_use]
    pub const fn later(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// The moment `ms` milliseconds earlier; the first there is, when it would be before that.
    #[must_use]
    pub const fn earlier(self, ms: u64) -> Self {
        Self(self.0.saturating_sub(ms))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::render::moment(self.0))
    }
}
