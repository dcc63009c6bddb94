//! An effect that has nothing to rest on.

use crate::desk::{Act, Desk, LEASE_MS};
use consent::{EffectClass, Snapshot};
use grants::{NotUsable, State};
use twogates_effects::{Did, act_once};

fn unseen(_: &str) -> Snapshot {
    Snapshot::DeclaredNone { reason: "nothing to see" }
}

#[test]
fn it_is_tried_once_and_what_is_not_known_is_said() {
    let tool = Act { class: EffectClass::AtMostOnce, look: unseen };
    for (did, state) in [
        (Did::It("done".into()), State::Executed),
        (Did::Nothing("not done".into()), State::Failed),
        (Did::Unknown("no answer".into()), State::Indeterminate),
    ] {
        let desk = Desk::new();
        let reference = desk.yes(&tool, "a");
        let claim = desk.grants.claim(&tool, &reference).unwrap();
        let grant = act_once(&tool, &desk.grants, claim, |_| did.clone()).unwrap();
        assert_eq!(grant.state, state, "{did:?}");
        assert_eq!(desk.grants.claim(&tool, &reference).unwrap_err(), NotUsable::Used);
    }
}

#[test]
fn what_changed_since_is_not_acted_on() {
    let desk = Desk::new();
    let asked = Act { class: EffectClass::AtMostOnce, look: unseen };
    let reference = desk.yes(&asked, "a");
    let now = Act { class: EffectClass::AtMostOnce, look: |_: &str| Snapshot::Absent { shown: "gone".into() } };
    let claim = desk.grants.claim(&now, &reference).unwrap();
    let grant = act_once(&now, &desk.grants, claim, |_| panic!("it must not act")).unwrap();
    assert_eq!(grant.state, State::Failed);
}

/// A class that lets another worker take over would have it done twice.
#[test]
fn a_tool_of_another_class_is_not_acted_for() {
    for class in EffectClass::ALL.iter().copied().filter(|class| *class != EffectClass::AtMostOnce) {
        let (desk, tool) = (Desk::new(), Act { class, look: unseen });
        let reference = desk.yes(&tool, "a");
        let claim = desk.grants.claim(&tool, &reference).unwrap();
        let grant = act_once(&tool, &desk.grants, claim, |_| panic!("it must not act")).unwrap();
        assert_eq!(grant.state, State::Failed, "{class:?}");
    }
    let (desk, tool) = (Desk::new(), Act { class: EffectClass::Keyed, look: unseen });
    let reference = desk.yes(&tool, "a");
    drop(desk.grants.claim(&tool, &reference).unwrap());
    desk.clock.advance(LEASE_MS);
    let claim = desk.grants.claim(&tool, &reference).unwrap();
    let grant = act_once(&tool, &desk.grants, claim, |_| panic!("it must not act")).unwrap();
    assert_eq!(grant.state, State::Indeterminate, "whoever had it before may have acted");
}
