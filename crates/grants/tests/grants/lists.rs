//! One yes to a whole list: a grant for each item, each spent once.

use crate::{Desk, HOUR, alice, at, digest, gate, id};
use consent::{
    Answered, Approval, Contract, Effect, EffectClass, List, MOST_ITEMS, No, Policy, Question, Snapshot, Tool,
    server_digest,
};
use scope::{Caller, Hierarchy, ScopeGate, ScopeSet, ToolScopes};
use serde_json::{Map, json};
use std::cell::RefCell;
use twogates_grants::audit::About;
use twogates_grants::{End, GrantRef, IssuedList, Item, NotUsable, Standing, State};
use wire::Call;

/// Deletes notes. Its world is what each note holds.
struct DeleteNotes {
    notes: RefCell<Vec<(&'static str, &'static str)>>,
}

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
struct Paths {
    paths: Vec<String>,
}

impl Tool for DeleteNotes {
    type Args = Paths;

    fn contract(&self) -> Contract {
        Contract { name: "delete_notes".into(), input_schema: json!({}), effect: EffectClass::Staged, version: 1 }
    }
}

impl Effect for DeleteNotes {
    fn snapshot(&self, args: &Paths) -> Snapshot {
        match args.paths.as_slice() {
            [path] => match self.notes.borrow().iter().find(|(name, _)| name == path) {
                Some((name, text)) => Snapshot::Exists {
                    identity: digest(name),
                    content: digest(text),
                    shown: format!("{name}, {} bytes", text.len()),
                },
                None => Snapshot::Absent { shown: format!("{path} does not exist") },
            },
            _ => {
                let items: Vec<_> = self.items(args).iter().map(|item| self.snapshot(item)).collect();
                let bytes: usize = self.notes.borrow().iter().map(|(_, text)| text.len()).sum();
                Snapshot::list(&items, &format!("{bytes} bytes in all"))
            }
        }
    }
}

impl List for DeleteNotes {
    fn items(&self, args: &Paths) -> Vec<Paths> {
        args.paths.iter().map(|path| Paths { paths: vec![path.clone()] }).collect()
    }
}

fn tool() -> DeleteNotes {
    DeleteNotes { notes: RefCell::new(vec![("a", "one"), ("b", "three"), ("c", "two")]) }
}

/// A yes to the deletion of these notes, and what its question said.
fn approval(tool: &DeleteNotes, number: u8, paths: &[&str]) -> (Question, Approval<DeleteNotes>) {
    let gate = gate();
    let arguments = json!({"paths": paths});
    let call = Call::new("delete_notes", arguments.as_object().unwrap());
    let cleared = || {
        let scope = ScopeGate::new(Hierarchy::default()).tool("delete_notes", ToolScopes::base(ScopeSet::default()));
        let caller = Caller { principal: alice(), granted: ScopeSet::default() };
        gate.prepare(tool, scope.clear(caller, call.clone()).unwrap(), true).unwrap()
    };
    let question = cleared().ask(&Policy { lifetime: HOUR, ..Policy::default() }, id(number), at(0)).unwrap();
    let yes = json!({"approval": {"action": "accept", "content": {"approved": true}}});
    match cleared().open(&question.request_state).unwrap().answer(yes.as_object().unwrap(), at(0)).unwrap() {
        Answered::Yes(approval) => (question, approval),
        other => panic!("not a yes: {other:?}"),
    }
}

fn issued(desk: &Desk, tool: &DeleteNotes, paths: &[&str]) -> Vec<GrantRef> {
    match desk.grants.issue_list(tool, approval(tool, 1, paths).1).unwrap() {
        IssuedList::New(references) => references,
        IssuedList::Known(known) => panic!("known: {known:?}"),
    }
}

/// Weakness 22: there was no story of a fan-out.
#[test]
fn each_item_is_a_grant_of_its_own_under_one_yes() {
    let (desk, tool) = (Desk::new(), tool());
    let (question, yes) = approval(&tool, 1, &["a", "b", "c"]);
    assert!(question.message.contains("Resource: 3 items, 11 bytes in all"), "{}", question.message);
    let IssuedList::New(references) = desk.grants.issue_list(&tool, yes).unwrap() else { panic!("known") };
    for (reference, path) in references.iter().zip(["a", "b", "c"]) {
        let claim = desk.grants.claim(&tool, reference).unwrap();
        let (args, running) = claim.take(|args| tool.snapshot(args)).unwrap();
        assert_eq!(args, Paths { paths: vec![path.to_owned()] });
        desk.grants.settle(running.settle(End::Executed, path)).unwrap();
        assert_eq!(desk.grants.claim(&tool, reference).unwrap_err(), NotUsable::Used, "{path}");
    }
    let Some(Standing::Listed(grants)) = desk.standing(1) else { panic!("no list") };
    assert_eq!(
        grants.iter().map(|grant| grant.item).collect::<Vec<_>>(),
        [1, 2, 3].map(|number| Item { number, of: 3 })
    );
    assert!(grants.iter().all(|grant| grant.state == State::Executed && grant.question == id(1)));
    assert_eq!(twogates_grants::audit::verify(&desk.audit()), Ok(()));
    assert!(desk.audit().iter().any(|row| row.note == "item 2 of 3"));
}

