//! The four tools.
//!
//! | tool | hints | scopes | gate two | effect class |
//! | --- | --- | --- | --- | --- |
//! | `list_files` | read-only, closed world | `files:read`; for `payroll` also `files:payroll` | never | read |
//! | `search_web` | read-only, open world | `web:search` | always | read |
//! | `delete_file` | destructive | `files:write`; in `payroll` also `files:payroll` | always | staged |
//! | `send_payment` | destructive | `payments:write`; above 1,000 also `payments:approve` | always | transactional |

mod delete_file;
mod list_files;
mod search_web;
mod send_payment;

pub(crate) use delete_file::{DeleteFile, DeleteFileArgs};
pub(crate) use list_files::ListFiles;
pub(crate) use search_web::SearchWeb;
pub(crate) use send_payment::{Payment, SendPayment};

use serde_json::{Value, json};
use twogates::Gates;
use twogates::consent::{ClosedWorldRead, Effect, Unasked};
use twogates::grants::{Claim, Grant, NotUsable};
use twogates::scope::{Hierarchy, ScopeGate, ScopeSet, ToolScopes};

/// Their names, in the order in which they are listed.
pub(crate) const FOUR: &[&str] = &["list_files", "search_web", "delete_file", "send_payment"];

/// What a tool does once a person said yes. It gets a claim of its own type by value, and tells the store how it ended.
pub(crate) trait Act: Effect + Sized {
    /// Acts.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], where the store did not let it happen, or was not told how it ended.
    fn act(&self, claim: Claim<Self>, gates: &Gates) -> Result<Acted, NotUsable>;
}

/// What a tool does that asks nobody.
pub(crate) trait Look: ClosedWorldRead + Sized {
    /// Reads: what it found, or why it could not.
    fn look(&self, permit: Unasked<Self>) -> Result<String, String>;
}

/// How a call ended: its grant as it stands, and what it read, where it read something.
#[derive(Debug)]
pub(crate) struct Acted {
    pub(crate) grant: Grant,
    pub(crate) output: Option<String>,
}

impl From<Grant> for Acted {
    fn from(grant: Grant) -> Self {
        Self { grant, output: None }
    }
}

/// A tool's entry in `tools/list`.
pub(crate) fn listed(name: &str) -> Option<Value> {
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

/// Gate one: what each tool needs, once. A tool that is `undisclosed` answers as an unknown one to whoever lacks its
/// base scopes.
pub(crate) fn scope_gate(undisclosed: impl Fn(&str) -> bool) -> ScopeGate {
    let scopes = ScopeSet::of;
    let hierarchy =
        Hierarchy::default().implies("files:admin", &["files:write"]).implies("files:write", &["files:read"]);
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
            "send_payment",
            ToolScopes::base(scopes(&["payments:write"]))
                .when(scopes(&["payments:approve"]), |args| Some(args.get("amount")?.as_u64()? > 1_000)),
        ),
    ];
    tools.into_iter().fold(ScopeGate::new(hierarchy), |gate, (name, scopes)| {
        gate.tool(name, if undisclosed(name) { scopes.undisclosed() } else { scopes })
    })
}
