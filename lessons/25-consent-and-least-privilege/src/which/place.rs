//! Where a failure can belong.

use wire::entry::Decision;

/// Where a failure belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Scope.
    GateOne,
    /// Consent.
    GateTwo,
    /// The record of a yes.
    Grant,
    /// None of them.
    Elsewhere,
}

impl Place {
    /// Every place, in the order of the numbers that are typed for them.
    pub const ALL: [Self; 4] = [Self::GateOne, Self::GateTwo, Self::Grant, Self::Elsewhere];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GateOne => "gate one",
            Self::GateTwo => "gate two",
            Self::Grant => "grant",
            Self::Elsewhere => "none",
        }
    }

    /// What it asks.
    #[must_use]
    pub const fn asks(self) -> &'static str {
        match self {
            Self::GateOne => "scope: may this client attempt calls like this at all?",
            Self::GateTwo => "consent: did a person say yes to this very call?",
            Self::Grant => "the record of a yes: may it still be acted on?",
            Self::Elsewhere => "the door, the tool itself, or what no gate can know",
        }
    }

    /// What somebody means who types this: a number, or a name in any case.
    ///
    /// ```
    /// use lesson_25::which::Place;
    /// assert_eq!(Place::typed("2"), Some(Place::GateTwo));
    /// assert_eq!(Place::typed("The Grant"), Some(Place::Grant));
    /// assert_eq!(Place::typed("5"), None);
    /// ```
    #[must_use]
    pub fn typed(text: &str) -> Option<Self> {
        match text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
            "1" | "one" | "gate one" | "gate 1" | "scope" => Some(Self::GateOne),
            "2" | "two" | "gate two" | "gate 2" | "consent" => Some(Self::GateTwo),
            "3" | "three" | "grant" | "the grant" => Some(Self::Grant),
            "4" | "four" | "none" | "none of them" | "neither" => Some(Self::Elsewhere),
            _ => None,
        }
    }

    /// The place that decided so. A decision that let the call go on fails nowhere. None for a gate that is no place.
    #[must_use]
    pub fn of(decision: &Decision) -> Option<Self> {
        let stopped = ["refused", "failed"].contains(&decision.verdict.as_str());
        match decision.gate.as_str() {
            "gate one" if stopped => Some(Self::GateOne),
            "gate two" if stopped => Some(Self::GateTwo),
            "grant" if stopped => Some(Self::Grant),
            "gate one" | "gate two" | "grant" | "front door" | "tool" => Some(Self::Elsewhere),
            _ => None,
        }
    }
}
