//! The server that keeps both gates.

use super::decision::{decision, refused, turned};
use super::listing::{self, Listing, RESOURCE};
use super::worker::Queue;
use super::{Handled, Service, Settings};
use crate::resources::{Files, Payments, Web};
use crate::tools::{self, DeleteFile, DeleteFiles, ListFiles, Run, SearchWeb, SendPayment};
use crate::{World, without_all};
use rules::{Defence, cache, call, grant, http, scope as scope_rules};
use std::sync::{Arc, Mutex};
use twogates::consent::{BadKey, ConsentGate, Key, KeyRing, Question, Tool as _};
use twogates::grants::{Authority, Grants, Memory, State};
use twogates::outcome::Outcome;
use twogates::reply::Server as Reply;
use twogates::{Admission, Admitted, Attempt, Endpoint, Front, Gates, ListStep, Refusal, Step, Tokens, Turned, scope};
use wire::http::{Request, Response};
use wire::message::ToolCall;
use wire::result::ServerInfo;

/// The server that keeps both gates, over its four tools.
#[derive(Debug)]
pub struct LabServer {
    front: Front,
    pub(super) gates: Gates,
    reply: Reply,
    listing: Listing,
    pub(super) settings: Settings,
    list_files: ListFiles,
    pub(super) search_web: SearchWeb,
    pub(super) delete_file: DeleteFile,
    pub(super) delete_files: DeleteFiles,
    pub(super) send_payment: SendPayment,
    /// Whether there is `send_payment`.
    pays: bool,
    /// The store in memory, where it is the lab's own.
    #[cfg(feature = "vectors")]
    pub(super) memory: Option<Arc<Memory>>,
    pub(super) queue: Mutex<Queue>,
}

impl LabServer {
    /// A server with fresh resources, that takes tokens from `tokens` and asks `authority` at every claim.
    ///
    /// # Errors
    ///
    /// [`BadKey`], if the lab's own key were no key.
    pub fn new(
        world: &World,
        tokens: Arc<dyn Tokens>,
        authority: Arc<dyn Authority>,
        settings: Settings,
    ) -> Result<Self, BadKey> {
        let off = settings.off.as_slice();
        let address = settings.address.unwrap_or(RESOURCE);
        let (origin, path) = listing::metadata_place(address);
        let metadata = format!("{origin}{path}");
        let endpoint = Endpoint {
            path: "/mcp".into(),
            resource: address.into(),
            metadata: metadata.clone(),
            first_scopes: listing::first_scopes(),
            origins: vec!["https://lab.example".into()],
            methods: ["server/discover", "tools/list", "tools/call"].map(String::from).to_vec(),
        };
        let ring = KeyRing::new(Key::new("k1", b"the lab's key: everyone can read it here")?);
        let capacity = settings.capacity.unwrap_or(Memory::CAPACITY);
        let own = Arc::new(without_all(Memory::new(world.clock.clone()).with_capacity(capacity), off));
        #[cfg(feature = "vectors")]
        let memory = settings.store.is_none().then(|| own.clone());
        let store = settings.store.clone().unwrap_or(own);
        let payments = Payments::through(settings.bank);
        let pays = off.contains(&Defence::SelfTest) || payments.keep_their_promise();
        let there = |tool: &&'static str| pays || *tool != "send_payment";
        let offered: Vec<_> =
            tools::FOUR.iter().copied().filter(there).chain(settings.lists.then_some("delete_files")).collect();
        let grants = Grants::new(address, store, authority, world.dice.clone());
        let gates = Gates::new(
            without_all(tools::scope_gate(&offered, &settings.undisclosed), off),
            without_all(ConsentGate::new(address, ring), off),
            without_all(grants, off),
        );
        let files = Arc::new(Mutex::new(Files::sample(world.now_ms()).read_by(world.clock.clone())));
        Ok(Self {
            front: without_all(Front::new(endpoint, tokens), off),
            gates: without_all(gates, off),
            reply: Reply { info: ServerInfo { name: "lab".into(), version: "0.1.0".into() }, metadata },
            listing: without_all(Listing::default(), off),
            delete_file: DeleteFile::new(files.clone()).on(settings.disk.clone()).staged(settings.staged),
            delete_files: DeleteFiles(files.clone()),
            settings,
            list_files: ListFiles(files),
            search_web: SearchWeb(Arc::new(Mutex::new(Web::default()))),
            send_payment: SendPayment(Arc::new(Mutex::new(payments))),
            pays,
            #[cfg(feature = "vectors")]
            memory,
            queue: Mutex::default(),
        })
    }

