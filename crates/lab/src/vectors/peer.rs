//! Whom a vector is played against.

use super::setup::{LAB, ServerKind, Setup};
use super::told;
use crate::World;
use crate::authorization::AuthorizationServer;
use crate::server::careless::CarelessServer;
use crate::server::{Aside, Dies, Handled, LabServer, Service};
use crate::summary::{Inspect, Summary};
use crate::tools::lock;
use rules::Defence;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use twogates::consent::BadKey;
use twogates::grants::audit::{self, Row};
use twogates::grants::{Backup, Order};
use twogates::scope::Principal;
use wire::entry::Decision;
use wire::http::Request;

/// What a vector needs of whoever it is played against. In process that is [`InProcess`]; over HTTP it can be a server
/// that lets a test set its clock and its files.
pub trait Peer {
    /// One HTTP request to the server with this name, and its response. A peer that is not in process knows neither what
    /// was decided nor what happened, and leaves both out.
    fn exchange(&self, server: &str, http: &Request) -> Handled;
    /// Lets time pass.
    fn pass(&self, ms: u64);
    /// Writes a file, or removes it where there is no content.
    fn write(&self, server: &str, path: &str, content: Option<&str>);
    /// Releases a `delete_file` that means something else.
    fn release(&self);
    /// Closes a principal's account.
    fn close(&self, principal: &Principal);
    /// A worker takes the next queued call: what came of it in words, and the decision. None where the queue is empty.
    fn work(&self, turn: Turn) -> Option<(String, Decision)>;
    /// The worker that stalled at this step goes on. None where none did.
    fn resume(&self, step: usize) -> Option<(String, Decision)>;
    /// The operator takes back the yes behind a grant. Grants are counted from 1, in the order in which they were issued.
    fn revoke(&self, grant: usize) -> (String, Decision);
    /// The operator copies the store of grants.
    fn back_up(&self);
    /// The operator puts the last copy back.
    fn restore(&self);
    /// The rows of the lab's audit, oldest first, each in one line; and a last line where their chain does not hold. A peer
    /// that is not in process shows none.
    fn audit(&self) -> Vec<String> {
        Vec::new()
    }
    /// The servers, the lab's first, and what their resources come to.
    fn summaries(&self) -> Vec<(String, Summary)>;
    /// The same, where nobody asks for grants: they may be left out.
    fn worlds(&self) -> Vec<(String, Summary)> {
        self.summaries()
    }
}

/// A worker's turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Turn {
    /// Whether the queue delivers once more what it delivered last.
    pub again: bool,
    /// When the worker's process ends before it records what it did, if it does.
    pub dies: Option<Dies>,
    /// The step at which it stalls with a file set aside, if it does.
    pub stalls: Option<usize>,
}

/// One server of a peer, as a host's client meets it.
pub(super) struct At {
    pub(super) peer: Rc<dyn Peer>,
    pub(super) server: String,
}

impl Service for At {
    fn handle(&self, http: &Request) -> Handled {
        self.peer.exchange(&self.server, http)
    }
}

/// The lab's own server, and whatever else the vector sets up, in this process.
#[derive(Debug)]
pub struct InProcess {
    world: World,
    authorization: Arc<AuthorizationServer>,
    lab: LabServer,
    others: BTreeMap<String, Other>,
    stalled: Mutex<BTreeMap<usize, Aside>>,
    backup: Mutex<Option<Backup>>,
}

#[derive(Debug)]
enum Other {
    TwoGates(Box<LabServer>),
    Careless(CarelessServer),
    Scripted(super::scripted::ScriptedServer),
}

