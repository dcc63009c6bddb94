//! What one tool needs.

use crate::ScopeSet;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;

type Condition = dyn Fn(&Map<String, Value>) -> Option<bool> + Send + Sync;

/// The scopes of one tool: a base set for every call, and more where the arguments say so.
///
/// What a call needs is a total function of its arguments: a condition that cannot be told from them counts as met, so
/// that arguments which do not parse need every scope that any arguments could need (rule `SCOPE-10`).
///
/// ```
/// # use twogates_scope as scope;
/// use scope::{ScopeSet, ToolScopes};
/// use serde_json::json;
/// let list_files = ToolScopes::base(ScopeSet::default())
///     .when(ScopeSet::of(&["files:payroll"]), |arguments| Some(arguments.get("folder")?.as_str()? == "payroll"));
/// let needs = |arguments: serde_json::Value| list_files.needs(arguments.as_object().unwrap()).to_string();
/// assert_eq!(needs(json!({"folder": "notes"})), "");
/// assert_eq!(needs(json!({"folder": "payroll"})), "files:payroll");
/// assert_eq!(needs(json!({"folder": ["payroll"]})), "files:payroll");
/// ```
#[derive(Clone)]
pub struct ToolScopes {
    base: ScopeSet,
    extras: Vec<Extra>,
    undisclosed: bool,
}

#[derive(Clone)]
struct Extra {
    scopes: ScopeSet,
    condition: Arc<Condition>,
}

impl ToolScopes {
    /// A tool whose every call needs `base`. An empty set is a tool that any caller may call.
    #[must_use]
    pub const fn base(base: ScopeSet) -> Self {
        Self { base, extras: Vec::new(), undisclosed: false }
    }

    /// Needs `scopes` as well when `condition` says so of the arguments. `None` says that it cannot be told, and counts
    /// as yes.
    #[must_use]
    pub fn when(
        mut self,
        scopes: ScopeSet,
        condition: impl Fn(&Map<String, Value>) -> Option<bool> + Send + Sync + 'static,
    ) -> Self {
        self.extras.push(Extra { scopes, condition: Arc::new(condition) });
        self
    }

    /// The tool answers exactly as an unknown one to a caller that lacks its base set (rule `SCOPE-12`). Such a caller
    /// gets no challenge and cannot step up to it.
    #[must_use]
    pub const fn undisclosed(mut self) -> Self {
        self.undisclosed = true;
        self
    }

    /// Every scope that a call with these arguments needs.
    #[must_use]
    pub fn needs(&self, arguments: &Map<String, Value>) -> ScopeSet {
        let met = self.extras.iter().filter(|extra| (extra.condition)(arguments).unwrap_or(true));
        met.fold(self.base.clone(), |needed, extra| needed.union(&extra.scopes))
    }

    /// The scopes that every call needs.
    #[must_use]
    pub const fn base_set(&self) -> &ScopeSet {
        &self.base
    }

    /// Whether it answers as an unknown one to a caller that lacks its base set.
    #[must_use]
    pub const fn is_undisclosed(&self) -> bool {
        self.undisclosed
    }

    /// Both declarations at once.
    pub(crate) fn and(&mut self, other: Self) {
        self.base = self.base.union(&other.base);
        self.extras.extend(other.extras);
        self.undisclosed |= other.undisclosed;
    }
}

impl fmt::Debug for ToolScopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extras: Vec<_> = self.extras.iter().map(|extra| &extra.scopes).collect();
        f.debug_struct("ToolScopes")
            .field("base", &self.base)
            .field("extras", &extras)
            .field("undisclosed", &self.undisclosed)
            .finish()
    }
}
