//! The client's side: what it asked for, what it asks for next, and when it gives up.

use crate::{Challenge, GiveUp, ResourceMetadata, ScopeSet, step_up_challenge};
use rules::{Check, Defence, Defences, Guarded, judge};
use std::collections::BTreeMap;

/// How often one operation may step up (rule `STEP-07`). With the first authorization that makes three requests.
pub const MAX_STEP_UPS: u32 = 2;

/// What step-ups are counted by, within one resource.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operation {
    /// The method, such as `tools/call`.
    pub method: String,
    /// The exact name of the tool, where the method has one.
    pub tool: Option<String>,
}

impl Operation {
    /// The call of a tool.
    #[must_use]
    pub fn call(tool: &str) -> Self {
        Self { method: "tools/call".to_owned(), tool: Some(tool.to_owned()) }
    }
}

/// The step-ups of one user at one resource. Keep one for each.
///
/// What was requested and what is granted are kept apart: an authorization server may grant less than it was asked
/// for, and the next request repeats what was asked (rule `STEP-05`). So the requested set only grows; a new sign-in,
/// with a new `StepUp`, is the way back to less.
///
/// ```
/// # use twogates_scope as scope;
/// use scope::{GiveUp, Operation, ScopeSet, StepUp, challenge};
/// let mut steps = StepUp::default();
/// steps.asked(&ScopeSet::of(&["files:read"]));
/// steps.granted(&ScopeSet::of(&["files:read"]));
///
/// let refused = challenge::parse([r#"Bearer error="insufficient_scope", scope="files:write""#]);
/// let delete = Operation::call("delete_file");
/// let next = steps.on_challenge(&delete, &refused).unwrap();
/// assert_eq!(next.to_string(), "files:read files:write");
///
/// steps.asked(&next);
/// let again = steps.on_challenge(&delete, &refused).unwrap_err();
/// assert!(matches!(again, GiveUp::NothingNew { .. }));
/// assert!(matches!(steps.on_challenge(&delete, &refused), Err(GiveUp::Remembered { .. })));
/// ```
#[derive(Debug, Clone, Default)]
pub struct StepUp {
    requested: ScopeSet,
    granted: ScopeSet,
    operations: BTreeMap<Operation, History>,
    defences: Defences,
}

#[derive(Debug, Clone, Default)]
struct History {
    step_ups: u32,
    gave_up: Option<GiveUp>,
}

/// One challenge as the rows below see it.
struct Round {
    names_new: bool,
    step_ups: u32,
}

#[derive(Clone, Copy)]
enum Stop {
    NothingNew,
    Cap,
}

const TO_STEP_UP: &[Check<Round, Stop>] = &[
    Check { defence: Defence::NothingNew, refusal: Stop::NothingNew, holds: |round| round.names_new },
    Check { defence: Defence::StepUpCap, refusal: Stop::Cap, holds: |round| round.step_ups < MAX_STEP_UPS },
];

impl StepUp {
    /// The scopes of the first authorization request (rule `SCOPE-04`): those of the 401's challenge, else all that the
    /// metadata supports, else `None`: a request without a `scope` parameter. The two are never joined (rule
    /// `SCOPE-05`), and an empty list counts as absent.
    #[must_use]
    pub fn first(challenge: Option<&Challenge>, metadata: Option<&ResourceMetadata>) -> Option<ScopeSet> {
        let supported = || metadata?.scopes_supported.clone();
        challenge.and_then(Challenge::scope).or_else(supported).filter(|scopes| !scopes.is_empty())
    }

    /// Notes that these scopes went into an authorization request.
    pub fn asked(&mut self, scopes: &ScopeSet) {
        self.requested = self.requested.union(scopes);
    }

    /// Notes what the token carries now, in place of what the last one carried.
    pub fn granted(&mut self, scopes: &ScopeSet) {
        self.granted = scopes.clone();
    }

    /// Everything that was ever requested.
    #[must_use]
    pub const fn requested(&self) -> &ScopeSet {
        &self.requested
    }

    /// What the token carries now.
    #[must_use]
    pub const fn held(&self) -> &ScopeSet {
        &self.granted
    }

    /// The scopes of the next authorization request: what was requested before, what is granted now, and what is
    /// challenged. A refresh cannot bring them, only a new request. Call [`asked`](Self::asked) when it is sent.
    ///
    /// # Errors
    ///
    /// [`GiveUp::NotInsufficientScope`] for challenges of another kind: they say nothing of scopes, and are not
    /// remembered. Every other [`GiveUp`] is final for this operation (rule `STEP-11`).
    pub fn on_challenge(&mut self, operation: &Operation, challenges: &[Challenge]) -> Result<ScopeSet, GiveUp> {
        let challenge = step_up_challenge(challenges).ok_or(GiveUp::NotInsufficientScope)?;
        let challenged = challenge.scope().unwrap_or_default();
        let next = self.next(&challenged);
        let names_new = !self.requested.covers(&challenged);
        let history = self.operations.entry(operation.clone()).or_default();
        if let Some(first) = &history.gave_up {
            return Err(GiveUp::Remembered { first: Box::new(first.clone()) });
        }
        let verdict = judge(self.defences, TO_STEP_UP, &Round { names_new, step_ups: history.step_ups });
        if let Err(stop) = verdict {
            let gave_up = match stop {
                Stop::NothingNew => GiveUp::NothingNew { challenged },
                Stop::Cap => GiveUp::CapReached,
            };
            history.gave_up = Some(gave_up.clone());
            return Err(gave_up);
        }
        history.step_ups += 1;
        Ok(next)
    }

    fn next(&self, challenged: &ScopeSet) -> ScopeSet {
        if self.defences.on(Defence::Union) {
            self.requested.union(&self.granted).union(challenged)
        } else {
            challenged.clone()
        }
    }
}

impl Guarded for StepUp {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}