impl InProcess {
    /// The servers of a vector, without these defences.
    ///
    /// # Errors
    ///
    /// [`BadKey`], if the lab's own key were no key.
    pub fn new(
        world: &World,
        authorization: &Arc<AuthorizationServer>,
        setup: &Setup,
        off: &[Defence],
    ) -> Result<Self, BadKey> {
        let two_gates = |settings| LabServer::new(world, authorization.clone(), authorization.clone(), settings);
        let mut others = BTreeMap::new();
        for (name, server) in setup.servers.iter().filter(|(name, _)| *name != LAB) {
            let other = match (server.kind, server.kind.manners()) {
                (_, Some(manners)) => Other::Careless(CarelessServer::new(world.now_ms(), manners)),
                (ServerKind::Scripted, _) => Other::Scripted(super::scripted::ScriptedServer::new(server)),
                _ => Other::TwoGates(Box::new(two_gates(server.settings(off))?)),
            };
            others.insert(name.clone(), other);
        }
        let lab = two_gates(setup.servers.get(LAB).cloned().unwrap_or_default().settings(off))?;
        let (stalled, backup) = (Mutex::default(), Mutex::default());
        Ok(Self { world: world.clone(), authorization: authorization.clone(), lab, others, stalled, backup })
    }
}

impl Peer for InProcess {
    fn exchange(&self, server: &str, http: &Request) -> Handled {
        match self.others.get(server) {
            None => self.lab.handle(http),
            Some(Other::TwoGates(server)) => server.handle(http),
            Some(Other::Careless(server)) => server.handle(http),
            Some(Other::Scripted(server)) => server.handle(http),
        }
    }

    fn pass(&self, ms: u64) {
        self.world.clock.advance(ms);
    }

    fn write(&self, server: &str, path: &str, content: Option<&str>) {
        let now = self.world.now_ms();
        let mut files = match self.others.get(server) {
            Some(Other::TwoGates(server)) => lock(server.files()),
            Some(Other::Careless(server)) => lock(&server.files),
            Some(Other::Scripted(_)) => return,
            None => lock(self.lab.files()),
        };
        match content {
            Some(content) => files.write(path, content, now),
            None => drop(files.remove(path)),
        }
    }

    fn release(&self) {
        self.lab.change_promise();
    }

    fn close(&self, principal: &Principal) {
        self.authorization.close(principal);
    }

    fn work(&self, turn: Turn) -> Option<(String, Decision)> {
        if turn.again {
            self.lab.redeliver();
        }
        Some(match turn {
            Turn { dies: Some(dies), .. } => told::died(self.lab.work_and_die(dies)?),
            Turn { stalls: Some(step), .. } => {
                let stalled = self.lab.work_and_stall()?;
                told::stalled(stalled, |aside| drop(lock(&self.stalled).insert(step, aside)))
            }
            _ => told::worked(self.lab.work()?),
        })
    }

    fn resume(&self, step: usize) -> Option<(String, Decision)> {
        let aside = lock(&self.stalled).remove(&step)?;
        Some(told::worked(self.lab.finish(aside)))
    }

    fn revoke(&self, grant: usize) -> (String, Decision) {
        told::revoked(self.lab.revoke(grant, &Order::new("operator", "asked to")))
    }

    fn back_up(&self) {
        *lock(&self.backup) = self.lab.back_up();
    }

    fn restore(&self) {
        if let Some(backup) = lock(&self.backup).as_ref() {
            drop(self.lab.restore(backup, &Order::new("operator", "the disk was lost")));
        }
    }

    fn audit(&self) -> Vec<String> {
        let rows = self.lab.gates().grants().audit().unwrap_or_default();
        let line = |row: &Row| format!("{} {}: {}", row.what.word(), row.about.tool, row.code);
        let broken = audit::verify(&rows).err().map(|place| format!("the chain breaks at row {place}"));
        rows.iter().map(line).chain(broken).collect()
    }

    fn summaries(&self) -> Vec<(String, Summary)> {
        self.all(LabServer::summary)
    }

    fn worlds(&self) -> Vec<(String, Summary)> {
        self.all(LabServer::world)
    }
}

impl InProcess {
    fn all(&self, of_lab: fn(&LabServer) -> Summary) -> Vec<(String, Summary)> {
        let summary = |(name, other): (&String, &Other)| {
            let summary = match other {
                Other::TwoGates(server) => of_lab(server),
                Other::Careless(server) => server.summary(),
                Other::Scripted(_) => Summary::default(),
            };
            (name.clone(), summary)
        };
        std::iter::once((LAB.to_owned(), of_lab(&self.lab))).chain(self.others.iter().map(summary)).collect()
    }
}
