//! What can go wrong with a database, as values.

use grants::{Broken, NotUsable};
use rules::{Fault as Whose, Refused, Rule, grant};
use rusqlite::ErrorCode;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a database of grants cannot be opened or used. Nothing ran, and nothing of the refused work was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no way to the file, or none to make it: the operating system says why.
    Unreachable(String),
    /// There is no store of grants, and none was to be made.
    Missing,
    /// The file is not an SQLite database.
    NotADatabase,
    /// The database is another program's.
    NotOurs,
    /// A newer program changed the database in a way that this one does not know.
    Newer {
        /// The version of the database's schema.
        version: u32,
        /// The last version that this program knows.
        known: u32,
    },
    /// The file or its folder cannot be written.
    ReadOnly,
    /// There is no room left on the disk.
    DiskFull,
    /// Another program, which does not wait for its turn, holds the database.
    Held,
    /// A connection would not store what it says it stored: the setting, and what it is.
    NotDurable {
        /// The setting.
        setting: &'static str,
        /// What it must be.
        needed: &'static str,
        /// What it is.
        found: String,
    },
    /// The database has seen fewer commits than its mark: it is a copy of an earlier time, and has grants unspent that
    /// were spent.
    Restored {
        /// The commits that the database has seen.
        commits: u64,
        /// The commits that the mark has seen.
        seen: u64,
    },
    /// The mark beside the database cannot be read, so that nobody knows whether the database is an older copy.
    Mark(PathBuf),
    /// The file was moved away or replaced while it was open.
    Replaced,
    /// The database, or a row of it, is not what this program wrote.
    Damaged(String),
    /// The work was broken off, and was rolled back.
    Broken(String),
    /// The work panicked, and was rolled back.
    Panicked,
    /// The thread that writes has ended.
    Ended,
    /// A work on the database asked the store again, and would have waited for itself.
    WithinItself,
    /// The database says something else.
    Other(String),
}

impl From<Fault> for NotUsable {
    fn from(fault: Fault) -> Self {
        Self::Unavailable(fault.why())
    }
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self(fault.why())
    }
}

impl From<Broken> for Fault {
    fn from(Broken(what): Broken) -> Self {
        Self::Broken(what)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::StorageFull => Self::DiskFull,
            _ => Self::Unreachable(error.to_string()),
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Held,
            Some(ErrorCode::CannotOpen) => Self::Unreachable(error.to_string()),
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            _ => match error {
                Sql::FromSqlConversionFailure(..) | Sql::InvalidColumnType(..) | Sql::IntegralValueOutOfRange(..) => {
                    Self::Damaged(error.to_string())
                }
                _ => Self::Other(error.to_string()),
            },
        }
    }
}

impl Refused for Fault {
    fn fault(&self) -> Whose {
        Whose::Ours
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::Restored { .. } | Self::Mark(_) => &grant::RESTORED,
            Self::Replaced | Self::NotDurable { .. } => &grant::CLAIMED_ONCE,
            Self::DiskFull => &grant::NOT_EVICTED,
            Self::NotADatabase | Self::NotOurs | Self::Newer { .. } | Self::Damaged(_) => &grant::NOT_IN_PAYLOAD,
            _ => &grant::UNKNOWN_SAID,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "database_unreachable",
            Self::Missing => "no_store",
            Self::NotADatabase => "not_a_database",
            Self::NotOurs => "another_database",
            Self::Newer { .. } => "newer_schema",
            Self::ReadOnly => "read_only",
            Self::DiskFull => "disk_full",
            Self::Held => "database_held",
            Self::NotDurable { .. } => "not_durable",
            Self::Restored { .. } => "restored_copy",
            Self::Mark(_) => "mark_unreadable",
            Self::Replaced => "file_replaced",
            Self::Damaged(_) => "damaged",
            Self::Broken(_) => "work_broken_off",
            Self::Panicked => "work_panicked",
            Self::Ended => "writer_ended",
            Self::WithinItself => "within_itself",
            Self::Other(_) => "database_error",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Unreachable(what) => format!("the database of grants cannot be reached: {what}"),
            Self::Missing => "there is no store of grants".into(),
            Self::NotADatabase => "the file is not an SQLite database".into(),
            Self::NotOurs => "the database is another program's".into(),
            Self::Newer { version, known } => {
                format!("the database has schema version {version}, and this program knows {known}")
            }
            Self::ReadOnly => "the database of grants, or its folder, cannot be written".into(),
            Self::DiskFull => "the disk has no room for the database of grants".into(),
            Self::Held => "another program holds the database of grants and does not let go of it".into(),
            Self::NotDurable { setting, needed, found } => {
                format!("the connection has {setting} = {found} where {needed} is needed")
            }
            Self::Restored { commits, seen } => {
                format!("the database has seen {commits} commits and its mark {seen}: it is an older copy")
            }
            Self::Mark(path) => format!("the mark of the database cannot be read: {}", path.display()),
            Self::Replaced => "the file of the database was moved away or replaced while it was open".into(),
            Self::Damaged(what) => format!("the database has what this program did not write: {what}"),
            Self::Broken(what) => what.clone(),
            Self::Panicked => "the work on the database panicked and was rolled back".into(),
            Self::Ended => "the thread that writes to the database has ended".into(),
            Self::WithinItself => "a work on the database asked the store again".into(),
            Self::Other(what) => format!("the database said: {what}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::Unreachable(_) | Self::ReadOnly => "check the path, its folder, and who may write there",
            Self::Missing => "give the path of the database that the server uses",
            Self::NotADatabase | Self::NotOurs => {
                "give the path of a database of grants, or of a file that does not exist"
            }
            Self::Newer { .. } => "use the newer program, or its last version that this one can share a database with",
            Self::DiskFull => "make room, or let the operator prune the store",
            Self::Held => {
                "find the program that holds the file open, such as a shell or a backup, and end its transaction"
            }
            Self::NotDurable { .. } => "build SQLite as this crate does, and put the file on a local disk",
            Self::Restored { .. } | Self::Mark(_) => {
                "if a backup was put back, open the store after a restore, so that its epoch is raised"
            }
            Self::Replaced => "end the program, find out which file is the right one, and start again",
            Self::Damaged(_) => "let the operator look at the row, or put a backup back and raise the epoch",
            Self::Panicked => "mend the work; nothing of it was stored",
            Self::Ended => "open the store again",
            Self::WithinItself => "ask the store before or after the work, not within it",
            Self::Broken(_) | Self::Other(_) => "find out what the store holds before anything is tried again",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why())
    }
}

impl std::error::Error for Fault {}
