//! The host: what stands between a model, a person and a server.
//!
//! [`Host::call`] is a call as the model wants it, from the host's own gate to the last answer. [`Host::begin`],
//! [`Host::answer`] and [`Host::retry`] are its steps, for whoever wants to do something else in between.

mod answer;
mod cache;
mod client;
mod flow;
mod headers;
mod person;
mod steps;
mod telling;

pub use cache::ListCache;
pub use client::{Client, Received};
pub use flow::Ending;
pub use person::{Person, Reply, Script, Tired};
pub use steps::{Pending, Sent};

use crate::World;
use crate::authorization::{AuthorizationServer, Generosity, Issued};
use crate::server::{RESOURCE, Service};
use rules::{Defence, Defences, Guarded};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use twogates::consent::host::{Exposed, HostGate, Ledger, ServerId, Settings, Trust};
use twogates::scope::{Principal, StepUp};

/// How often a host goes round with one call before it stops (rule `MRTR-08`). Each question of a round counts as one.
pub const MAX_ROUNDS: u32 = 10;

/// How many columns a prompt may take. A transcript prints it in a frame, within 80.
pub const SCREEN: usize = 72;

/// One person's host, connected to one server.
pub struct Host {
    pub(crate) world: World,
    pub(crate) client: Client,
    pub(crate) user: Principal,
    pub(crate) server_id: ServerId,
    pub(crate) authorization: Arc<AuthorizationServer>,
    /// How much the authorization server grants this user.
    pub generosity: Generosity,
    pub(crate) step_up: StepUp,
    pub(crate) gate: HostGate,
    pub(crate) ledger: Ledger,
    pub(crate) cache: Rc<RefCell<ListCache>>,
    pub(crate) exposed: Exposed,
    pub(crate) person: Box<dyn Person>,
    pub(crate) defences: Defences,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Host({})", self.user.subject)
    }
}

impl Guarded for Host {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

impl Host {
    /// The host of `user`, who answers as `person` does. It trusts nobody, holds no token, and knows no tools.
    #[must_use]
    pub fn new(
        world: &World,
        user: Principal,
        service: Rc<dyn Service>,
        authorization: Arc<AuthorizationServer>,
        person: Box<dyn Person>,
    ) -> Self {
        Self {
            world: world.clone(),
            client: Client::new(world, &user.subject, service),
            user,
            server_id: ServerId::new("lab"),
            authorization,
            generosity: Generosity::All,
            step_up: StepUp::default(),
            gate: HostGate::new(Settings::default()),
            ledger: Ledger::default(),
            cache: Rc::default(),
            exposed: Exposed::default(),
            person,
            defences: Defences::all(),
        }
    }

    /// The same host without these defences of its own.
    #[must_use]
    pub fn without(mut self, off: &[Defence]) -> Self {
        self.gate = crate::without_all(self.gate, off);
        self.step_up = crate::without_all(self.step_up, off);
        crate::without_all(self, off)
    }

    /// The same host with a cache that others use too.
    #[must_use]
    pub fn sharing(mut self, cache: &Rc<RefCell<ListCache>>) -> Self {
        self.cache = cache.clone();
        self
    }

    /// The same host, connected to another server than the lab's own: `configured` is what its user calls that server,
    /// `called` the name under which a transcript speaks of it.
    #[must_use]
    pub fn connected_to(mut self, configured: &str, called: &str) -> Self {
        self.server_id = ServerId::new(configured);
        called.clone_into(&mut self.client.server);
        self
    }

    /// The same host, whose client does not show forms.
    #[must_use]
    pub fn without_forms(mut self) -> Self {
        self.client.capabilities = serde_json::json!({});
        self
    }

    /// The user marks the server as trusted, or takes that back.
    pub fn set_trust(&mut self, trust: Trust) {
        let now = self.world.now_ms();
        self.gate.settings_mut().set_trust(&self.server_id, trust, now);
    }

    /// Takes a token that was issued beforehand, as if its client had asked for just these scopes.
    pub fn hold(&mut self, token: Issued) {
        self.step_up.asked(&token.scopes);
        self.step_up.granted(&token.scopes);
        self.client.token = Some(token);
    }

    /// What the user has set.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        self.gate.settings_mut()
    }

    /// The next answers of the person, where another person sits down.
    pub fn seat(&mut self, person: Box<dyn Person>) {
        self.person = person;
    }

    /// Gets a token without a message: where a lesson wants to begin later.
    pub fn sign_in_quietly(&mut self) {
        let scopes = crate::server::first_scopes();
        self.step_up.asked(&scopes);
        let issued = self.authorization.authorize(&self.user, Some(&scopes), &Default::default(), self.generosity);
        self.step_up.granted(&issued.scopes);
        self.client.token = Some(issued);
    }

    /// What was answered so far.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What it requested of the authorization server, and what it holds.
    #[must_use]
    pub const fn scopes(&self) -> &StepUp {
        &self.step_up
    }

    /// The tools that the model is shown.
    #[must_use]
    pub const fn exposed(&self) -> &Exposed {
        &self.exposed
    }

    /// The client underneath, to send what no honest host would.
    pub const fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Whose host it is.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.user.subject
    }

    /// The resource that it talks to.
    #[must_use]
    pub const fn resource(&self) -> &'static str {
        RESOURCE
    }
}
