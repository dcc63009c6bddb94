//! A demonstration that needs nothing: keys, files, two tokens, and lines for a shell that work as they are printed.

mod recipe;
mod work;

use crate::config::Config;
use crate::keys;
use crate::serve::is_this_machine;
use crate::tokens::Fixed;
use anyhow::Context;
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use twogates::Tokens;

/// What stands in the directory at the beginning.
const SAMPLES: &[(&str, &str)] = &[
    ("notes.txt", "Call the bank. Water the plants. Ask Bob about the report.\n"),
    ("report.csv", "month,sum\n2026-05,1200\n2026-06,1310\n"),
    ("payroll/june.csv", "name,sum\nalice,4100\nbob,3900\n"),
];

/// A demonstration whose directory is made.
#[derive(Debug)]
pub(crate) struct Demo {
    pub(crate) config: Config,
    file: Option<PathBuf>,
    directory: String,
}

/// One that runs: its tokens are drawn, and its search service answers.
pub(crate) struct Begun {
    pub(crate) config: Config,
    pub(crate) tokens: Arc<dyn Tokens>,
    /// What is printed, once.
    pub(crate) told: String,
    _search: Searching,
}

/// Makes what a demonstration needs in a directory. What is there stays.
///
/// # Errors
///
/// A sentence for whoever tries it.
pub(crate) fn make(directory: &Path, file: Option<&Path>, flags: Map<String, Value>) -> anyhow::Result<Demo> {
    let files = directory.join("files");
    let key_file = directory.join("keys");
    let mut set = Map::from_iter([
        ("files".to_owned(), json!(files)),
        ("keys".to_owned(), json!(key_file)),
        ("store".to_owned(), json!(format!("sqlite:{}", directory.join("grants.db").display()))),
        ("log".to_owned(), json!("warn")),
    ]);
    set.extend(flags);
    let config = Config::read(file, set.clone())?;
    anyhow::ensure!(
        is_this_machine(config.listen),
        "--listen {}: a demonstration hands out tokens over plain HTTP, and listens on this machine alone (127.0.0.1)",
        config.listen
    );
    let cannot = || format!("cannot make the demonstration in {}", directory.display());
    fs::create_dir_all(files.join("payroll")).with_context(cannot)?;
    for (name, content) in SAMPLES {
        let path = files.join(name);
        if !path.exists() {
            fs::write(&path, content).with_context(cannot)?;
        }
    }
    if !key_file.exists() {
        keys::make(&key_file)?;
    }
    // Whether something lies within the directory of files is told once it is there.
    let config = Config::read(file, set)?;
    Ok(Demo { config, file: file.map(Path::to_path_buf), directory: directory.display().to_string() })
}

impl Demo {
    /// Draws the tokens, and starts the search service.
    ///
    /// # Errors
    ///
    /// A sentence for whoever tries it.
    pub(crate) fn begin(&self, config: &Config, now_ms: u64) -> anyhow::Result<Begun> {
        let mut config = config.clone();
        let search = Searching::start()?;
        config.search.url.get_or_insert_with(|| search.address.clone());
        let resource = config.resource();
        let mut tokens = Fixed::new(&resource, now_ms);
        let read = tokens.draw("reader", &["files:read"])?;
        let pay = tokens.draw("payer", &["files:write", "payments:write", "web:search"])?;
        let address = format!("http://{}/mcp", config.listen);
        let work = work::line(&config, self.file.as_deref())?;
        let told = recipe::told(&self.directory, &address, &read, &pay, &work, config.is_deferred("send_payment"));
        Ok(Begun { config, tokens: Arc::new(tokens), told, _search: search })
    }
}

/// The search service as a process of its own. It ends when its standard input does, whatever becomes of this one.
struct Searching {
    child: Child,
    address: String,
}

impl Searching {
    fn start() -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("this program cannot find itself")?;
        let mut command = Command::new(program);
        command.args(["search-service", "--listen", "127.0.0.1:0", "--until-stdin-ends"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim().strip_prefix("listening on ").context("the search service does not start")?;
        Ok(Self { address: address.to_owned(), child })
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        drop(self.child.wait());
    }
}
