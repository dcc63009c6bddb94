//! SHA-256 over parts that cannot run into each other.

use sha2::{Digest as _, Sha256};
use std::fmt;

/// A SHA-256 digest, 32 bytes, compared whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Its length in bytes.
    pub const LENGTH: usize = 32;

    /// The digest of `parts` under a domain tag. The tag and each part are preceded by their length, so that no two
    /// lists of parts give the same bytes and no digest of one kind is one of another.
    ///
    /// ```
    /// # use twogates_wire as wire;
    /// use wire::Digest;
    /// let split = |parts: &[&[u8]]| Digest::of("two-gates/example/1", parts);
    /// assert_ne!(split(&[b"ab", b"c"]), split(&[b"a", b"bc"]));
    /// assert_ne!(split(&[b""]), split(&[]));
    /// ```
    #[must_use]
    pub fn of(domain: &str, parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in std::iter::once(domain.as_bytes()).chain(parts.iter().copied()) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// A digest that was computed before.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Its first twelve hexadecimal digits: enough to tell two apart by eye, not enough to rely on.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string().chars().take(12).collect()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // By hand: every claim writes and reads a few of them.
        let digit = |half: u8| char::from(if half < 10 { b'0' + half } else { b'a' - 10 + half });
        let text: String = self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        f.write_str(&text)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", self.short())
    }
}
