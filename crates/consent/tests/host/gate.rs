//! Whether the host itself asks.

use super::{NOW, harmless, listed, plain};
use consent::host::{DeniedByRule, Effect, HostDecision, HostGate, ListedTool, RuleId, Settings, Trust};
use consent::host::{WhyAsked, WhyPassed};
use rules::{Defence, Fault, Refused, danger};
use serde_json::json;
use twogates_consent as consent;

pub(super) const UNTRUSTED: HostDecision = HostDecision::Ask { why: WhyAsked::Untrusted };

pub(super) fn pass(why: WhyPassed) -> HostDecision {
    HostDecision::Pass { why }
}

pub(super) fn ask(why: WhyAsked) -> HostDecision {
    HostDecision::Ask { why }
}

/// A gate with these standing rules, numbered from 1.
pub(super) fn ruled(rules: &[(&ListedTool, Effect)]) -> HostGate {
    let mut gate = HostGate::default();
    for (tool, effect) in rules {
        gate.settings_mut().add(tool, *effect, NOW);
    }
    gate
}

/// The same gate, its user trusting this server.
pub(super) fn trusting(mut gate: HostGate, server: &ListedTool) -> HostGate {
    gate.settings_mut().set_trust(server.server(), Trust::Trusted, NOW);
    gate
}

#[test]
fn an_untrusted_server_is_asked_about_whatever_it_says() {
    let gate = HostGate::default();
    for tool in [plain("files", "delete_file"), harmless("files", "list_files")] {
        assert_eq!(gate.decide(&tool), UNTRUSTED);
    }
}

#[test]
fn a_trusted_server_is_relied_on_to_ask_and_its_hints_are_believed() {
    let (delete, list) = (plain("files", "delete_file"), harmless("files", "list_files"));
    let gate = trusting(HostGate::default(), &delete);
    assert_eq!(gate.decide(&delete), pass(WhyPassed::TrustedToAsk));
    assert_eq!(gate.decide(&list), pass(WhyPassed::TrustedRead));
    assert_eq!(gate.decide(&plain("mail", "delete_file")), UNTRUSTED);
}

#[test]
fn settings_reach_the_gate_and_come_back() {
    let tool = plain("files", "delete_file");
    let mut settings = Settings::default();
    settings.add(&tool, Effect::Allow, NOW);
    let gate = HostGate::new(settings);
    assert_eq!(gate.decide(&tool), pass(WhyPassed::Rule(RuleId(1))));
    assert_eq!(gate.settings().rules().len(), 1);
}

#[test]
fn deny_beats_ask_beats_allow_in_any_order() {
    use Effect::{Allow, Ask, Deny};
    let tool = plain("files", "delete_file");
    for order in [[Deny, Ask, Allow], [Allow, Ask, Deny], [Ask, Deny, Allow], [Ask, Allow, Deny]] {
        let gate = ruled(&order.map(|effect| (&tool, effect)));
        let denying = order.iter().zip(1..).find(|(effect, _)| **effect == Deny).map(|(_, id)| RuleId(id));
        assert_eq!(gate.decide(&tool), HostDecision::Deny { rule: denying.unwrap() });
    }
    assert_eq!(ruled(&[(&tool, Ask), (&tool, Allow)]).decide(&tool), ask(WhyAsked::Rule(RuleId(1))));
    assert_eq!(ruled(&[(&tool, Allow), (&tool, Ask)]).decide(&tool), ask(WhyAsked::Rule(RuleId(2))));
}

#[test]
fn a_rule_is_stronger_than_trust() {
    let tool = harmless("files", "list_files");
    let denied = trusting(ruled(&[(&tool, Effect::Deny)]), &tool);
    assert_eq!(denied.decide(&tool), HostDecision::Deny { rule: RuleId(1) });
    let asked = trusting(ruled(&[(&tool, Effect::Ask)]), &tool);
    assert_eq!(asked.decide(&tool), ask(WhyAsked::Rule(RuleId(1))));
}

