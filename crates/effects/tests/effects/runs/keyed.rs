//! A keyed effect is sent again under the same key, and done once.

use crate::desk::{Act, Desk, LEASE_MS, LIFE_MS};
use consent::{EffectClass, Snapshot};
use grants::{NotUsable, State};
use std::cell::RefCell;
use twogates_effects::Ended;
use twogates_effects::keyed::{KeyedBackend, NotSent, Proven, Receipt, proven};

/// Remembers keys, and says next what it is told to.
#[derive(Default)]
struct Backend {
    done: RefCell<Vec<(String, String)>>,
    says: RefCell<Option<NotSent>>,
}

impl KeyedBackend for Backend {
    type Request = String;

    fn harmless(&self) -> (String, String) {
        ("nothing".into(), "nothing else".into())
    }

    fn remembers_ms(&self) -> u64 {
        LIFE_MS + 1
    }

    fn send(&self, key: &str, request: &String) -> Result<Receipt, NotSent> {
        let mut done = self.done.borrow_mut();
        let says = self.says.take();
        if let Some(NotSent::Refused(why)) = says {
            return Err(NotSent::Refused(why));
        }
        let place = done.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
            done.push((key.to_owned(), request.clone()));
            done.len() - 1
        });
        match says {
            Some(says) => Err(says),
            None if done[place].1 != *request => Err(NotSent::KeyTaken),
            None => Ok(Receipt::new(format!("number {place}"))),
        }
    }
}

fn tool() -> Act<impl Fn(&str) -> Snapshot> {
    Act { class: EffectClass::Keyed, look: |_: &str| Snapshot::DeclaredNone { reason: "nothing to see" } }
}

fn backend() -> Proven<Backend> {
    proven(Backend::default(), [3; 16], LIFE_MS).unwrap()
}

fn sent(backend: &Proven<Backend>) -> usize {
    backend.backend().done.borrow().iter().filter(|(key, _)| !key.starts_with("self-test:")).count()
}

#[test]
fn done_and_told() {
    let (desk, tool, backend) = (Desk::new(), tool(), backend());
    let reference = desk.yes(&tool, "a");
    let claim = desk.grants.claim(&tool, &reference).unwrap();
    let Ended::Known(grant) = backend.run(&tool, &desk.grants, claim, |args| args.name).unwrap() else { panic!() };
    assert_eq!((grant.state, sent(&backend)), (State::Executed, 1));
    assert!(backend.backend().done.borrow().iter().any(|(key, _)| *key == format!("{}:1", reference.id().hex())));
}

#[test]
fn a_lost_reply_is_found_out_by_the_next_claim_and_nothing_is_done_twice() {
    let (desk, tool, backend) = (Desk::new(), tool(), backend());
    let reference = desk.yes(&tool, "a");
    backend.backend().says.replace(Some(NotSent::Unknown("reset".into())));
    let claim = desk.grants.claim(&tool, &reference).unwrap();
    let open = backend.run(&tool, &desk.grants, claim, |args| args.name).unwrap();
    assert_eq!(open, Ended::Open { why: "reset".into() });
    assert_eq!(desk.grant(&reference).state, State::Claimed);
    assert_eq!(desk.grants.claim(&tool, &reference).unwrap_err(), NotUsable::InFlight);
    desk.clock.advance(LEASE_MS);
    let claim = desk.grants.claim(&tool, &reference).unwrap();
    let Ended::Known(grant) = backend.run(&tool, &desk.grants, claim, |args| args.name).unwrap() else { panic!() };
    assert_eq!((grant.state, sent(&backend)), (State::Executed, 1));
}

#[test]
fn a_no_of_the_backend_is_a_failure_and_a_taken_key_is_unknown() {
    for (says, state) in
        [(NotSent::Refused("no money".into()), State::Failed), (NotSent::KeyTaken, State::Indeterminate)]
    {
        let (desk, tool, backend) = (Desk::new(), tool(), backend());
        let reference = desk.yes(&tool, "a");
        backend.backend().says.replace(Some(says));
        let claim = desk.grants.claim(&tool, &reference).unwrap();
        backend.run(&tool, &desk.grants, claim, |args| args.name).unwrap();
        assert_eq!(desk.grant(&reference).state, state);
    }
}

#[test]
fn nothing_is_sent_for_a_tool_of_another_class() {
    for class in EffectClass::ALL.iter().copied().filter(|class| *class != EffectClass::Keyed) {
        let (desk, tool, backend) = (Desk::new(), Act { class, ..tool() }, backend());
        let reference = desk.yes(&tool, "a");
        let claim = desk.grants.claim(&tool, &reference).unwrap();
        let Ended::Known(grant) = backend.run(&tool, &desk.grants, claim, |args| args.name).unwrap() else { panic!() };
        assert_eq!((grant.state, sent(&backend)), (State::Failed, 0), "{class:?}");
    }
}
