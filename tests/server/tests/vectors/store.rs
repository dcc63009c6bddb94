//! The database of a server under test: made for it, and looked at from outside.

use super::support::{Cluster, Session, clock};
use grants_postgres::Postgres;
use lab::resources::Payment;
use lab::summary::GrantLine;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the databases of a run are made.
pub(crate) enum Stores {
    /// Each in a file of its vector's folder.
    Sqlite,
    /// In a cluster of the tests' own.
    Postgres(Cluster),
}

/// A job of the queue, as it is kept: handle, hash of the arguments, tool.
pub(crate) type Job = [String; 3];

/// How long a database may be somebody else's.
const PATIENCE: Duration = Duration::from_secs(5);

/// One database.
pub(crate) enum Database {
    /// A file.
    Sqlite(PathBuf),
    /// A database, with a session of the tests' own.
    Postgres(String, Box<Session>),
}

impl Stores {
    /// A cluster of the tests' own, stopped at the end.
    pub(crate) fn postgres() -> Self {
        Self::Postgres(Cluster::start(&[]))
    }

    /// Their name in the table.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// A new database for this server of a vector. Its clock stands where the lab's begins.
    pub(crate) fn database(&self, folder: &Path, server: &str) -> Database {
        match self {
            Self::Sqlite => Database::Sqlite(folder.join(format!("{server}.db"))),
            Self::Postgres(cluster) => {
                let name = cluster.database();
                let config = cluster.config(&name);
                // The store makes its tables; then the one function that tells it the time is replaced.
                drop(Postgres::open(&config).unwrap());
                let session = Session::to(&config);
                clock::stop(&session);
                let host = cluster.folder().display().to_string().replace('/', "%2F");
                Database::Postgres(format!("postgres://postgres@{host}/{name}"), Box::new(session))
            }
        }
    }
}

impl Database {
    /// Where it is, as a server is told.
    pub(crate) fn address(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("sqlite:{}", path.display()),
            Self::Postgres(address, _) => address.clone(),
        }
    }

    /// Sets its clock, where it has one of its own.
    pub(crate) fn set_clock(&self, ms: u64) {
        if let Self::Postgres(_, session) = self {
            session.run(&format!("UPDATE public.test_clock SET ms = {ms}"));
        }
    }

    /// What was paid, oldest first.
    pub(crate) fn payments(&self) -> Vec<Payment> {
        let rows = match self {
            Self::Sqlite(path) => read(path, "SELECT payee, amount, currency FROM payments ORDER BY rowid"),
            Self::Postgres(_, session) => session.rows(
                "SELECT payee, amount, currency FROM bank.payments JOIN two_gates.grants ON encode(id, 'hex') = grant_id \
                 ORDER BY number",
            ),
        };
        let payment = |row: Vec<String>| {
            let [to, amount, currency] = row.try_into().unwrap();
            Payment { to, amount: amount.parse().unwrap(), currency }
        };
        rows.into_iter().map(payment).collect()
    }

    /// The job that the queue delivers next.
    pub(crate) fn queued(&self) -> Option<Job> {
        let columns = "SELECT handle, arg_hash, tool FROM";
        let rows = match self {
            Self::Sqlite(path) => read(path, &format!("{columns} queued ORDER BY until_ms, place LIMIT 1")),
            Self::Postgres(_, session) => {
                session.rows(&format!("{columns} bank.queued ORDER BY until_ms, place LIMIT 1"))
            }
        };
        rows.into_iter().next().map(|row| row.try_into().unwrap())
    }

    /// Puts a job into the queue behind the server's back, or lets the queue deliver it at once where it is there.
    pub(crate) fn queue(&self, job: &Job) {
        let [handle, arg_hash, tool] = job;
        let values = format!("(handle, arg_hash, tool) VALUES ('{handle}', '{arg_hash}', '{tool}')");
        let again = "ON CONFLICT (handle) DO UPDATE SET until_ms = 0";
        match self {
            Self::Sqlite(path) => {
                let connection = Connection::open(path).unwrap();
                connection.busy_timeout(PATIENCE).unwrap();
                connection.execute(&format!("INSERT INTO queued {values} {again}"), []).unwrap();
            }
            Self::Postgres(_, session) => session.run(&format!("INSERT INTO bank.queued {values} {again}")),
        }
    }

    /// The grants, in the order in which they were issued.
    pub(crate) fn grants(&self) -> Vec<GrantLine> {
        let rows = match self {
            Self::Sqlite(path) => read(
                path,
                "SELECT hex(id), intent, state FROM gates_approvals JOIN gates_grants USING (number) ORDER BY number",
            ),
            Self::Postgres(_, session) => session.rows(
                "SELECT encode(id, 'hex'), convert_from(intent, 'UTF8'), state FROM two_gates.approvals \
                 JOIN two_gates.grants USING (number) ORDER BY number",
            ),
        };
        let line = |row: Vec<String>| {
            let [id, intent, state] = row.try_into().unwrap();
            let intent: Value = serde_json::from_str(&intent).unwrap();
            let said = |member: &str| intent[member].as_str().unwrap_or_default().to_owned();
            GrantLine { id, subject: said("subject"), tool: said("tool"), state }
        };
        rows.into_iter().map(line).collect()
    }
}

/// Reads rows of texts from a file that somebody else writes.
fn read(path: &Path, sql: &str) -> Vec<Vec<String>> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect()).unwrap();
    rows.map(Result::unwrap).collect()
}
