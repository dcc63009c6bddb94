//! Two switches for one yes, the host's and the server's: kind consent-scope.

use crate::{ALL, FILES, Lab, Told, accepted, asked, notes};
use rules::Refused;
use twogates::consent::host::{Change, Effect};
use twogates::grants::{GrantId, NotUsable, Order, State};
use twogates::scope::ScopeSet;
use twogates_lab::authorization::person;
use twogates_lab::host::{Ending, Host, Reply, Script};
use twogates_lab::server::RESOURCE;

/// Alice's host, which trusts nobody and allows `delete_file` by a standing rule. She answers as the script says.
fn host(lab: &Lab, script: &[Reply]) -> Host {
    let she = Box::new(Script::of(script));
    let mut host = Host::new(&lab.world, person("alice"), lab.server.clone(), lab.authorization.clone(), she);
    host.hold(lab.authorization.issue(&person("alice"), ScopeSet::of(ALL), RESOURCE));
    host.list_tools();
    let tool = host.exposed().tools().iter().find(|tool| tool.name() == "delete_file").cloned().unwrap();
    host.settings_mut().add(&tool, Effect::Allow, lab.world.now_ms());
    host
}

fn order() -> Order {
    Order::new("olga", "a test")
}

/// The one grant that the audit knows.
fn grant(lab: &Lab) -> GrantId {
    let audit = lab.server.gates().grants().audit().unwrap();
    audit.iter().find_map(|row| row.about.grant).unwrap()
}

/// C138: the host's switch and the server's, each where it stands.
#[test]
fn c138_a_revoked_rule_asks_again_and_a_revoked_grant_never_runs() {
    let lab = Lab::deferring("delete_file");
    // The rule skips the host's own prompt, so that the one answer is to the server's question.
    let mut host = host(&lab, &[Reply::Yes, Reply::Decline]);
    let Ending::Result { is_error: false, text } = host.call("delete_file", &notes()) else { panic!("not queued") };
    assert!(text.starts_with("Approved, not yet done."), "{text}");
    assert_eq!(host.ledger().records().len(), 2, "the rule's yes, and hers");

    let rule = host.settings_mut().rules()[0].id;
    assert!(host.settings_mut().revoke(rule, lab.world.now_ms()).is_some());
    assert!(matches!(host.settings_mut().history().last().unwrap().change, Change::Revoked(_)));
    assert_eq!(host.call("delete_file", &notes()), Ending::Withheld("Not sent: the user said no to it.".into()));

    let revoked = lab.server.gates().grants().revoke(grant(&lab), &order()).unwrap();
    assert_eq!((revoked.state, revoked.consumed_at), (State::Revoked, None));
    for _ in 0..2 {
        assert_ne!(lab.server.work().map(|worked| worked.is_ok()), Some(true));
        let again = lab.server.gates().grants().revoke(grant(&lab), &order());
        assert_eq!(again, Err(NotUsable::Used), "it is terminal");
    }
    assert_eq!(lab.files(), FILES);
    assert_eq!(lab.audit()[..3], ["asked input_required", "issued reported_by_client", "ended revoked"]);
    assert!(lab.audit()[3..].iter().all(|row| row.starts_with("refused")), "{:?}", lab.audit());
}

/// C138: whoever asks again with the same state is told that the yes was taken back.
#[test]
fn c138_the_state_of_a_revoked_grant_is_told_so_and_runs_nothing() {
    let lab = Lab::deferring("delete_file");
    let mut alice = lab.alice();
    let state = asked(&mut alice, "delete_file", &notes());
    assert!(matches!(accepted(&mut alice, "delete_file", &notes(), &state), Told::Done(_)));
    lab.server.gates().grants().revoke(grant(&lab), &order()).unwrap();
    for _ in 0..2 {
        let text = accepted(&mut alice, "delete_file", &notes(), &state).failure();
        assert!(text.starts_with("Approved, and taken back at ") && text.contains("nothing ran"), "{text}");
        assert_ne!(lab.server.work().map(|worked| worked.is_ok()), Some(true));
    }
    assert_eq!(lab.files(), FILES);
    assert_eq!(lab.issued(), 1);
}

/// C138: a worker is refused because the yes was taken back, and not because somebody acted on it.
#[test]
fn c138_the_queued_call_is_refused_as_revoked() {
    let lab = Lab::deferring("delete_file");
    let mut alice = lab.alice();
    let state = asked(&mut alice, "delete_file", &notes());
    assert!(matches!(accepted(&mut alice, "delete_file", &notes(), &state), Told::Done(_)));
    lab.server.gates().grants().revoke(grant(&lab), &order()).unwrap();
    let refused = lab.server.work().unwrap().unwrap_err();
    assert_eq!(refused.code(), "revoked", "{}", refused.why());
    assert_eq!(lab.audit()[2..], ["ended revoked", "refused revoked"]);
}
