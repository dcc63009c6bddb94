//! The gate, and the proof that it hands out.

use crate::{Caller, Hierarchy, Insufficient, NotCleared, Principal, ScopeSet, ToolScopes, UnknownTool};
use rules::{Check, Defence, Defences, Guarded, judge};
use wire::Call;

/// Proof that this principal may attempt this call. It owns both, so that no other call can borrow it.
///
/// Not `Clone`, and made by [`ScopeGate::clear`] alone. It does not say that a person agreed: that is gate two, which
/// takes this by value.
///
/// ```compile_fail,E0451
/// # use twogates_scope as scope;
/// fn forge(principal: scope::Principal, call: wire::Call) -> scope::Cleared {
///     scope::Cleared { principal, call }
/// }
/// ```
///
/// ```compile_fail,E0599
/// # use twogates_scope as scope;
/// fn twice(cleared: scope::Cleared) -> [scope::Cleared; 2] {
///     [cleared.clone(), cleared]
/// }
/// ```
#[derive(Debug)]
#[must_use]
pub struct Cleared {
    principal: Principal,
    call: Call,
}

impl Cleared {
    /// Who may attempt it.
    #[must_use]
    pub const fn principal(&self) -> &Principal {
        &self.principal
    }

    /// The call that was checked.
    #[must_use]
    pub const fn call(&self) -> &Call {
        &self.call
    }

    /// Both. The proof is gone.
    #[must_use]
    pub fn into_parts(self) -> (Principal, Call) {
        (self.principal, self.call)
    }
}

/// Gate one: the tools of a server with what each needs.
///
/// One table and one predicate serve the check, the list and the challenge (rules `SCOPE-07`, `SCOPE-11`, `STEP-03`).
/// A tool is listed when its base set is granted. One that is hidden for want of scope still answers a call with a
/// challenge, so that a client can step up to it; only an [undisclosed](ToolScopes::undisclosed) one does not.
///
/// Built with every defence on.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::{Caller, Hierarchy, NotCleared, Principal, ScopeGate, ScopeSet, ToolScopes};
/// let gate = ScopeGate::new(Hierarchy::default().implies("files:write", &["files:read"]))
///     .tool("list_files", ToolScopes::base(ScopeSet::of(&["files:read"])))
///     .tool("delete_file", ToolScopes::base(ScopeSet::of(&["files:write"])));
/// let alice = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
/// let holding = |scope| Caller { principal: alice.clone(), granted: ScopeSet::of(&[scope]) };
///
/// assert_eq!(gate.listed(&holding("files:write")), ["list_files", "delete_file"]);
/// assert_eq!(gate.listed(&holding("files:read")), ["list_files"]);
/// let call = wire::Call::new("delete_file", &Default::default());
/// let refusal = gate.clear(holding("files:read"), call).unwrap_err();
/// assert_eq!(refusal.to_string(), "this call of delete_file needs files:write");
/// ```
#[derive(Debug, Clone)]
pub struct ScopeGate {
    hierarchy: Hierarchy,
    tools: Vec<(String, ToolScopes)>,
    defences: Defences,
}

/// How a caller stands to a tool: all that the rows below look at.
struct Standing {
    undisclosed: bool,
    base_held: bool,
    needed_held: bool,
}

/// What a row refuses with, before it is put into words.
#[derive(Clone, Copy)]
enum No {
    Unknown,
    Insufficient,
}

const DISCLOSED: Check<Standing, No> = Check {
    defence: Defence::Disclosure,
    refusal: No::Unknown,
    holds: |standing| standing.base_held || !standing.undisclosed,
};
const LISTED: Check<Standing, No> =
    Check { defence: Defence::ListFilter, refusal: No::Unknown, holds: |standing| standing.base_held };
const SUFFICIENT: Check<Standing, No> =
    Check { defence: Defence::Scope, refusal: No::Insufficient, holds: |standing| standing.needed_held };

const TO_BE_KNOWN: &[Check<Standing, No>] = &[DISCLOSED];
const TO_BE_LISTED: &[Check<Standing, No>] = &[DISCLOSED, LISTED];
const TO_BE_CLEARED: &[Check<Standing, No>] = &[DISCLOSED, SUFFICIENT];

