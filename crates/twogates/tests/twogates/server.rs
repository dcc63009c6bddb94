//! A server of twenty lines that keeps both gates, and the rest that a test needs of one.

use crate::client::Post;
use crate::tools::{DeleteNote, ListNotes, Pay, ReadLog, Shared, World, scope_gate};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use twogates::consent::{ConsentGate, Dice, Effect, Intent, Key, KeyRing, Lifetime, Policy};
use twogates::grants::audit::Row;
use twogates::grants::{Authority, Claim, End, FakeClock, GrantRef, Grants, Memory, NotUsable, Settled, State, Store};
use twogates::outcome::Outcome;
use twogates::reply::Server as Reply;
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Admission, Admitted, Attempt, Endpoint, Front, Gates, Refusal, Step, Token, Tokens, Turned};
use wire::http::{Request, Response};
use wire::message::{RequestId, ToolCall};
use wire::result::{ServerInfo, tool_result};

/// 2026-07-28 14:00:00 UTC.
pub(crate) const START: u64 = 1_785_247_200_000;
pub(crate) const RESOURCE: &str = "https://notes.example/mcp";
pub(crate) const METADATA: &str = "https://notes.example/.well-known/oauth-protected-resource/mcp";

/// Reads a token as `subject` or `subject/scope+scope`, with `@audience` or `!expiry` behind it. Only these subjects
/// have tokens.
#[derive(Debug)]
pub(crate) struct TestTokens;

impl Tokens for TestTokens {
    fn verify(&self, token: &str) -> Option<Token> {
        let (token, expires) = token.split_once('!').unwrap_or((token, "18446744073709551615"));
        let (token, audience) = token.split_once('@').unwrap_or((token, RESOURCE));
        let (subject, scopes) = token.split_once('/').unwrap_or((token, ALL_SCOPES));
        ["alice", "bob"].contains(&subject).then(|| Token {
            caller: Caller {
                principal: principal(subject),
                granted: ScopeSet::of(&scopes.split('+').collect::<Vec<_>>()),
            },
            audience: audience.to_owned(),
            expires_ms: expires.parse().unwrap(),
        })
    }
}

const ALL_SCOPES: &str = "notes:write+notes:payroll+payments:write+payments:approve+log:read";

pub(crate) fn principal(subject: &str) -> Principal {
    Principal { issuer: "https://auth.example".into(), subject: subject.into(), client: Some("desk".into()) }
}

/// Says whether a principal may still act, as its test sets it.
#[derive(Debug)]
pub(crate) struct Switch(pub(crate) AtomicBool);

impl Authority for Switch {
    fn may_still(&self, _: &Intent) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[derive(Debug, Default)]
struct Counter(AtomicU64);

impl Dice for Counter {
    fn draw(&self) -> [u8; 16] {
        u128::from(self.0.fetch_add(1, Ordering::SeqCst) + 1).to_be_bytes()
    }
}

/// What the tools of one server may be set to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Policies {
    pub(crate) delete_note: Policy,
    pub(crate) pay: Policy,
}

/// A policy under which a yes may wait for ten minutes.
pub(crate) fn deferred() -> Policy {
    Policy { lifetime: Lifetime::Deferred(Lifetime::DEFERRED_MS), ..Policy::default() }
}

pub(crate) struct Server {
    pub(crate) front: Front,
    pub(crate) gates: Gates,
    pub(crate) reply: Reply,
    pub(crate) policies: Policies,
    pub(crate) world: Shared,
    pub(crate) pay: Pay,
    pub(crate) clock: FakeClock,
    pub(crate) authority: Arc<Switch>,
    pub(crate) queue: Mutex<VecDeque<GrantRef>>,
}

impl Server {
    pub(crate) fn new() -> Self {
        Self::over(|clock| Arc::new(Memory::new(clock)))
    }

    /// A server over the store that `store` makes of its clock.
    pub(crate) fn over(store: impl FnOnce(FakeClock) -> Arc<dyn Store>) -> Self {
        let clock = FakeClock::at(START);
        let authority = Arc::new(Switch(AtomicBool::new(true)));
        let grants = Grants::new(RESOURCE, store(clock.clone()), authority.clone(), Arc::new(Counter::default()));
        let ring = KeyRing::new(Key::new("k1", &[1; 32]).unwrap());
        let endpoint = Endpoint {
            path: "/mcp".into(),
            resource: RESOURCE.into(),
            metadata: METADATA.into(),
            first_scopes: ScopeSet::of(&["notes:read"]),
            origins: vec!["https://desk.example".into()],
            methods: ["server/discover", "tools/list", "tools/call"].map(String::from).to_vec(),
        };
        let world = World::shared();
        Self {
            front: Front::new(endpoint, Arc::new(TestTokens)),
            gates: Gates::new(scope_gate(), ConsentGate::new(RESOURCE, ring), grants),
            reply: Reply {
                info: ServerInfo { name: "notes".into(), version: "1.0".into() },
                metadata: METADATA.into(),
            },
            policies: Policies::default(),
            pay: Pay { urgent: false },
            world,
            clock,
            authority,
            queue: Mutex::default(),
        }
    }

    /// Answers one HTTP request.
    pub(crate) fn handle(&self, http: &Request) -> Response {
        match self.front.admit(http, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => self.answer(admitted, Reply::refused),
            Ok(Admission::Notification) => Response::empty(Outcome::Notification.row().status),
            Err(turned) => self.reply.turned(&turned),
        }
    }

