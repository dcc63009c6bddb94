//! The acts, each with a stable number and name.
//!
//! Acts 1 to 11 are the main path and are played on one stage, one after the other. The others begin afresh.

mod delete;
mod fatigue;
mod next;
mod noes;
mod other_user;
mod payment;
mod props;
mod reads;
mod shared_cache;
mod sign_in;
mod step_up;
mod trust;

use crate::{Cast, Stage};
use lab::server::Settings;
use rules::Defence;
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
    /// Whether it belongs to the main path.
    pub main: bool,
    /// Plays it.
    pub play: fn(&mut Stage),
}

const fn main(number: u32, name: &'static str, shows: &'static str, play: fn(&mut Stage)) -> Act {
    Act { number, name, shows, main: true, play }
}

const fn further(number: u32, name: &'static str, shows: &'static str, play: fn(&mut Stage)) -> Act {
    Act { number, name, shows, main: false, play }
}

/// Every act, by number.
pub const ACTS: &[Act] = &[
    main(1, "first-token", "no token, 401, metadata, the least first set", sign_in::first_token),
    main(2, "discover", "what the server is, and what Alice's token lets her see", sign_in::discover),
    main(3, "read", "a closed-world read runs unasked", reads::read),
    main(4, "open-world", "a read that leaves the machine is asked", reads::open_world),
    main(5, "decline", "asked, declined: the file stays", delete::decline),
    main(6, "cancel", "asked afresh, and cancelled: told apart", delete::cancel),
    main(
        7,
        "changed-argument",
        "a valid state on another file: refused, and the honest one still works",
        delete::changed,
    ),
    main(8, "same-state", "the same state again: refused, with what was done", delete::same_state),
    main(9, "another-file", "another file is asked again: a yes covers one call", delete::another_file),
    main(10, "payment", "403, one complete challenge, the union, and its own question", payment::payment),
    main(11, "list-after", "what Alice sees now", payment::list_after),
    further(
        12,
        "no-in-the-form",
        "accept with approved: false is a no, told apart from two others",
        noes::no_in_the_form,
    ),
    further(13, "other-user", "Alice's state from Bob: refused, and hers still works", other_user::other_user),
    further(14, "never-grants", "no way to the scope: stopped, explained, remembered", step_up::never_grants),
    further(15, "drips", "one scope at a time: stopped by the cap", step_up::drips),
    further(16, "no-form", "a client that cannot show a form: -32021, nothing asked", noes::no_form),
    further(17, "liar", "a server that lies in its hints meets the host's own gate", trust::liar),
    further(18, "blanket", "trust this server: a careless one pays with nobody asked", trust::blanket),
    further(19, "fatigue", "twenty calls under three policies: prompts and harm", fatigue::fatigue),
    further(
        20,
        "shared-cache",
        "two users, one cache of lists: private, and wrongly public",
        shared_cache::shared_cache,
    ),
    further(21, "half-a-scope", "half is granted: requested and held are kept apart", step_up::half_a_scope),
    further(22, "payroll", "behind gate one only: the arguments need more", step_up::payroll),
];

/// The act with this name or number.
#[must_use]
pub fn find(name: &str) -> Option<&'static Act> {
    ACTS.iter().find(|act| act.name == name || act.number.to_string() == name)
}

/// Plays the main path.
///
/// # Errors
///
/// If the stage could not be built.
pub fn main_path(cast: &Rc<dyn Cast>, off: &[Defence]) -> anyhow::Result<Stage> {
    let mut stage = empty(off)?;
    stage.hand_over(cast.clone());
    for act in ACTS.iter().filter(|act| act.main) {
        (act.play)(&mut stage);
    }
    next::what_to_type(&stage);
    Ok(stage)
}

/// Plays one act, and gives what belongs to it. An act of the main path is played after those before it, in which
/// everyone answers as the script says.
///
/// # Errors
///
/// If the stage could not be built.
pub fn one(act: &Act, cast: &Rc<dyn Cast>, off: &[Defence]) -> anyhow::Result<(Stage, Vec<Entry>)> {
    let mut stage = empty(off)?;
    for earlier in ACTS.iter().filter(|earlier| act.main && earlier.main && earlier.number < act.number) {
        (earlier.play)(&mut stage);
    }
    stage.hand_over(cast.clone());
    (act.play)(&mut stage);
    let entries = stage.entries().into_iter().filter(|entry| entry.act == act.name).collect();
    Ok((stage, entries))
}

/// A stage on which nothing has happened, with everyone answering as the script says.
///
/// # Errors
///
/// If the stage could not be built.
pub fn empty(off: &[Defence]) -> anyhow::Result<Stage> {
    Stage::new(Settings { off: off.to_vec(), ..Settings::default() })
}
