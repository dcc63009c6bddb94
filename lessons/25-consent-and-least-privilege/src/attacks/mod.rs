//! One attack for each defence, or more.
//!
//! Each is a short run on a stage of its own. With every defence on it achieves nothing; without its defence, and those
//! that back it, something comes through. Some defences stop nobody and keep an honest run working: there the run itself
//! is what breaks.
//!
//! The table is in [`ATTACKS`]; what happens in each stands in the module of the place where it is met.

mod door;
mod grants;
mod host;
mod question;
mod scopes;
mod state;
mod steps;
mod table;

pub use table::ATTACKS;

use crate::{Cast, Stage};
use lab::server::Settings;
use rules::Defence;
use std::rc::Rc;

/// One attack.
#[derive(Debug, Clone, Copy)]
pub struct Attack {
    /// Its name. No act has it.
    pub name: &'static str,
    /// The defence that stops it.
    pub defence: Defence,
    /// Further lines of defence: each of them stops it too, so that all must be off for it to come through.
    pub also: &'static [Defence],
    /// What is tried, in one line.
    pub shows: &'static str,
    /// The same in two or three sentences.
    pub story: &'static str,
    /// How the server is set up for it.
    pub settings: fn() -> Settings,
    /// Plays it.
    pub play: fn(&mut Stage),
}

impl Attack {
    /// An attack on one defence, on a server with nothing special about it.
    const fn on(
        defence: Defence,
        name: &'static str,
        shows: &'static str,
        story: &'static str,
        play: fn(&mut Stage),
    ) -> Self {
        Self { name, defence, also: &[], shows, story, settings: Settings::default, play }
    }

    /// The same, with further lines of defence.
    const fn behind(self, also: &'static [Defence]) -> Self {
        Self { also, ..self }
    }

    /// The same, on a server that is set up in this way.
    const fn where_server(self, settings: fn() -> Settings) -> Self {
        Self { settings, ..self }
    }

    /// Everything that must be off for it to come through.
    pub fn lines(&self) -> impl Iterator<Item = Defence> {
        std::iter::once(self.defence).chain(self.also.iter().copied())
    }

    /// Plays it on a fresh stage without these defences.
    ///
    /// # Errors
    ///
    /// If the stage could not be built.
    pub fn run(&self, cast: &Rc<dyn Cast>, off: &[Defence]) -> anyhow::Result<Stage> {
        let mut stage = Stage::new(Settings { off: off.to_vec(), ..(self.settings)() })?;
        stage.hand_over(cast.clone());
        stage.begin(self.name, self.shows, &[self.story]);
        (self.play)(&mut stage);
        stage.remember(self.defence.stops());
        Ok(stage)
    }
}

/// The attack with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Attack> {
    ATTACKS.iter().find(|attack| attack.name == name)
}

/// The defences that an attack of this lesson meets. The others stand behind a queue or at a start: lesson 26 and the vectors
/// play those.
pub fn defences() -> impl Iterator<Item = Defence> {
    Defence::ALL.iter().copied().filter(|defence| of(*defence).next().is_some())
}

/// The attacks on a defence.
pub fn of(defence: Defence) -> impl Iterator<Item = &'static Attack> {
    ATTACKS.iter().filter(move |attack| attack.defence == defence)
}
