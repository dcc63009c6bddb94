//! The stage: a world with a server, an authorization server and two people.

use lab::World;
use lab::authorization::{AuthorizationServer, person};
use lab::host::Reply;
use lab::host::{Host, ListCache, Pending, Person, Script};
use lab::server::{LabServer, Service, Settings};
use lab::summary::{Inspect, Summary};
pub use lesson::{Cast, Scripted};
use rules::Defence;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, PoisonError};
use twogates::consent::host::Trust;
use wire::Entry;
use wire::entry::Kind;

/// The seed of every lesson's dice, so that two runs print the same bytes.
const SEED: u64 = 25;

/// A world with a server, an authorization server, and Alice and Bob at hosts of their own.
pub struct Stage {
    /// The time, the dice and the recorder.
    pub world: World,
    /// The authorization server.
    pub authorization: Arc<AuthorizationServer>,
    /// The server that keeps both gates.
    pub server: Rc<LabServer>,
    /// Alice, who marked the server as trusted.
    pub alice: Host,
    /// Bob, who did too.
    pub bob: Host,
    /// The cache of lists that both hosts use.
    pub cache: Rc<RefCell<ListCache>>,
    /// A call whose state an act leaves to the next.
    pub kept: Option<Pending>,
    /// The defences that are off.
    pub off: Vec<Defence>,
    /// Further servers by name, for the world afterwards.
    pub others: Vec<(&'static str, Rc<dyn Inspect>)>,
    cast: Rc<dyn Cast>,
    unsaid: Cell<Option<&'static str>>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stage(without {:?})", self.off)
    }
}

impl Stage {
    /// A fresh stage with these settings. Everyone answers as the script says, until [`Stage::hand_over`].
    ///
    /// # Errors
    ///
    /// If the lab's server could not be built.
    pub fn new(settings: Settings) -> anyhow::Result<Self> {
        let world = World::new(SEED);
        let authorization = AuthorizationServer::new(&world);
        let off = settings.off.clone();
        let server = LabServer::new(&world, authorization.clone(), authorization.clone(), settings)?;
        let server = Rc::new(server);
        let cache = Rc::new(RefCell::new(ListCache::default()));
        let host = |subject| {
            let service: Rc<dyn Service> = server.clone();
            let mut host =
                Host::new(&world, person(subject), service, authorization.clone(), Box::new(Script::default()))
                    .without(&off)
                    .sharing(&cache);
            host.set_trust(Trust::Trusted);
            host
        };
        let (alice, bob) = (host("alice"), host("bob"));
        Ok(Self {
            world,
            authorization,
            server,
            alice,
            bob,
            cache,
            kept: None,
            off,
            others: Vec::new(),
            cast: Rc::new(Scripted),
            unsaid: Cell::new(None),
        })
    }

    /// From now on, others answer the prompts.
    pub fn hand_over(&mut self, cast: Rc<dyn Cast>) {
        cast.watch(&self.world.recorder);
        self.unsaid.set(cast.says_first());
        self.cast = cast;
    }

    /// Alice's next answers, or those of whoever sits in for her.
    pub fn alice_says(&mut self, script: &[Reply]) {
        self.alice.seat(self.cast.person(script));
    }

    /// The next answers of whoever sits at another host.
    #[must_use]
    pub fn someone(&self, script: &[Reply]) -> Box<dyn Person> {
        self.cast.person(script)
    }

    /// The world as it is now: each server's resources, by the server's name. The server that keeps both gates comes
    /// first.
    #[must_use]
    pub fn summaries(&self) -> Vec<(&'static str, Summary)> {
        let others = self.others.iter().map(|(name, server)| (*name, server.summary()));
        std::iter::once(("lab", self.server.summary())).chain(others).collect()
    }

    /// Begins an act with its heading and what there is to see.
    pub fn begin(&self, name: &str, heading: &str, prose: &[&str]) {
        let mut recorder = self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        recorder.begin(name);
        let number = crate::acts::find(name).map(|act| format!("{} ", act.number)).unwrap_or_default();
        let prose = prose.iter().copied().chain(self.unsaid.take()).map(str::to_owned);
        recorder.note(std::iter::once(format!("# {number}{heading}")).chain(prose));
    }

    /// What is said before anybody answered: `known` where the script has the answers, `open` where somebody gives their
    /// own.
    pub fn before<T>(&self, known: T, open: T) -> T {
        if self.cast.improvises() { open } else { known }
    }

    /// What people said in this act so far, in order and in the words of a transcript.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        let entries = self.entries();
        let act = entries.last().map(|entry| entry.act.clone()).unwrap_or_default();
        let spoke = entries.iter().filter(|entry| entry.act == act && entry.kind == Kind::Human);
        spoke.flat_map(|entry| &entry.text).filter_map(|line| line.strip_prefix("> ")).map(str::to_owned).collect()
    }

    /// What happens from now on belongs to this act.
    pub fn enter(&self, name: &str) {
        self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner).begin(name);
    }

    /// The narrator says something within an act.
    pub fn say(&self, lines: &[&str]) {
        let mut recorder = self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        recorder.note(lines.iter().copied());
    }

    /// Shows the world as it is: what is there, and what was done.
    pub fn summary(&self) {
        let files: Vec<String> = {
            let files = self.server.files().lock().unwrap_or_else(PoisonError::into_inner);
            files.paths().map(str::to_owned).collect()
        };
        let paid: Vec<String> = {
            let payments = self.server.payments().lock().unwrap_or_else(PoisonError::into_inner);
            payments.made().iter().map(|paid| format!("{} {} to {}", paid.amount, paid.currency, paid.to)).collect()
        };
        let paid = if paid.is_empty() { "nothing".to_owned() } else { paid.join(", ") };
        self.say(&[&format!("The world now. Files: {}. Paid: {paid}.", files.join(", "))]);
    }

    /// Marks the last violation with the rules that the answer to it named; a message that nobody refused breaks none.
    pub fn name_rules_of_last_violation(&mut self) {
        let mut recorder = self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = recorder.entries();
        let Some(number) = entries.iter().rev().find(|entry| entry.violation.is_some()).map(|entry| entry.number)
        else {
            return;
        };
        let answer = entries.iter().find(|entry| entry.answers == Some(number) && entry.gate.is_some());
        let gate = answer.and_then(|entry| entry.gate.clone()).filter(|gate| gate.verdict == "refused");
        recorder.amend(number, |entry| match (gate, &mut entry.violation) {
            // The broken rule stands first; behind it those by which the gate answers.
            (Some(gate), Some(violation)) => violation.rules = gate.rules.into_iter().take(1).collect(),
            _ => entry.violation = None,
        });
    }

    /// Ends an act with the sentence to remember.
    pub fn remember(&self, sentence: &str) {
        let mut recorder = self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        recorder.note([format!("> {sentence}")]);
    }

    /// What happened so far.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.world.recorder.lock().unwrap_or_else(PoisonError::into_inner).entries().to_vec()
    }
}
