//! The four tools, and a fifth for servers that take lists.
//!
//! | tool | hints | scopes | gate two |
//! | --- | --- | --- | --- |
//! | `list_files` | read-only, closed world | `files:read`; for `payroll` also `files:payroll` | never |
//! | `search_web` | read-only, open world | `web:search` | always |
//! | `delete_file` | destructive | `files:write`; in `payroll` also `files:payroll` | always |
//! | `send_payment` | destructive | `payments:write`; above 1,000 also `payments:approve` | always |
//! | `delete_files` | destructive | as `delete_file`, for any of its files | always, once for the list |

mod delete_file;
mod delete_files;
mod list_files;
mod search_web;
mod send_payment;

pub use delete_file::{DeleteFile, DeleteFileArgs, Disk};
pub use delete_files::{DeleteFiles, DeleteFilesArgs};
pub use list_files::{ListFiles, ListFilesArgs};
pub use search_web::{SearchWeb, SearchWebArgs};
pub use send_payment::{SendPayment, SendPaymentArgs};

use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use twogates::consent::Effect;
use twogates::grants::{Claim, Settled};
use twogates::scope::{Hierarchy, ScopeGate, ScopeSet, ToolScopes};

/// What a tool does once a person said yes. It gets a claim of its own type by value, and cannot return without saying
/// how it ended.
pub trait Run: Effect + Sized {
    /// Acts.
    fn run(&self, claim: Claim<Self>) -> Ran;
}

/// How a tool ended, and what it has for the model beside the short text that is kept with the grant.
#[derive(Debug)]
pub struct Ran {
    /// How it ended.
    pub settled: Settled,
    /// What it read, where it read something.
    pub output: Option<String>,
}

impl From<Settled> for Ran {
    fn from(settled: Settled) -> Self {
        Self { settled, output: None }
    }
}

/// A tool's entry in `tools/list`.
#[must_use]
pub fn listed(name: &str) -> Option<Value> {
    let (title, description, schema, annotations) = match name {
        "list_files" => (
            "List files",
            "Names the files in a folder.",
            list_files::schema(),
            json!({"readOnlyHint": true, "openWorldHint": false}),
        ),
        "search_web" => (
            "Search the web",
            "Sends a query to a search service and returns its first hits.",
            search_web::schema(),
            json!({"readOnlyHint": true, "openWorldHint": true}),
        ),
        "delete_file" => (
            "Delete a file",
            "Deletes one file for good.",
            delete_file::schema(),
            json!({"destructiveHint": true, "idempotentHint": true, "openWorldHint": false}),
        ),
        "delete_files" => (
            "Delete files",
            "Deletes each file of a list for good.",
            delete_files::schema(),
            json!({"destructiveHint": true, "idempotentHint": true, "openWorldHint": false}),
        ),
        "send_payment" => (
            "Send a payment",
            "Pays a sum in whole units to a payee.",
            send_payment::schema(),
            json!({"destructiveHint": true, "idempotentHint": false, "openWorldHint": true}),
        ),
        _ => return None,
    };
    Some(json!({
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": schema,
        "annotations": annotations,
    }))
}

/// The names of the four tools.
pub const FOUR: &[&str] = &["list_files", "search_web", "delete_file", "send_payment"];

/// Gate one of the lab's server: what each tool that is `offered` needs, once. A tool named in `undisclosed` answers as an
/// unknown one to whoever lacks its base scopes.
#[must_use]
pub fn scope_gate(offered: &[&str], undisclosed: &[&str]) -> ScopeGate {
    let hierarchy =
        Hierarchy::default().implies("files:admin", &["files:write"]).implies("files:write", &["files:read"]);
    let scopes = ScopeSet::of;
    let tools = [
        (
            "list_files",
            ToolScopes::base(scopes(&["files:read"]))
                .when(scopes(&["files:payroll"]), |args| Some(args.get("folder")?.as_str()? != "home")),
        ),
        ("search_web", ToolScopes::base(scopes(&["web:search"]))),
        (
            "delete_file",
            ToolScopes::base(scopes(&["files:write"]))
                .when(scopes(&["files:payroll"]), |args| Some(args.get("path")?.as_str()?.contains('/'))),
        ),
        (
            "delete_files",
            ToolScopes::base(scopes(&["files:write"])).when(scopes(&["files:payroll"]), |args| {
                let paths = args.get("paths")?.as_array()?;
                let folders: Option<Vec<_>> = paths.iter().map(|path| Some(path.as_str()?.contains('/'))).collect();
                Some(folders?.contains(&true))
            }),
        ),
        (
            "send_payment",
            ToolScopes::base(scopes(&["payments:write"]))
                .when(scopes(&["payments:approve"]), |args| Some(args.get("amount")?.as_u64()? > 1_000)),
        ),
    ];
    tools.into_iter().filter(|(name, _)| offered.contains(name)).fold(
        ScopeGate::new(hierarchy),
        |gate, (name, scopes)| {
            let scopes = if undisclosed.contains(&name) { scopes.undisclosed() } else { scopes };
            gate.tool(name, scopes)
        },
    )
}

/// The lock of a resource.
pub(crate) fn lock<R>(resource: &Mutex<R>) -> MutexGuard<'_, R> {
    resource.lock().unwrap_or_else(PoisonError::into_inner)
}
