//! What an operator says of a server, and what does not fit together.

mod checks;

use crate::desk::Desk;
use crate::gated::Gated;
use crate::native::{Acting, Looking, Native};
use crate::{Act, BadSetup, Look, Queue, ToolPolicy, listing};
use rmcp::ServerHandler;
use std::sync::Arc;
use tokio_util::task::TaskTracker;
use twogates::consent::{ConsentGate, Dice, Intent, KeyRing, Policy, Until};
use twogates::grants::{Authority, Grants, Store};
use twogates::reply::Server;
use twogates::scope::{Hierarchy, ScopeGate, ScopeSet, ToolScopes, well_known};
use twogates::wire::result::ServerInfo;
use twogates::{Gates, OsDice};

/// What an operator says of a server.
#[derive(Debug)]
pub struct Setup {
    server: String,
    default_scopes: ScopeSet,
    ring: KeyRing,
    store: Arc<dyn Store>,
    authority: Option<Arc<dyn Authority>>,
    dice: Arc<dyn Dice>,
    lease_ms: u64,
    hierarchy: Hierarchy,
    first_scopes: Option<ScopeSet>,
    policies: Vec<(String, ToolPolicy)>,
    natives: Vec<(ToolScopes, Arc<dyn Native>)>,
    methods: Vec<String>,
    queue: Option<Arc<dyn Queue>>,
}

impl Setup {
    /// A server of this identity: over HTTP the address that clients use, which is the audience of its tokens. Its states are
    /// sealed with this ring, and its grants are in this store. `scopes` is what a call needs of a tool of which nothing else
    /// is said.
    #[must_use]
    pub fn new(server: &str, scopes: &[&str], ring: KeyRing, store: Arc<dyn Store>) -> Self {
        Self {
            server: server.to_owned(),
            default_scopes: ScopeSet::of(scopes),
            ring,
            store,
            authority: None,
            dice: Arc::new(OsDice),
            lease_ms: Grants::LEASE_MS,
            hierarchy: Hierarchy::default(),
            first_scopes: None,
            policies: Vec::new(),
            natives: Vec::new(),
            methods: Vec::new(),
            queue: None,
        }
    }

    /// The policy of a tool of the handler. A tool without one is [`ToolPolicy::at_most_once`].
    #[must_use]
    pub fn tool(mut self, name: &str, policy: ToolPolicy) -> Self {
        self.policies.push((name.to_owned(), policy));
        self
    }

    /// A tool of one's own that is asked about.
    #[must_use]
    pub fn act<T: Act>(mut self, tool: T, scopes: ToolScopes, policy: Policy) -> Self {
        self.natives.push((scopes, Arc::new(Acting::new(tool, policy))));
        self
    }

    /// A tool of one's own that only reads, in a closed world.
    #[must_use]
    pub fn look<T: Look>(mut self, tool: T, scopes: ToolScopes) -> Self {
        self.natives.push((scopes, Arc::new(Looking::new(tool))));
        self
    }

    /// Which scope implies which.
    #[must_use]
    pub fn hierarchy(self, hierarchy: Hierarchy) -> Self {
        Self { hierarchy, ..self }
    }

    /// What a first token should cover: the scopes of the 401 challenge and of the metadata. Without this, those that every
    /// call needs of a tool that runs with nobody asked.
    #[must_use]
    pub fn first_scopes(self, scopes: &[&str]) -> Self {
        Self { first_scopes: Some(ScopeSet::of(scopes)), ..self }
    }

    /// Who may still make a call when it runs later than the request that approved it. A call that runs within that request
    /// has just been let through by gate one; without this, there are no others.
    #[must_use]
    pub fn authority(self, authority: Arc<dyn Authority>) -> Self {
        Self { authority: Some(authority), ..self }
    }

    /// Where the calls wait that run later.
    #[must_use]
    pub fn queue(self, queue: Arc<dyn Queue>) -> Self {
        Self { queue: Some(queue), ..self }
    }

    /// How long an effect may take, in milliseconds: [`Grants::with_lease`].
    #[must_use]
    pub fn lease_ms(self, lease_ms: u64) -> Self {
        Self { lease_ms, ..self }
    }

    /// Where ids come from. Without this, from the operating system.
    #[must_use]
    pub fn dice(self, dice: Arc<dyn Dice>) -> Self {
        Self { dice, ..self }
    }

    /// A method of the handler's own, beside those of the specification. It is let through to whoever has a token: the gates
    /// know tools alone.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        self.methods.push(method.to_owned());
        self
    }

    /// Puts both gates around a handler. What it lists now is what it has: a tool that it grows later is not there.
    ///
    /// # Errors
    ///
    /// [`BadSetup`] says what does not fit together.
    pub async fn around<H: ServerHandler>(self, handler: H) -> Result<Gated<H>, BadSetup> {
        let handler = Arc::new(handler);
        let info = handler.get_info();
        let listed = if info.capabilities.tools.is_some() { listing::tools(&handler).await? } else { Vec::new() };
        let checked = checks::Checked::of(&self, listed)?;
        let mut scope = ScopeGate::new(self.hierarchy);
        for (name, scopes) in checked.scopes {
            scope = scope.tool(&name, scopes);
        }
        let authority = self.authority.unwrap_or_else(|| Arc::new(WithinTheRequest));
        let grants = Grants::new(&self.server, self.store, authority, self.dice).with_lease(self.lease_ms);
        let gates = Gates::new(scope, ConsentGate::new(&self.server, self.ring), grants);
        let metadata = well_known(&self.server).into_iter().next().unwrap_or_default();
        let name = ServerInfo { name: info.server_info.name, version: info.server_info.version };
        let desk = Desk {
            gates,
            reply: Server { info: name, metadata },
            wrapped: checked.wrapped,
            natives: self.natives.into_iter().map(|(_, tool)| tool).collect(),
            queue: self.queue,
            running: TaskTracker::new(),
            first_scopes: self.first_scopes.unwrap_or(checked.first_scopes),
            own_methods: self.methods.clone(),
            methods: checks::methods(&info.capabilities, self.methods),
            server: self.server,
        };
        Ok(Gated::new(handler, Arc::new(desk)))
    }
}

/// Gate one has just said that the principal may do this; nobody knows it of later.
#[derive(Debug)]
struct WithinTheRequest;

impl Authority for WithinTheRequest {
    fn may_still(&self, intent: &Intent) -> bool {
        intent.until == Until::AtOnce
    }
}
