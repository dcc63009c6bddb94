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

use serde_json::{Map, Value};
use twogates::consent::Contract;
use twogates::scope::{Hierarchy, ScopeSet, ToolScopes};

/// Their names, in the order in which they are listed.
pub(crate) const FOUR: &[&str] = &["list_files", "search_web", "delete_file", "send_payment"];

/// How long the arguments of one call may be, in bytes of JSON: what a person is asked about must be shown to them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Longest(pub(crate) usize);

impl Longest {
    /// Holds arguments against this, and then against their schema.
    fn fit(self, contract: &Contract, arguments: Map<String, Value>) -> Result<(), String> {
        let length = serde_json::to_string(&arguments).map_or(usize::MAX, |text| text.len());
        if length > self.0 {
            return Err(format!("they are longer than {} bytes", self.0));
        }
        contract.fits(arguments)
    }
}

/// Which scope implies which.
pub(crate) fn hierarchy() -> Hierarchy {
    Hierarchy::default().implies("files:admin", &["files:write"]).implies("files:write", &["files:read"])
}

/// What a call of a tool needs: gate one, once for the check, the list and the challenge.
pub(crate) fn scopes(tool: &str, undisclosed: bool) -> ToolScopes {
    let set = ScopeSet::of;
    let scopes = match tool {
        "list_files" => ToolScopes::base(set(&["files:read"]))
            .when(set(&["files:payroll"]), |args| Some(args.get("folder")?.as_str()? != "home")),
        "search_web" => ToolScopes::base(set(&["web:search"])),
        "delete_file" => ToolScopes::base(set(&["files:write"]))
            .when(set(&["files:payroll"]), |args| Some(args.get("path")?.as_str()?.contains('/'))),
        _ => ToolScopes::base(set(&["payments:write"]))
            .when(set(&["payments:approve"]), |args| Some(args.get("amount")?.as_u64()? > 1_000)),
    };
    if undisclosed { scopes.undisclosed() } else { scopes }
}
