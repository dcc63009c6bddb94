//! The acts, each with a stable number and name. Each is played on a day of its own, on a server of its own.
//!
//! Acts 4 to 11 delete files of a real folder in two halves, which this project does on Linux alone: on another system they
//! are not there.

#[cfg(target_os = "linux")]
mod backup;
mod classes;
mod deployment;
#[cfg(target_os = "linux")]
mod later;
mod list;
#[cfg(target_os = "linux")]
mod ours;
mod props;
mod remedy;
#[cfg(target_os = "linux")]
mod restart;
#[cfg(target_os = "linux")]
mod revoked;
mod still;
#[cfg(target_os = "linux")]
mod two;

use crate::Stage;
use crate::states::stand_in;
use lesson::Cast;
use rules::Defence;
use std::path::Path;
use std::rc::Rc;
use wire::Entry;

/// One act.
#[derive(Debug, Clone, Copy)]
pub struct Act {
    /// Its number. Never given to another act.
    pub number: u32,
    /// Its name, as `--act` takes it.
    pub name: &'static str,
    /// What it shows, in one line.
    pub shows: &'static str,
    /// Plays it.
    pub play: fn(&Stage) -> anyhow::Result<()>,
}

const fn act(number: u32, name: &'static str, shows: &'static str, play: fn(&Stage) -> anyhow::Result<()>) -> Act {
    Act { number, name, shows, play }
}

/// Every act, by number.
pub const ACTS: &[Act] = &[
    act(1, "deployment", "the deployment that went wrong, minute by minute", deployment::play),
    act(2, "remedy", "the same schedule with the remedy: the retry fails closed", remedy::play),
    act(3, "still", "what that remedy still lets through: three things", still::play),
    #[cfg(target_os = "linux")]
    act(4, "ours", "the same schedules, with this project's grants", ours::play),
    #[cfg(target_os = "linux")]
    act(5, "two-workers", "one job, delivered to two workers at once", two::workers),
    #[cfg(target_os = "linux")]
    act(6, "restart", "another process, with the database and the key", restart::play),
    #[cfg(target_os = "linux")]
    act(7, "redelivered", "a yes that arrives twice mints one grant", two::redelivered),
    #[cfg(target_os = "linux")]
    act(8, "revoked", "taken back before, during and after", revoked::play),
    #[cfg(target_os = "linux")]
    act(9, "friday", "approved on Monday, run on Friday", later::friday),
    #[cfg(target_os = "linux")]
    act(10, "scope-lost", "scope and account, lost between the yes and the act", later::scope_lost),
    #[cfg(target_os = "linux")]
    act(11, "backup", "a restored backup does not un-spend what was spent", backup::play),
    act(12, "classes", "a crash, by what the effect rests on", classes::play),
    act(13, "list", "one yes to a list: a grant for each item", list::play),
];

/// The act with this name or number.
#[must_use]
pub fn find(name: &str) -> Option<&'static Act> {
    ACTS.iter().find(|act| act.name == name || act.number.to_string() == name)
}

/// Plays every act.
///
/// # Errors
///
/// If a stage could not be built.
pub fn all(program: &Path, cast: &Rc<dyn Cast>, off: &[Defence]) -> anyhow::Result<Vec<Entry>> {
    let stage = Stage::new(program, off);
    stage.hand_over(cast.clone());
    ACTS.iter().try_for_each(|act| (act.play)(&stage))?;
    Ok(stand_in(stage.entries()))
}

/// Plays one act.
///
/// # Errors
///
/// If a stage could not be built.
pub fn one(act: &Act, program: &Path, cast: &Rc<dyn Cast>, off: &[Defence]) -> anyhow::Result<Vec<Entry>> {
    let stage = Stage::new(program, off);
    stage.hand_over(cast.clone());
    (act.play)(&stage)?;
    Ok(stand_in(stage.entries()))
}
