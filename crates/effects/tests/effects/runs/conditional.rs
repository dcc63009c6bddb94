//! A conditional effect is never sent twice, and an unclear end goes to a person.

use crate::desk::{Act, Desk, LEASE_MS};
use consent::{EffectClass, Snapshot};
use grants::{Grant, GrantRef, NotUsable, State};
use std::cell::{Cell, RefCell};
use twogates_effects::conditional::{ConditionalBackend, NotChanged, Proven, Version, proven};
use wire::Digest;

/// One object, whose version each change raises.
struct Backend {
    version: Cell<u64>,
    says: RefCell<Option<NotChanged>>,
    /// Somebody else changes it before the next change.
    meddle: Cell<bool>,
}

impl ConditionalBackend for Backend {
    type Change = ();

    fn harmless(&self) -> (String, ()) {
        ("a".into(), ())
    }

    fn version(&self, _: &str) -> Result<Option<Version>, NotChanged> {
        Ok(Some(Version::new(self.version.get().to_string())))
    }

    fn change(&self, object: &str, only_if: &Version, (): &()) -> Result<Option<Version>, NotChanged> {
        if self.meddle.take() {
            self.version.set(self.version.get() + 1);
        }
        if self.version(object)?.as_ref() != Some(only_if) {
            return Err(NotChanged::Mismatch);
        }
        self.version.set(self.version.get() + 1);
        self.says.take().map_or_else(|| self.version(object), Err)
    }
}

fn backend() -> Proven<Backend> {
    proven(Backend { version: Cell::new(1), says: RefCell::default(), meddle: Cell::new(false) }).unwrap()
}

fn seen(backend: &Proven<Backend>) -> (Snapshot, Version) {
    let version = backend.backend().version("a").unwrap().unwrap();
    let identity = Digest::of("test", &[version.as_str().as_bytes()]);
    (Snapshot::Exists { identity, content: identity, shown: format!("a, version {}", version.as_str()) }, version)
}

/// Somebody says yes to the object as it is.
fn approved(desk: &Desk, backend: &Proven<Backend>) -> GrantRef {
    desk.yes(&Act { class: EffectClass::Conditional, look: |_: &str| seen(backend).0 }, "a")
}

fn run(desk: &Desk, backend: &Proven<Backend>, reference: &GrantRef) -> Grant {
    let tool = Act { class: EffectClass::Conditional, look: |_: &str| seen(backend).0 };
    let claim = desk.grants.claim(&tool, reference).unwrap();
    backend.run(&desk.grants, claim, |_| seen(backend), |args| (args.name, ())).unwrap()
}

#[test]
fn changed_and_told() {
    let (desk, backend) = (Desk::new(), backend());
    let reference = approved(&desk, &backend);
    let grant = run(&desk, &backend, &reference);
    assert_eq!((grant.state, backend.backend().version.get()), (State::Executed, 3));
    assert_eq!(desk.text(&reference), "changed a; its version is 3 now");
}

#[test]
fn another_version_is_a_failure_before_and_at_the_change() {
    let (desk, backend) = (Desk::new(), backend());
    let reference = approved(&desk, &backend);
    backend.backend().version.set(9);
    assert_eq!(run(&desk, &backend, &reference).state, State::Failed);
    let reference = approved(&desk, &backend);
    backend.backend().meddle.set(true);
    assert_eq!(run(&desk, &backend, &reference).state, State::Failed, "behind the look, the backend itself refuses");
    assert_eq!(backend.backend().version.get(), 10);
}

#[test]
fn no_answer_is_unknown_and_is_not_sent_again() {
    let (desk, backend) = (Desk::new(), backend());
    let reference = approved(&desk, &backend);
    backend.backend().says.replace(Some(NotChanged::Unknown("reset".into())));
    assert_eq!(run(&desk, &backend, &reference).state, State::Indeterminate);
    desk.clock.advance(LEASE_MS);
    let tool = Act { class: EffectClass::Conditional, look: |_: &str| seen(&backend).0 };
    assert_eq!(desk.grants.claim(&tool, &reference).unwrap_err(), NotUsable::Used);
    assert_eq!(backend.backend().version.get(), 3);
}

#[test]
fn nothing_is_changed_for_a_tool_of_another_class() {
    for class in EffectClass::ALL.iter().copied().filter(|class| *class != EffectClass::Conditional) {
        let (desk, backend) = (Desk::new(), backend());
        let before = backend.backend().version.get();
        let tool = Act { class, look: |_: &str| seen(&backend).0 };
        let reference = desk.yes(&tool, "a");
        let claim = desk.grants.claim(&tool, &reference).unwrap();
        let grant = backend.run(&desk.grants, claim, |_| seen(&backend), |args| (args.name, ())).unwrap();
        assert_eq!((grant.state, backend.backend().version.get()), (State::Failed, before), "{class:?}");
    }
}
