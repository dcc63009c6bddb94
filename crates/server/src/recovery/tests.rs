//! A process ends in the middle of each effect, time passes, and the next one looks.

use super::recover;
use crate::config::Config;
use crate::database::Database;
use crate::keys;
use crate::search::Client;
use crate::service::{Inputs, Service};
use crate::tools::{DeleteFile, Longest, SearchWeb, SendPayment};
use crate::watched::Metrics;
use effects::staged::{Begun, Folder};
use grants_sqlite::Sqlite;
use rmcp_gates::Act;
use serde_json::{Map, Value, json};
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;
use twogates::consent::{Effect, Policy, QuestionId};
use twogates::grants::{Claim, End, FakeClock, Grant, Standing, State};
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Attempt, Gates, Step};

/// When the tests begin, in milliseconds since 1970.
const START: u64 = 1_785_247_200_000;
/// When a claim of a call that runs at once has lost its time, in milliseconds later.
const TOO_LATE: u64 = 61_000;

/// A server in this process, by a clock that a test moves.
struct House {
    dir: TempDir,
    clock: FakeClock,
    database: Database,
    metrics: Arc<Metrics>,
    service: Service,
    deletion: DeleteFile,
}

impl House {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("files")).unwrap();
        fs::write(path("files/notes.txt"), "Call the bank.").unwrap();
        keys::make(&path("keys")).unwrap();
        let clock = FakeClock::at(START);
        let database = Database::over(Sqlite::at(path("grants.db")).with_clock(clock.clone()).open().unwrap()).unwrap();
        let config = Config { files: path("files"), keys: path("keys"), ..Config::default() };
        let metrics = Arc::new(Metrics::new().unwrap());
        let runtime = crate::serve::runtime().unwrap();
        let inputs = Inputs::read(&config).unwrap();
        let service = runtime.block_on(Service::new(&config, inputs, database.clone(), metrics.clone())).unwrap();
        let folder = Folder::open(&config.files, &config.quarantine()).unwrap();
        let deletion = DeleteFile { folder, longest: Longest(1000) };
        Self { dir, clock, database, metrics, service, deletion }
    }

    fn gates(&self) -> &Gates {
        self.service.gated().gates()
    }

    /// A person says yes: the claim, and the question that it came of.
    fn claimed<T: Act>(&self, tool: &T, arguments: &Value) -> (Claim<T>, QuestionId) {
        let act = |state: Option<String>, responses: Map<String, Value>| {
            let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
            let granted = ScopeSet::of(&["files:write", "payments:write", "web:search"]);
            let attempt = Attempt {
                tool: tool.contract().name.into_owned(),
                arguments: arguments.as_object().unwrap().clone(),
                responses,
                state,
                shows_forms: true,
            };
            self.gates().act(tool, &Policy::default(), Caller { principal, granted }, attempt).unwrap()
        };
        let Step::Ask(question) = act(None, Map::new()) else { panic!("nobody was asked") };
        let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
        let Step::Run(claim) = act(Some(question.request_state), yes.as_object().unwrap().clone()) else {
            panic!("it does not run")
        };
        (claim, question.id)
    }

    fn grant(&self, question: QuestionId) -> Grant {
        match self.gates().grants().recall(question).unwrap() {
            Some(Standing::Granted(grant)) => *grant,
            other => panic!("no grant: {other:?}"),
        }
    }

    fn is_there(&self) -> bool {
        self.dir.path().join("files/notes.txt").exists()
    }

    fn backlog(&self) -> String {
        let text = self.metrics.text();
        text.lines().find(|line| line.starts_with("two_gates_indeterminate ")).unwrap().to_owned()
    }
}

#[test]
fn a_payment_that_was_claimed_and_not_made_is_known_not_to_be() {
    let house = House::new();
    let tool = SendPayment { database: house.database.clone(), metrics: house.metrics.clone(), longest: Longest(1000) };
    let (claim, question) = house.claimed(&tool, &json!({"to": "Plant Shop", "amount": 20}));
    drop(claim);
    house.service.recover();
    assert_eq!(house.grant(question).state, State::Claimed, "somebody may still be at it");
    house.clock.advance(TOO_LATE);
    assert_eq!(house.grant(question).state, State::Indeterminate);
    house.service.recover();
    let grant = house.grant(question);
    assert_eq!((grant.state, house.backlog().as_str()), (State::Failed, "two_gates_indeterminate 0"));
    assert!(grant.outcome.unwrap().1.contains("The ledger does not have the payment"));
}

#[test]
fn a_file_that_was_set_aside_goes_back() {
    let house = House::new();
    let (claim, question) = house.claimed(&house.deletion, &json!({"path": "notes.txt"}));
    let begun = house.deletion.folder.begin(house.gates().grants(), claim, |args| &args.path).unwrap();
    assert!(matches!(begun, Begun::SetAside(_)) && !house.is_there());
    drop(begun);
    house.service.recover();
    assert!(!house.is_there(), "somebody may still be at it");
    house.clock.advance(TOO_LATE);
    house.service.recover();
    assert!(house.is_there());
    assert_eq!((house.grant(question).state, house.backlog().as_str()), (State::Failed, "two_gates_indeterminate 0"));
}

#[test]
fn a_file_that_is_still_in_its_place_was_not_deleted() {
    let house = House::new();
    let (claim, question) = house.claimed(&house.deletion, &json!({"path": "notes.txt"}));
    drop(claim);
    house.clock.advance(TOO_LATE);
    house.service.recover();
    let grant = house.grant(question);
    assert_eq!(grant.state, State::Failed);
    assert!(grant.outcome.unwrap().1.contains("still in its place"));
}

#[test]
fn what_nobody_can_find_out_waits_for_a_person() {
    let house = House::new();
    let (claim, question) = house.claimed(&house.deletion, &json!({"path": "notes.txt"}));
    drop(claim);
    // Somebody else took the file away meanwhile.
    fs::remove_file(house.dir.path().join("files/notes.txt")).unwrap();
    house.clock.advance(TOO_LATE);
    house.service.recover();
    assert_eq!(house.grant(question).state, State::Indeterminate);
    assert_eq!(house.backlog(), "two_gates_indeterminate 1");
}

#[test]
fn another_servers_effects_are_its_own() {
    let house = House::new();
    let (claim, question) = house.claimed(&house.deletion, &json!({"path": "notes.txt"}));
    drop(claim);
    house.clock.advance(TOO_LATE);
    recover("https://other.example/mcp", &house.database, house.gates(), &house.deletion, &house.metrics);
    assert_eq!(house.grant(question).state, State::Indeterminate);
}

#[test]
fn a_search_that_was_not_heard_of_needs_no_person() {
    let house = House::new();
    let client = Client::new(&Config::default().search);
    let tool = SearchWeb { service: client, longest: Longest(1000) };
    let (claim, question) = house.claimed(&tool, &json!({"query": "two gates"}));
    let (_, running) = claim.take(|args| tool.snapshot(args)).unwrap();
    house.gates().settle(running.settle(End::Indeterminate, "no answer")).unwrap();
    assert_eq!(house.grant(question).state, State::Indeterminate);
    house.service.recover();
    assert_eq!(house.grant(question).state, State::Failed);
}