#[test]
fn a_second_yes_to_a_list_finds_the_first_one_s_grants() {
    let (desk, tool) = (Desk::new(), tool());
    let first: Vec<_> = issued(&desk, &tool, &["a", "b"]).iter().map(GrantRef::id).collect();
    let second = desk.grants.issue_list(&tool, approval(&tool, 1, &["a", "b"]).1).unwrap();
    assert_eq!(second, IssuedList::Known(first));
}

/// One item is no list: its grant is like any other.
#[test]
fn a_list_of_one_is_its_item() {
    let (desk, tool) = (Desk::new(), tool());
    let references = issued(&desk, &tool, &["a"]);
    assert_eq!((references.len(), desk.grant(1).item), (1, Item::ONLY));
}

/// What is approved is these items, in this state, in this order.
#[test]
fn a_list_that_changed_before_it_was_issued_is_no_grant() {
    let (desk, tool) = (Desk::new(), tool());
    let (_, yes) = approval(&tool, 1, &["a", "b"]);
    tool.notes.borrow_mut()[1] = ("b", "four");
    let NotUsable::Changed(changed) = desk.grants.issue_list(&tool, yes).unwrap_err() else { panic!("not changed") };
    assert_eq!((changed.how, changed.now.as_str()), (consent::How::Content, "2 items, as they are now"));
    assert_eq!((desk.standing(1), desk.audit().len()), (None, 0));
    let (_, nothing) = approval(&tool, 2, &[]);
    assert_eq!(desk.grants.issue_list(&tool, nothing).unwrap_err(), NotUsable::Unreadable);
}

/// A store that filled up since the question has no room for a whole list. The yes is not spent.
#[test]
fn a_full_store_takes_a_whole_list_or_nothing_of_it() {
    let (desk, tool) = (Desk::with(|memory| memory.with_capacity(1)), tool());
    desk.grants.asked(&crate::ask(id(9), "notes.txt", HOUR), &About::of(&alice(), &crate::call("notes.txt"))).unwrap();
    let yes = || approval(&tool, 1, &["a", "b"]).1;
    assert_eq!(desk.grants.issue_list(&tool, yes()).unwrap_err(), NotUsable::Full);
    assert_eq!((desk.standing(1), desk.audit().len()), (None, 1));
    assert!(desk.grants.issue_list(&tool, approval(&tool, 2, &["a"]).1).is_ok(), "its question made sure of the room");
}

#[test]
fn a_list_of_too_many_is_no_grant() {
    let (desk, tool) = (Desk::new(), tool());
    for (items, fits) in [(MOST_ITEMS, true), (MOST_ITEMS + 1, false)] {
        let yes = approval(&tool, u8::from(fits), &vec!["a"; items]).1;
        match desk.grants.issue_list(&tool, yes) {
            Ok(IssuedList::New(references)) => assert!(fits && references.len() == items),
            other => assert!(!fits && other == Err(NotUsable::Unreadable), "{other:?}"),
        }
    }
    assert_eq!(MOST_ITEMS, 1000);
}

/// Each child has a snapshot of its own: what became of one item says nothing of the others.
#[test]
fn an_item_that_changed_fails_alone() {
    let (desk, tool) = (Desk::new(), tool());
    let references = issued(&desk, &tool, &["a", "b"]);
    tool.notes.borrow_mut()[0] = ("a", "changed");
    let settled = desk.grants.claim(&tool, &references[0]).unwrap().take(|args| tool.snapshot(args)).unwrap_err();
    assert_eq!(desk.grants.settle(settled).unwrap().state, State::Failed);
    assert!(desk.grants.claim(&tool, &references[1]).unwrap().take(|args| tool.snapshot(args)).is_ok());
}

/// A reference of one item with the arguments of another, or of the whole list, is refused.
#[test]
fn an_item_s_grant_covers_that_item() {
    let (desk, tool) = (Desk::new(), tool());
    let references = issued(&desk, &tool, &["a", "b"]);
    let whole = Call::new("delete_notes", &Map::from_iter([("paths".to_owned(), json!(["a", "b"]))]));
    for other in [references[1].arg_hash(), whole.arg_hash()] {
        let crossed = GrantRef::new(*references[0].expose_handle(), other);
        assert_eq!(desk.grants.claim(&tool, &crossed).unwrap_err(), NotUsable::OtherArguments);
    }
}

/// A no takes back what is left of the list.
#[test]
fn a_no_to_a_list_takes_back_what_nobody_has_done() {
    let (desk, tool) = (Desk::new(), tool());
    let references = issued(&desk, &tool, &["a", "b"]);
    let (_, running) = desk.grants.claim(&tool, &references[0]).unwrap().take(|args| tool.snapshot(args)).unwrap();
    desk.grants.settle(running.settle(End::Executed, "a")).unwrap();
    let denial = consent::Denial {
        question: id(1),
        server: server_digest("notes"),
        principal: alice(),
        call: Call::new("delete_notes", &Map::new()),
        no: No::Declined,
    };
    let Standing::Listed(grants) = desk.grants.deny(&denial).unwrap() else { panic!("no list") };
    assert_eq!([grants[0].state, grants[1].state], [State::Executed, State::Revoked]);
}
