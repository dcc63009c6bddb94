//! What to do, at start-up, with what a crashed worker left in the quarantine.

use super::aside::{PutBack, purge, put_back};
use super::look::names;
use super::{FilePath, Folder, NotAside, Stage};

/// What the grant's row says of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// The deletion was committed under this fence. The stage of that fence is removed; any other holds somebody else's
    /// file, and is put back.
    Executed {
        /// The fence of the claim that committed.
        fence: u64,
        /// Where a stage of another fence belongs.
        path: FilePath,
    },
    /// It ended without the deletion, or nobody knows any more: the file goes back to this path.
    Ended {
        /// Where the file belongs.
        path: FilePath,
    },
    /// Someone may still act on it.
    Open,
    /// There is no such grant, or it is one that nobody has acted on: the store is older than the quarantine. Or it is not the
    /// asking tool's. Nobody touches the file; a person must look.
    Unknown,
}

/// What was done with one stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recovered {
    /// The deletion was finished.
    Purged,
    /// The grant was claimed anew, and the file is deleted.
    Deleted,
    /// The file is in its place again.
    PutBack,
    /// Its path was taken: it is kept under this name, and a person must be told.
    Kept(String),
    /// Someone may still act on it.
    Left,
    /// The store does not know of it, or knows it as another tool's. It stays; a person must look.
    Unknown,
    /// The system would not let it be done. It stays.
    Failed(NotAside),
}

impl Folder {
    /// Every stage in the quarantine, by name. Other names, such as those of files that are kept, are left out.
    ///
    /// # Errors
    ///
    /// What the system said.
    pub fn stages(&self) -> Result<Vec<Stage>, NotAside> {
        let names = names(&self.quarantine).map_err(NotAside::doing("read the quarantine"))?;
        let mut stages: Vec<Stage> = names.iter().filter_map(|name| Stage::read(name)).collect();
        stages.sort();
        Ok(stages)
    }

    /// Finishes or takes back what crashed workers left, by what each grant's row says. `standing` is asked for each
    /// stage, and a stage that someone may still act on is left alone.
    ///
    /// # Errors
    ///
    /// When the quarantine cannot be read. What goes wrong with one stage does not stop the others.
    pub fn recover(&self, mut standing: impl FnMut(&Stage) -> Standing) -> Result<Vec<(Stage, Recovered)>, NotAside> {
        let stages = self.stages()?;
        let recovered = stages.into_iter().map(|stage| {
            let done = match standing(&stage) {
                Standing::Executed { fence, .. } if fence == stage.fence => {
                    purge(self, &stage).map(|()| Recovered::Purged)
                }
                Standing::Executed { path, .. } | Standing::Ended { path } => put_back(self, &path, &stage).map(back),
                Standing::Open => Ok(Recovered::Left),
                Standing::Unknown => Ok(Recovered::Unknown),
            };
            (stage, done.unwrap_or_else(Recovered::Failed))
        });
        Ok(recovered.collect())
    }
}

fn back(put_back: PutBack) -> Recovered {
    match put_back {
        PutBack::Back => Recovered::PutBack,
        PutBack::Kept(name) => Recovered::Kept(name),
        // Somebody took it over in this instant: it is theirs.
        PutBack::TakenOver => Recovered::Left,
    }
}
