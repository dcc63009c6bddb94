//! What the tests of the suite are made of.

use super::Subject;
use crate::audit::{Row, What};
use crate::{
    AttemptId, Authority, Claiming, Grant, GrantRef, Holder, Item, NewGrant, NotUsable, Order, Standing, State, Store,
};
use consent::{BoundSnapshot, Denial, EffectClass, Evidence, Intent, Moment, No, QuestionId, Until};
use scope::Principal;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use wire::{Call, Digest};

/// A policy that lets everybody go on.
#[derive(Debug)]
pub struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// A policy that lets nobody go on.
#[derive(Debug)]
pub(super) struct Nobody;

impl Authority for Nobody {
    fn may_still(&self, _: &Intent) -> bool {
        false
    }
}

/// A store, and what is put into it.
#[derive(Debug)]
pub struct Kit<S: Subject> {
    pub(super) subject: S,
    pub(super) store: Arc<S::Store>,
    pub(super) start: Moment,
}

pub(super) const MINUTE: u64 = 60_000;
pub(super) const HOUR: u64 = 3_600_000;
pub(super) const DAY: u64 = 86_400_000;

impl<S: Subject> Kit<S> {
    /// A fresh store.
    #[must_use]
    pub fn new() -> Self {
        Self::over(S::empty())
    }

    pub(super) fn over(subject: S) -> Self {
        let store = subject.store();
        let start = Store::now(&*store);
        Self { subject, store, start }
    }

    /// A yes to question `number` that may run for an hour, at most once.
    pub(super) fn yes(&self, number: u16) -> NewGrant {
        self.yes_to(number, &json!({"path": format!("{number}.txt")}))
    }

    pub(super) fn yes_to(&self, number: u16, arguments: &Value) -> NewGrant {
        let call = Call::new("delete_note", &arguments.as_object().cloned().unwrap_or_default());
        let reference = GrantRef::new(bytes(number, 1), call.arg_hash());
        let intent = Intent {
            server: "notes".into(),
            contract: digest("contract"),
            principal: alice(),
            call,
            snapshot: BoundSnapshot { identity: digest("identity"), content: digest("content") },
            uses: 1,
            until: Until::At(self.start.later(HOUR)),
            evidence: Evidence::ReportedByClient,
        };
        let effect = EffectClass::AtMostOnce;
        NewGrant { reference, question: question(number), item: Item::ONLY, intent, effect }
    }

    /// The same, where the effect has another class.
    pub(super) fn classed(&self, number: u16, effect: EffectClass) -> NewGrant {
        NewGrant { effect, ..self.yes(number) }
    }

    /// Stores a yes.
    pub(super) fn issued(&self, new: NewGrant) -> NewGrant {
        self.store.issue(std::slice::from_ref(&new)).unwrap();
        new
    }

    pub(super) fn claim(&self, new: &NewGrant, attempt: u8) -> Result<Grant, NotUsable> {
        self.store.claim(&claiming(new, attempt), &Anyone)
    }

    pub(super) fn claimed(&self, new: NewGrant, attempt: u8) -> Grant {
        let new = self.issued(new);
        self.claim(&new, attempt).unwrap()
    }

    pub(super) fn grant(&self, new: &NewGrant) -> Grant {
        self.store.grant(new.reference.id()).unwrap().unwrap()
    }

    /// The state of a grant, once time had its say.
    pub(super) fn state(&self, new: &NewGrant) -> State {
        self.store.recall(new.question).unwrap().unwrap().grants()[0].state
    }

    pub(super) fn standing(&self, number: u16) -> Option<Standing> {
        self.store.recall(question(number)).unwrap()
    }

    pub(super) fn deny(&self, number: u16, no: No) -> Standing {
        self.store.deny(&self.denial(number, no)).unwrap()
    }

    pub(super) fn denial(&self, number: u16, no: No) -> Denial {
        let call = self.yes(number).intent.call;
        let server = consent::server_digest("notes");
        Denial { question: question(number), server, principal: alice(), call, no }
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        self.store.audit().unwrap()
    }

    /// What the audit says of a question: what happened, and with which code.
    pub(super) fn story(&self, number: u16) -> Vec<(What, String)> {
        let rows = self.store.story(question(number)).unwrap();
        rows.into_iter().map(|row| (row.what, row.code)).collect()
    }
}

impl<S: Subject> Default for Kit<S> {
    fn default() -> Self {
        Self::new()
    }
}

pub(super) fn alice() -> Principal {
    Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: Some("desk".into()) }
}

pub(super) fn digest(of: &str) -> Digest {
    Digest::of("test", &[of.as_bytes()])
}

pub(super) fn order() -> Order {
    Order::new("olga", "a test")
}

pub(super) fn question(number: u16) -> QuestionId {
    QuestionId::from_bytes(bytes(number, 0))
}

pub(super) fn attempt(number: u8) -> AttemptId {
    AttemptId::from_bytes([number; 16])
}

fn bytes(number: u16, kind: u8) -> [u8; 16] {
    let [high, low] = number.to_be_bytes();
    let mut bytes = [kind; 16];
    bytes[0] = high;
    bytes[1] = low;
    bytes
}

/// A claim of exactly what was approved, with a lease of a minute.
pub(super) fn claiming(new: &NewGrant, number: u8) -> Claiming {
    Claiming {
        grant: new.reference.id(),
        arg_hash: new.reference.arg_hash(),
        server: new.intent.server_digest(),
        contract: new.intent.contract,
        attempt: attempt(number),
        lease_ms: MINUTE,
    }
}

/// Whoever has this claim.
pub(super) fn holder(grant: &Grant) -> Holder {
    Holder { attempt: grant.held.unwrap().attempt, fence: grant.fence }
}

pub(super) fn told(expected: &[(What, &str)]) -> Vec<(What, String)> {
    expected.iter().map(|(what, code)| (*what, (*code).to_owned())).collect()
}

pub(super) fn long_arguments(bytes: usize) -> Value {
    Value::Object(Map::from_iter([("text".to_owned(), Value::from("x".repeat(bytes)))]))
}
