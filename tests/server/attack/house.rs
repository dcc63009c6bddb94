//! The house that is attacked: the real `two-gates`, with files, a ledger and a search service, in front of which stands a
//! real authorization server.

use crate::http::{Answer, Message};
use crate::postgres::Session;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// All scopes that there are.
pub(crate) const ALL: &str =
    "files:read files:write files:payroll files:admin web:search payments:write payments:approve";

/// A person's yes.
pub(crate) fn yes() -> Value {
    json!({"action": "accept", "content": {"approved": true}})
}

/// The authorization server. One is enough for all tests; it ends with them.
pub(crate) static BENCH: LazyLock<Bench> = LazyLock::new(|| Bench::start(&[]));

/// An authorization server, and what it does for tests: see `interop/authorization-server.mjs`.
#[derive(Debug)]
pub(crate) struct Bench {
    _process: Process,
    pub(crate) issuer: String,
    address: SocketAddr,
}

impl Bench {
    /// Starts one.
    pub(crate) fn start(flags: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("interop");
        let node = folder.join("node_modules/.bin/node");
        let node = if node.exists() { node } else { "node".into() };
        let mut command = Command::new(node);
        command.arg(folder.join("authorization-server.mjs")).args(flags).stderr(Stdio::null());
        let (process, line) = started(&mut command);
        let told: Value = serde_json::from_str(&line).unwrap();
        let word = |name: &str| told[name].as_str().unwrap().to_owned();
        let address = word("bench").trim_start_matches("http://").trim_end_matches("/test").parse().unwrap();
        Self { _process: process, issuer: word("issuer"), address }
    }

    /// What it answers to a request of a test.
    pub(crate) fn ask(&self, what: &str, told: &Value) -> Value {
        let path = format!("/test/{what}");
        let answer = Message { path, ..Message::post(told.to_string()) }.send(self.address);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// A token, from the authorization by a person to the exchange.
    pub(crate) fn authorize(&self, resource: &str, user: &str, scope: &str) -> String {
        access(&self.ask("token", &json!({"resource": resource, "user": user, "scope": scope})))
    }

    /// A token with these claims, and what else is told of it.
    pub(crate) fn mint(&self, claims: Value, more: Value) -> String {
        let mut told = more;
        told["claims"] = claims;
        access(&self.ask("mint", &told))
    }
}

fn access(answer: &Value) -> String {
    answer["access_token"].as_str().unwrap().to_owned()
}

/// A server, or several on one store.
#[derive(Debug)]
pub(crate) struct House {
    folder: TempDir,
    processes: Vec<Process>,
    postgres: Option<String>,
    pub(crate) address: SocketAddr,
    pub(crate) resource: String,
}

impl House {
    /// A house with one server, as it is set by default.
    pub(crate) fn new() -> Self {
        Self::set("", "")
    }

    /// The same with more settings: keys of the file, and sections of it.
    pub(crate) fn set(keys: &str, sections: &str) -> Self {
        Self::stored("", None, keys, sections)
    }

    /// The same on another store than a file of the house's own; `postgres` is how to reach that.
    pub(crate) fn stored(store: &str, postgres: Option<String>, keys: &str, sections: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let files = folder.path().join("files");
        fs::create_dir_all(files.join("payroll")).unwrap();
        fs::write(files.join("notes.txt"), "Water the plants.\n").unwrap();
        fs::write(files.join("letter.txt"), "Dear Plant Shop,\n").unwrap();
        fs::write(files.join("payroll/june.csv"), "alice,1\n").unwrap();
        fs::write(folder.path().join("outside.txt"), "not the server's\n").unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let resource = format!("http://{port}/mcp");
        let mut house = Self { folder, processes: Vec::new(), postgres, address: port, resource };
        house.write_settings(store, keys, sections);
        let made = Command::new(two_gates()).args(["keys", "new", "--keys"]).arg(house.path("keys")).output().unwrap();
        assert!(made.status.success(), "{made:?}");
        house.address = house.serve(Some(port), two_gates());
        house
    }

    fn write_settings(&self, store: &str, keys: &str, sections: &str) {
        let path = |name: &str| self.path(name).display().to_string();
        let (files, kept, away) = (path("files"), path("keys"), path("quarantine"));
        let store = if store.is_empty() { format!("sqlite:{}", path("grants.db")) } else { store.to_owned() };
        let (resource, issuer) = (&self.resource, &BENCH.issuer);
        let limits = if sections.contains("[limits]") {
            ""
        } else {
            "[limits]\nrequests_per_second = 100000\nburst = 100000\nopen_questions = 100000\n"
        };
        let auth = if sections.contains("[auth]") {
            String::new()
        } else {
            format!("[auth]\nissuers = [{{ issuer = \"{issuer}\" }}]\nfirst_scopes = [\"files:read\"]\n")
        };
        let text = format!(
            "resource = \"{resource}\"\nstore = \"{store}\"\nfiles = \"{files}\"\nquarantine = \"{away}\"\n\
             keys = \"{kept}\"\n{keys}\n{auth}{limits}{sections}\n"
        );
        fs::write(self.path("two-gates.toml"), text).unwrap();
    }

