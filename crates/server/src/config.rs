//! What an operator sets: from a file, from the environment, from flags, each over the one before.

mod apart;
mod check;
mod reference;
mod tool;
mod unknown;

pub use reference::reference;
pub(crate) use tool::ToolSettings;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use grants_sqlite::Sqlite;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// How the names of environment variables begin. Two underscores lead into a section: `TWO_GATES_SERVER_LIMITS__BODY_BYTES`.
const PREFIX: &str = "TWO_GATES_SERVER_";

/// All that can be set. [`reference()`] says what each means.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) listen: SocketAddr,
    pub(crate) resource: Option<String>,
    pub(crate) name: String,
    pub(crate) store: String,
    pub(crate) files: PathBuf,
    pub(crate) quarantine: Option<PathBuf>,
    pub(crate) keys: PathBuf,
    pub(crate) capacity: u64,
    pub(crate) barred: Option<PathBuf>,
    pub(crate) hosts: Vec<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) metrics: Metrics,
    pub(crate) log: String,
    pub(crate) tools: BTreeMap<String, ToolSettings>,
    pub(crate) auth: Auth,
    pub(crate) search: Search,
    pub(crate) stdio: Stdio,
    pub(crate) limits: Limits,
}

/// Who issues access tokens, and which are taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Auth {
    pub(crate) issuers: Vec<Issuer>,
    pub(crate) algorithms: Vec<String>,
    pub(crate) types: Vec<String>,
    pub(crate) first_scopes: Vec<String>,
    pub(crate) refresh_seconds: u64,
    pub(crate) keep_seconds: u64,
}

/// One authorization server.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Issuer {
    pub(crate) issuer: String,
    #[serde(default)]
    pub(crate) jwks: Option<String>,
}

/// The search service.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    pub(crate) url: Option<String>,
    pub(crate) timeout_ms: u64,
}

/// The local user, for whom stdio is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stdio {
    pub(crate) user: String,
    pub(crate) scopes: Vec<String>,
}

/// What anybody may use at most.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    pub(crate) body_bytes: usize,
    pub(crate) argument_bytes: usize,
    pub(crate) requests_per_second: u32,
    pub(crate) burst: u32,
    pub(crate) open_questions: u32,
    pub(crate) connections: usize,
    pub(crate) head_seconds: u64,
    pub(crate) request_seconds: u64,
    pub(crate) shutdown_seconds: u64,
}

/// Who may read `/metrics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Metrics {
    Loopback,
    Everyone,
    Off,
}

impl Default for Config {
    fn default() -> Self {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8420)),
            resource: None,
            name: "two-gates".into(),
            store: "sqlite:two-gates.db".into(),
            files: "files".into(),
            quarantine: None,
            keys: "two-gates.keys".into(),
            capacity: Sqlite::CAPACITY,
            barred: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            metrics: Metrics::Loopback,
            log: "info".into(),
            tools: BTreeMap::new(),
            auth: Auth {
                issuers: Vec::new(),
                algorithms: words(&["RS256", "PS256", "ES256", "ES384", "EdDSA"]),
                types: words(&["at+jwt"]),
                first_scopes: words(&["files:write", "web:search"]),
                refresh_seconds: 30,
                keep_seconds: 3600,
            },
            search: Search { url: None, timeout_ms: 2000 },
            stdio: Stdio { user: "local".into(), scopes: words(&["files:write", "web:search"]) },
            limits: Limits {
                body_bytes: 65_536,
                argument_bytes: 16_384,
                requests_per_second: 100,
                burst: 200,
                open_questions: 100,
                connections: 512,
                head_seconds: 10,
                request_seconds: 30,
                shutdown_seconds: 10,
            },
        }
    }
}

impl Config {
    /// Reads the file, where there is one, then the environment, then what the flags said.
    ///
    /// # Errors
    ///
    /// A sentence for the operator: which key, where it stands, and what is wrong with it. An unknown key is wrong.
    pub(crate) fn read(file: Option<&Path>, flags: Map<String, Value>) -> anyhow::Result<Self> {
        let mut figment = Figment::from(Serialized::defaults(Self::default()));
        if let Some(file) = file {
            anyhow::ensure!(file.is_file(), "there is no configuration file {}", file.display());
            let toml = Toml::file_exact(file);
            unknown::in_file(file, &toml)?;
            figment = figment.merge(toml);
        }
        let variables = Env::prefixed(PREFIX).split("__");
        unknown::around(&variables)?;
        let figment = figment.merge(variables).merge(Serialized::defaults(flags));
        let config: Self = figment.extract().map_err(|error| anyhow::anyhow!("configuration: {}", unquoted(&error)))?;
        check::check(&config)?;
        apart::check(&config)?;
        Ok(config)
    }

    /// What is set, for the operator to read: without the address of a database, which can hold a password.
    pub(crate) fn shown(&self) -> Value {
        let mut shown = serde_json::to_value(self).unwrap_or_default();
        if let Some(fields) = shown.as_object_mut() {
            if !self.store.starts_with("sqlite:") {
                fields.insert("store".into(), "postgres://(not printed)".into());
            }
            fields.insert("resource".into(), self.resource().into());
            fields.insert("quarantine".into(), self.quarantine().display().to_string().into());
        }
        shown
    }

    /// The server's canonical address: the audience of its tokens, and part of every sealed state.
    pub(crate) fn resource(&self) -> String {
        self.resource.clone().unwrap_or_else(|| format!("http://{}/mcp", self.listen))
    }

    /// What the operator decided for a tool.
    pub(crate) fn tool(&self, name: &str) -> ToolSettings {
        self.tools.get(name).cloned().unwrap_or_default()
    }

    /// Whether approved calls of a tool wait for a worker.
    pub(crate) fn is_deferred(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(ToolSettings::is_deferred)
    }

    /// The quarantine of deleted files: on the same file system as the files.
    pub(crate) fn quarantine(&self) -> PathBuf {
        self.quarantine.clone().unwrap_or_else(|| self.files.join(".two-gates"))
    }
}

/// What is wrong with it, without the line of the file that a reader of TOML quotes: a password could stand in it.
fn unquoted(error: &figment::Error) -> String {
    let text = error.to_string();
    let quotes = |line: &&str| {
        !line.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit()).trim_start().starts_with('|')
    };
    text.lines().filter(quotes).collect::<Vec<_>>().join("\n")
}
