//! The stage: a world, an authorization server, Alice at her host, and a clock that jumps.

use lab::World;
use lab::authorization::{AuthorizationServer, person};
use lab::host::{Host, Reply, Script};
use lab::recorder::Recorder;
use lab::server::Service;
use lab::world::START_MS;
use lesson::{Cast, Scripted};
use rules::{Defence, Rule};
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, MutexGuard, PoisonError};
use twogates::consent::host::Trust;
use twogates::grants::Clock;
use wire::Entry;
use wire::entry::{Decision, Kind, Violation};

/// The seed of the lesson's dice, so that two runs print the same bytes.
const SEED: u64 = 26;
/// One minute, in milliseconds.
pub const MINUTE_MS: u64 = 60_000;
/// One day, in milliseconds.
pub const DAY_MS: u64 = 1_440 * MINUTE_MS;

/// A world with an authorization server, and Alice. Each act has a day of its own and begins at 14:00.
pub struct Stage {
    /// The time, the dice and the recorder.
    pub world: World,
    /// The authorization server. It knows who may still do what.
    pub authorization: Arc<AuthorizationServer>,
    /// The defences that are off.
    pub off: Vec<Defence>,
    /// The lesson's own program, to start it a second time.
    pub program: PathBuf,
    day_ms: Cell<u64>,
    cast: RefCell<Rc<dyn Cast>>,
    unsaid: Cell<Option<&'static str>>,
    off_said: Cell<bool>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stage(without {:?})", self.off)
    }
}

impl Stage {
    /// A fresh stage. Alice answers as the script says, until [`Stage::hand_over`].
    #[must_use]
    pub fn new(program: &Path, off: &[Defence]) -> Self {
        Self { program: program.to_owned(), ..Self::seeded(SEED, off) }
    }

    /// A fresh stage with other dice, which starts no other program.
    #[must_use]
    pub fn seeded(seed: u64, off: &[Defence]) -> Self {
        let world = World::new(seed);
        let authorization = AuthorizationServer::new(&world);
        let cast: Rc<dyn Cast> = Rc::new(Scripted);
        Self {
            world,
            authorization,
            off: off.to_vec(),
            program: PathBuf::new(),
            day_ms: Cell::new(START_MS),
            cast: RefCell::new(cast),
            unsaid: Cell::new(None),
            off_said: Cell::new(off.is_empty()),
        }
    }

    /// From now on, others answer the prompts.
    pub fn hand_over(&self, cast: Rc<dyn Cast>) {
        cast.watch(&self.world.recorder);
        self.unsaid.set(cast.says_first());
        *self.cast.borrow_mut() = cast;
    }

    /// Begins an act, with its heading and what there is to see, at 14:00 on its own day.
    pub fn begin(&self, name: &str, heading: &str, prose: &[&str]) {
        let number = crate::acts::find(name).map(|act| act.number).unwrap_or_default();
        self.day_ms.set(START_MS + day(number) * DAY_MS);
        self.world.clock.set(self.day_ms.get());
        let mut recorder = self.recorder();
        recorder.begin(name);
        let off = (!self.off_said.replace(true)).then(|| self.what_is_off());
        let prose = prose.iter().copied().chain(self.unsaid.take()).map(str::to_owned);
        recorder.note(std::iter::once(format!("# {number} {heading}")).chain(off).chain(prose));
    }

    fn what_is_off(&self) -> String {
        let names: Vec<&str> = self.off.iter().map(|defence| Defence::name(*defence)).collect();
        format!("Off: {}. The narrator tells the story as it goes with all defences on.", names.join(", "))
    }

    /// It is so many minutes past 14:00, or so many days and minutes: the narrator says the time, and what there is to see.
    pub fn at(&self, minutes: u64, text: &str) {
        let at_ms = self.day_ms.get() + minutes * MINUTE_MS;
        self.world.clock.set(at_ms);
        self.say(&[&format!("{}  {text}", twogates::consent::render::clock(at_ms))]);
    }

    /// The narrator says something within an act.
    pub fn say(&self, lines: &[&str]) {
        self.recorder().note(lines.iter().copied());
    }

    /// Somebody looks into a record and sees these lines.
    pub fn look(&self, record: &str, lines: impl IntoIterator<Item = String>) {
        self.recorder().look(record, lines);
    }

    /// Something happens in the world.
    pub fn happens(&self, who: &str, what: &str) -> u32 {
        self.keep(who, what, None, None)
    }

    /// Somebody decides something on a grant, and something comes of it.
    pub fn decided(&self, who: &str, what: &str, decision: Decision) -> u32 {
        self.keep(who, what, Some(decision), None)
    }

    /// Something happens that breaks a rule.
    pub fn wrong(&self, who: &str, what: &str, why: &str, rule: &Rule) -> u32 {
        let violation = Violation { text: why.to_owned(), rules: vec![rule.id.to_owned()] };
        self.keep(who, what, None, Some(violation))
    }

    /// Somebody sees a question, and answers it.
    pub fn shown(&self, who: &str, question: &str, said: &str) {
        let mut recorder = self.recorder();
        let lines = question.lines().map(str::to_owned).chain([format!("> {said}")]);
        let entry = recorder.entry(Kind::Human, who).said(lines);
        recorder.keep(entry);
    }

    fn keep(&self, who: &str, what: &str, gate: Option<Decision>, violation: Option<Violation>) -> u32 {
        let mut recorder = self.recorder();
        let mut entry = recorder.entry(Kind::Effect, who).said([what]);
        entry.gate = gate;
        entry.violation = violation;
        recorder.keep(entry)
    }

    /// Ends an act with the sentence to remember. With a defence off it may be false here, and says so.
    pub fn remember(&self, sentence: &str) {
        let with = if self.off.is_empty() { "" } else { "With all defences on: " };
        self.recorder().note([format!("> {with}{sentence}")]);
    }

    /// Alice's host, connected to this server, which she marked as trusted. She is signed in, and answers as `script` says,
    /// or as whoever sits in for her likes.
    #[must_use]
    pub fn alice(&self, server: Rc<dyn Service>, script: &[Reply]) -> Host {
        self.alice_in(&self.world, server, script)
    }

    /// The same, in a world of its own that shares the time.
    #[must_use]
    pub fn alice_in(&self, world: &World, server: Rc<dyn Service>, script: &[Reply]) -> Host {
        let nobody = Box::new(Script::default());
        let mut host = Host::new(world, person("alice"), server, self.authorization.clone(), nobody);
        host = host.without(&self.off);
        host.set_trust(Trust::Trusted);
        host.sign_in_quietly();
        host.seat(self.cast.borrow().person(script));
        host
    }

    /// The time of day.
    #[must_use]
    pub fn clock(&self) -> String {
        twogates::consent::render::clock(self.world.clock.ms())
    }

    /// The recorder.
    pub fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happened so far.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.recorder().entries().to_vec()
    }
}

/// On which day an act is, counted from the first act's. One of them begins on a Monday and lasts until Friday, and time
/// never goes back from one act to the next.
const fn day(act: u32) -> u64 {
    match act {
        0..9 => act.saturating_sub(1) as u64,
        9 => 13,
        _ => act as u64 + 8,
    }
}
