//! The deletion of one file, from the claim to the end that the store is told.

use super::{Aside, FilePath, Folder, NotAside, PutBack, Stage};
use consent::{Effect, Snapshot};
use grants::{Claim, End, FirstHalf, Grant, Grants, NotUsable, Running};
use rules::Refused;

impl Folder {
    /// Deletes the file that a claim is about: set aside, commit, purge. `path` says which file the arguments name. Returns
    /// the grant as it stands afterwards, whatever became of it.
    ///
    /// Whoever crashes in here leaves a stage, and [`Folder::recover_for`] asks the grant's row what to do with it. So does
    /// an error of the system behind the commit: the deletion is done then, and its second half comes later.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], where the store did not let it happen: the yes was taken back, its time passed, or another worker
    /// took the claim over. The file is back. Where the store does not answer, whether it was committed is not known; the
    /// stage stays, and recovery finds out.
    pub fn delete<T: Effect>(
        &self,
        grants: &Grants,
        claim: Claim<T>,
        path: impl Fn(&T::Args) -> &str,
    ) -> Result<Grant, NotUsable> {
        match self.begin(grants, claim, path)? {
            Begun::SetAside(half) => half.commit(grants),
            Begun::Ended(grant) => Ok(*grant),
        }
    }

    /// The first half alone: the file is set aside, and nothing is deleted yet. [`Half::commit`] is the second.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], where the store was not told that the first half failed.
    pub fn begin<T: Effect>(
        &self,
        grants: &Grants,
        claim: Claim<T>,
        path: impl Fn(&T::Args) -> &str,
    ) -> Result<Begun<T>, NotUsable> {
        match claim.take_staged(|args, by| self.first_half(path(args), by)) {
            Ok((aside, _, running)) => Ok(Begun::SetAside(Box::new(Half { aside, running }))),
            Err((refusal, running)) => {
                let settled = running.settle(End::Failed, refusal.not_run());
                grants.settle(settled).map(|grant| Begun::Ended(Box::new(grant)))
            }
        }
    }

    fn first_half(&self, path: &str, by: &FirstHalf) -> Result<Aside, NotAside> {
        let path = FilePath::new(path).map_err(|_| NotAside::NoFile("not a path of this folder"))?;
        let stage = Stage::of(by.grant, by.fence);
        match &by.approved {
            Some(approved) => self.set_aside(&path, &stage, approved),
            None => self.set_aside(&path, &stage, &self.as_it_is(&path, &stage)?.bound()),
        }
    }

    /// The state of the file at a path, for [`Effect::snapshot`]: where it cannot be looked at, that is what a person is
    /// told, and nothing is deleted.
    #[must_use]
    pub fn shown(&self, path: &str) -> Snapshot {
        let seen = FilePath::new(path).map_err(|bad| bad.to_string());
        let seen = seen.and_then(|path| self.snapshot(&path).map_err(|not| not.why()));
        seen.unwrap_or_else(|why| Snapshot::Absent { shown: format!("{path} cannot be looked at: {why}") })
    }
}

/// What became of the first half.
#[must_use = "a file that was set aside is neither deleted nor in its place"]
#[derive(Debug)]
pub enum Begun<T: Effect> {
    /// The approved file is in the quarantine.
    SetAside(Box<Half<T>>),
    /// It ended there, and the store knows how.
    Ended(Box<Grant>),
}

/// A deletion between its halves: the file is in the quarantine, and nobody has committed. Dropped, it is what a crash
/// leaves.
#[must_use = "a file that was set aside is neither deleted nor in its place"]
#[derive(Debug)]
pub struct Half<T: Effect> {
    aside: Aside,
    running: Running<T>,
}

impl<T: Effect> Half<T> {
    /// Commits, and removes the file for good; puts it back where the store refuses.
    ///
    /// # Errors
    ///
    /// As [`Folder::delete`].
    pub fn commit(self, grants: &Grants) -> Result<Grant, NotUsable> {
        let Self { aside, running } = self;
        match grants.commit(&running, &format!("deleted {}", aside.path())) {
            Ok(grant) => {
                // Done is done: what cannot be removed now is removed at the next start.
                aside.purge().ok();
                Ok(grant)
            }
            Err(unanswered @ NotUsable::Unavailable(_)) => Err(unanswered),
            Err(refusal) => {
                let told = match aside.put_back() {
                    Ok(PutBack::Kept(name)) => {
                        format!("{} It is kept in the quarantine as {name}.", refusal.not_run())
                    }
                    _ => refusal.not_run(),
                };
                // Refused too, where another worker has the grant now: it tells the end.
                grants.settle(running.settle(End::Failed, told)).ok();
                Err(refusal)
            }
        }
    }
}
