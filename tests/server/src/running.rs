//! A server in a process of its own.

use anyhow::{Context, bail};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

/// How the line begins in which a server says where it listens.
pub const LISTENING: &str = "listening on ";

/// A server that runs. It is ended, by its process id, when this is dropped.
#[derive(Debug)]
pub struct Running {
    process: Child,
    watch: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Running {
    /// Starts it, and waits until it says where it listens. It ends with this program at the latest, however that ends.
    ///
    /// # Errors
    ///
    /// It does not start, ends before it says where, or listens elsewhere than on loopback.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        // The watch waits for the end of this program: then its input ends.
        let watch = Command::new("sh")
            .args(["-c", "trap '' TERM INT HUP; read end; kill -KILL \"$0\" 2>/dev/null"])
            .arg(process.id().to_string())
            .stdin(Stdio::piped())
            .spawn()?;
        let mut running = Self { process, watch, address: SocketAddr::from(([127, 0, 0, 1], 0)) };
        let output = running.process.stdout.take().context("it has no output")?;
        let mut lines = BufReader::new(output).lines();
        let said = lines.find_map(|line| Some(line.ok()?.split_once(LISTENING)?.1.to_owned()));
        // What else it says is read, so that it is never stopped by a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let url = said.context("the server ended before it said where it listens")?;
        let rest = url.strip_prefix("http://").and_then(|rest| rest.split('/').next()).context("it names no URL")?;
        running.address = rest.parse()?;
        if !running.address.ip().is_loopback() {
            bail!("it listens on {rest}, which is not loopback");
        }
        Ok(running)
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.watch.kill());
        drop(self.watch.wait());
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
