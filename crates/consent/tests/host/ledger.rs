//! The record of every answer.

use super::{NOW, listed, object, plain};
use consent::host::{Answer, By, HostDecision, Ledger, Record, RuleId, Said, ServerId, WhyAsked, WhyPassed};
use serde_json::json;
use twogates_consent as consent;

#[test]
fn a_record_says_server_tool_arguments_answer_when_and_by_whom() {
    let tool = plain("files", "delete_file");
    let arguments = object(&json!({"path": "notes.txt"}));
    let planned = tool.plan(&arguments);
    let mut ledger = Ledger::default();
    let said = Said::ToHost(Answer::Denied, By::Rule(RuleId(2)));
    ledger.record(&planned, said, NOW);
    let record = Record {
        server: ServerId::new("files"),
        tool: "delete_file".into(),
        definition: tool.definition(),
        arg_hash: planned.call().arg_hash(),
        said,
        at_ms: NOW,
    };
    assert_eq!(ledger.records(), [record]);
}

#[test]
fn five_answers_are_told_apart_and_only_one_is_a_yes() {
    use Answer::{Cancelled, Declined, Denied, NoInTheForm, Yes};
    let withholding = [Yes, NoInTheForm, Declined, Cancelled, Denied].map(Answer::withholds);
    assert_eq!(withholding, [false, true, true, true, true]);
}

#[test]
fn a_servers_question_is_answered_by_a_person() {
    let own = Said::ToHost(Answer::Yes, By::Rule(RuleId(1)));
    assert_eq!((own.answer(), own.who()), (Answer::Yes, By::Rule(RuleId(1))));
    let question = Said::ToServer(Answer::NoInTheForm);
    assert_eq!((question.answer(), question.who()), (Answer::NoInTheForm, By::Person));
}

#[test]
fn what_a_rule_decided_is_an_answer_and_trust_is_none() {
    let by = By::Rule(RuleId(3));
    assert_eq!(Said::by(HostDecision::Deny { rule: RuleId(3) }), Some(Said::ToHost(Answer::Denied, by)));
    let pass = |why| Said::by(HostDecision::Pass { why });
    assert_eq!(pass(WhyPassed::Rule(RuleId(3))), Some(Said::ToHost(Answer::Yes, by)));
    assert_eq!(pass(WhyPassed::TrustedRead), None);
    assert_eq!(pass(WhyPassed::TrustedToAsk), None);
    assert_eq!(Said::by(HostDecision::Ask { why: WhyAsked::Rule(RuleId(3)) }), None);
}

#[test]
fn a_no_stands_until_the_same_call_is_answered_again() {
    let tool = plain("files", "delete_file");
    let arguments = object(&json!({"path": "notes.txt"}));
    let planned = tool.plan(&arguments);
    let mut ledger = Ledger::default();
    assert_eq!(ledger.withheld(&planned), None);
    for (place, no) in
        [Answer::NoInTheForm, Answer::Declined, Answer::Cancelled, Answer::Denied].into_iter().enumerate()
    {
        let at_ms = NOW + place as u64;
        ledger.record(&planned, Said::ToServer(no), at_ms);
        let standing = ledger.withheld(&planned).unwrap();
        assert_eq!((standing.said.answer(), standing.at_ms), (no, at_ms));
    }
    ledger.record(&planned, Said::ToServer(Answer::Yes), NOW + 9);
    assert_eq!(ledger.withheld(&planned), None);
    assert_eq!(ledger.about(&planned).count(), 5);
    assert_eq!(ledger.records().len(), 5);
}

#[test]
fn an_answer_is_about_one_call() {
    let tool = plain("files", "delete_file");
    let arguments = object(&json!({"path": "notes.txt"}));
    let mut ledger = Ledger::default();
    ledger.record(&tool.plan(&arguments), Said::ToServer(Answer::Declined), NOW);
    let others = [plain("mail", "delete_file"), plain("files", "delete_files"), plain("files", "delete_file")];
    let other_arguments = [arguments.clone(), arguments.clone(), object(&json!({"path": "report.csv"}))];
    for (other, arguments) in others.iter().zip(&other_arguments) {
        assert_eq!(ledger.about(&other.plan(arguments)).count(), 0, "{other:?}");
        assert_eq!(ledger.withheld(&other.plan(arguments)), None);
    }
    // A no is not lost when the server changes a word of the description.
    let changed = listed("files", &json!({"name": "delete_file", "description": "Deletes."}));
    assert!(ledger.withheld(&changed.plan(&arguments)).is_some());
}
