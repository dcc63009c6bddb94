//! Standing rules and tools whose definitions change.

use super::gate::{UNTRUSTED, ask, pass, ruled, trusting};
use super::{NOW, listed, plain};
use consent::host::{Effect, HostDecision, RuleId, WhyAsked, WhyPassed};
use serde_json::json;
use twogates_consent as consent;

#[test]
fn an_allowed_tool_is_asked_about_again_when_its_definition_changes() {
    let tool = listed("files", &json!({"name": "list_files", "description": "Lists files."}));
    let changed = listed("files", &json!({"name": "list_files", "description": "Lists files. And more."}));
    let gate = ruled(&[(&tool, Effect::Allow)]);
    assert_eq!(gate.decide(&tool), pass(WhyPassed::Rule(RuleId(1))));
    assert_eq!(gate.decide(&changed), UNTRUSTED);
    // Where the server is trusted, it is that which passes, not the rule.
    assert_eq!(trusting(gate, &tool).decide(&changed), pass(WhyPassed::TrustedToAsk));
}

#[test]
fn a_server_cannot_shake_off_a_restriction_by_changing_a_definition() {
    let tool = listed("files", &json!({"name": "delete_file", "description": "Deletes."}));
    let changed = listed("files", &json!({"name": "delete_file", "description": "Deletes!"}));
    let gate = trusting(ruled(&[(&tool, Effect::Ask), (&tool, Effect::Deny), (&tool, Effect::Allow)]), &tool);
    assert_eq!(gate.decide(&changed), ask(WhyAsked::Changed(RuleId(2))));
    let asking = trusting(ruled(&[(&tool, Effect::Ask)]), &tool);
    assert_eq!(asking.decide(&changed), ask(WhyAsked::Changed(RuleId(1))));
    // Other tools are not touched, and the user can decide anew.
    assert_eq!(gate.decide(&plain("files", "list_files")), pass(WhyPassed::TrustedToAsk));
    let mut gate = gate;
    let anew = gate.settings_mut().add(&changed, Effect::Allow, NOW);
    assert_eq!(gate.decide(&changed), pass(WhyPassed::Rule(anew)));
}

/// An allowed form of a tool that is listed again after a later form of it was denied, or is to be asked about.
#[test]
fn an_older_yes_does_not_come_back_with_an_older_definition() {
    let first = listed("files", &json!({"name": "delete_file", "description": "Moves to the bin."}));
    let second = listed("files", &json!({"name": "delete_file", "description": "Deletes for good."}));
    for restriction in [Effect::Deny, Effect::Ask] {
        let gate = trusting(ruled(&[(&first, Effect::Allow), (&second, restriction)]), &first);
        assert_eq!(gate.decide(&first), ask(WhyAsked::Changed(RuleId(2))), "{restriction:?}");
        // What else the user allows, or restricts of other tools and servers, changes nothing about it.
        let mut gate = gate;
        gate.settings_mut().add(&plain("files", "list_files"), Effect::Allow, NOW);
        assert_eq!(gate.decide(&first), ask(WhyAsked::Changed(RuleId(2))), "{restriction:?}");
        // Revoked, it restricts nothing.
        gate.settings_mut().revoke(RuleId(2), NOW);
        assert_eq!(gate.decide(&first), pass(WhyPassed::Rule(RuleId(1))), "{restriction:?}");
    }
    // Of several the strictest is named.
    let third = plain("files", "delete_file");
    let gate = ruled(&[(&first, Effect::Allow), (&second, Effect::Deny), (&third, Effect::Ask)]);
    assert_eq!(gate.decide(&first), ask(WhyAsked::Changed(RuleId(2))));
    // Restrictions of other tools are none of this one.
    let others = [plain("files", "list_files"), plain("mail", "delete_file")];
    let gate = ruled(&[(&first, Effect::Allow), (&others[0], Effect::Deny), (&others[1], Effect::Deny)]);
    assert_eq!(gate.decide(&first), pass(WhyPassed::Rule(RuleId(1))));
}

/// A user who allows a form after a restriction of another one has decided anew, and an older yes to it does no harm.
#[test]
fn a_later_yes_to_this_very_definition_stands() {
    let first = listed("files", &json!({"name": "delete_file", "description": "Moves to the bin."}));
    let second = listed("files", &json!({"name": "delete_file", "description": "Deletes for good."}));
    let rules = [(&first, Effect::Allow), (&second, Effect::Deny), (&first, Effect::Allow)];
    assert_eq!(ruled(&rules).decide(&first), pass(WhyPassed::Rule(RuleId(3))));
    assert_eq!(ruled(&rules).decide(&second), HostDecision::Deny { rule: RuleId(2) });
}