    /// Answers one line of stdio, from the local user with these scopes.
    pub(crate) fn line(&self, line: &str, scopes: &[&str]) -> Response {
        let caller = Caller { principal: principal("alice"), granted: ScopeSet::of(scopes) };
        match self.front.admit_line(line, caller, self.gates.grants()) {
            Ok(Admission::Request(admitted)) => self.answer(admitted, Reply::refused_on_stdio),
            Ok(Admission::Notification) => Response::empty(202),
            Err(turned) => self.reply.turned(&turned),
        }
    }

    fn answer(&self, admitted: Admitted, refused: fn(&Reply, &RequestId, &Refusal) -> Response) -> Response {
        let Admitted { caller, request, shows_forms } = admitted;
        let id = request.id.clone();
        match request.method.as_str() {
            "server/discover" => self.reply.result(&id, tool_result(false, "a server of notes")),
            "tools/list" => {
                let names: Vec<_> =
                    self.gates.scope().listed(&caller).iter().map(|name| json!({"name": name})).collect();
                let list = json!({"resultType": "complete", "tools": names, "ttlMs": 0, "cacheScope": "private"});
                self.reply.result(&id, list.as_object().unwrap().clone())
            }
            _ => match ToolCall::read(&request.params) {
                Err(params) => self.reply.turned(&Turned::BadParams { id, params }),
                Ok(call) => self
                    .call(&id, caller, call, shows_forms)
                    .unwrap_or_else(|refusal| refused(&self.reply, &id, &refusal)),
            },
        }
    }

    fn call(&self, id: &RequestId, caller: Caller, call: ToolCall, shows_forms: bool) -> Result<Response, Refusal> {
        let name = call.name.clone();
        let attempt = Attempt::of(call, shows_forms);
        let delete = DeleteNote(self.world.clone());
        match name.as_str() {
            "list_notes" => {
                let args = self.gates.read(&ListNotes, caller, attempt)?.take();
                Ok(self.reply.ran(id, Outcome::Done, &format!("the notes of {}", args.folder)))
            }
            "read_log" => {
                self.gates.read(&ReadLog, caller, attempt)?;
                Ok(self.reply.ran(id, Outcome::Done, "the log"))
            }
            "delete_note" => {
                self.act(&delete, &self.policies.delete_note, id, caller, attempt, |claim| self.delete(claim))
            }
            "pay" => self.act(&self.pay, &self.policies.pay, id, caller, attempt, |claim| self.paid(claim)),
            _ => Err(self.gates.unknown(&caller, attempt)),
        }
    }

    fn act<T: Effect>(
        &self,
        tool: &T,
        policy: &Policy,
        id: &RequestId,
        caller: Caller,
        attempt: Attempt,
        run: impl FnOnce(Claim<T>) -> Settled,
    ) -> Result<Response, Refusal> {
        match self.gates.act(tool, policy, caller, attempt)? {
            Step::Ask(question) => Ok(self.reply.question(id, &question)),
            Step::Queued { reference, handle } => {
                self.queue.lock().unwrap().push_back(reference);
                Ok(self.reply.queued(id, handle))
            }
            Step::Run(claim) => {
                let grant = self.gates.settle(run(claim))?;
                let outcome = if grant.state == State::Executed { Outcome::Done } else { Outcome::Failed };
                Ok(self.reply.ran(id, outcome, &grant.outcome.unwrap().1))
            }
        }
    }

    fn delete(&self, claim: Claim<DeleteNote>) -> Settled {
        match claim.take(|args| DeleteNote(self.world.clone()).snapshot(args)) {
            Err(changed) => changed,
            Ok((args, running)) => {
                let mut world = self.world.lock().unwrap();
                if world.notes.remove(&args.path).is_none() {
                    return running.settle(End::Failed, format!("{} does not exist", args.path));
                }
                world.deleted.push(args.path.clone());
                running.settle(End::Executed, format!("Deleted {}.", args.path))
            }
        }
    }

    fn paid(&self, claim: Claim<Pay>) -> Settled {
        match claim.take(|args| self.pay.snapshot(args)) {
            Err(changed) => changed,
            Ok((args, running)) => {
                let text = format!("Paid {} to {}.", args.amount, args.to);
                self.world.lock().unwrap().paid.push((args.to, args.amount));
                running.settle(End::Executed, text)
            }
        }
    }

    /// A worker takes the next reference from the queue and pays.
    pub(crate) fn work(&self) -> Result<State, NotUsable> {
        let reference = self.queue.lock().unwrap().pop_front().unwrap();
        let claim = self.gates.claim(&self.pay, &reference)?;
        Ok(self.gates.settle(self.paid(claim))?.state)
    }

    /// How many effects there were.
    pub(crate) fn effects(&self) -> usize {
        let world = self.world.lock().unwrap();
        world.deleted.len() + world.paid.len()
    }

    pub(crate) fn audit(&self) -> Vec<Row> {
        self.gates.grants().audit().unwrap()
    }

    /// The codes of the audit, oldest first.
    pub(crate) fn codes(&self) -> Vec<String> {
        self.audit().into_iter().map(|row| row.code).collect()
    }

    /// The exact reason that stands in the audit for what was answered last.
    pub(crate) fn reason(&self) -> String {
        self.audit().pop().unwrap().code
    }

    /// Sends a call that must be asked about, and gives its state.
    pub(crate) fn ask(&self, post: &Post) -> String {
        let response = self.send(post);
        let body: Value = serde_json::from_str(&response.body).unwrap();
        assert_eq!(body["result"]["resultType"], "input_required", "{}", response.body);
        body["result"]["requestState"].as_str().unwrap().to_owned()
    }

    pub(crate) fn send(&self, post: &Post) -> Response {
        self.handle(&post.http())
    }
}
