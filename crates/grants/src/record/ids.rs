//! The names of grants and of attempts to act on them.

use std::fmt;
use wire::Digest;

/// The stored id of a grant: SHA-256 of its handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantId(Digest);

impl GrantId {
    /// For stores: the id that was stored as this digest.
    #[must_use]
    pub const fn from_store(digest: Digest) -> Self {
        Self(digest)
    }

    /// The digest itself, for stores.
    #[must_use]
    pub const fn digest(&self) -> &Digest {
        &self.0
    }

    /// The whole id in hexadecimal: what stages and idempotency keys are named after. People read the short form.
    #[must_use]
    pub fn hex(&self) -> String {
        self.0.to_string()
    }
}

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.short())
    }
}

impl fmt::Debug for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrantId({self})")
    }
}

/// A reference to a grant, as it travels in a queue: a handle of 128 random bits, and the hash of the arguments. It is
/// no authority: the row is (rule `GRANT-03`). The handle does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct GrantRef {
    handle: [u8; 16],
    arg_hash: Digest,
}

impl GrantRef {
    /// A reference from its parts, as a queue carried them.
    #[must_use]
    pub const fn new(handle: [u8; 16], arg_hash: Digest) -> Self {
        Self { handle, arg_hash }
    }

    /// The handle, for a queue to carry.
    #[must_use]
    pub const fn expose_handle(&self) -> &[u8; 16] {
        &self.handle
    }

    /// The hash of the arguments that were approved.
    #[must_use]
    pub const fn arg_hash(&self) -> Digest {
        self.arg_hash
    }

    /// The stored id that the handle leads to.
    #[must_use]
    pub fn id(&self) -> GrantId {
        GrantId(Digest::of("two-gates/grant/1", &[&self.handle]))
    }
}

impl fmt::Debug for GrantRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrantRef({})", self.id())
    }
}

/// One attempt of one worker to act on a grant: 128 random bits that it draws before it claims.
///
/// An answer of the store can be lost on its way back. The worker that claims once more with the same attempt gets its
/// claim again; every other attempt is another worker's. So it is never made from the job, which is delivered twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptId([u8; 16]);

impl AttemptId {
    /// An attempt from 16 bytes, random where it is new.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The attempt of a call that runs at once: as good as drawn, for the handle was, and nobody else has that. An attempt is
    /// stored and shown, so that it does not give the handle away.
    pub(crate) fn at_once(reference: &GrantRef) -> Self {
        let digest = Digest::of("two-gates/attempt/1", &[&reference.handle]);
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(digest.bytes()).for_each(|(to, from)| *to = *from);
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for AttemptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for AttemptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AttemptId({self})")
    }
}
