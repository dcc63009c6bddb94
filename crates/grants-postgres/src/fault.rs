//! What can go wrong with a database, as values.

use grants::{Broken, NotUsable};
use rules::{Fault as Whose, Refused, Rule, grant};
use std::error::Error as _;
use std::fmt;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Why a database of grants cannot be opened or used. Except where it says so, nothing of the refused work was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// What says where the database is cannot be read.
    BadConfiguration(String),
    /// The server cannot be reached, or lets nobody in.
    Unreachable(String),
    /// There is no store of grants, and none was to be made.
    Missing,
    /// The server is a standby. The primary decides.
    NotPrimary,
    /// The session, the role or the database only reads.
    ReadOnly,
    /// The server would not store what it says it stored: the setting that must be on, and what it is.
    NotDurable {
        /// The setting.
        setting: &'static str,
        /// What it is.
        found: String,
    },
    /// The database has a schema `two_gates` of another program.
    NotOurs,
    /// A newer program changed the database in a way that this one does not know.
    Newer {
        /// The version of the earliest program that can use it.
        least: i32,
        /// The last version that this program knows.
        known: i32,
    },
    /// The database is not where it was: it is a copy, or another server took over.
    Moved {
        /// Where it was.
        stored: String,
        /// Where it is.
        found: String,
    },
    /// The database knows less than this program has seen of it: it was put back to an earlier time.
    Restored {
        /// The last audit row that it knows of.
        last: i64,
        /// The last one that was seen.
        seen: i64,
    },
    /// There is no room left on the server's disk.
    DiskFull,
    /// Somebody held what was needed for too long.
    Held,
    /// Others were faster, again and again.
    Crowded,
    /// The connection broke before anything was committed.
    Lost(String),
    /// The connection broke while the transaction was being committed: whether it was is not known.
    UnknownCommit(String),
    /// A row of the database is not what this program wrote.
    Damaged(String),
    /// The work was broken off, and was rolled back.
    Broken(String),
    /// An effect must not do this: the transaction and the tables of grants are not its own.
    NotForEffects(String),
    /// A work on the database asked the store again, and could have waited for itself.
    WithinItself,
    /// The database says something else.
    Other(String),
}

impl Fault {
    /// Whether the same work may succeed when it is begun anew: nothing of it was committed.
    pub(crate) const fn may_run_again(&self) -> bool {
        matches!(self, Self::Crowded | Self::Lost(_))
    }

    /// Whether the connection cannot be used any more.
    pub(crate) const fn breaks(&self) -> bool {
        matches!(self, Self::Lost(_) | Self::UnknownCommit(_))
    }

    /// What an error means while a transaction is being committed.
    pub(crate) fn at_commit(error: &Error) -> Self {
        match Self::of(error) {
            Self::Lost(what) => Self::UnknownCommit(what),
            known => known,
        }
    }

    fn of(error: &Error) -> Self {
        let Some(said) = error.as_db_error() else {
            return if error.is_closed() || error.source().is_some_and(|source| source.is::<std::io::Error>()) {
                Self::Lost(told(error))
            } else {
                Self::Other(told(error))
            };
        };
        let code = said.code();
        let forked = said.constraint().is_some_and(|index| index.starts_with("audit_in_"));
        match code {
            &SqlState::T_R_SERIALIZATION_FAILURE | &SqlState::T_R_DEADLOCK_DETECTED => Self::Crowded,
            // Two rows for one place of a chain: whoever was second begins anew.
            &SqlState::UNIQUE_VIOLATION if forked => Self::Crowded,
            &SqlState::DISK_FULL => Self::DiskFull,
            &SqlState::LOCK_NOT_AVAILABLE => Self::Held,
            &SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly,
            &SqlState::CHECK_VIOLATION | &SqlState::NOT_NULL_VIOLATION => Self::Damaged(told(error)),
            // The server ends the session: an operator, a crash, a transaction that stood still.
            code if code.code().starts_with("57P") || code.code().starts_with("08") => Self::Lost(told(error)),
            &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => Self::Lost(told(error)),
            _ => Self::Other(told(error)),
        }
    }
}

/// What an error says, with what is behind it.
pub(crate) fn told(error: &Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::of(&error)
    }
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

