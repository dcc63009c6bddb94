//! The deletion of one file, from the claim to the end that the store is told.

use super::{Aside, FilePath, Folder, NotAside, PutBack, Recovered, Stage, Standing};
use consent::{Effect, Snapshot, parsed};
use grants::{Claim, End, FirstHalf, Grant, GrantId, Grants, NotUsable, Order, Running, State, Upkeep};
use rules::{Defences, Refused};

/// Who resolves, in the audit, what recovery found out.
const RECOVERY: &str = "recovery";

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
            Ok((aside, args, running)) => {
                let path = path(&args).to_owned();
                Ok(Begun::SetAside(Box::new(Half { aside, running, path })))
            }
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
            None => self.set_aside(&path, &stage, &self.snapshot(&path)?.bound()),
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

    /// At start-up: finishes or takes back what crashed workers left, as each grant's row says. A grant whose worker was not
    /// heard of in time is claimed anew and its deletion brought to its end; one that somebody may still hold is left alone.
    /// Of an unknown end the store is told what was found out. `path` says which file the arguments name.
    ///
    /// # Errors
    ///
    /// When the quarantine cannot be read, or the store does not answer.
    pub fn recover_for<T: Effect>(
        &self,
        tool: &T,
        grants: &Grants,
        store: &dyn Upkeep,
        path: impl Fn(&T::Args) -> &str,
    ) -> Result<Vec<(Stage, Recovered)>, NotRecovered> {
        let mut found = Found::default();
        let file = |grant: &Grant| {
            let args = parsed::<T::Args>(&grant.intent.call, Defences::all()).ok()?;
            FilePath::new(path(&args)).ok()
        };
        let mut done = self.recover(|stage| {
            standing(store, stage, file, &mut found).unwrap_or_else(|refusal| {
                found.unanswered = Some(refusal);
                Standing::Open
            })
        })?;
        for (stage, what) in &mut done {
            let Some(id) = stage.id().filter(|id| found.open.contains(id)) else { continue };
            if let Ok(claim) = grants.recover(tool, id) {
                *what = match self.delete(grants, claim, &path) {
                    Ok(grant) if grant.state == State::Executed => Recovered::Deleted,
                    Ok(_) | Err(NotUsable::Revoked | NotUsable::Expired) => Recovered::PutBack,
                    Err(_) => Recovered::Left,
                };
            }
        }
        for id in found.unknown {
            // Nothing was committed, for then the end would be known.
            let order = Order::new(RECOVERY, "The file was set aside, and nothing was committed: it is back.");
            store.resolve(id, End::Failed, &order)?;
        }
        found.unanswered.map_or(Ok(done), |refusal| Err(NotRecovered::Store(refusal)))
    }
}

/// What recovery found beside the stages themselves.
#[derive(Default)]
struct Found {
    /// The grants that are claimed.
    open: Vec<GrantId>,
    /// The grants whose end the store does not know.
    unknown: Vec<GrantId>,
    /// What the store said instead of an answer.
    unanswered: Option<NotUsable>,
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
    path: String,
}

impl<T: Effect> Half<T> {
    /// Commits, and removes the file for good; puts it back where the store refuses.
    ///
    /// # Errors
    ///
    /// As [`Folder::delete`].
    pub fn commit(self, grants: &Grants) -> Result<Grant, NotUsable> {
        let Self { aside, running, path } = self;
        match grants.commit(&running, &format!("deleted {path}")) {
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

/// Why recovery did not come to its end. What it did stays done, and it may be run again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRecovered {
    /// The quarantine could not be read.
    Quarantine(NotAside),
    /// The store did not answer for every stage.
    Store(NotUsable),
}

impl From<NotAside> for NotRecovered {
    fn from(not: NotAside) -> Self {
        Self::Quarantine(not)
    }
}

impl From<NotUsable> for NotRecovered {
    fn from(not: NotUsable) -> Self {
        Self::Store(not)
    }
}

/// What a grant's row says of a stage.
fn standing(
    store: &dyn Upkeep,
    stage: &Stage,
    file: impl Fn(&Grant) -> Option<FilePath>,
    found: &mut Found,
) -> Result<Standing, NotUsable> {
    let Some(id) = stage.id() else { return Ok(Standing::Unknown) };
    let Some(row) = store.grant(id)? else { return Ok(Standing::Unknown) };
    // Whoever is asked about a question marks its grants whose time has passed.
    store.recall(row.question)?;
    let grant = store.grant(id)?.unwrap_or(row);
    let Some(path) = file(&grant) else { return Ok(Standing::Unknown) };
    Ok(match grant.state {
        State::Issued => Standing::Unknown,
        State::Claimed => {
            found.open.push(id);
            Standing::Open
        }
        State::Executed => Standing::Executed { fence: grant.fence, path },
        State::Failed | State::Expired | State::Revoked | State::NoLongerAuthorized => Standing::Ended { path },
        State::Indeterminate => {
            found.unknown.push(id);
            Standing::Ended { path }
        }
    })
}
