//! What a call needs before anybody can be asked, or need not be.

use crate::{DeleteNote, NoteArgs, Scene, alice, cleared};
use rules::{Defence, danger};
use serde_json::{Value, json};
use twogates_consent::{
    BadArguments, CannotAsk, ClosedWorldRead, ConsentGate, Contract, EffectClass, NotPrepared, Tool, Unasked,
};

/// The read beside [`DeleteNote`], with the same arguments. Its contract says the class that its test wants.
struct ReadNote(EffectClass);

impl Tool for ReadNote {
    type Args = NoteArgs;

    fn contract(&self) -> Contract {
        Contract { effect: self.0, ..DeleteNote::named("read_note").contract }
    }
}

impl ClosedWorldRead for ReadNote {}

fn unasked(effect: EffectClass, tool: &str, arguments: &Value) -> Result<NoteArgs, NotPrepared> {
    Scene::default().gate.unasked(&ReadNote(effect), cleared(&alice(), tool, arguments)).map(Unasked::take)
}

fn read(tool: &str, arguments: &Value) -> Result<NoteArgs, BadArguments> {
    unasked(EffectClass::Read, tool, arguments).map_err(|refusal| bad(Some(refusal)))
}

fn prepare(gate: &ConsentGate, tool: &str, arguments: &Value, shows_forms: bool) -> Option<NotPrepared> {
    gate.prepare(&DeleteNote::default(), cleared(&alice(), tool, arguments), shows_forms).err()
}

/// What is wrong with arguments that do not fit.
fn bad(refusal: Option<NotPrepared>) -> BadArguments {
    match refusal {
        Some(NotPrepared::BadArguments(bad)) => bad,
        other => panic!("not about arguments: {other:?}"),
    }
}

#[test]
fn a_read_runs_with_the_arguments_that_were_cleared() {
    let args = NoteArgs { path: "notes.txt".into(), forever: Some(true) };
    assert_eq!(read("read_note", &json!({"path": "notes.txt", "forever": true})), Ok(args));
}

/// A type that says "closed-world read" and a contract that promises an effect: then the contract is believed.
#[test]
fn a_tool_that_promises_an_effect_does_not_run_unasked() {
    use EffectClass::{AtMostOnce, Conditional, Keyed, Staged, Transactional};
    let arguments = json!({"path": "notes.txt", "forever": true});
    for effect in [Transactional, Staged, Keyed, Conditional, AtMostOnce] {
        let refused = NotPrepared::CannotAsk(CannotAsk::NotARead { effect });
        assert_eq!(unasked(effect, "read_note", &arguments), Err(refused.clone()));
        assert_eq!(unasked(effect, "read_note", &json!({})), Err(refused), "whatever the arguments");
    }
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    for (arguments, what) in [
        (json!({}), "missing field `path`"),
        (json!({"path": 7}), "invalid type: integer `7`, expected a string"),
        (json!({"path": "a", "force": true}), "unknown field `force`"),
        (json!({"path": "a", "forever": "yes"}), "invalid type: string"),
    ] {
        let refused = read("read_note", &arguments).unwrap_err();
        assert_eq!(refused.tool, "read_note");
        assert!(refused.what.starts_with(what), "{}", refused.what);
        let refused = bad(prepare(&Scene::default().gate, "delete_note", &arguments, true));
        assert_eq!(refused.tool, "delete_note");
        assert!(refused.what.starts_with(what), "{}", refused.what);
    }
}

/// Where it stands in the canonical form is not told: the caller never saw that.
#[test]
fn what_is_wrong_is_told_without_a_place() {
    let refused = read("read_note", &json!({"forever": true, "path": 7})).unwrap_err();
    assert_eq!(refused.what, "invalid type: integer `7`, expected a string");
    let named = read("read_note", &json!({"path": "a", "b at line 9": 1})).unwrap_err();
    assert_eq!(named.what, "unknown field `b at line 9`, expected `path` or `forever`");
}

/// A proof for one tool's call is no good at another tool, however well its arguments would fit.
#[test]
fn a_call_of_another_tool_is_refused() {
    let arguments = json!({"path": "notes.txt"});
    for other in ["delete_note", "Read_note", "read_note ", ""] {
        let refused = read(other, &arguments).unwrap_err();
        assert_eq!(refused, BadArguments { tool: other.into(), what: "this is another tool".into() });
    }
    for other in ["read_note", "delete_notes"] {
        let refused = bad(prepare(&Scene::default().gate, other, &arguments, true));
        assert_eq!(refused, BadArguments { tool: other.into(), what: "this is another tool".into() });
    }
}

#[test]
fn who_cannot_be_shown_a_form_is_not_asked() {
    let no_form = Some(NotPrepared::CannotAsk(CannotAsk::NoForm));
    let gate = Scene::default().gate;
    assert_eq!(prepare(&gate, "delete_note", &json!({"path": "a"}), false), no_form);
    assert_eq!(prepare(&gate, "delete_note", &json!({"path": "a"}), true), None);
    assert_eq!(prepare(&gate, "delete_note", &json!({}), false), no_form, "before the arguments are looked at");
    let careless = danger::without(gate, Defence::Capability);
    assert_eq!(prepare(&careless, "delete_note", &json!({"path": "a"}), false), None);
    assert!(prepare(&careless, "delete_note", &json!({}), false).is_some());
}

#[test]
fn a_gate_knows_its_server() {
    assert_eq!(Scene::default().gate.server(), "notes");
}
