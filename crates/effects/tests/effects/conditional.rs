//! A backend that ignores the condition is refused when the server starts.

use rules::Refused;
use std::cell::Cell;
use twogates_effects::BrokenPromise;
use twogates_effects::conditional::{ConditionalBackend, NotChanged, Version, proven};

/// How a backend treats a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manners {
    Checks,
    IgnoresIt,
    /// Says that it did not hold, and changes the object all the same.
    SaysNoAndChanges,
    /// Checks only that there is a condition of the right form.
    KnowsItsOldOnes,
    RefusesAll,
    NeverRaises,
    NoObject,
    Silent,
}

struct Backend {
    manners: Manners,
    version: Cell<u64>,
}

impl ConditionalBackend for Backend {
    type Change = &'static str;

    fn harmless(&self) -> (String, &'static str) {
        ("probe".into(), "touch")
    }

    fn version(&self, _object: &str) -> Result<Option<Version>, NotChanged> {
        match self.manners {
            Manners::NoObject => Ok(None),
            Manners::Silent => Err(NotChanged::Unknown("no answer".into())),
            _ => Ok(Some(Version::new(self.version.get().to_string()))),
        }
    }

    fn change(&self, object: &str, only_if: &Version, _: &&'static str) -> Result<Option<Version>, NotChanged> {
        let now = self.version.get();
        let holds = only_if.as_str() == now.to_string();
        let passes = match self.manners {
            Manners::IgnoresIt => true,
            Manners::SaysNoAndChanges => {
                self.version.set(now + 1);
                false
            }
            Manners::KnowsItsOldOnes => only_if.as_str().parse::<u64>().is_ok_and(|version| version <= now),
            Manners::RefusesAll => false,
            _ => holds,
        };
        if !passes {
            return Err(NotChanged::Mismatch);
        }
        if self.manners != Manners::NeverRaises {
            self.version.set(now + 1);
        }
        self.version(object)
    }
}

fn tested(manners: Manners) -> Result<u64, BrokenPromise> {
    proven(Backend { manners, version: Cell::new(5) }).map(|proven| proven.backend().version.get())
}

#[test]
fn one_that_checks_is_taken_and_changed_once() {
    assert_eq!(tested(Manners::Checks), Ok(6));
}

#[test]
fn one_that_does_not_is_refused_with_the_promise_that_it_breaks() {
    let silent = BrokenPromise::NoAnswer(consent::EffectClass::Conditional);
    for (manners, broken) in [
        (Manners::IgnoresIt, BrokenPromise::ConditionIgnored),
        (Manners::SaysNoAndChanges, BrokenPromise::ConditionIgnored),
        (Manners::KnowsItsOldOnes, BrokenPromise::ConditionIgnored),
        (Manners::RefusesAll, BrokenPromise::RightConditionRefused),
        (Manners::NeverRaises, BrokenPromise::VersionStays),
        (Manners::NoObject, silent),
        (Manners::Silent, silent),
    ] {
        let refused = tested(manners).unwrap_err();
        assert_eq!(refused, broken, "{manners:?}");
        assert_eq!(refused.class().word(), "conditional");
        assert!(!refused.why().is_empty() && !refused.code().is_empty() && !refused.remedy().is_empty());
    }
}
