//! Who is there when a vector begins.

use super::policies::{BankKind, DailyWindow, Strength};
use crate::authorization::Generosity;
use crate::server::careless::Manners;
use crate::server::{ISSUER, RESOURCE, Settings};
use rules::Defence;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use twogates::scope::{Principal, ScopeSet};

/// The server that is always there.
pub const LAB: &str = "lab";

/// The tool that a server has where it takes lists.
pub const LIST_TOOL: &str = "delete_files";

/// The people and the servers, by name.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The people, each with a host of their own.
    #[serde(default)]
    pub people: BTreeMap<String, Person>,
    /// The servers. `lab` is there anyway; an entry for it sets it up differently.
    #[serde(default)]
    pub servers: BTreeMap<String, Server>,
}

/// One person, and the token that their client holds.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What the token covers. None: there is no token yet.
    #[serde(default)]
    pub scopes: Option<Vec<String>>,
    /// Whose token it is, where it is not their own.
    #[serde(default)]
    pub is: Option<String>,
    /// Who issued it, where it was not the lab's authorization server.
    #[serde(default)]
    pub issuer: Option<String>,
    /// The client's id within the authorization server; `desk` when nothing is said.
    #[serde(default)]
    pub client: Option<String>,
    /// The server that the token was issued for, where it is not the one that it is sent to.
    #[serde(default)]
    pub audience: Option<String>,
    /// The servers that this person marked as trusted; the lab when nothing is said.
    #[serde(default)]
    pub trusts: Option<Vec<String>>,
    /// What their client declares in place of form elicitation.
    #[serde(default)]
    pub capabilities: Option<Value>,
    /// How much the authorization server grants them.
    #[serde(default)]
    pub grants: Generous,
}

/// How much of a request an authorization server grants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generous {
    /// All of it.
    #[default]
    All,
    /// The first half of what is new.
    Half,
    /// One new scope at a time.
    OneByOne,
    /// Nothing beyond the first set.
    NothingNew,
}

/// One server.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// What kind of server it is; the lab's own when nothing is said.
    #[serde(default)]
    pub kind: ServerKind,
    /// Tools that answer as unknown ones to whoever lacks their scopes.
    #[serde(default)]
    pub undisclosed: Vec<String>,
    /// Tools whose approved calls are queued, and for how many seconds a yes may wait. One at most.
    #[serde(default)]
    pub deferred: BTreeMap<String, u64>,
    /// Tools whose approved calls are queued for a part of each day, and run at no other time. One at most.
    #[serde(default)]
    pub window: BTreeMap<String, DailyWindow>,
    /// Tools that the operator declares idempotent, and how often one yes lets them run.
    #[serde(default)]
    pub uses: BTreeMap<String, u32>,
    /// Whether there is a fifth tool, `delete_files`, which takes a list.
    #[serde(default)]
    pub lists: bool,
    /// Whether `delete_file` deletes in two halves, the first of which a worker can take back.
    #[serde(default)]
    pub staged: bool,
    /// The bank that payments go through; one that takes no keys when nothing is said.
    #[serde(default)]
    pub bank: Option<BankKind>,
    /// Tools for which a weaker evidence of a yes does not count.
    #[serde(default)]
    pub evidence: BTreeMap<String, Strength>,
    /// How many rows its store takes.
    #[serde(default)]
    pub capacity: Option<usize>,
    /// Its canonical address, where it is not the lab's.
    #[serde(default)]
    pub address: Option<String>,
    /// What a scripted server answers, message by message. The last answer is given for ever.
    #[serde(default)]
    pub replies: Vec<Scripted>,
    /// The metadata that a scripted server publishes.
    #[serde(default)]
    pub metadata: Option<Value>,
}