    /// The files, to look at or to change behind the server's back.
    #[must_use]
    pub const fn files(&self) -> &Arc<Mutex<Files>> {
        self.delete_file.files()
    }

    /// The payments.
    #[must_use]
    pub const fn payments(&self) -> &Arc<Mutex<Payments>> {
        &self.send_payment.0
    }

    /// The web.
    #[must_use]
    pub const fn web(&self) -> &Arc<Mutex<Web>> {
        &self.search_web.0
    }

    /// Both gates and the grants, to look at their audit.
    #[must_use]
    pub const fn gates(&self) -> &Gates {
        &self.gates
    }

    /// The tool `delete_file`, for a worker of somebody else's.
    #[must_use]
    pub const fn delete_file(&self) -> &DeleteFile {
        &self.delete_file
    }

    /// Its operator releases a `delete_file` that means something else.
    pub fn change_promise(&self) {
        self.delete_file.change_promise();
    }

    fn metadata(&self, http: &Request) -> Option<Handled> {
        let response = self.front.metadata(http, &[listing::ISSUER])?;
        Some(Handled { response, decision: None, effects: Vec::new() })
    }

    fn answer(&self, admitted: Admitted) -> Handled {
        let Admitted { caller, request, shows_forms } = admitted;
        let told = |response, decision| Handled { response, decision: Some(decision), effects: Vec::new() };
        match request.method.as_str() {
            "server/discover" => Handled {
                response: self.reply.result(&request.id, listing::discover()),
                decision: None,
                effects: Vec::new(),
            },
            "tools/list" => {
                let names = self.gates.scope().listed(&caller);
                let filtered = !self.settings.off.contains(&Defence::ListFilter);
                let (verdict, why) = if filtered {
                    ("filtered", "by the scopes of the token")
                } else {
                    ("not filtered", "whoever asks is shown everything")
                };
                let rules = [&scope_rules::LIST_FILTERED, &cache::FILTERED_IS_PRIVATE];
                told(
                    self.reply.result(&request.id, self.listing.result(&names)),
                    decision("gate one", verdict, why, &rules),
                )
            }
            _ => match ToolCall::read(&request.params) {
                Ok(call) => self.call(&request.id, caller, call, shows_forms),
                Err(params) => {
                    let bad = Turned::BadParams { id: request.id, params };
                    told(self.reply.turned(&bad), turned(&bad))
                }
            },
        }
    }

    fn call(&self, id: &wire::message::RequestId, caller: scope::Caller, call: ToolCall, shows_forms: bool) -> Handled {
        let name = call.name.clone();
        let attempt = Attempt::of(call, shows_forms);
        let handled = match name.as_str() {
            "list_files" => self.gates.read(&self.list_files, caller, attempt).map(|permit| Handled {
                response: self.reply.ran(id, Outcome::Done, &self.list_files.run(permit)),
                decision: Some(decision(
                    "gate one",
                    "passed",
                    "a closed-world read asks nobody",
                    &[&scope_rules::CHECKED_PER_CALL, &call::WHO_IS_ASKED],
                )),
                effects: Vec::new(),
            }),
            "search_web" => self.act(&self.search_web, id, caller, attempt),
            "delete_file" => self.act(&self.delete_file, id, caller, attempt),
            "send_payment" if self.pays => self.act(&self.send_payment, id, caller, attempt),
            "delete_files" if self.settings.lists => self.act_on_list(id, caller, attempt),
            _ => Err(self.gates.unknown(&caller, attempt)),
        };
        handled.unwrap_or_else(|refusal| Handled {
            response: self.reply.refused(id, &refusal),
            decision: Some(refused(&refusal)),
            effects: Vec::new(),
        })
    }

