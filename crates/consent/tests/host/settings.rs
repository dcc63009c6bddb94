//! What the user has set, and its history.

use super::{NOW, plain};
use consent::host::{Change, Changed, Effect, RuleId, ServerId, Settings, StandingRule, Trust};
use twogates_consent as consent;

#[test]
fn trust_is_none_until_the_user_sets_it_and_again_when_taken_back() {
    let (files, other) = (ServerId::new("files"), ServerId::new("Files"));
    let mut settings = Settings::default();
    assert_eq!(Trust::default(), Trust::None);
    assert_eq!(settings.trust(&files), Trust::None);
    settings.set_trust(&files, Trust::Trusted, NOW);
    assert_eq!(settings.trust(&files), Trust::Trusted);
    assert_eq!(settings.trust(&other), Trust::None);
    settings.set_trust(&files, Trust::None, NOW + 1);
    assert_eq!(settings.trust(&files), Trust::None);
}

#[test]
fn a_rule_keeps_what_it_was_set_for() {
    let tool = plain("files", "delete_file");
    let mut settings = Settings::default();
    let id = settings.add(&tool, Effect::Ask, NOW);
    let rule = StandingRule {
        id,
        server: tool.server().clone(),
        tool: "delete_file".into(),
        definition: tool.definition(),
        effect: Effect::Ask,
    };
    assert_eq!(settings.rules(), [rule]);
    assert_eq!(id.to_string(), "standing rule 1");
}

#[test]
fn numbers_are_not_given_twice() {
    let tool = plain("files", "delete_file");
    let mut settings = Settings::default();
    assert_eq!(settings.add(&tool, Effect::Ask, NOW), RuleId(1));
    assert_eq!(settings.add(&tool, Effect::Deny, NOW), RuleId(2));
    assert_eq!(settings.revoke(RuleId(2), NOW).unwrap().effect, Effect::Deny);
    assert_eq!(settings.revoke(RuleId(2), NOW), None);
    assert_eq!(settings.revoke(RuleId(9), NOW), None);
    assert_eq!(settings.add(&tool, Effect::Allow, NOW), RuleId(3));
    assert_eq!(settings.rules().iter().map(|rule| rule.id).collect::<Vec<_>>(), [RuleId(1), RuleId(3)]);
}

#[test]
fn every_change_is_kept_with_its_moment() {
    let tool = plain("files", "delete_file");
    let mut settings = Settings::default();
    settings.set_trust(tool.server(), Trust::Trusted, NOW);
    let id = settings.add(&tool, Effect::Allow, NOW + 1);
    let rule = settings.rules()[0].clone();
    settings.revoke(id, NOW + 2);
    settings.revoke(id, NOW + 3);
    settings.set_trust(tool.server(), Trust::None, NOW + 4);
    let expected = [
        Changed { change: Change::Trust(tool.server().clone(), Trust::Trusted), at_ms: NOW },
        Changed { change: Change::Added(rule.clone()), at_ms: NOW + 1 },
        Changed { change: Change::Revoked(rule), at_ms: NOW + 2 },
        Changed { change: Change::Trust(tool.server().clone(), Trust::None), at_ms: NOW + 4 },
    ];
    assert_eq!(settings.history(), expected);
}
