//! The stage of one vector: its servers, each a process with a folder, a database and a configuration of its own.

use super::clock::{Clock, Library};
use super::search::Search;
use super::store::{Database, Job, Stores};
use lab::resources::{File, Files};
use lab::server::{ISSUER, RESOURCE};
use lab::summary::Summary;
use lab::vectors::{DailyWindow, LAB, Server, ServerKind, Setup};
use lab::world::START_MS;
use serde_json::json;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use twogates::scope::Principal;
use twogates_server_tests::issuer::Issuer;
use twogates_server_tests::running::Running;

/// What every vector of a run shares.
pub(crate) struct House {
    /// Where the binaries under test are.
    pub(crate) binaries: PathBuf,
    /// Who signs tokens.
    pub(crate) issuer: Issuer,
    /// What is searched.
    pub(crate) search: Search,
    /// What gives processes their clock.
    pub(crate) library: Library,
    /// Where databases are made.
    pub(crate) stores: Stores,
}

/// The stage.
pub(crate) struct Stage {
    house: Rc<House>,
    folder: TempDir,
    clock: Clock,
    servers: BTreeMap<String, Acting>,
    /// What the queue delivered last.
    delivered: RefCell<Option<Job>>,
}

/// One server.
struct Acting {
    process: Running,
    files: PathBuf,
    database: Database,
}

impl Stage {
    /// Sets up the servers of a vector that keep both gates. They share a key, as the lab's do.
    pub(crate) fn set(house: &Rc<House>, setup: &Setup) -> Self {
        house.search.forget();
        let folder = TempDir::with_prefix("vector-").unwrap();
        let clock = Clock::new(folder.path());
        fs::write(folder.path().join("barred"), "").unwrap();
        let keys = folder.path().join("keys");
        let made =
            Command::new(house.binaries.join("two-gates")).args(["keys", "new", "--keys"]).arg(&keys).output().unwrap();
        assert!(made.status.success(), "no key was made: {}", String::from_utf8_lossy(&made.stderr));
        let mut stage =
            Self { house: house.clone(), folder, clock, servers: BTreeMap::new(), delivered: RefCell::default() };
        let named = setup.servers.iter().map(|(name, server)| (name.as_str(), server));
        let own = Server::default();
        let lab = [(LAB, &own)].into_iter().filter(|_| !setup.servers.contains_key(LAB));
        for (name, server) in named.chain(lab).filter(|(_, server)| server.kind == ServerKind::TwoGates) {
            let acting = stage.start(name, server, setup);
            stage.servers.insert(name.to_owned(), acting);
        }
        stage
    }

    fn start(&self, name: &str, server: &Server, setup: &Setup) -> Acting {
        let files = self.folder.path().join(format!("{name}-files"));
        fs::create_dir(&files).unwrap();
        let sample = Files::sample(START_MS).all();
        sample.iter().for_each(|(path, file)| write(&files, path, &file.content, START_MS));
        let database = self.house.stores.database(self.folder.path(), name);
        database.set_clock(START_MS);
        let config = self.config(name);
        fs::write(&config, self.settings(name, server, &files, &database, setup)).unwrap();
        let mut command = self.command(name, &["serve"]);
        let process = Running::start(&mut command).unwrap();
        Acting { process, files, database }
    }

