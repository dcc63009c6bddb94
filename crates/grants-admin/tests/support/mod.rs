//! What the tests on either store share: yeses, and the program.

pub(crate) mod golden;

use consent::{EffectClass, Evidence, Intent, Moment, Question, QuestionId, Snapshot, Until, server_digest};
use grants::audit::About;
use grants::{AttemptId, Authority, Claiming, Clock, End, GrantId, GrantRef, Holder, Item, NewGrant, Store};
use scope::Principal;
use serde_json::{Map, Value};
use std::sync::Arc;
use twogates_grants_admin::cli::{Around, run};
use wire::{Call, Digest};

/// When the clocks of these tests start: 2026-07-28 14:00 UTC, in milliseconds since 1970.
pub(crate) const START: u64 = 1_785_247_200_000;

#[derive(Debug)]
pub(crate) struct Anyone;

impl Authority for Anyone {
    fn may_still(&self, _: &Intent) -> bool {
        true
    }
}

/// What the program said and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) status: String,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Ended {
    /// Each line as the object that it is.
    pub(crate) fn objects(&self) -> Vec<Value> {
        self.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs the program, with this on its standard input.
pub(crate) fn program(store: &str, clock: Arc<dyn Clock>, words: &[&str], input: &str) -> Ended {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut around = Around {
        input: &mut input.as_bytes(),
        output: &mut output,
        errors: &mut errors,
        store: Some(store.to_owned()),
        clock,
    };
    let status = run(&arguments, &mut around).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { status: said(status), output: text(output), errors: text(errors) }
}

fn said(status: std::process::ExitCode) -> String {
    let shown = format!("{status:?}");
    shown.chars().filter(char::is_ascii_digit).collect()
}

pub(crate) fn contract() -> Digest {
    Digest::of("test/contract", &[])
}

pub(crate) fn question(number: u64) -> QuestionId {
    QuestionId::from_bytes(u128::from(number).to_be_bytes())
}

/// A yes of this number to deleting a file, to be run until then.
pub(crate) fn yes(number: u64, subject: &str, effect: EffectClass, until: u64) -> NewGrant {
    let arguments = [("path".to_owned(), Value::from("secret plan.txt")), ("why".to_owned(), Value::from("a\nb"))];
    let intent = Intent {
        server: "files".into(),
        contract: contract(),
        principal: Principal { issuer: "https://auth.example".into(), subject: subject.into(), client: None },
        call: Call::new("delete_file", &Map::from_iter(arguments)),
        snapshot: Snapshot::Absent { shown: "nothing".into() }.bound(),
        uses: 1,
        until: Until::At(Moment::from_store(until)),
        evidence: Evidence::ReportedByClient,
    };
    let reference = GrantRef::new(u128::from(number).to_be_bytes(), intent.call.arg_hash());
    NewGrant { reference, question: question(number), item: Item::ONLY, intent, effect }
}

pub(crate) fn claiming(new: &NewGrant, attempt: u8) -> Claiming {
    Claiming {
        grant: new.reference.id(),
        arg_hash: new.reference.arg_hash(),
        server: server_digest("files"),
        contract: contract(),
        attempt: AttemptId::from_bytes([attempt; 16]),
        lease_ms: 60_000,
    }
}

/// Asks, and is answered with a yes.
pub(crate) fn issue(store: &dyn Store, new: &NewGrant) -> GrantId {
    let expires = store.now().later(300_000);
    let asked = Question { id: new.question, message: String::new(), request_state: String::new(), expires };
    store.asked(&asked, &About::of(&new.intent.principal, &new.intent.call)).unwrap();
    store.issue(std::slice::from_ref(new)).unwrap().0[0].id
}

pub(crate) fn claim(store: &dyn Store, new: &NewGrant, attempt: u8) -> Holder {
    let grant = store.claim(&claiming(new, attempt), &Anyone).unwrap();
    Holder { attempt: AttemptId::from_bytes([attempt; 16]), fence: grant.fence }
}

/// A store with a grant of every kind that an operator meets. Each was issued when this begins.
pub(crate) fn made(store: &dyn Store, until: u64, later: impl FnOnce()) {
    let staged = |number, subject: &str| yes(number, subject, EffectClass::Staged, until);
    let once = |number, subject: &str| yes(number, subject, EffectClass::AtMostOnce, until);
    let [issued, claimed, lost, done] =
        [staged(1, "alice"), staged(2, "alice"), once(3, "bob"), once(4, "eve\u{202e}\nstate  executed")];
    for new in [&issued, &claimed, &lost, &done] {
        issue(store, new);
    }
    claim(store, &lost, 3);
    let holder = claim(store, &done, 4);
    store.settle(done.reference.id(), holder, End::Executed, "Deleted the file.").unwrap();
    later();
    claim(store, &claimed, 2);
}
