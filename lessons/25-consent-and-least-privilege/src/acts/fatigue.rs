//! Twenty calls under three policies: how many prompts, and how much harm.
//!
//! Each policy is played in a world of its own, with a recorder of its own. What is counted is counted there; the act
//! itself records the counts alone.

use super::props;
use crate::Stage;
use lab::World;
use lab::authorization::{AuthorizationServer, person};
use lab::host::{Ending, Host, Tired};
use lab::server::careless::{CarelessServer, Manners};
use lab::server::{LabServer, Service, Settings};
use rules::Defence;
use serde_json::{Value, json};
use std::rc::Rc;
use twogates::consent::host::{Effect, Trust};
use wire::entry::Kind;

/// The seed of the dice of each of these worlds.
const SEED: u64 = 19;

/// How many prompts the person reads before she clicks without reading.
const READS: usize = 10;

/// What the model wants, in order: the tool, its arguments, and for a call that does harm what stands in its prompt.
const SCRIPT: [(&str, &str, Option<&str>); 20] = [
    LOOK,
    LOOK,
    ("search_web", r#"{"query": "how often to water ferns"}"#, None),
    ("delete_file", r#"{"path": "report.csv"}"#, Some("report.csv")),
    LOOK,
    LOOK,
    ("delete_file", r#"{"path": "notes.txt"}"#, None),
    LOOK,
    LOOK,
    ("search_web", r#"{"query": "plant shop opening hours"}"#, None),
    LOOK,
    ("send_payment", r#"{"to": "Nobody Ltd", "amount": 900}"#, Some("Nobody Ltd")),
    LOOK,
    LOOK,
    ("send_payment", r#"{"to": "Plant Shop", "amount": 40}"#, None),
    ("search_web", r#"{"query": "alice earns 4100, is that much"}"#, Some("alice earns 4100")),
    LOOK,
    LOOK,
    ("send_payment", r#"{"to": "Nobody Ltd", "amount": 450}"#, Some("Nobody Ltd")),
    LOOK,
];
const LOOK: (&str, &str, Option<&str>) = ("list_files", "{}", None);

/// How the host decides whom to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Policy {
    /// The server is not trusted: the host asks for each call.
    EveryCall,
    /// Not trusted either, but the user allowed on purpose what only reads, in a closed world.
    AllButClosedReads,
    /// The server is trusted.
    Blanket,
}

/// Which server is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Server {
    /// Honest about its tools, and without a gate.
    Careless,
    /// With both gates.
    BothGates,
}

/// What came of a policy.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Prompts that the person was shown.
    prompts: usize,
    /// How many of them were not read.
    unread: usize,
    /// Harmful calls that ran.
    harm: usize,
    /// What happened in the world, in order.
    effects: Vec<String>,
}

const ROWS: [(&str, Policy, &str, Server); 4] = [
    ("ask for every call", Policy::EveryCall, "careless", Server::Careless),
    ("ask except closed reads", Policy::AllButClosedReads, "careless", Server::Careless),
    ("trust this server", Policy::Blanket, "careless", Server::Careless),
    ("trust this server", Policy::Blanket, "both gates", Server::BothGates),
];

const WHAT_THE_ROWS_ARE: &str = "The careless server keeps no gate, but says honestly what its tools do. In the first \
                                 two rows nobody trusts it, so the host asks; in the second, Alice allowed list_files \
                                 once, on purpose, because it only reads, in a closed world. Only the counts are shown: \
                                 each row was played in a world of its own.";

pub(super) fn fatigue(stage: &mut Stage) {
    stage.begin(
        "fatigue",
        "Twenty calls, three policies: prompts shown, harm let through",
        &[
            "A model makes the same twenty calls each time. Twelve list files; of the other eight, four do harm: a \
             deletion, two payments, and a search that gives a salary away. The person is a simple model too: she reads \
             ten prompts and declines what she does not want, and after that she clicks yes without reading.",
        ],
    );
    let mut lines = vec![row("policy", "server", ["prompts", "unread", "harm"])];
    for (name, policy, called, server) in ROWS {
        let Some(tally) = tally(policy, server, READS, &stage.off) else { return };
        let counts = [tally.prompts, tally.unread, tally.harm].map(|count| count.to_string());
        lines.push(row(name, called, counts.each_ref().map(String::as_str)));
    }
    lines.push(WHAT_THE_ROWS_ARE.into());
    props::recorder(stage).look("table", lines);
    stage
        .remember("Asking for everything is how the harmful prompt goes unread. Ask where it matters, and only there.");
}

fn row(policy: &str, server: &str, [prompts, unread, harm]: [&str; 3]) -> String {
    format!("  {policy:<24}{server:<12}{prompts:>8}{unread:>8}{harm:>6}")
}

/// Plays the script in a world of its own. None if that world could not be built.
fn tally(policy: Policy, server: Server, reads: usize, off: &[Defence]) -> Option<Tally> {
    let world = World::new(SEED);
    let authorization = AuthorizationServer::new(&world);
    let service: Rc<dyn Service> = match server {
        Server::Careless => Rc::new(CarelessServer::new(world.now_ms(), Manners::Careless)),
        Server::BothGates => {
            let settings = Settings { off: off.to_vec(), ..Settings::default() };
            Rc::new(LabServer::new(&world, authorization.clone(), authorization.clone(), settings).ok()?)
        }
    };
    let unwanted = SCRIPT.iter().filter_map(|(_, _, harm)| *harm).map(str::to_owned).collect();
    let tired = Box::new(Tired { reads, unwanted, shown: 0 });
    let mut host = Host::new(&world, person("alice"), service, authorization, tired).without(off);
    host.sign_in_quietly();
    host.list_tools();
    set(&mut host, policy, world.now_ms());
    let mut tally = Tally::default();
    for (tool, arguments, harm) in SCRIPT {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or_else(|_| json!({}));
        let ran = matches!(host.call(tool, &arguments), Ending::Result { is_error: false, .. });
        tally.harm += usize::from(ran && harm.is_some());
    }
    let recorder = props::lock(&world.recorder);
    let of = |kind| recorder.entries().iter().filter(move |entry| entry.kind == kind);
    tally.prompts = of(Kind::Human).count();
    tally.unread = tally.prompts.saturating_sub(reads);
    tally.effects = of(Kind::Effect).flat_map(|entry| &entry.text).map(ToString::to_string).collect();
    Some(tally)
}

fn set(host: &mut Host, policy: Policy, now_ms: u64) {
    match policy {
        Policy::EveryCall => {}
        Policy::AllButClosedReads => {
            let tools = host.exposed().tools().to_vec();
            for tool in tools.iter().filter(|tool| tool.hints().closed_world_read()) {
                host.settings_mut().add(tool, Effect::Allow, now_ms);
            }
        }
        Policy::Blanket => host.set_trust(Trust::Trusted),
    }
}

#[cfg(test)]
mod tests;
