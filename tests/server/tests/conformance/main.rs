//! The official conformance suite. `scripts/parts/65-conformance` installs it, and says where in `TWO_GATES_CONFORMANCE`.

#![expect(clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

mod gates;
mod two_gates;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use tokio::runtime::Runtime;
use two_gates::TwoGates;
use twogates_server_tests::conformance::{Baseline, Column, Judged, Scenario, Suite, Verdict, page};
use twogates_server_tests::gated::{ASKED, READS, UNASKED};
use twogates_server_tests::kept;
use twogates_server_tests::running::Running;
use twogates_server_tests::shim::Shim;

/// What the suite passes of a server that has nothing: there it only wants that something is not done.
const SAYS_NOTHING: &[&str] = &["input-required-result-unsupported-methods", "input-required-result-validate-input"];

fn suite() -> Suite {
    let folder =
        std::env::var("TWO_GATES_CONFORMANCE").unwrap_or_else(|_| panic!("NOT RUN: run scripts/parts/65-conformance"));
    Suite::installed(Path::new(&folder)).unwrap()
}

fn baseline() -> Baseline {
    Baseline::read(include_str!("../../conformance/baseline.json")).unwrap()
}

fn fixture(which: &str) -> Running {
    Running::start(Command::new(env!("CARGO_BIN_EXE_fixture-server")).arg(which)).unwrap()
}

/// The fixture behind both gates, the shim before it that adds the token, and the runtime that the shim lives in.
pub(crate) fn behind_gates() -> (Running, SocketAddr, Runtime) {
    let runtime = Runtime::new().unwrap();
    let shim = runtime.block_on(Shim::bind()).unwrap();
    let (address, token) = (shim.address, token());
    let mut command = Command::new(env!("CARGO_BIN_EXE_fixture-server"));
    command.args(["gated", &format!("http://{address}")]).env("FIXTURE_TOKEN", &token);
    let running = Running::start(&mut command).unwrap();
    runtime.block_on(async { shim.pass_on(running.address, &token) }).unwrap();
    (running, address, runtime)
}

fn token() -> String {
    let mut drawn = [0; 16];
    getrandom::fill(&mut drawn).unwrap();
    drawn.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs the suite against a server. It waits no more than a second and a half for some answers, which a busy machine may
/// miss: what is wrong is told, and the suite is run once more. What is wrong then is wrong.
fn run(server: &str, url: &str, suite: &Suite, scenarios: &[Scenario]) -> Column {
    let first = run_once(server, url, suite, scenarios);
    let wrong = first.wrong(scenarios);
    if wrong.is_empty() {
        return first;
    }
    println!("{server} is tried once more:\n{}", wrong.join("\n"));
    run_once(server, url, suite, scenarios)
}

fn run_once(server: &str, url: &str, suite: &Suite, scenarios: &[Scenario]) -> Column {
    let folder = tempfile::tempdir().unwrap();
    let results = suite.run(url, folder.path()).unwrap();
    let baseline = baseline();
    let judged = scenarios.iter().map(|scenario| Judged::of(server, scenario, &results, &baseline)).collect();
    Column { server: server.into(), judged }
}

/// The policy of the fixture's tools, as the page has it.
fn who_is_asked() -> String {
    let mut text =
        format!("\nBehind the gates a person is asked about {}. Nobody is asked about\n\n", ASKED.join(", "));
    text.push_str(&format!("- {}: they only read, in a closed world, and say so.\n", READS.join(", ")));
    UNASKED.iter().for_each(|(tool, because)| text.push_str(&format!("- {tool}: {because}.\n")));
    text
}

#[test]
fn a_server_that_has_nothing_passes_next_to_nothing() {
    let suite = suite();
    let scenarios = suite.scenarios().unwrap();
    let running = fixture("nothing");
    let column = run_once("nothing", &running.url(), &suite, &scenarios);
    let good = column.judged.iter().zip(&scenarios).filter(|(judged, _)| judged.verdict.is_good());
    let good: Vec<_> = good.map(|(_, scenario)| scenario.name.as_str()).collect();
    assert_eq!(good, SAYS_NOTHING);
    assert!(column.count(Verdict::Failed) > scenarios.len() / 2);
}

#[test]
fn the_table_is_the_one_that_is_kept() {
    let suite = suite();
    let scenarios = suite.scenarios().unwrap();
    let bare = fixture("bare");
    let (_gated, shim, _runtime) = behind_gates();
    let two_gates = TwoGates::start();
    let columns = [
        run("fixture alone", &bare.url(), &suite, &scenarios),
        run("behind the gates", &format!("http://{shim}/mcp"), &suite, &scenarios),
        run("two-gates", &format!("http://{}/mcp", two_gates.shim), &suite, &scenarios),
    ];
    let page = page(&scenarios, &columns, &baseline()) + &who_is_asked();
    println!("{page}");
    let wrong: Vec<_> = columns.iter().flat_map(|column| column.wrong(&scenarios)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    kept::hold("conformance.md", &page).unwrap_or_else(|error| panic!("{error:#}"));
}
