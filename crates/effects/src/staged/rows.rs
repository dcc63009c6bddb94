//! Recovery by what each grant's row says, and what the store is told of it.

use super::look::names;
use super::{FilePath, Folder, NotAside, Recovered, Stage, Standing};
use consent::{Effect, parsed};
use grants::{End, Grant, GrantId, Grants, NotUsable, Order, State, Upkeep};
use rules::Defences;
use std::collections::BTreeSet;

/// Who resolves, in the audit, what recovery found out.
const RECOVERY: &str = "recovery";

impl Folder {
    /// At start-up: finishes or takes back what crashed workers left, as each grant's row says. A grant whose worker was not
    /// heard of in time is claimed anew and its deletion brought to its end; one that somebody may still hold is left alone.
    /// Of an unknown end the store is told what was found out. `path` says which file the arguments name. What is another
    /// server's, another tool's, or was promised otherwise is unknown here, and is not touched.
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
        // Another tool means something else by the same words, and so may another version of this one.
        let file = |grant: &Grant| {
            if !grants.is_for(tool, grant) {
                return None;
            }
            let args = parsed::<T::Args>(&grant.intent.call, Defences::all()).ok()?;
            FilePath::new(path(&args)).ok()
        };
        let mut done = self.recover(|stage| {
            self.standing(store, stage, file, &mut found).unwrap_or_else(|refusal| {
                found.unanswered = Some(refusal);
                Standing::Open
            })
        })?;
        for (stage, what) in &mut done {
            let Some(id) = stage.id().filter(|id| found.open.contains(id)) else { continue };
            if let Ok(claim) = grants.recover(tool, id) {
                *what = match self.delete(grants, claim, &path) {
                    Ok(grant) if grant.state == State::Executed => Recovered::Deleted,
                    Ok(_) | Err(NotUsable::Revoked | NotUsable::Expired) => self.left_of(stage)?,
                    Err(_) => Recovered::Left,
                };
            }
        }
        for id in &found.unknown {
            let of_it = || done.iter().filter(|(stage, _)| stage.id() == Some(*id)).map(|(_, what)| what);
            // What could not be done with its file stays unknown, and is found again at the next start.
            if !of_it().all(|what| matches!(what, Recovered::PutBack | Recovered::Kept(_))) {
                continue;
            }
            let kept = of_it().find_map(|what| if let Recovered::Kept(name) = what { Some(name) } else { None });
            let now = kept.map_or("it is back".to_owned(), |name| format!("it is kept in the quarantine as {name}"));
            // Nothing was committed, for then the end would be known.
            let why = format!("The file was set aside, and nothing was committed: {now}.");
            match store.resolve(*id, End::Failed, &Order::new(RECOVERY, why)) {
                // Somebody told the end meanwhile.
                Ok(_) | Err(NotUsable::Known) => {}
                Err(refusal) => return Err(refusal.into()),
            }
        }
        found.unanswered.map_or(Ok(done), |refusal| Err(NotRecovered::Store(refusal)))
    }

    /// What a grant's row says of a stage.
    fn standing(
        &self,
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
        // A claim that the row does not know: the store is older than the quarantine.
        if stage.fence > grant.fence {
            return Ok(Standing::Unknown);
        }
        Ok(match grant.state {
            State::Issued => Standing::Unknown,
            State::Claimed => {
                found.open.insert(id);
                Standing::Open
            }
            State::Executed => self.executed(stage, &grant, path),
            State::Failed | State::Expired | State::Revoked | State::NoLongerAuthorized => Standing::Ended { path },
            // It was claimed in a copy that was put back. What was committed since, the copy does not know.
            State::Indeterminate if grant.epoch != store.epoch()? => Standing::Unknown,
            State::Indeterminate => {
                found.unknown.insert(id);
                Standing::Ended { path }
            }
        })
    }

    /// Whoever commits has looked at what was set aside. Where a person said that it is done, nobody may have: another
    /// object than the approved one goes back.
    fn executed(&self, stage: &Stage, grant: &Grant, path: FilePath) -> Standing {
        match self.seen_aside(&path, stage) {
            Ok(seen) if seen.kind.is_some() && seen.snapshot.bound().identity != grant.intent.snapshot.identity => {
                Standing::Ended { path }
            }
            Ok(_) => Standing::Executed { fence: grant.fence, path },
            Err(_) => Standing::Unknown,
        }
    }

    /// What the quarantine has of a grant whose file was not deleted.
    fn left_of(&self, stage: &Stage) -> Result<Recovered, NotAside> {
        let names = names(&self.quarantine).map_err(NotAside::doing("read the quarantine"))?;
        let (stages, kept): (Vec<_>, Vec<_>) = names
            .into_iter()
            .filter(|name| name.starts_with(&stage.grant))
            .partition(|name| Stage::read(name).is_some());
        Ok(match kept.into_iter().max() {
            Some(name) => Recovered::Kept(name),
            None if stages.is_empty() => Recovered::PutBack,
            None => Recovered::Left,
        })
    }
}

/// What recovery found beside the stages themselves.
#[derive(Default)]
struct Found {
    /// The grants that are claimed.
    open: BTreeSet<GrantId>,
    /// The grants whose end the store does not know.
    unknown: BTreeSet<GrantId>,
    /// What the store said instead of an answer.
    unanswered: Option<NotUsable>,
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
