//! `two-gates` itself, as a process.

use super::Folder;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program, serving. It writes its log as it does for an operator who said nothing, and nobody reads it.
pub(crate) struct Program {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    database: PathBuf,
}

impl Program {
    /// Serves with this configuration, over a new database in a folder.
    pub(crate) fn serve(config: &Path, folder: &Folder) -> Self {
        let database = folder.file("grants.db");
        let store = format!("sqlite:{}", database.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_two-gates"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", &store, "--config"]).arg(config);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TWO_GATES_")) {
            command.env_remove(name);
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").and_then(|rest| rest.strip_suffix("/mcp"));
        let address = address.unwrap_or_else(|| panic!("it does not listen: {line:?}")).parse().unwrap();
        Self { child, address, database }
    }

    /// How much of its memory is resident, in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
    }

    /// How long its database is, and the log beside it, in bytes.
    pub(crate) fn stored(&self) -> (u64, u64) {
        let length = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
        (length(&self.database), length(&self.database.with_extension("db-wal")))
    }

    /// A counter of its metrics.
    pub(crate) fn counter(&self, name: &str) -> u64 {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("no {name}: {text}"));
        line.trim().parse().unwrap()
    }

    /// Asks it to end, and waits: whether it ended well.
    pub(crate) fn ended(mut self) -> bool {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        self.child.wait().unwrap().success()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
