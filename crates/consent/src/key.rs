//! The keys that seal a state.

use crate::BadState;
use crate::seal::Sealed;
use rules::{Fault, Refused, Rule};
use std::fmt;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// One key: an id that travels with each state, and a secret that is wiped when dropped and never printed.
#[derive(Clone)]
pub struct Key {
    id: String,
    secret: Zeroizing<Vec<u8>>,
}

/// Does not compile unless the secret is wiped when it is dropped.
const _: fn(&Key) = |key| {
    const fn wiped<T: ZeroizeOnDrop>(_: &T) {}
    wiped(&key.secret);
};

impl Key {
    /// The least length of a secret, in bytes.
    pub const MIN_BYTES: usize = 32;

    /// A key. The id has 1 to 32 letters, digits, `-` or `_`.
    ///
    /// # Errors
    ///
    /// [`BadKey`] when the secret is shorter than 32 bytes, or the id is not such an id.
    ///
    /// ```
    /// # use twogates_consent as consent;
    /// use consent::{BadKey, Key};
    /// assert!(Key::new("k1", &[7; 32]).is_ok());
    /// assert_eq!(Key::new("k1", &[7; 31]).unwrap_err(), BadKey::TooShort { bytes: 31 });
    /// assert_eq!(Key::new("k.1", &[7; 32]).unwrap_err(), BadKey::BadId);
    /// ```
    pub fn new(id: &str, secret: &[u8]) -> Result<Self, BadKey> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !(1..=32).contains(&id.len()) || !id.bytes().all(plain) {
            return Err(BadKey::BadId);
        }
        if secret.len() < Self::MIN_BYTES {
            return Err(BadKey::TooShort { bytes: secret.len() });
        }
        Ok(Self { id: id.to_owned(), secret: Zeroizing::new(secret.to_vec()) })
    }

    /// The id that travels with each state.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The secret, for the seal alone.
    pub(crate) fn expose_secret(&self) -> &[u8] {
        &self.secret
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id)
    }
}

/// Why something is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadKey {
    /// The secret is too short.
    TooShort {
        /// Its length in bytes.
        bytes: usize,
    },
    /// The id has other characters, or none, or more than 32.
    BadId,
    /// Two keys of one ring have the same id.
    SameId,
}

impl Refused for BadKey {
    fn fault(&self) -> Fault {
        Fault::Ours
    }

    fn rule(&self) -> &'static Rule {
        &rules::state::INTEGRITY
    }

    fn code(&self) -> &'static str {
        match self {
            Self::TooShort { .. } => "key_too_short",
            Self::BadId => "bad_key_id",
            Self::SameId => "same_key_id",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::TooShort { bytes } => format!("the key has {bytes} bytes; {} are the least", Key::MIN_BYTES),
            Self::BadId => "the key's id is not 1 to 32 letters, digits, - or _".into(),
            Self::SameId => "both keys of the ring have the same id".into(),
        }
    }

    fn remedy(&self) -> &'static str {
        "make a key of 32 random bytes, under an id of its own"
    }
}

impl fmt::Display for BadKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for BadKey {}

/// The keys in use: the current one seals, and the previous one still opens what it sealed.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::{BadKey, Key, KeyRing};
/// let key = |id| Key::new(id, &[7; 32]);
/// let ring = KeyRing::new(key("may")?).rotated(key("june")?)?;
/// assert_eq!(ring.current().id(), "june");
/// assert!(ring.find("may").is_some());
///
/// assert_eq!(ring.clone().rotated(key("june")?).unwrap_err(), BadKey::SameId);
/// assert!(ring.rotated(key("july")?)?.find("may").is_none());
/// # Ok::<(), BadKey>(())
/// ```
#[derive(Debug, Clone)]
pub struct KeyRing {
    current: Key,
    previous: Option<Key>,
}

impl KeyRing {
    /// A ring with one key.
    #[must_use]
    pub const fn new(current: Key) -> Self {
        Self { current, previous: None }
    }

    /// The ring after a rotation: `next` seals from now on, the key before it still opens, the one before that no more.
    ///
    /// # Errors
    ///
    /// [`BadKey::SameId`] when the next key has the current key's id.
    pub fn rotated(self, next: Key) -> Result<Self, BadKey> {
        if next.id == self.current.id {
            return Err(BadKey::SameId);
        }
        Ok(Self { current: next, previous: Some(self.current) })
    }

    /// The same state, sealed with the current key: for a rotation that cannot wait until every state of the previous
    /// key has expired. Whom the state is for, what it covers and until when stay what they were; nothing is said of them.
    ///
    /// # Errors
    ///
    /// [`BadState::Tampered`] or [`BadState::UnknownKey`], when no key of this ring opens it.
    pub fn resealed(&self, state: &str) -> Result<String, BadState> {
        Sealed::open(self, true, state).map(|sealed| sealed.seal(self))
    }

    /// The key that seals.
    #[must_use]
    pub const fn current(&self) -> &Key {
        &self.current
    }

    /// The key with this id, while it still opens.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Key> {
        std::iter::once(&self.current).chain(&self.previous).find(|key| key.id == id)
    }
}
