//! What was set aside: removed for good, or put back.

use super::{FilePath, Folder, NotAside, Point, Stage};
use rustix::fs::{AtFlags, RenameFlags, fsync, renameat_with, unlinkat};
use rustix::io::Errno;

/// How many objects of one stage can be kept in the quarantine: far more than ever happens.
const MOST_KEPT: u32 = 1_000;

/// The approved object, set aside under the name of its stage. Dropped, it stays there until [`Folder::recover`] asks the
/// grant's row what to do with it.
#[must_use = "what was set aside is purged or put back"]
#[derive(Debug)]
pub struct Aside {
    folder: Folder,
    path: FilePath,
    stage: Stage,
}

/// What came of putting something back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutBack {
    /// It is in its place again.
    Back,
    /// Its path was taken. It stays in the quarantine under this name, and a person must be told.
    Kept(String),
    /// It is not under this stage's name any more: another claim took it over.
    TakenOver,
}

impl Aside {
    pub(super) const fn new(folder: Folder, path: FilePath, stage: Stage) -> Self {
        Self { folder, path, stage }
    }

    /// Where it stood.
    pub(super) const fn path(&self) -> &FilePath {
        &self.path
    }

    /// Removes it for good. Only after the store committed.
    ///
    /// # Errors
    ///
    /// What the system said. It is in the quarantine still, and [`Folder::recover`] removes it later.
    pub fn purge(self) -> Result<(), NotAside> {
        purge(&self.folder, &self.stage)
    }

    /// Puts it back, where the store did not commit.
    ///
    /// # Errors
    ///
    /// What the system said. It is in the quarantine still, and [`Folder::recover`] puts it back later.
    pub fn put_back(self) -> Result<PutBack, NotAside> {
        put_back(&self.folder, &self.path, &self.stage)
    }
}

pub(super) fn purge(folder: &Folder, stage: &Stage) -> Result<(), NotAside> {
    folder.at(Point::Committed);
    let purging = NotAside::doing("remove what was set aside");
    match unlinkat(&*folder.quarantine, stage.name(), AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => {}
        Err(error) => return Err(purging(error)),
    }
    fsync(&*folder.quarantine).map_err(purging)?;
    folder.at(Point::Purged);
    Ok(())
}

pub(super) fn put_back(folder: &Folder, path: &FilePath, stage: &Stage) -> Result<PutBack, NotAside> {
    let putting = NotAside::doing("put the file back");
    let back = |parent| renameat_with(&*folder.quarantine, stage.name(), parent, path.name(), RenameFlags::NOREPLACE);
    match folder.parent(path) {
        Ok(parent) => match back(&parent) {
            Ok(()) => {
                fsync(&parent).and_then(|()| fsync(&*folder.quarantine)).map_err(putting)?;
                return Ok(PutBack::Back);
            }
            Err(Errno::NOENT) => return Ok(PutBack::TakenOver),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(putting(error)),
        },
        // The folder itself went, or is something else now.
        Err(NotAside::System { error: Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::XDEV, .. }) => {}
        Err(other) => return Err(other),
    }
    kept(folder, stage)
}

/// Gives it a name that no recovery takes for a stage.
fn kept(folder: &Folder, stage: &Stage) -> Result<PutBack, NotAside> {
    let keeping = NotAside::doing("keep the file in the quarantine");
    for number in 1..=MOST_KEPT {
        let name = stage.kept(number);
        match renameat_with(&*folder.quarantine, stage.name(), &*folder.quarantine, &name, RenameFlags::NOREPLACE) {
            Ok(()) => {
                fsync(&*folder.quarantine).map_err(keeping)?;
                return Ok(PutBack::Kept(name));
            }
            Err(Errno::NOENT) => return Ok(PutBack::TakenOver),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(keeping(error)),
        }
    }
    Err(keeping(Errno::EXIST))
}
