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
    /// Where it listens.
    pub address: SocketAddr,
}

impl Running {
    /// Starts it, and waits until it says where it listens. Its input ends with this process, and it with its input.
    ///
    /// # Errors
    ///
    /// It does not start, ends before it says where, or listens elsewhere than on loopback.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let output = process.stdout.take().context("it has no output")?;
        let mut lines = BufReader::new(output).lines();
        let said = lines.find_map(|line| Some(line.ok()?.split_once(LISTENING)?.1.to_owned()));
        // What else it says is read, so that it is never stopped by a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let Some(url) = said else {
            let ended = process.wait()?;
            bail!("the server ended before it said where it listens: {ended}");
        };
        let rest = url.strip_prefix("http://").and_then(|rest| rest.split('/').next()).context("it names no URL")?;
        let address: SocketAddr = rest.parse()?;
        let running = Self { process, address };
        if !address.ip().is_loopback() {
            bail!("it listens on {address}, which is not loopback");
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
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