    /// Starts a server on the house's settings, on a port of its own or on this one.
    pub(crate) fn serve(&mut self, port: Option<SocketAddr>, program: PathBuf) -> SocketAddr {
        let mut command = Command::new(program);
        command.arg("serve");
        self.start(port, &mut command)
    }

    /// The same with a command that already says `serve`.
    pub(crate) fn start(&mut self, port: Option<SocketAddr>, command: &mut Command) -> SocketAddr {
        let listen = port.map_or_else(|| "127.0.0.1:0".into(), |port| port.to_string());
        let log = fs::File::create(self.path(&format!("log-{}", self.processes.len()))).unwrap();
        command.arg("--config").arg(self.path("two-gates.toml")).args(["--listen", &listen]).stderr(log);
        let (process, line) = started(command);
        self.processes.push(process);
        let url = line.split_once("listening on http://").unwrap_or_else(|| panic!("{line}")).1;
        url.split('/').next().unwrap().parse().unwrap()
    }

    /// Ends all servers, at once and without a word.
    pub(crate) fn kill(&mut self) {
        self.processes.clear();
    }

    /// A path in the house's folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A token for this server, as a client gets one.
    pub(crate) fn token(&self, user: &str, scope: &str) -> String {
        BENCH.authorize(&self.resource, user, scope)
    }

    /// The claims of a good token, for whoever changes one of them.
    pub(crate) fn claims(&self, scope: &str) -> Value {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        json!({
            "iss": BENCH.issuer, "sub": "alice", "aud": self.resource, "client_id": "a-client", "scope": scope,
            "iat": now, "exp": now + 600, "jti": "a-token",
        })
    }

    /// Sends a message to the first server.
    pub(crate) fn send(&self, message: &Message) -> Answer {
        message.send(self.address)
    }

    /// What is there: the files, by name.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        for folder in ["", "payroll"] {
            for entry in fs::read_dir(self.path("files").join(folder)).unwrap() {
                let entry = entry.unwrap();
                if !entry.file_type().unwrap().is_dir() {
                    found.push(Path::new(folder).join(entry.file_name()).display().to_string());
                }
            }
        }
        found.sort();
        found
    }

    /// The rows of the ledger.
    pub(crate) fn payments(&self) -> i64 {
        match &self.postgres {
            None => self.count("SELECT count(*) FROM payments"),
            Some(config) => Session::to(config).run("SELECT count(*) FROM bank.payments").parse().unwrap(),
        }
    }

    /// The rows of grants.
    pub(crate) fn grants(&self) -> i64 {
        self.count("SELECT count(*) FROM gates_grants")
    }

    /// What a query counts in the house's own store.
    pub(crate) fn count(&self, query: &str) -> i64 {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let store = rusqlite::Connection::open_with_flags(self.path("grants.db"), flags).unwrap();
        store.query_row(query, [], |row| row.get(0)).unwrap()
    }

    /// Does it, and holds that nothing happened.
    pub(crate) fn untouched<T>(&self, act: impl FnOnce() -> T) -> T {
        let before = (self.files(), self.payments());
        let done = act();
        assert_eq!((self.files(), self.payments()), before, "something happened");
        done
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program that is attacked: the one beside these tests, unless another is named.
pub(crate) fn two_gates() -> PathBuf {
    let beside = || std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("two-gates");
    std::env::var_os("TWO_GATES_BINARY").map_or_else(beside, PathBuf::from)
}

/// A process. It is killed when this is dropped, and when this program ends, however that ends.
#[derive(Debug)]
struct Process {
    child: Child,
    /// Waits for the end of this program, which ends its input.
    watch: Child,
}

impl Drop for Process {
    fn drop(&mut self) {
        for process in [&mut self.watch, &mut self.child] {
            drop(process.kill());
            drop(process.wait());
        }
    }
}

/// A process, and the first line that it prints.
fn started(command: &mut Command) -> (Process, String) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let Some(Ok(line)) = lines.next() else {
        let ended = child.wait();
        panic!("{command:?} says nothing: {ended:?}");
    };
    std::thread::spawn(move || lines.for_each(drop));
    let mut watch = Command::new("sh");
    watch.args(["-c", "trap '' TERM INT HUP; read end; kill -KILL \"$0\" 2>/dev/null"]).arg(child.id().to_string());
    let watch = watch.stdin(Stdio::piped()).spawn().unwrap();
    (Process { child, watch }, line)
}