/// Open case C073: hints of an untrusted server.
#[test]
fn c073_a_hint_does_not_make_an_untrusted_server_run_unasked() {
    let annotations = json!({"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false});
    let delete = listed("items", &json!({"name": "item.delete", "annotations": annotations}));
    assert!(delete.hints().closed_world_read());
    assert_eq!(HostGate::default().decide(&delete), UNTRUSTED);
    assert_eq!(trusting(HostGate::default(), &delete).decide(&delete), pass(WhyPassed::TrustedRead));
    // As the case has it, nothing is said of the open world, so that not even a trusted server's word makes it a read.
    let said = json!({"name": "item.delete", "annotations": {"readOnlyHint": true, "destructiveHint": false}});
    let delete = listed("items", &said);
    assert_eq!(HostGate::default().decide(&delete), UNTRUSTED);
    assert_eq!(trusting(HostGate::default(), &delete).decide(&delete), pass(WhyPassed::TrustedToAsk));
}

/// Open case C073: nothing that a server writes into its list is trust.
#[test]
fn c073_a_server_cannot_call_itself_trusted() {
    for claimed in ["trust", "trusted", "serverTrusted", "x-trusted"] {
        let annotations = json!({"readOnlyHint": true, "openWorldHint": false, claimed: true});
        let tool = listed(
            "items",
            &json!({"name": "item.delete", "annotations": annotations, claimed: true, "_meta": {claimed: true}}),
        );
        assert_eq!(HostGate::default().decide(&tool), UNTRUSTED, "{claimed}");
    }
}

/// Open case C075: what is not the hint is none, for a trusted server either.
#[test]
fn c075_a_look_alike_of_a_hint_makes_no_tool_a_read() {
    for (name, value) in [
        ("read_only_hint", json!(true)),
        ("readOnlyHint", json!("true")),
        ("readOnlyHint", json!(1)),
        ("ReadOnlyHint", json!(true)),
    ] {
        let annotations = json!({name: value, "openWorldHint": false});
        let tool = listed("items", &json!({"name": "item.delete", "annotations": annotations}));
        assert!(!tool.hints().read_only, "{annotations}");
        assert_eq!(HostGate::default().decide(&tool), UNTRUSTED, "{annotations}");
        assert_eq!(trusting(HostGate::default(), &tool).decide(&tool), pass(WhyPassed::TrustedToAsk), "{annotations}");
    }
}

/// The five calls of open case C126, none of which is the tool that the rule was set for.
fn look_alikes() -> [ListedTool; 5] {
    [
        plain("a_b", "note.add"),
        plain("a.b", "note_add"),
        plain("a.b", "Note.Add"),
        plain("a", "b.note.add"),
        plain("a.b", "note.add\u{200b}"),
    ]
}

/// Open case C126: names that a careless host takes for one.
#[test]
fn c126_a_rule_covers_the_exact_server_and_name() {
    let tool = plain("a.b", "note.add");
    let gate = ruled(&[(&tool, Effect::Allow)]);
    assert_eq!(gate.decide(&tool), pass(WhyPassed::Rule(RuleId(1))));
    for other in look_alikes() {
        assert_eq!(gate.decide(&other), UNTRUSTED, "{other:?}");
    }
}

/// Open case C136: the strictest rule wins, and there is no rule for all tools.
#[test]
fn c136_each_tool_has_its_own_rule() {
    let [delete, send, read] = ["item.delete", "pay.send", "item.read"].map(|name| plain("items", name));
    let gate = ruled(&[(&read, Effect::Allow), (&delete, Effect::Ask), (&send, Effect::Deny)]);
    assert_eq!(gate.decide(&delete), ask(WhyAsked::Rule(RuleId(2))));
    assert_eq!(gate.decide(&send), HostDecision::Deny { rule: RuleId(3) });
    assert_eq!(gate.decide(&read), pass(WhyPassed::Rule(RuleId(1))));
    assert_eq!(gate.decide(&plain("items", "item.archive")), UNTRUSTED);
}

/// Open case C138, the host's part: a revoked rule.
#[test]
fn c138_after_a_rule_is_revoked_the_host_asks_again() {
    let archive = plain("items", "item.archive");
    let mut gate = ruled(&[(&archive, Effect::Allow)]);
    assert_eq!(gate.decide(&archive), pass(WhyPassed::Rule(RuleId(1))));
    assert!(gate.settings_mut().revoke(RuleId(1), NOW).is_some());
    assert_eq!(gate.decide(&archive), UNTRUSTED);
    assert_eq!(gate.settings().history().len(), 2);
}

#[test]
fn without_the_host_gate_nobody_is_asked() {
    let (tool, asked, denied) = (plain("s", "t"), plain("s", "asked"), plain("s", "denied"));
    let gate = ruled(&[(&asked, Effect::Ask), (&denied, Effect::Deny)]);
    let gate = danger::without(gate, Defence::HostGate);
    assert_eq!(gate.decide(&tool), pass(WhyPassed::NobodyAsked));
    assert_eq!(gate.decide(&harmless("s", "reads")), pass(WhyPassed::NobodyAsked));
    assert_eq!(gate.decide(&asked), pass(WhyPassed::NobodyAsked));
    assert_eq!(gate.decide(&denied), HostDecision::Deny { rule: RuleId(2) });
}

#[test]
fn without_hint_trust_a_claim_is_believed() {
    let gate = danger::without(HostGate::default(), Defence::HintTrust);
    assert_eq!(gate.decide(&harmless("liar", "delete_file")), pass(WhyPassed::HintBelieved));
    assert_eq!(gate.decide(&plain("liar", "delete_file")), UNTRUSTED);
    let open = listed("liar", &json!({"name": "t", "annotations": {"readOnlyHint": true}}));
    assert_eq!(gate.decide(&open), UNTRUSTED);
}

#[test]
fn without_rule_limits_a_rule_covers_whatever_is_named_like_it() {
    let tool = plain("a.b", "note.add");
    let gate = danger::without(ruled(&[(&tool, Effect::Allow)]), Defence::RuleLimits);
    let changed = listed("a.b", &json!({"name": "note.add", "description": "Adds, and sends."}));
    for other in look_alikes().into_iter().chain([changed, plain("mail", "note.add")]) {
        assert_eq!(gate.decide(&other), pass(WhyPassed::Rule(RuleId(1))), "{other:?}");
    }
    assert_eq!(gate.decide(&plain("a.b", "note.delete")), UNTRUSTED);
    assert_eq!(gate.decide(&plain("a.b", "note.add.all")), UNTRUSTED);
}

/// Each decision with the rules that it names, the word that a transcript has for it, and its sentence.
#[test]
fn each_decision_names_its_rules_and_says_why() {
    let rule = RuleId(7);
    let all = [
        (UNTRUSTED, "asked", "HOST-01 ANN-01", "this server is not trusted, so each of its calls is asked about"),
        (ask(WhyAsked::Rule(rule)), "asked", "HOST-04", "standing rule 7 says to ask"),
        (
            ask(WhyAsked::Changed(rule)),
            "asked",
            "HOST-04 HOST-07",
            "standing rule 7 restricts this tool, which the server has changed since, so that a person decides",
        ),
        (
            pass(WhyPassed::TrustedRead),
            "passed",
            "HOST-02 CALL-03",
            "this server is trusted, and says that the tool reads and stays in a closed world",
        ),
        (pass(WhyPassed::TrustedToAsk), "passed", "HOST-02", "this server is trusted to ask"),
        (
            pass(WhyPassed::Rule(rule)),
            "passed",
            "HOST-04 HOST-05",
            "standing rule 7 allows this tool at the host's own prompt; a server's question is still put",
        ),
        (pass(WhyPassed::HintBelieved), "passed", "ANN-01", "an untrusted server's hint was believed"),
        (pass(WhyPassed::NobodyAsked), "passed", "HOST-01", "this host asks nobody"),
        (
            HostDecision::Deny { rule },
            "refused",
            "HOST-04",
            "standing rule 7 denies this tool, so the host did not send the call",
        ),
    ];
    for (decision, verdict, ids, why) in all {
        let recorded = decision.recorded();
        assert_eq!(recorded.gate, "host");
        assert_eq!(recorded.verdict, verdict);
        assert_eq!(recorded.why, why);
        assert_eq!(recorded.rules.join(" "), ids);
        assert_eq!(recorded.code.as_deref(), (verdict == "refused").then_some("denied_by_rule"));
        assert_eq!(decision.why(), why);
        assert_eq!(decision.rules().iter().map(|rule| rule.id).collect::<Vec<_>>().join(" "), ids);
    }
}

#[test]
fn a_denial_is_a_refusal() {
    let denied = DeniedByRule(RuleId(7));
    assert_eq!(denied.fault(), Fault::HumanSaidNo);
    assert_eq!(denied.rule(), &rules::host::STANDING_RULE);
    assert_eq!(denied.code(), "denied_by_rule");
    assert_eq!(denied.why(), "standing rule 7 denies this tool, so the host did not send the call");
    assert_eq!(denied.remedy(), "the user can revoke the rule in the host's settings");
}
