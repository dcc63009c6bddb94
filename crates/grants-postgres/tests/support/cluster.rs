//! A PostgreSQL of the tests' own: a throw-away cluster that listens on a socket and nowhere else.
//!
//! It keeps what it commits on the disk (`fsync = on`), and its default is `synchronous_commit = off` on purpose: a store
//! that relied on the default would lose claims here.

use std::fs;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A cluster. It is stopped, by its process id, when it is dropped, or else when this program ends, however it ends.
#[derive(Debug)]
pub(crate) struct Cluster {
    folder: PathBuf,
    server: Mutex<Option<Server>>,
}

/// The running server, and who stops it when nobody here does.
#[derive(Debug)]
struct Server {
    process: Child,
    watch: Child,
}

/// The cluster that the tests of one program share.
pub(crate) static SHARED: LazyLock<Cluster> = LazyLock::new(|| Cluster::start(&[]));

impl Cluster {
    /// Makes a cluster and starts it, with these settings besides.
    pub(crate) fn start(settings: &[&str]) -> Self {
        let cluster = Self { folder: new_folder(), server: Mutex::new(None) };
        let made = as_postgres("initdb")
            .args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "-D"])
            .arg(cluster.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let socket = cluster.folder.display().to_string();
        let mut lines = vec![
            "listen_addresses = ''".to_owned(),
            format!("unix_socket_directories = '{socket}'"),
            "synchronous_commit = off".to_owned(),
            "fsync = on".to_owned(),
            "max_connections = 200".to_owned(),
            "shared_buffers = 256MB".to_owned(),
            "max_wal_size = 4GB".to_owned(),
            "deadlock_timeout = 100ms".to_owned(),
        ];
        lines.extend(settings.iter().map(|line| (*line).to_owned()));
        let configuration = cluster.data().join("postgresql.auto.conf");
        fs::write(configuration, lines.join("\n") + "\n").unwrap();
        cluster.run();
        cluster
    }

    /// Starts the server, and waits until it answers.
    pub(crate) fn run(&self) {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log")).unwrap();
        let process = as_postgres("postgres")
            .arg("-D")
            .arg(self.data())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        // The watch waits for the end of this program: then its input ends.
        let watch = Command::new("sh")
            .args(["-c", "trap '' TERM INT HUP; read end; kill -INT \"$0\" 2>/dev/null; while kill -0 \"$0\" 2>/dev/null; do sleep 0.1; done; rm -rf \"$1\""])
            .arg(process.id().to_string())
            .arg(&self.folder)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        *self.server.lock().unwrap() = Some(Server { process, watch });
        let patience = Instant::now();
        while !self.answers() {
            assert!(patience.elapsed() < Duration::from_secs(60), "the server does not start: {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn answers(&self) -> bool {
        let asked = Command::new(program("psql"))
            .args(["-X", "-q", "-U", "postgres", "-d", "postgres", "-c", "SELECT 1", "-h"])
            .arg(&self.folder)
            .output();
        asked.unwrap().status.success()
    }

    /// A copy of this cluster that follows it, and only reads. It is frozen: what is committed from now on is not seen there.
    pub(crate) fn standby(&self) -> Self {
        let copy = Self { folder: new_folder(), server: Mutex::new(None) };
        let made = as_postgres("pg_basebackup")
            .args(["--write-recovery-conf", "--no-sync", "--checkpoint=fast", "-U", "postgres", "-h"])
            .arg(&self.folder)
            .arg("-D")
            .arg(copy.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "pg_basebackup: {}", String::from_utf8_lossy(&made.stderr));
        let mut settings = fs::read_to_string(copy.data().join("postgresql.auto.conf")).unwrap();
        settings.push_str(&format!("unix_socket_directories = '{}'\n", copy.folder.display()));
        settings.push_str("recovery_min_apply_delay = '1h'\n");
        fs::write(copy.data().join("postgresql.auto.conf"), settings).unwrap();
        copy.run();
        copy
    }

    /// Lets a copy take over.
    pub(crate) fn promote(&self) {
        super::Session::to(&self.config("postgres")).run("SELECT pg_promote(true, 60)");
    }

    /// Stops the server by its process id: `INT` is fast, `QUIT` is `immediate`, as after a crash.
    pub(crate) fn stop(&self, signal: &str) {
        let Some(mut server) = self.server.lock().unwrap().take() else { return };
        // The watch must not take the folder away; its own process is ended first.
        server.watch.kill().unwrap();
        server.watch.wait().unwrap();
        let sent =
            Command::new("kill").arg(format!("-{signal}")).arg(server.process.id().to_string()).status().unwrap();
        assert!(sent.success());
        server.process.wait().unwrap();
    }

    /// Where a database of it is, as a client is told.
    pub(crate) fn config(&self, database: &str) -> String {
        format!("host={} user=postgres dbname={database}", self.folder.display())
    }

    /// A new database.
    pub(crate) fn database(&self) -> String {
        let name = format!("test_{}", NEXT.fetch_add(1, Ordering::SeqCst));
        super::Session::to(&self.config("postgres")).run(&format!("CREATE DATABASE {name}"));
        name
    }

    /// The folder of its socket.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop("INT");
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// A folder of the server's own: its path is short, for that of a socket must be.
fn new_folder() -> PathBuf {
    let name = format!("two-gates-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::SeqCst));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    if let Some((user, group)) = other_user() {
        chown(&folder, Some(user), Some(group)).unwrap();
    }
    folder
}

/// A program of PostgreSQL, wherever it was installed.
pub(crate) fn program(name: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<_> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.retain(|path| path.exists());
    found.sort();
    found.pop().unwrap_or_else(|| PathBuf::from(name))
}

/// The server runs as nobody's administrator: as root, its programs run as the user `postgres`.
fn other_user() -> Option<(u32, u32)> {
    let id = |of: &[&str]| {
        let said = Command::new("id").args(of).output().unwrap();
        String::from_utf8(said.stdout).unwrap().trim().parse().ok()
    };
    if id(&["-u"]) == Some(0) { Some((id(&["-u", "postgres"])?, id(&["-g", "postgres"])?)) } else { None }
}

fn as_postgres(name: &str) -> Command {
    if other_user().is_none() {
        return Command::new(program(name));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]).arg(program(name));
    // The folder of whoever runs the tests may be closed to that user.
    command.current_dir("/");
    command
}