/// A kind of server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerKind {
    /// Keeps both gates.
    #[default]
    TwoGates,
    /// Keeps no gate, and says honestly what its tools do.
    Careless,
    /// Keeps no gate, and says of every tool that it only reads.
    Liar,
    /// Challenges every payment for a scope that it never named before.
    Greedy,
    /// Asks before it pays, again and again, until somebody says yes.
    Nagging,
    /// Answers what the vector says.
    Scripted,
}

/// One answer of a scripted server.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scripted {
    /// The HTTP status.
    pub status: u16,
    /// Header lines.
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// The result, which is put into a response to the request's id.
    #[serde(default)]
    pub result: Option<Value>,
}

impl Person {
    /// The principal that the token speaks of, for the person with this name.
    #[must_use]
    pub fn principal(&self, name: &str) -> Principal {
        Principal {
            issuer: self.issuer.clone().unwrap_or_else(|| ISSUER.into()),
            subject: self.is.clone().unwrap_or_else(|| name.into()),
            client: Some(self.client.clone().unwrap_or_else(|| "desk".into())),
        }
    }

    /// What the token covers.
    #[must_use]
    pub fn scope_set(&self) -> Option<ScopeSet> {
        let scopes = self.scopes.as_ref()?;
        Some(ScopeSet::of(&scopes.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    /// Whether this person marked the server as trusted.
    #[must_use]
    pub fn trusts(&self, server: &str) -> bool {
        self.trusts.as_ref().map_or(server == LAB, |trusted| trusted.iter().any(|name| name == server))
    }
}

impl Generous {
    /// The same as the lab's authorization server knows it.
    #[must_use]
    pub const fn generosity(self) -> Generosity {
        match self {
            Self::All => Generosity::All,
            Self::Half => Generosity::Half,
            Self::OneByOne => Generosity::OneByOne,
            Self::NothingNew => Generosity::NothingNew,
        }
    }
}

impl ServerKind {
    /// What is wrong with a server that keeps no gate.
    #[must_use]
    pub const fn manners(self) -> Option<Manners> {
        match self {
            Self::Careless => Some(Manners::Careless),
            Self::Liar => Some(Manners::Liar),
            Self::Greedy => Some(Manners::Greedy),
            Self::Nagging => Some(Manners::Nagging),
            Self::TwoGates | Self::Scripted => None,
        }
    }
}

impl Server {
    /// The settings of a server that keeps both gates. What names no tool of the lab's is left out.
    #[must_use]
    pub fn settings(&self, off: &[Defence]) -> Settings {
        Settings {
            off: off.to_vec(),
            undisclosed: self.undisclosed.iter().filter_map(|tool| tool_name(tool)).collect(),
            deferred: self.deferred.iter().filter_map(|(tool, s)| Some((tool_name(tool)?, s * 1_000))).collect(),
            windows: self.window.iter().filter_map(|(tool, at)| Some((tool_name(tool)?, at.window()))).collect(),
            uses: self.uses.iter().filter_map(|(tool, uses)| Some((tool_name(tool)?, *uses))).collect(),
            lists: self.lists,
            staged: self.staged,
            bank: self.bank.map(BankKind::bank),
            evidence: self.evidence.iter().filter_map(|(tool, is)| Some((tool_name(tool)?, is.evidence()))).collect(),
            capacity: self.capacity,
            address: self.address.as_deref().and_then(known_address),
            ..Settings::default()
        }
    }

    /// The address for which tokens to it are issued.
    #[must_use]
    pub fn audience(&self) -> &str {
        self.address.as_deref().unwrap_or(RESOURCE)
    }
}

/// The addresses that a second server may have.
pub const ADDRESSES: &[&str] = &["https://staging.example/mcp", "https://lab.example/mcp/", "https://lab.example/MCP"];

fn known_address(address: &str) -> Option<&'static str> {
    ADDRESSES.iter().copied().find(|known| *known == address)
}

fn tool_name(name: &str) -> Option<&'static str> {
    super::TOOLS.iter().copied().chain([LIST_TOOL]).find(|known| *known == name)
}
