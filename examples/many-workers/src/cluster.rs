//! A PostgreSQL of the run's own: a throw-away cluster that listens on a socket and nowhere else.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the server by its process id once this program has gone, however it went, and removes the folder of the run.
const WATCH: &str = "trap '' TERM INT HUP; read end; kill -INT \"$0\" 2>/dev/null; \
     while kill -0 \"$0\" 2>/dev/null; do sleep 0.1; done; rm -rf \"$1\"";

/// A running cluster. When this is dropped, it is stopped, and the folder of the run removed.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    server: Child,
    watch: Child,
}

impl Cluster {
    /// Makes a cluster in the folder of a run, and starts it. As root, its programs run as the user
    /// `postgres`. What it commits is on the disk (`fsync`); its default is `synchronous_commit = off`, on which nothing
    /// here relies.
    ///
    /// # Errors
    ///
    /// Where PostgreSQL is missing or does not start.
    pub fn start(run: &Path) -> Result<Self> {
        let folder = &run.join("server");
        fs::create_dir_all(folder)?;
        let user = other_user()?;
        if let Some((user, group)) = user {
            chown(folder, Some(user), Some(group)).context("the folder of the server")?;
        }
        let data = folder.join("data");
        let mut initdb = program("initdb", user.is_some());
        initdb.args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "-D"]);
        let made = initdb.arg(&data).output().context("initdb (package postgresql)")?;
        ensure!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\nsynchronous_commit = off\nfsync = on\n",
            folder.display()
        );
        fs::write(data.join("postgresql.auto.conf"), settings)?;
        let log = fs::File::create(folder.join("log"))?;
        let mut server = program("postgres", user.is_some());
        server.arg("-D").arg(&data).stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let server = server.spawn().context("postgres")?;
        let mut watch = Command::new("sh");
        watch.args(["-c", WATCH]).arg(server.id().to_string()).arg(run).stdin(Stdio::piped());
        let cluster = Self { folder: folder.to_owned(), server, watch: watch.spawn()? };
        cluster.until_it_answers()?;
        Ok(cluster)
    }

    /// Its database, as a client is told.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user=postgres", self.folder.display())
    }

    fn until_it_answers(&self) -> Result<()> {
        let began = Instant::now();
        loop {
            let mut psql = program("psql", false);
            psql.args(["-X", "-q", "-U", "postgres", "-d", "postgres", "-c", "SELECT 1", "-h"]).arg(&self.folder);
            if psql.output().context("psql")?.status.success() {
                return Ok(());
            }
            if began.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                bail!("the server does not start: {log}");
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The end of its input tells the watch; it ends the server, and this waits for both.
        drop(self.watch.stdin.take());
        self.server.wait().ok();
        self.watch.wait().ok();
    }
}

/// A program of PostgreSQL, the newest that is installed, as the user `postgres` where that is needed.
fn program(name: &str, as_postgres: bool) -> Command {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<_> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.retain(|path| path.exists());
    found.sort();
    let path = found.pop().unwrap_or_else(|| PathBuf::from(name));
    if !as_postgres {
        return Command::new(path);
    }
    let mut command = Command::new("setpriv");
    // The folder of whoever runs this may be closed to that user.
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]).arg(path).current_dir("/");
    command
}

/// Whom root's server runs as.
fn other_user() -> Result<Option<(u32, u32)>> {
    if id(&["-u"])? != 0 {
        return Ok(None);
    }
    let user = id(&["-u", "postgres"]).context("the server does not run as root, and there is no user postgres")?;
    Ok(Some((user, id(&["-g", "postgres"])?)))
}

fn id(of: &[&str]) -> Result<u32> {
    let said: io::Result<_> = Command::new("id").args(of).output();
    Ok(String::from_utf8(said?.stdout)?.trim().parse()?)
}
