//! Looking at what stands somewhere: which object it is, and what is in it.

use super::NotAside;
use consent::{Snapshot, render};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, ResolveFlags, Statx, StatxFlags, openat2, statx};
use rustix::io::{Errno, read};
use sha2::{Digest as _, Sha256};
use wire::Digest;

/// How often a file is read again that somebody wrote to in the meantime.
const TRIES: usize = 3;

/// Opens something below a folder: no symbolic link on the way, nothing above the folder, no other file system.
pub(super) fn open(folder: BorrowedFd<'_>, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    let resolve =
        ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_XDEV;
    openat2(folder, path, flags | OFlags::CLOEXEC, Mode::empty(), resolve)
}

/// The names in a folder. What is no text is left out: it is nobody's of this crate.
pub(super) fn names(folder: &OwnedFd) -> Result<Vec<String>, Errno> {
    let folder = open(folder.as_fd(), ".", OFlags::RDONLY | OFlags::DIRECTORY)?;
    let mut names = Vec::new();
    for entry in Dir::new(folder)? {
        names.extend(entry?.file_name().to_str().map(str::to_owned));
    }
    Ok(names)
}

/// What stands somewhere.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    /// Its state.
    pub(super) snapshot: Snapshot,
    /// What kind of thing it is; none where there is nothing.
    pub(super) kind: Option<FileType>,
}

impl Seen {
    /// That it is a regular file.
    pub(super) fn regular(&self) -> Result<(), NotAside> {
        match self.kind {
            Some(FileType::RegularFile) => Ok(()),
            other => Err(NotAside::NoFile(other.map_or("not there", kind_word))),
        }
    }
}

/// The state of what stands at `path` below a folder. A person is shown `shown` for its name. A file of more than `most` bytes
/// is not read: whoever names one would hold up everybody else.
pub(super) fn look(folder: BorrowedFd<'_>, path: &str, shown: &str, most: u64) -> Result<Seen, NotAside> {
    let looking = NotAside::doing("look at the file");
    // Opened without access first: to open a device or a pipe can do something.
    let handle = match open(folder, path, OFlags::PATH | OFlags::NOFOLLOW) {
        Ok(handle) => handle,
        Err(Errno::NOENT | Errno::NOTDIR) => return Ok(absent(shown)),
        Err(error) => return Err(looking(error)),
    };
    let before = facts(&handle).map_err(&looking)?;
    let kind = FileType::from_raw_mode(before.stx_mode.into());
    if kind != FileType::RegularFile {
        return Ok(other(shown, kind, &before));
    }
    let file = match open(folder, path, OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK) {
        Ok(file) => file,
        // It went, or a link took its place, between the two.
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(absent(shown)),
        Err(error) => return Err(looking(error)),
    };
    for _ in 0..TRIES {
        let before = facts(&file).map_err(&looking)?;
        let content = content(&file, most).map_err(&looking)?.ok_or(NotAside::TooLong { most })?;
        let after = facts(&file).map_err(&looking)?;
        if steady(&before) == steady(&after) {
            return Ok(regular(shown, &after, &content));
        }
    }
    Err(NotAside::Busy)
}

/// What the system knows of an open file.
pub(super) fn facts(file: &OwnedFd) -> Result<Statx, Errno> {
    statx(file, "", AtFlags::EMPTY_PATH, StatxFlags::BASIC_STATS | StatxFlags::BTIME)
}

/// Whether the file system says when a file was born. An inode number alone comes back with the next file.
pub(super) fn knows_birth(facts: &Statx) -> bool {
    facts.stx_mask & StatxFlags::BTIME.bits() != 0
}

/// A kind in words.
const fn kind_word(kind: FileType) -> &'static str {
    match kind {
        FileType::RegularFile => "a file",
        FileType::Directory => "a folder",
        FileType::Symlink => "a symbolic link",
        FileType::Fifo => "a pipe",
        FileType::Socket => "a socket",
        _ => "a device",
    }
}

/// What changes when somebody writes to an open file.
fn steady(facts: &Statx) -> (u64, (i64, u32), (i64, u32)) {
    let time = |at: rustix::fs::StatxTimestamp| (at.tv_sec, at.tv_nsec);
    (facts.stx_size, time(facts.stx_mtime), time(facts.stx_ctime))
}

/// The digest of what is in a file; none where that is more than `most` bytes, also when it grows while it is read.
fn content(file: &OwnedFd, most: u64) -> Result<Option<[u8; 32]>, Errno> {
    if facts(file)?.stx_size > most {
        return Ok(None);
    }
    rustix::fs::seek(file, rustix::fs::SeekFrom::Start(0))?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    let mut left = most;
    loop {
        match read(file.as_fd(), &mut *buffer) {
            Ok(0) => break,
            Ok(count) => {
                let Some(rest) = left.checked_sub(count as u64) else { return Ok(None) };
                left = rest;
                hash.update(buffer.get(..count).unwrap_or_default());
            }
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(hash.finalize().into()))
}

/// Which object it is: where it lies, and when it was born.
fn identity(facts: &Statx) -> Digest {
    let birth = facts.stx_btime;
    Digest::of(
        "two-gates/effects/object/1",
        &[
            &facts.stx_dev_major.to_be_bytes(),
            &facts.stx_dev_minor.to_be_bytes(),
            &facts.stx_ino.to_be_bytes(),
            &birth.tv_sec.to_be_bytes(),
            &birth.tv_nsec.to_be_bytes(),
        ],
    )
}

/// What was written anew has changed, with the same bytes too: when it was changed is what the person was shown.
fn regular(shown: &str, facts: &Statx, bytes: &[u8; 32]) -> Seen {
    let changed = facts.stx_mtime;
    let content = Digest::of(
        "two-gates/effects/content/1",
        &[bytes, &changed.tv_sec.to_be_bytes(), &changed.tv_nsec.to_be_bytes()],
    );
    let ms = u64::try_from(changed.tv_sec).unwrap_or_default() * 1000 + u64::from(changed.tv_nsec / 1_000_000);
    let bytes = facts.stx_size;
    let plural = if bytes == 1 { "byte" } else { "bytes" };
    // Whoever deletes one name of a file leaves the others.
    let names = match facts.stx_nlink {
        0 | 1 => String::new(),
        2 => ", under one other name too".to_owned(),
        many => format!(", under {} other names too", many - 1),
    };
    let shown = format!("{shown}, {bytes} {plural}, changed {}{names}", render::moment(ms));
    let snapshot = Snapshot::Exists { identity: identity(facts), content, shown };
    Seen { snapshot, kind: Some(FileType::RegularFile) }
}

fn other(shown: &str, kind: FileType, facts: &Statx) -> Seen {
    let word = kind_word(kind);
    let content = Digest::of("two-gates/effects/kind/1", &[word.as_bytes()]);
    let snapshot = Snapshot::Exists { identity: identity(facts), content, shown: format!("{shown} is {word}") };
    Seen { snapshot, kind: Some(kind) }
}

fn absent(shown: &str) -> Seen {
    Seen { snapshot: Snapshot::Absent { shown: format!("{shown} does not exist") }, kind: None }
}
