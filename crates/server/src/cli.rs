//! The program: its commands and flags, and what each does.

use crate::config::{self, Config};
use crate::search::{self, Manner};
use crate::{demo, keys, log, serve, work};
use clap::{Args, Parser, Subcommand};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The real server of Two Gates: four tools behind scope and consent. Protocol revision 2026-07-28.
#[derive(Debug, Parser)]
#[command(name = "two-gates", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves over Streamable HTTP, or over stdio.
    Serve {
        #[command(flatten)]
        set: Set,
        /// Serves one client over standard input and output, as the configured local user.
        #[arg(long, conflicts_with = "demo")]
        stdio: bool,
        /// Needs nothing: makes keys, sample files and two tokens in this directory, and prints curl lines that work.
        #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "two-gates-demo")]
        demo: Option<PathBuf>,
    },
    /// Runs queued calls from their grants.
    Work {
        #[command(flatten)]
        set: Set,
        /// Takes one job, says what became of it, and ends.
        #[arg(long)]
        once: bool,
    },
    /// Makes, rotates and lists the keys that seal questions. Never prints a secret.
    Keys {
        #[command(subcommand)]
        what: Keys,
    },
    /// Checks the configuration, or prints the page about all that can be set.
    Config {
        #[command(subcommand)]
        what: Settings,
    },
    /// A small search service to run beside the server. It can be slow, and it can fail.
    SearchService {
        /// Address and port; port 0 takes a free one.
        #[arg(long, default_value = "127.0.0.1:8421")]
        listen: SocketAddr,
        /// How long it thinks about each query, in milliseconds.
        #[arg(long, default_value_t = 0)]
        delay_ms: u64,
        /// Answers every query with a failure.
        #[arg(long)]
        fail: bool,
        /// Ends when its standard input does, as for a server that started it.
        #[arg(long)]
        until_stdin_ends: bool,
    },
}

#[derive(Debug, Subcommand)]
enum Keys {
    /// Makes a key file (mode 0600) with one key.
    New(KeyFile),
    /// Puts a new key before the current one, which still opens what it sealed.
    Rotate(KeyFile),
    /// Names the keys, the current one first.
    List(KeyFile),
}

#[derive(Debug, Args)]
struct KeyFile {
    /// The key file.
    #[arg(long, default_value = "two-gates.keys")]
    keys: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Settings {
    /// Reads everything and says what is set.
    Check(Box<Set>),
    /// Prints the reference page.
    Reference,
}

/// Flags that stand for keys of the configuration.
#[derive(Debug, Args)]
struct Set {
    /// The configuration file (TOML).
    #[arg(long)]
    config: Option<PathBuf>,
    /// Address and port.
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// The canonical address of the server.
    #[arg(long)]
    resource: Option<String>,
    /// `sqlite:PATH` or `postgres://...`.
    #[arg(long)]
    store: Option<String>,
    /// The directory of files.
    #[arg(long)]
    files: Option<PathBuf>,
    /// The key file.
    #[arg(long)]
    keys: Option<PathBuf>,
    /// A tool whose approved calls are queued for ten minutes. Can be given more than once.
    #[arg(long, value_name = "TOOL")]
    defer: Vec<String>,
    /// An authorization server. Can be given more than once.
    #[arg(long, value_name = "URL")]
    issuer: Vec<String>,
    /// The search service.
    #[arg(long, value_name = "URL")]
    search: Option<String>,
    /// What is logged.
    #[arg(long)]
    log: Option<String>,
}

impl Set {
    /// What the flags said, as the configuration has it.
    fn flags(&self) -> Map<String, Value> {
        let mut flags = Map::new();
        let mut set = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                flags.insert(key.to_owned(), value);
            }
        };
        set("listen", self.listen.map(|listen| json!(listen.to_string())));
        set("resource", self.resource.as_ref().map(|resource| json!(resource)));
        set("store", self.store.as_ref().map(|store| json!(store)));
        set("files", self.files.as_ref().map(|files| json!(files)));
        set("keys", self.keys.as_ref().map(|keys| json!(keys)));
        set("log", self.log.as_ref().map(|log| json!(log)));
        set("search", self.search.as_ref().map(|url| json!({ "url": url })));
        let issuers: Vec<_> = self.issuer.iter().map(|issuer| json!({ "issuer": issuer })).collect();
        set("auth", (!issuers.is_empty()).then(|| json!({ "issuers": issuers })));
        let defer: Map<_, _> =
            self.defer.iter().map(|tool| (tool.clone(), json!({ "defer_seconds": DEFER_SECONDS }))).collect();
        set("tools", (!defer.is_empty()).then(|| defer.into()));
        flags
    }

    fn read(&self) -> anyhow::Result<Config> {
        Config::read(self.config.as_deref(), self.flags())
    }
}

/// For how long `--defer` lets a yes wait.
const DEFER_SECONDS: u64 = 600;

/// Does what the command line says.
///
/// # Errors
///
/// A sentence for the operator: what could not be done, and what to do.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        Command::Serve { set, stdio: false, demo: Some(directory) } => {
            let demo = demo::make(&directory, set.config.as_deref(), set.flags())?;
            log::start(&demo.config.log)?;
            serve::http(&demo.config, Some(&demo))
        }
        Command::Serve { set, stdio: true, .. } => {
            let config = set.read()?;
            log::start(&config.log)?;
            serve::stdio(&config)
        }
        Command::Serve { set, .. } => {
            let config = set.read()?;
            log::start(&config.log)?;
            serve::http(&config, None)
        }
        Command::Work { set, once } => {
            let config = set.read()?;
            log::start(&config.log)?;
            work::work(&config, once)
        }
        Command::Keys { what } => said(&match what {
            Keys::New(KeyFile { keys }) => format!("made {} with key {}", keys.display(), keys::make(&keys)?),
            Keys::Rotate(KeyFile { keys }) => {
                let current = keys::rotate(&keys)?;
                format!("{current} seals from now on; start the servers again, so that they read {}", keys.display())
            }
            Keys::List(KeyFile { keys }) => {
                let named =
                    |(place, id): (usize, String)| format!("{id} {}", if place == 0 { "current" } else { "previous" });
                keys::ids(&keys)?.into_iter().enumerate().map(named).collect::<Vec<_>>().join("\n")
            }
        }),
        Command::Config { what: Settings::Reference } => said(config::reference().trim_end()),
        Command::Config { what: Settings::Check(set) } => said(&serde_json::to_string_pretty(&set.read()?.shown())?),
        Command::SearchService { listen, delay_ms, fail, until_stdin_ends } => {
            let manner = Manner { delay: Duration::from_millis(delay_ms), fails: fail };
            search_service(listen, manner, until_stdin_ends)
        }
    }
}

fn search_service(listen: SocketAddr, manner: Manner, until_stdin_ends: bool) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let told_to_stop = serve::stopped(&runtime);
    runtime.block_on(async {
        let end = async move {
            if until_stdin_ends {
                // Whatever comes is nothing to it; the end is.
                drop(tokio::io::copy(&mut tokio::io::stdin(), &mut tokio::io::sink()).await);
            } else {
                told_to_stop.await;
            }
        };
        let told = |address| drop(said(&format!("listening on http://{address}/search")));
        search::serve(listen, manner, told, end).await
    })?;
    // Standard input may still be read by a thread that nobody can stop.
    runtime.shutdown_background();
    Ok(())
}

/// A line for whoever started the program.
pub(crate) fn said(text: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{text}")?;
    Ok(output.flush()?)
}