impl Refused for Fault {
    fn fault(&self) -> Whose {
        Whose::Ours
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::NotPrimary | Self::ReadOnly | Self::NotDurable { .. } => &grant::CLAIMED_ONCE,
            Self::Moved { .. } | Self::Restored { .. } => &grant::RESTORED,
            Self::DiskFull => &grant::NOT_EVICTED,
            Self::NotOurs | Self::Newer { .. } | Self::Damaged(_) | Self::NotForEffects(_) => &grant::NOT_IN_PAYLOAD,
            _ => &grant::UNKNOWN_SAID,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::BadConfiguration(_) => "bad_configuration",
            Self::Unreachable(_) => "database_unreachable",
            Self::Missing => "no_store",
            Self::NotPrimary => "not_the_primary",
            Self::ReadOnly => "read_only",
            Self::NotDurable { .. } => "not_durable",
            Self::NotOurs => "another_schema",
            Self::Newer { .. } => "newer_schema",
            Self::Moved { .. } => "moved_database",
            Self::Restored { .. } => "restored_copy",
            Self::DiskFull => "disk_full",
            Self::Held => "database_held",
            Self::Crowded => "crowded",
            Self::Lost(_) => "connection_lost",
            Self::UnknownCommit(_) => "commit_unknown",
            Self::Damaged(_) => "damaged",
            Self::Broken(_) => "work_broken_off",
            Self::NotForEffects(_) => "not_for_effects",
            Self::WithinItself => "within_itself",
            Self::Other(_) => "database_error",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::BadConfiguration(what) => format!("what says where the database is cannot be read: {what}"),
            Self::Unreachable(what) => format!("the database of grants cannot be reached: {what}"),
            Self::Missing => "there is no store of grants".into(),
            Self::NotPrimary => "the server is a standby, and the primary decides".into(),
            Self::ReadOnly => "the session can only read".into(),
            Self::NotDurable { setting, found } => format!("the server has {setting} = {found} where on is needed"),
            Self::NotOurs => "the schema two_gates of the database is another program's".into(),
            Self::Newer { least, known } => {
                format!("the database needs a program of schema version {least}, and this one knows {known}")
            }
            Self::Moved { stored, found } => format!("the database was at ({stored}) and is at ({found})"),
            Self::Restored { last, seen } => {
                format!("the database knows {last} audit rows where {seen} were seen: it was put back")
            }
            Self::DiskFull => "the disk of the server has no room for the database of grants".into(),
            Self::Held => "somebody holds rows of the database of grants and does not let go of them".into(),
            Self::Crowded => "others were faster, again and again; nothing was stored".into(),
            Self::Lost(what) => format!("the connection broke, and nothing was stored: {what}"),
            Self::UnknownCommit(what) => format!("whether the transaction was committed is not known: {what}"),
            Self::Damaged(what) => format!("the database has what this program did not write: {what}"),
            Self::Broken(what) => what.clone(),
            Self::NotForEffects(what) => format!("an effect must not use {what:?}"),
            Self::WithinItself => "a work on the database asked the store again".into(),
            Self::Other(what) => format!("the database said: {what}"),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::BadConfiguration(_) => "give it as key=value pairs or as a postgresql:// URL",
            Self::Unreachable(_) => "check the address, the role, and that the server runs",
            Self::Missing => "give the database that the server uses",
            Self::NotPrimary => "give the address of the primary, or target_session_attrs=read-write with several",
            Self::ReadOnly => "use a role and a database that may write",
            Self::NotDurable { .. } => "switch the setting on: without it a crash un-spends grants",
            Self::NotOurs => "give another database",
            Self::Newer { .. } => "use the newer program, or its last version that this one can share a database with",
            Self::Moved { .. } | Self::Restored { .. } => {
                "if a backup was put back or commits may be missing, open the store after a restore, so that its epoch is \
                 raised; if nothing is missing, after a lossless move"
            }
            Self::DiskFull => "make room, or let the operator prune the store",
            Self::Held => "find the session that holds the rows, and end its transaction",
            Self::Crowded | Self::Lost(_) => "try again",
            Self::Damaged(_) => "let the operator look at the row, or put a backup back and raise the epoch",
            Self::NotForEffects(_) => {
                "let the effect work on tables of its own, and leave the transaction to the store"
            }
            Self::WithinItself => "ask the store before or after the work, not within it",
            Self::UnknownCommit(_) => {
                "claim again with the same attempt, or look at the grant, before anything is tried again"
            }
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