    fn config(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}.toml"))
    }

    /// The binary, by the vector's clock and with the server's configuration.
    fn command(&self, name: &str, what: &[&str]) -> Command {
        let mut command = Command::new(self.house.binaries.join("two-gates"));
        self.clock.give_to(&self.house.library, &mut command);
        command.args(what).arg("--config").arg(self.config(name));
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        command.stderr(log);
        command
    }

    /// The configuration. JSON strings are TOML as well.
    fn settings(&self, name: &str, server: &Server, files: &Path, database: &Database, setup: &Setup) -> String {
        let folder = self.folder.path();
        let jwks = json!(self.house.issuer.jwks);
        let others = setup.people.values().filter_map(|person| person.issuer.as_deref());
        let issuers: BTreeSet<_> = others.chain([ISSUER]).collect();
        let issuers: Vec<_> =
            issuers.iter().map(|issuer| format!("{{ issuer = {}, jwks = {jwks} }}", json!(issuer))).collect();
        let mut lines = vec![
            format!("listen = {}", json!("127.0.0.1:0")),
            format!("resource = {}", json!(server.address.as_deref().unwrap_or(RESOURCE))),
            format!("name = {}", json!(name)),
            format!("store = {}", json!(database.address())),
            format!("files = {}", json!(files)),
            format!("quarantine = {}", json!(folder.join(format!("{name}-quarantine")))),
            format!("keys = {}", json!(folder.join("keys"))),
            format!("barred = {}", json!(folder.join("barred"))),
            format!("origins = {}", json!(["https://lab.example"])),
            format!("auth.issuers = [{}]", issuers.join(", ")),
            format!("search.url = {}", json!(self.house.search.url)),
        ];
        lines.extend(server.capacity.map(|rows| format!("capacity = {rows}")));
        let of_tool = |tool: &str, what: String| format!("tools.{tool}.{what}");
        lines.extend(server.undisclosed.iter().map(|tool| of_tool(tool, "undisclosed = true".into())));
        lines.extend(server.deferred.iter().map(|(tool, seconds)| of_tool(tool, format!("defer_seconds = {seconds}"))));
        lines.extend(server.window.iter().map(|(tool, DailyWindow { opens_minute, minutes })| {
            of_tool(tool, format!("window = {{ opens_minute = {opens_minute}, minutes = {minutes} }}"))
        }));
        lines.extend(server.uses.iter().map(|(tool, uses)| of_tool(tool, format!("uses = {uses}"))));
        lines.extend(server.evidence.iter().map(|(tool, level)| {
            let word = json!(level).as_str().unwrap_or_default().replace('-', "_");
            of_tool(tool, format!("evidence = {}", json!(word)))
        }));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Where a server listens.
    pub(crate) fn address(&self, server: &str) -> SocketAddr {
        self.acting(server).process.address
    }

    /// Sets the clock of every process and of every database.
    pub(crate) fn set_clocks(&self, ms: u64) {
        self.clock.set(ms);
        self.servers.values().for_each(|server| server.database.set_clock(ms));
    }

    /// Writes a file behind a server's back, or removes it.
    pub(crate) fn write(&self, server: &str, path: &str, content: Option<&str>, now_ms: u64) {
        let files = &self.acting(server).files;
        match content {
            Some(content) => write(files, path, content, now_ms),
            None => fs::remove_file(files.join(path)).unwrap(),
        }
    }

    /// Closes an account: the server looks at each claim who is barred.
    pub(crate) fn close(&self, principal: &Principal) {
        fs::write(self.folder.path().join("barred"), format!("{}\n", principal.subject)).unwrap();
    }

    /// The queue forgets that it delivered its last job, as queues do: it has it once more.
    pub(crate) fn deliver_again(&self) {
        if let Some(job) = &*self.delivered.borrow() {
            self.acting(LAB).database.queue(job);
        }
    }

    /// A worker takes the next call from the queue: what it says of it; nothing where the queue is empty.
    pub(crate) fn work(&self) -> Option<String> {
        if let Some(next) = self.acting(LAB).database.queued() {
            self.delivered.replace(Some(next));
        }
        let worked = self.command(LAB, &["work", "--once"]).output().unwrap();
        assert!(worked.status.success(), "the worker failed: {}", self.log());
        let said = String::from_utf8(worked.stdout).unwrap().trim().to_owned();
        (said != "idle").then_some(said)
    }

    /// The operator takes back the yes behind a grant: whether that came in time, and what the command says.
    pub(crate) fn revoke(&self, grant: usize) -> (bool, String) {
        let server = self.acting(LAB);
        let grants = server.database.grants();
        let mut command = Command::new(self.house.binaries.join("grants-admin"));
        self.clock.give_to(&self.house.library, &mut command);
        let address = server.database.address();
        let store = address.strip_prefix("sqlite:").unwrap_or(&address);
        command.args(["--store", store, "revoke", &grants[grant - 1].id.to_lowercase()]);
        let said = command.args(["--why", "asked to", "--by", "operator"]).output().unwrap();
        let text = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
        (said.status.success(), text)
    }

    /// What the servers logged.
    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// What every server's resources come to, the lab's first.
    pub(crate) fn summaries(&self) -> Vec<(String, Summary)> {
        let summary = |(name, server): (&String, &Acting)| {
            let queries = if name == LAB { self.house.search.queries() } else { Vec::new() };
            let summary = Summary {
                files: files(&server.files),
                payments: server.database.payments(),
                queries,
                grants: server.database.grants(),
                audit_rows: None,
            };
            (name.clone(), summary)
        };
        let (lab, others): (Vec<_>, Vec<_>) = self.servers.iter().map(summary).partition(|(name, _)| name == LAB);
        lab.into_iter().chain(others).collect()
    }

    fn acting(&self, server: &str) -> &Acting {
        self.servers.get(server).unwrap_or_else(|| panic!("no server {server} is set up"))
    }
}

fn write(folder: &Path, path: &str, content: &str, now_ms: u64) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_millis(now_ms)).unwrap();
}

/// The files of a folder and of those in it, by path. Nobody asks when they were changed, or which they are.
fn files(folder: &Path) -> BTreeMap<String, File> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![folder.to_owned()];
    while let Some(next) = ahead.pop() {
        for item in fs::read_dir(next).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() {
                ahead.push(path);
                continue;
            }
            let content = String::from_utf8(fs::read(&path).unwrap()).unwrap();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            found.insert(name, File { content, changed_ms: 0, number: 0 });
        }
    }
    found
}