impl ScopeGate {
    /// A gate without tools.
    #[must_use]
    pub const fn new(hierarchy: Hierarchy) -> Self {
        Self { hierarchy, tools: Vec::new(), defences: Defences::all() }
    }

    /// Declares a tool. A name that is declared twice needs what both declarations say, and is undisclosed if either
    /// says so.
    #[must_use]
    pub fn tool(mut self, name: &str, scopes: ToolScopes) -> Self {
        match self.tools.iter_mut().find(|(known, _)| known == name) {
            Some((_, declared)) => declared.and(scopes),
            None => self.tools.push((name.to_owned(), scopes)),
        }
        self
    }

    /// Whether this caller is told of the tool. That it may call it is not said: the order of checks asks this first,
    /// and [`clear`](Self::clear) for the rest.
    ///
    /// # Errors
    ///
    /// [`UnknownTool`] for a name that nobody declared, and likewise for an undisclosed tool whose base set the caller
    /// lacks.
    pub fn admits(&self, caller: &Caller, tool: &str) -> Result<(), UnknownTool> {
        let unknown = || UnknownTool { name: tool.to_owned() };
        let scopes = self.find(tool).ok_or_else(unknown)?;
        judge(self.defences, TO_BE_KNOWN, &self.standing(caller, scopes, scopes.base_set())).map_err(|_| unknown())
    }

    /// The names of the tools that this caller may call, in the order in which they were declared (rule `TOOL-04`). It
    /// depends on nothing but what is granted: consent never changes it.
    #[must_use]
    pub fn listed(&self, caller: &Caller) -> Vec<&str> {
        let listed = |scopes: &ToolScopes| {
            judge(self.defences, TO_BE_LISTED, &self.standing(caller, scopes, scopes.base_set())).is_ok()
        };
        self.tools.iter().filter(|(_, scopes)| listed(scopes)).map(|(name, _)| name.as_str()).collect()
    }

    /// Lets the call pass, or says what it lacks. The only constructor of [`Cleared`].
    ///
    /// # Errors
    ///
    /// [`NotCleared::Unknown`] as [`admits`](Self::admits) says it; [`NotCleared::Insufficient`] when the granted
    /// scopes, with what they imply, leave out any that this call needs.
    pub fn clear(&self, caller: Caller, call: Call) -> Result<Cleared, NotCleared> {
        let unknown = || NotCleared::Unknown(UnknownTool { name: call.tool().to_owned() });
        let scopes = self.find(call.tool()).ok_or_else(unknown)?;
        let needed = scopes.needs(&call.values());
        let verdict = judge(self.defences, TO_BE_CLEARED, &self.standing(&caller, scopes, &needed));
        verdict.map_err(|no| match no {
            No::Unknown => unknown(),
            No::Insufficient => NotCleared::Insufficient(Insufficient {
                tool: call.tool().to_owned(),
                needed: self.challenged(&caller, &needed),
            }),
        })?;
        Ok(Cleared { principal: caller.principal, call })
    }

    fn find(&self, tool: &str) -> Option<&ToolScopes> {
        self.tools.iter().find(|(name, _)| name == tool).map(|(_, scopes)| scopes)
    }

    /// The one predicate: what the caller holds covers what is needed.
    fn standing(&self, caller: &Caller, scopes: &ToolScopes, needed: &ScopeSet) -> Standing {
        let held = self.held(caller);
        Standing {
            undisclosed: scopes.is_undisclosed(),
            base_held: held.covers(scopes.base_set()),
            needed_held: held.covers(needed),
        }
    }

    fn challenged(&self, caller: &Caller, needed: &ScopeSet) -> ScopeSet {
        let least = self.hierarchy().least(needed);
        if self.defences.on(Defence::CompleteChallenge) { least } else { least.without(&self.held(caller)).first() }
    }

    /// What is granted, with all that it implies.
    fn held(&self, caller: &Caller) -> ScopeSet {
        self.hierarchy().closure(&caller.granted)
    }

    const fn hierarchy(&self) -> &Hierarchy {
        if self.defences.on(Defence::Hierarchy) { &self.hierarchy } else { Hierarchy::FLAT }
    }
}

impl Guarded for ScopeGate {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}
