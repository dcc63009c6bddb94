//! Gate two: what it needs of a call before anybody can be asked.
//!
//! Everything here is pure: the moment, the random id and the keys come in as values. The order of calls is a type.
//! [`ConsentGate::prepare`] takes gate one's proof; [`Prepared::ask`] makes a question of it, or [`Prepared::open`]
//! opens a state that belongs to it; the store is asked whether that was used; [`Opened::answer`] judges age and answer.
//!
//! [`Opened::answer`]: crate::Opened::answer

use crate::arguments::parsed;
use crate::{BadArguments, CannotAsk, ClosedWorldRead, Effect, EffectClass, KeyRing, Prepared, Tool};
use rules::{Defence, Defences, Guarded};
use scope::Cleared;
use serde_json::{Map, Value};
use std::fmt;

/// Gate two of one server. Built with every defence on.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::{Answered, BadState, ConsentGate, Key, KeyRing, Moment, Policy, QuestionId};
/// # use consent::{Contract, Effect, EffectClass, Snapshot, Tool};
/// # use scope::{Caller, Cleared, Hierarchy, Principal, ScopeGate, ScopeSet, ToolScopes};
/// # use serde_json::{Map, Value, json};
/// # struct DeleteNote;
/// # impl Tool for DeleteNote {
/// #     type Args = Map<String, Value>;
/// #     fn contract(&self) -> Contract {
/// #         Contract { name: "delete_note".into(), input_schema: json!({}), effect: EffectClass::AtMostOnce, version: 1 }
/// #     }
/// # }
/// # impl Effect for DeleteNote {
/// #     fn snapshot(&self, _: &Self::Args) -> Snapshot {
/// #         Snapshot::DeclaredNone { reason: "an example has no notes" }
/// #     }
/// # }
/// # fn cleared(path: &str) -> Cleared {
/// #     let gate = ScopeGate::new(Hierarchy::default()).tool("delete_note", ToolScopes::base(ScopeSet::default()));
/// #     let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
/// #     let call = wire::Call::new("delete_note", json!({"path": path}).as_object().unwrap());
/// #     gate.clear(Caller { principal, granted: ScopeSet::default() }, call).unwrap()
/// # }
/// let gate = ConsentGate::new("notes", KeyRing::new(Key::new("k1", &[7; 32]).unwrap()));
/// let (id, now) = (QuestionId::from_bytes([1; 16]), Moment::from_store(1_785_249_900_000));
///
/// // `cleared` is gate one's proof for a call of `delete_note` by Alice.
/// let prepared = gate.prepare(&DeleteNote, cleared("notes.txt"), true).unwrap();
/// let state = prepared.ask(&Policy::default(), id, now).unwrap().request_state;
///
/// // The answer to it is no answer to a question about another note.
/// let other = gate.prepare(&DeleteNote, cleared("report.csv"), true).unwrap();
/// assert_eq!(other.open(&state).unwrap_err(), BadState::OtherArguments);
///
/// let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
/// let opened = gate.prepare(&DeleteNote, cleared("notes.txt"), true).unwrap().open(&state).unwrap();
/// assert!(matches!(opened.answer(yes.as_object().unwrap(), now), Ok(Answered::Yes(_))));
/// ```
#[derive(Debug, Clone)]
pub struct ConsentGate {
    server: String,
    pub(crate) ring: KeyRing,
    pub(crate) defences: Defences,
}

impl Guarded for ConsentGate {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

impl ConsentGate {
    /// The gate of the server with this identity, sealing with this ring. Every defence is on.
    #[must_use]
    pub fn new(server: &str, ring: KeyRing) -> Self {
        Self { server: server.to_owned(), ring, defences: Defences::all() }
    }

    /// The server's own configured identity.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The arguments as they will run: defaults filled in before anything is hashed or shown (rule `CALL-05`).
    #[must_use]
    pub fn complete<T: Tool>(&self, tool: &T, arguments: Map<String, Value>) -> Map<String, Value> {
        if self.defences.on(Defence::Defaults) { tool.complete(arguments) } else { arguments }
    }

    /// Proof that no consent is needed for this call: it only reads, in a closed world. Takes gate one's proof. The tool's
    /// type says so, and its contract must too (rule `CALL-03`).
    ///
    /// # Errors
    ///
    /// [`CannotAsk::NotARead`] when the contract promises an effect, [`CannotAsk::BadSchema`] when its schema says what this
    /// project does not check, [`BadArguments`] when the arguments break it.
    pub fn unasked<T: ClosedWorldRead>(&self, tool: &T, cleared: Cleared) -> Result<Unasked<T>, NotPrepared> {
        match tool.contract().effect {
            EffectClass::Read => Ok(Unasked { args: parse(tool, &cleared, self.defences)? }),
            effect => Err(NotPrepared::CannotAsk(CannotAsk::NotARead { effect })),
        }
    }

    /// Takes gate one's proof, and says whether anybody can be asked at all: first whether the client shows forms, then
    /// whether the arguments fit.
    ///
    /// # Errors
    ///
    /// [`CannotAsk::NoForm`], [`CannotAsk::BadSchema`] or [`BadArguments`], as the first that applies.
    pub fn prepare<'a, T: Effect>(
        &'a self,
        tool: &'a T,
        cleared: Cleared,
        shows_forms: bool,
    ) -> Result<Prepared<'a, T>, NotPrepared> {
        if self.defences.on(Defence::Capability) && !shows_forms {
            return Err(NotPrepared::CannotAsk(CannotAsk::NoForm));
        }
        let args = parse(tool, &cleared, self.defences)?;
        Ok(Prepared::new(self, tool, cleared, args))
    }
}

/// Why a call did not get as far as a question, or as running unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotPrepared {
    /// Nobody can be asked, or somebody would have to be.
    CannotAsk(CannotAsk),
    /// The arguments break the tool's schema.
    BadArguments(BadArguments),
}

/// Proof that no consent was needed, for this tool and these arguments. Not `Clone`.
pub struct Unasked<T: Tool> {
    args: T::Args,
}

impl<T: Tool> Unasked<T> {
    /// The arguments. Taking them spends the proof.
    pub fn take(self) -> T::Args {
        self.args
    }
}

impl<T: Tool> fmt::Debug for Unasked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unasked")
    }
}

/// What the handler will use, once it is what the schema says and what is shown.
fn parse<T: Tool>(tool: &T, cleared: &Cleared, on: Defences) -> Result<T::Args, NotPrepared> {
    let (call, contract) = (cleared.call(), tool.contract());
    let bad = |what: String| NotPrepared::BadArguments(BadArguments { tool: call.tool().to_owned(), what });
    if call.tool() != contract.name {
        return Err(bad("this is another tool".into()));
    }
    tool.supported().map_err(NotPrepared::CannotAsk)?;
    if !call.is_exact() {
        return Err(
            bad("a number in them or in the schema's defaults is 2^53 or more, or they nest too deeply".into()),
        );
    }
    let args = parsed(call, on).map_err(bad)?;
    tool.fits(call.values()).map_err(bad)?;
    Ok(args)
}