    fn act<T: Run>(
        &self,
        tool: &T,
        id: &wire::message::RequestId,
        caller: scope::Caller,
        attempt: Attempt,
    ) -> Result<Handled, Refusal> {
        let name = tool.contract().name;
        let policy = self.settings.policy(&name);
        match self.gates.act(tool, &policy, caller, attempt)? {
            Step::Ask(question) => Ok(self.asks(id, &question)),
            Step::Run(claim) => {
                let ran = tool.run(claim);
                let grant = self.gates.settle(ran.settled)?;
                let text = grant.outcome.map(|(_, text)| text).unwrap_or_default();
                let done = grant.state == State::Executed;
                let outcome = if done { Outcome::Done } else { Outcome::Failed };
                let why = if done { "the yes became a grant" } else { &text };
                Ok(Handled {
                    response: self.reply.ran(id, outcome, ran.output.as_ref().unwrap_or(&text)),
                    decision: Some(decision(
                        "grant",
                        if done { "spent" } else { "failed" },
                        why,
                        if done {
                            &[&call::EXACT_YES, &grant::ONE_PATH, &grant::CLAIMED_ONCE]
                        } else {
                            &[&grant::SNAPSHOT]
                        },
                    )),
                    effects: vec![if done { text } else { "nothing happened".into() }],
                })
            }
            Step::Queued { reference, handle } => {
                self.put_into_the_queue(&name, [reference]);
                Ok(queued(self.reply.queued(id, handle), "the yes became a grant, which a worker will spend"))
            }
        }
    }

    fn act_on_list(
        &self,
        id: &wire::message::RequestId,
        caller: scope::Caller,
        attempt: Attempt,
    ) -> Result<Handled, Refusal> {
        let name = self.delete_files.contract().name;
        match self.gates.act_on_list(&self.delete_files, &self.settings.policy(&name), caller, attempt)? {
            ListStep::Ask(question) => Ok(self.asks(id, &question)),
            ListStep::Queued(references) => {
                let handles: Vec<_> = references.iter().map(|reference| reference.id().to_string()).collect();
                let text = format!("Approved, not yet done. Each item has a grant of its own: {}.", handles.join(", "));
                self.put_into_the_queue(&name, references);
                let why = "the yes became one grant for each item, which workers will spend";
                Ok(queued(self.reply.ran(id, Outcome::Queued, &text), why))
            }
        }
    }

    fn asks(&self, id: &wire::message::RequestId, question: &Question) -> Handled {
        let why = "a person must decide on this call";
        Handled {
            response: self.reply.question(id, question),
            decision: Some(decision("gate two", "asked", why, &[&call::WHO_IS_ASKED, &call::SHOWN_WHOLE])),
            effects: Vec::new(),
        }
    }
}

fn queued(response: Response, why: &str) -> Handled {
    Handled {
        response,
        decision: Some(decision("grant", "issued", why, &[&call::EXACT_YES, &grant::NOT_IN_PAYLOAD])),
        effects: vec!["nothing happened yet".into()],
    }
}

impl Service for LabServer {
    fn handle(&self, http: &Request) -> Handled {
        if let Some(metadata) = self.metadata(http) {
            return metadata;
        }
        match self.front.admit(http, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => self.answer(admitted),
            Ok(Admission::Notification) => Handled {
                response: Response::empty(202),
                decision: Some(decision("front door", "taken", "a notification gets no answer", &[&http::POST_ONE])),
                effects: Vec::new(),
            },
            Err(turned_away) => Handled {
                response: self.reply.turned(&turned_away),
                decision: Some(turned(&turned_away)),
                effects: Vec::new(),
            },
        }
    }
}
