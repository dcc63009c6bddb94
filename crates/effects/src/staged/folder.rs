//! A folder whose files may be deleted, and the quarantine beside it.

use super::aside::{Aside, PutBack, put_back};
use super::fit::fit;
use super::look::{Seen, facts, look, open};
use super::{FilePath, NotAside, Stage, Unfit};
use consent::{BoundSnapshot, Snapshot};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags, RenameFlags, fsync, mkdirat, openat, renameat_with};
use rustix::io::Errno;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A folder whose files may be deleted in two halves, and the quarantine in which they stand in between.
///
/// ```
/// # use twogates_effects as effects;
/// use consent::How;
/// use effects::staged::{FilePath, Folder, Stage};
/// use std::fs;
/// # use grants::GrantRef;
/// # let root = tempfile::tempdir().unwrap();
/// # let files = root.path().join("files");
/// # fs::create_dir(&files).unwrap();
/// # let grant = GrantRef::new([7; 16], wire::Digest::of("example", &[])).id();
/// let folder = Folder::open(&files, &root.path().join("quarantine")).unwrap();
/// let (path, stage) = (FilePath::new("notes.txt").unwrap(), Stage::of(grant, 1));
/// fs::write(files.join("notes.txt"), "hello").unwrap();
/// let approved = folder.snapshot(&path).unwrap().bound();
///
/// // Somebody replaces the file, with the same bytes. It is another object, and stays.
/// fs::remove_file(files.join("notes.txt")).unwrap();
/// fs::write(files.join("notes.txt"), "hello").unwrap();
/// assert_eq!(folder.set_aside(&path, &stage, &approved).unwrap_err().how(), Some(How::Replaced));
///
/// // The file that a person approved is set aside, and goes once the store has committed.
/// let approved = folder.snapshot(&path).unwrap().bound();
/// let aside = folder.set_aside(&path, &stage, &approved).unwrap();
/// assert!(!files.join("notes.txt").exists());
/// aside.purge().unwrap();
/// ```
#[derive(Clone)]
pub struct Folder {
    pub(super) top: Arc<OwnedFd>,
    pub(super) quarantine: Arc<OwnedFd>,
    most_bytes: u64,
    watch: Option<Arc<dyn Fn(Point) + Send + Sync>>,
}

/// Where a deletion has come to. Tests and the crash lab look on at these points, and may end the process there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// The file is still in its place, and is the approved one so far.
    Looked,
    /// Something was moved into the quarantine. What it is has not been looked at.
    Moved,
    /// It is the approved object, and both folders are on disk.
    SetAside,
    /// It is another one, and about to be put back.
    Wrong,
    /// It is about to be removed for good: the store has committed.
    Committed,
    /// It is gone.
    Purged,
}

impl Point {
    /// Every point.
    pub const ALL: [Self; 6] = [Self::Looked, Self::Moved, Self::SetAside, Self::Wrong, Self::Committed, Self::Purged];

    /// It as a stable word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Looked => "looked",
            Self::Moved => "moved",
            Self::SetAside => "set_aside",
            Self::Wrong => "wrong",
            Self::Committed => "committed",
            Self::Purged => "purged",
        }
    }
}

impl Folder {
    /// How long a file may be when nothing else is said, in bytes: 256 MiB.
    pub const MOST_BYTES: u64 = 256 << 20;

    /// Opens a folder and its quarantine, which is made where there is none, and tests the file system: it must say when
    /// a file was born, and must not replace a file where it is told not to. The quarantine belongs on the same file
    /// system, and to this user alone. It may be below the folder: nothing in it can be named.
    ///
    /// # Errors
    ///
    /// [`Unfit`] says what is missing. Declare the tool at-most-once then.
    pub fn open(top: &Path, quarantine: &Path) -> Result<Self, Unfit> {
        let folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let top = openat(CWD, top, folder, Mode::empty()).map_err(Unfit::doing("open the folder"))?;
        match mkdirat(CWD, quarantine, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(Unfit::doing("make the quarantine")(error)),
        }
        let quarantine = openat(CWD, quarantine, folder | OFlags::NOFOLLOW, Mode::empty())
            .map_err(Unfit::doing("open the quarantine"))?;
        let opened =
            Self { top: Arc::new(top), quarantine: Arc::new(quarantine), most_bytes: Self::MOST_BYTES, watch: None };
        fit(&opened.top, &opened.quarantine)?;
        Ok(opened)
    }

