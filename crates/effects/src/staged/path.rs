//! Names: of files in a folder, and of stages in its quarantine.

use grants::GrantId;
use std::fmt;
use wire::Digest;

/// The path of a file below a folder: plain names with one slash between two of them. Nothing climbs, nothing is absolute,
/// and one file has one path, so that the path that a person reads is the one that is used.
#[derive(Clone, PartialEq, Eq)]
pub struct FilePath(String);

/// A text that is no [`FilePath`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPath;

impl FilePath {
    /// A path below a folder.
    ///
    /// # Errors
    ///
    /// [`BadPath`] for an empty name, for `.` and `..`, for a path from the root, and for a zero byte.
    pub fn new(path: &str) -> Result<Self, BadPath> {
        let plain = |name: &str| !name.is_empty() && name != "." && name != ".." && !name.contains('\0');
        if path.split('/').all(plain) { Ok(Self(path.to_owned())) } else { Err(BadPath) }
    }

    /// The path as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder in which the file is, seen from the top folder; `.` for that one itself.
    pub(super) fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or(".", |(folder, _)| folder)
    }

    /// The name of the file in that folder.
    pub(super) fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(self.0.as_str(), |(_, name)| name)
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Without the path: it is an argument that a person approved, and does not end up in a log by chance.
impl fmt::Debug for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FilePath({} bytes)", self.0.len())
    }
}

impl fmt::Display for BadPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path is made of plain names with a slash between two of them")
    }
}

impl std::error::Error for BadPath {}

/// Whose a stage is: the stored id of a grant, as 64 hexadecimal digits, and the fence of the claim that made it. The
/// stored id reveals nothing, and recovery can find its row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stage {
    /// The stored id of the grant.
    pub grant: String,
    /// The fence of the claim.
    pub fence: u64,
}

impl Stage {
    /// The stage of a claim with this fence.
    #[must_use]
    pub fn of(grant: GrantId, fence: u64) -> Self {
        Self { grant: grant.hex(), fence }
    }

    /// The stored id of the grant.
    #[must_use]
    pub fn id(&self) -> Option<GrantId> {
        let mut bytes = [0; Digest::LENGTH];
        for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(self.grant.get(place..place + 2)?, 16).ok()?;
        }
        Some(GrantId::from_store(Digest::from_bytes(bytes)))
    }

    /// The stage of the same grant under another fence.
    pub(super) fn under(&self, fence: u64) -> Self {
        Self { grant: self.grant.clone(), fence }
    }

    /// The name of the stage in a quarantine.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.{}", self.grant, self.fence)
    }

    /// The name under which an object stays that could not be put back.
    pub(super) fn kept(&self, number: u32) -> String {
        format!("{}.kept-{number}", self.name())
    }

    /// The stage that a name in a quarantine is of; none for a name that is not of a stage.
    pub(super) fn read(name: &str) -> Option<Self> {
        let (grant, fence) = name.split_once('.')?;
        let hex = grant.len() == 64 && grant.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let stage = Self { grant: grant.to_owned(), fence: fence.parse().ok()? };
        // One stage has one name: no plus sign, no zeros before a number.
        (hex && stage.name() == name).then_some(stage)
    }
}

#[cfg(test)]
mod tests {
    use super::{FilePath, Stage};

    #[test]
    fn a_path_does_not_print_by_chance() {
        let path = FilePath::new("letters/to-eve.txt").unwrap();
        assert_eq!((format!("{path:?}").as_str(), path.as_str()), ("FilePath(18 bytes)", "letters/to-eve.txt"));
    }

    #[test]
    fn a_path_is_made_of_plain_names() {
        for good in ["a", "a/b", "a b/ü.txt", "...", ".hidden", "a/.quarantine"] {
            assert_eq!(FilePath::new(good).map(|path| path.to_string()).as_deref(), Ok(good));
        }
        for bad in ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a\0b"] {
            assert!(FilePath::new(bad).is_err(), "{bad:?}");
        }
        let path = FilePath::new("a/b/c").unwrap();
        assert_eq!((path.folder(), path.name()), ("a/b", "c"));
        let path = FilePath::new("c").unwrap();
        assert_eq!((path.folder(), path.name()), (".", "c"));
    }

    #[test]
    fn a_stage_has_one_name() {
        let grant = "0123456789abcdef".repeat(4);
        let stage = Stage { grant: grant.clone(), fence: 12 };
        assert_eq!(Stage::read(&stage.name()), Some(stage.clone()));
        assert_eq!(stage.id().map(|id| id.hex()), Some(grant.clone()));
        for other in [
            grant.clone(),
            format!("{grant}."),
            format!("{grant}.+1"),
            format!("{grant}.01"),
            format!("{grant}.-1"),
            format!("{}.1", "0123456789abcde".repeat(4)),
            format!("{}.1", grant.to_uppercase()),
            stage.kept(1),
        ] {
            assert_eq!(Stage::read(&other), None, "{other}");
        }
    }
}
