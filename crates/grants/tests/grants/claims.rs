//! Whoever acts claims first, once.

use crate::{DeleteNote, Desk, MINUTE, NoteArgs, TOOL, approval, at, call, id, made_up, note, order};
use consent::{Contract, Effect, EffectClass, Intent, Lifetime, Snapshot, Tool};
use rules::Defence;
use rules::danger::without;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use twogates_grants::audit::What;
use twogates_grants::{AttemptId, Authority, Claiming, End, GrantRef, Grants, Item, NewGrant, NotUsable, State, Store};

#[test]
fn a_claim_owns_the_arguments_that_were_approved() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    desk.clock.advance(500);
    let claim = desk.grants.claim(&TOOL, &reference).unwrap();
    let grant = desk.grant(1);
    assert_eq!((grant.state, grant.consumed_at, grant.outcome), (State::Claimed, Some(at(500)), None));
    let seen = std::cell::Cell::new(false);
    let now = |args: &NoteArgs| {
        seen.set(args.path == "notes.txt");
        note("hello")
    };
    let (args, running) = claim.take(now).unwrap();
    assert_eq!(args, NoteArgs { path: "notes.txt".into() });
    assert!(seen.get(), "the snapshot is taken of what was approved");
    assert_eq!(running.grant(), reference.id());
    let expected = [(What::Issued, "reported_by_client"), (What::Claimed, "claimed")];
    assert_eq!(desk.told(), expected.map(|(what, code)| (what, code.to_owned())));
}

#[test]
fn a_second_claim_finds_it_used() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let first = desk.grants.claim(&TOOL, &reference).unwrap();
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Used);
    let (_, running) = first.take(|_| note("hello")).unwrap();
    desk.grants.settle(running.settle(End::Executed, "deleted")).unwrap();
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Used);
    assert_eq!(desk.state(1), State::Executed);
    let refused = desk.told().into_iter().filter(|(what, code)| *what == What::Refused && code == "used").count();
    assert_eq!(refused, 2, "a loser's claim is a row");
}

#[test]
fn a_reference_that_nobody_gave_out_leads_nowhere() {
    let desk = Desk::new();
    desk.issued(1, MINUTE);
    assert_eq!(desk.grants.claim(&TOOL, &made_up(7)).unwrap_err(), NotUsable::Unknown);
    assert_eq!(desk.state(1), State::Issued);
}

/// What does not belong to the grant is refused, written down, and burns nothing.
#[test]
fn wrong_arguments_or_another_tool_do_not_burn_a_grant() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let tampered = GrantRef::new(*reference.expose_handle(), call("other.txt").arg_hash());
    assert_eq!(desk.grants.claim(&TOOL, &tampered).unwrap_err(), NotUsable::OtherArguments);
    assert_eq!(
        desk.grants.claim(&DeleteNote { version: 2, ..TOOL }, &reference).unwrap_err(),
        NotUsable::OtherContract
    );
    let codes: Vec<_> = desk.told().into_iter().skip(1).collect();
    let expected = [(What::Refused, "other_arguments"), (What::Refused, "other_contract")];
    assert_eq!(codes, expected.map(|(what, code)| (what, code.to_owned())));
    assert!(desk.grants.claim(&TOOL, &reference).is_ok());
}

/// Two servers may share a store. A grant is one server's, and the other neither acts on it nor burns it.
#[test]
fn another_server_over_the_same_store_claims_nothing() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let neighbour = desk.neighbour();
    assert_eq!(neighbour.claim(&TOOL, &reference).unwrap_err(), NotUsable::OtherServer);
    assert_eq!(desk.told().pop(), Some((What::Refused, "other_server".to_owned())));
    assert_eq!(desk.state(1), State::Issued);
    assert!(desk.grants.claim(&TOOL, &reference).is_ok(), "the one whose question was answered");
    let at_once = neighbour.claim_at_once(&TOOL, approval(id(2), "notes.txt", Lifetime::AtOnce));
    assert_eq!(at_once.unwrap_err(), NotUsable::OtherServer, "an approval of another server's gate");
    assert_eq!(desk.state(2), State::Issued);
}