    /// The same, where a file may be this long, in bytes. A longer one is neither shown nor deleted, for all of a file is read
    /// whenever it is looked at.
    #[must_use]
    pub fn with_most_bytes(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// With somebody who looks on.
    #[must_use]
    pub fn watched(self, watch: impl Fn(Point) + Send + Sync + 'static) -> Self {
        Self { watch: Some(Arc::new(watch)), ..self }
    }

    /// The state of the file at a path: what a question shows and binds. It is looked at without following any link.
    ///
    /// # Errors
    ///
    /// [`NotAside::Busy`], [`NotAside::TooLong`], or when the system would not let it be looked at.
    pub fn snapshot(&self, path: &FilePath) -> Result<Snapshot, NotAside> {
        self.seen(path).map(|seen| seen.snapshot)
    }

    /// The first half: moves the file into the quarantine, under the name of its stage, if it is the approved object. A
    /// stage that an earlier claim of the same grant left is taken over.
    ///
    /// # Errors
    ///
    /// [`NotAside`]: nothing ran, and whatever stood at the path stands there again, or is said to be kept.
    pub fn set_aside(&self, path: &FilePath, stage: &Stage, approved: &BoundSnapshot) -> Result<Aside, NotAside> {
        let mut kept = None;
        let aside = match self.taken_over(path, stage, approved, &mut kept) {
            Ok(None) => self.moved(path, stage, approved),
            Ok(Some(aside)) => Ok(aside),
            Err(refusal) => Err(refusal),
        };
        aside.map_err(|refusal| match kept {
            Some(name) => refusal.and_kept(name),
            None => refusal,
        })
    }

    /// Moves the file that stands at the path.
    fn moved(&self, path: &FilePath, stage: &Stage, approved: &BoundSnapshot) -> Result<Aside, NotAside> {
        // Looked at before, so that a file which took its place is not disturbed.
        let before = self.seen(path)?;
        approved.holds(&before.snapshot)?;
        before.regular()?;
        self.at(Point::Looked);
        let parent = self.parent(path)?;
        let moved = renameat_with(&parent, path.name(), &*self.quarantine, stage.name(), RenameFlags::NOREPLACE);
        match moved {
            Ok(()) => {}
            Err(Errno::NOENT) => {
                // Gone since: say so by what stands there now.
                approved.holds(&self.snapshot(path)?)?;
                return Err(NotAside::Busy);
            }
            Err(error) => return Err(NotAside::doing("move the file into the quarantine")(error)),
        }
        self.at(Point::Moved);
        fsync(&*self.quarantine).and_then(|()| fsync(&parent)).map_err(NotAside::doing("write the move to disk"))?;
        self.verified(path, stage, approved)
    }

    /// Looks at what stands in the quarantine under this stage's name, and puts it back where it is not the approved
    /// object.
    fn verified(&self, path: &FilePath, stage: &Stage, approved: &BoundSnapshot) -> Result<Aside, NotAside> {
        let judged = self.seen_aside(path, stage).and_then(|staged| {
            if staged.kind.is_none() {
                return Err(NotAside::TakenOver);
            }
            approved.holds(&staged.snapshot)?;
            staged.regular()
        });
        let wrong = match judged {
            Ok(()) => {
                self.at(Point::SetAside);
                return Ok(Aside::new(self.clone(), path.clone(), stage.clone()));
            }
            Err(NotAside::TakenOver) => return Err(NotAside::TakenOver),
            Err(wrong) => wrong,
        };
        self.at(Point::Wrong);
        match (put_back(self, path, stage)?, wrong) {
            (PutBack::Kept(name), wrong) => Err(wrong.and_kept(name)),
            (PutBack::TakenOver, _) => Err(NotAside::TakenOver),
            (PutBack::Back, wrong) => Err(wrong),
        }
    }

    /// A stage of an earlier fence is moved on to this one's name. Whoever made it, and still runs, loses it by that. `kept`
    /// is the name of somebody else's file that could not go back.
    fn taken_over(
        &self,
        path: &FilePath,
        stage: &Stage,
        approved: &BoundSnapshot,
        kept: &mut Option<String>,
    ) -> Result<Option<Aside>, NotAside> {
        let name = stage.name();
        for fence in self.fences(stage)? {
            let earlier = stage.under(fence).name();
            let moved = if fence == stage.fence {
                // Its own, from before an acknowledgement was lost.
                self.seen_aside(path, stage)?.kind.is_some()
            } else {
                match renameat_with(&*self.quarantine, earlier, &*self.quarantine, &name, RenameFlags::NOREPLACE) {
                    Ok(()) => true,
                    Err(Errno::NOENT) => false,
                    Err(error) => return Err(NotAside::doing("take a stage over")(error)),
                }
            };
            if moved {
                fsync(&*self.quarantine).map_err(NotAside::doing("write the move to disk"))?;
                match self.verified(path, stage, approved) {
                    // Somebody else's file, which an earlier worker had moved by mistake: it is back in its place.
                    Err(NotAside::Changed(_)) => {}
                    Err(NotAside::Kept { refusal, name }) if refusal.how().is_some() => *kept = Some(name),
                    found => return found.map(Some),
                }
            }
        }
        Ok(None)
    }

    /// The fences under which a grant may have a stage: this one's own, and those that are there, the latest first.
    fn fences(&self, stage: &Stage) -> Result<Vec<u64>, NotAside> {
        let mut fences = vec![stage.fence];
        // Before the first claim there was none.
        if stage.fence > 1 {
            let earlier = |other: &Stage| other.grant == stage.grant && other.fence < stage.fence;
            fences.extend(self.stages()?.into_iter().rev().filter(earlier).map(|other| other.fence));
        }
        Ok(fences)
    }

    /// The state of what the first half would take where nobody looks: what an earlier claim set aside, or what stands at the
    /// path.
    pub(super) fn as_it_is(&self, path: &FilePath, stage: &Stage) -> Result<Snapshot, NotAside> {
        for fence in self.fences(stage)? {
            let left = self.seen_aside(path, &stage.under(fence))?;
            if left.kind.is_some() {
                return Ok(left.snapshot);
            }
        }
        self.snapshot(path)
    }

    /// The folder of a file, which is not the quarantine.
    pub(super) fn parent(&self, path: &FilePath) -> Result<OwnedFd, NotAside> {
        let opening = NotAside::doing("open the folder of the file");
        let parent = open(self.top.as_fd(), path.folder(), OFlags::RDONLY | OFlags::DIRECTORY).map_err(&opening)?;
        let place = |folder: &OwnedFd| facts(folder).map(|it| (it.stx_dev_major, it.stx_dev_minor, it.stx_ino));
        if place(&parent).map_err(&opening)? == place(&self.quarantine).map_err(&opening)? {
            return Err(NotAside::NoFile("something in the quarantine"));
        }
        Ok(parent)
    }

    fn seen(&self, path: &FilePath) -> Result<Seen, NotAside> {
        look(self.top.as_fd(), path.as_str(), path.as_str(), self.most_bytes)
    }

    pub(super) fn seen_aside(&self, path: &FilePath, stage: &Stage) -> Result<Seen, NotAside> {
        look(self.quarantine.as_fd(), &stage.name(), path.as_str(), self.most_bytes)
    }

    pub(super) fn at(&self, point: Point) {
        if let Some(watch) = &self.watch {
            watch(point);
        }
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Folder")
    }
}