#[test]
fn authority_is_asked_at_the_claim_and_its_no_is_final() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    assert_eq!(desk.authority.asked.load(Ordering::SeqCst), 0, "not at the issue");
    desk.forbid();
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::NoLongerAuthorized);
    assert_eq!(desk.authority.asked.load(Ordering::SeqCst), 1);
    desk.authority.allows.store(true, Ordering::SeqCst);
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Used);
    let grant = desk.grant(1);
    assert_eq!((grant.state, grant.consumed_at), (State::NoLongerAuthorized, None));
    assert_eq!(grant.outcome, Some((at(0), String::new())));
}

#[test]
fn acting_at_once_is_issuing_and_claiming() {
    let desk = Desk::new();
    let claim = desk.grants.claim_at_once(&TOOL, approval(id(1), "notes.txt", Lifetime::AtOnce)).unwrap();
    let grant = desk.grant(1);
    assert_eq!((grant.state, grant.issued_at, grant.consumed_at), (State::Claimed, at(0), Some(at(0))));
    assert_eq!(grant.expires_at, at(60_000));
    assert_eq!(claim.take(|_| note("hello")).unwrap().0, NoteArgs { path: "notes.txt".into() });
    let expected = [(What::Issued, "reported_by_client"), (What::Claimed, "claimed")];
    assert_eq!(desk.told(), expected.map(|(what, code)| (what, code.to_owned())));
    let again = desk.grants.claim_at_once(&TOOL, approval(id(1), "notes.txt", Lifetime::AtOnce));
    assert_eq!(again.unwrap_err(), NotUsable::Used);
}

#[test]
fn acting_at_once_asks_authority_and_holds_the_contract_too() {
    let desk = Desk::new();
    let other = desk.grants.claim_at_once(&DeleteNote { version: 2, ..TOOL }, approval(id(1), "notes.txt", MINUTE));
    assert_eq!(other.unwrap_err(), NotUsable::OtherContract);
    desk.forbid();
    let forbidden = desk.grants.claim_at_once(&TOOL, approval(id(2), "notes.txt", MINUTE));
    assert_eq!(forbidden.unwrap_err(), NotUsable::NoLongerAuthorized);
    assert_eq!((desk.state(1), desk.state(2)), (State::Issued, State::NoLongerAuthorized));
}

/// An unspent grant of the same question is what a claim at once finds and takes.
#[test]
fn acting_at_once_takes_the_grant_that_is_there() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let claim = desk.grants.claim_at_once(&TOOL, approval(id(1), "notes.txt", MINUTE)).unwrap();
    assert_eq!(format!("{claim:?}"), format!("Claim({:?})", reference.id()));
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Used);
}

/// An authority that breaks leaves nothing half done: no yes is stored that nobody claimed.
#[test]
fn acting_at_once_is_all_or_nothing() {
    #[derive(Debug)]
    struct Broken;
    impl Authority for Broken {
        fn may_still(&self, _: &Intent) -> bool {
            panic!("the authority broke")
        }
    }
    let desk = Desk::new();
    let new = NewGrant {
        reference: made_up(1),
        question: id(1),
        item: Item::ONLY,
        intent: approval(id(1), "notes.txt", Lifetime::AtOnce).into_intent(),
        effect: EffectClass::AtMostOnce,
    };
    let claiming = Claiming {
        grant: new.reference.id(),
        arg_hash: new.reference.arg_hash(),
        server: new.intent.server_digest(),
        contract: TOOL.contract().digest(),
        attempt: AttemptId::from_bytes([1; 16]),
        lease_ms: Grants::LEASE_MS,
    };
    let broken = AssertUnwindSafe(|| desk.store.issue_and_claim(&new, &claiming, &Broken));
    assert!(catch_unwind(broken).is_err());
    assert_eq!((desk.standing(1), desk.audit()), (None, Vec::new()));
    assert!(desk.grants.claim_at_once(&TOOL, approval(id(1), "notes.txt", Lifetime::AtOnce)).is_ok());
}

/// The resource is held against what the person was shown, where the arguments come out.
#[test]
fn a_changed_resource_gets_no_arguments() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let claim = desk.grants.claim(&TOOL, &reference).unwrap();
    let settled = claim.take(|_| note("another text")).unwrap_err();
    let grant = desk.grants.settle(settled).unwrap();
    let text = "Not run: since the question was asked, its content changed; now: notes.txt: another text. Make the \
                call again, so that a person sees the resource as it is now.";
    assert_eq!((grant.state, grant.outcome), (State::Failed, Some((at(0), text.to_owned()))));
}

/// A tool of the same promise whose arguments have another shape: then the row is not one that this program wrote.
struct Other;

#[derive(Debug, serde::Deserialize, serde::Serialize)]
struct OtherArgs {
    account: u64,
}

impl Tool for Other {
    type Args = OtherArgs;

    fn contract(&self) -> Contract {
        TOOL.contract()
    }
}

impl Effect for Other {
    fn snapshot(&self, _: &OtherArgs) -> Snapshot {
        note("hello")
    }
}

#[test]
fn arguments_that_cannot_be_read_run_nothing() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    assert_eq!(desk.grants.claim(&Other, &reference).unwrap_err(), NotUsable::Unreadable);
    let grant = desk.grant(1);
    assert_eq!(grant.state, State::Failed, "nobody can act on it, and that is known");
    assert_eq!(grant.outcome.unwrap().1, "The stored arguments do not fit the tool; nothing ran.");
}

/// A tool of the same promise whose type has come to add what nobody was shown.
#[derive(Debug)]
struct Adds;

#[derive(Debug, serde::Deserialize, serde::Serialize)]
struct AddsArgs {
    path: String,
    #[serde(default)]
    forever: bool,
}

impl Tool for Adds {
    type Args = AddsArgs;

    fn contract(&self) -> Contract {
        TOOL.contract()
    }
}

impl Effect for Adds {
    fn snapshot(&self, _: &AddsArgs) -> Snapshot {
        note("hello")
    }
}

#[test]
fn arguments_that_would_be_used_as_others_run_nothing() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    assert_eq!(desk.grants.claim(&Adds, &reference).unwrap_err(), NotUsable::Unreadable);
    assert_eq!(desk.state(1), State::Failed);
    let reference = desk.issued(2, MINUTE);
    let careless = without(desk.grants.clone(), Defence::Defaults);
    let (args, _) = careless.claim(&Adds, &reference).unwrap().take(|_| note("hello")).unwrap();
    assert!(args.path == "notes.txt" && !args.forever);
}

#[test]
fn revoking_ends_it_before_anyone_acts() {
    let desk = Desk::new();
    let reference = desk.issued(1, MINUTE);
    let revoked = desk.grants.revoke(reference.id(), &order()).unwrap();
    assert_eq!((revoked.state, revoked.outcome), (State::Revoked, Some((at(0), String::new()))));
    assert_eq!(desk.grants.claim(&TOOL, &reference).unwrap_err(), NotUsable::Revoked);
    assert_eq!(desk.grants.revoke(reference.id(), &order()).unwrap_err(), NotUsable::Used);
    let claimed = desk.issued(2, MINUTE);
    let _claim = desk.grants.claim(&TOOL, &claimed).unwrap();
    assert_eq!(desk.store.revoke(claimed.id(), &order()).unwrap_err(), NotUsable::InFlight);
    assert_eq!(desk.grants.revoke(made_up(7).id(), &order()).unwrap_err(), NotUsable::Unknown);
}

/// Whoever reads the store or the operator's list sees who holds a grant. The handle, which leads to it, is not in it.
#[test]
fn the_attempt_of_a_call_that_runs_at_once_is_not_its_handle() {
    let desk = Desk::new();
    let claim = desk.grants.claim_at_once(&TOOL, approval(id(1), "notes.txt", Lifetime::AtOnce)).unwrap();
    let grant = desk.grant(1);
    let guessed = GrantRef::new(*grant.held.unwrap().attempt.bytes(), grant.intent.call.arg_hash());
    assert_ne!(guessed.id(), grant.id);
    drop(claim);
}
