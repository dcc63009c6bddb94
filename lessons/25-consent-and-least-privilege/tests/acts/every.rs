//! What holds of every act.

use crate::story::{Story, play, played};
use lesson_25::acts::{self, ACTS};
use rules::Defence;
use serde_json::Value;
use std::collections::BTreeSet;
use wire::Entry;
use wire::entry::Kind;

fn lines(story: &Story) -> String {
    story.entries.iter().map(|entry| entry.line() + "\n").collect()
}

fn mcp(story: &Story) -> impl Iterator<Item = (&Entry, &Value)> {
    let messages = story.entries.iter().filter(|entry| entry.kind == Kind::Mcp);
    messages.map(|entry| (entry, entry.message.as_ref().unwrap()))
}

fn answered<'a>(story: &'a Story, entry: &Entry) -> Option<&'a Entry> {
    story.entries.iter().find(|other| Some(other.number) == entry.answers)
}

#[test]
fn numbers_and_names_are_stable() {
    let known: Vec<String> =
        ACTS.iter().map(|act| format!("{} {}{}", act.number, act.name, if act.main { " main" } else { "" })).collect();
    assert_eq!(
        known,
        [
            "1 first-token main",
            "2 discover main",
            "3 read main",
            "4 open-world main",
            "5 decline main",
            "6 cancel main",
            "7 changed-argument main",
            "8 same-state main",
            "9 another-file main",
            "10 payment main",
            "11 list-after main",
            "12 no-in-the-form",
            "13 other-user",
            "14 never-grants",
            "15 drips",
            "16 no-form",
            "17 liar",
            "18 blanket",
            "19 fatigue",
            "20 shared-cache",
            "21 half-a-scope",
            "22 payroll",
        ]
    );
    assert_eq!(acts::find("17").unwrap().name, "liar");
    assert!(acts::find("lia").is_none());
}

#[test]
fn two_runs_give_the_same_bytes() {
    for act in ACTS {
        assert_eq!(lines(&played(act, &[])), lines(&played(act, &[])), "{}", act.name);
    }
}

#[test]
fn an_act_opens_with_its_heading_and_closes_with_a_sentence_to_remember() {
    for act in ACTS {
        let story = played(act, &[]);
        let notes = |start: &str| {
            let narrated = story.entries.iter().filter(|entry| entry.kind == Kind::Note && entry.from == "narrator");
            narrated.filter(|entry| entry.text.first().is_some_and(|line| line.starts_with(start))).count()
        };
        let (first, last) = (story.entries.first().unwrap(), story.entries.last().unwrap());
        assert!(first.text[0].starts_with("# ") && first.text.len() >= 2, "{}", act.name);
        assert!(last.text[0].starts_with("> ") && last.text.len() == 1, "{}", act.name);
        assert_eq!((notes("# "), notes("> ")), (1, 1), "{}", act.name);
        assert!(story.entries.iter().all(|entry| entry.act == act.name));
    }
}

#[test]
fn a_further_act_begins_on_a_fresh_stage() {
    for act in ACTS.iter().filter(|act| !act.main) {
        let numbers: Vec<u32> = played(act, &[]).entries.iter().map(|entry| entry.number).collect();
        let expected: Vec<u32> = (1..).take(numbers.len()).collect();
        assert_eq!(numbers, expected, "{}", act.name);
    }
}

#[test]
fn each_response_repeats_the_id_of_its_request_and_each_request_has_a_new_one() {
    for act in ACTS {
        let story = played(act, &[]);
        let mut ids = BTreeSet::new();
        for (entry, message) in mcp(&story) {
            let id = wire::order::compact(message.get("id").unwrap());
            if message.get("method").is_some() {
                assert!(ids.insert((entry.from.clone(), entry.to.clone(), id)), "{} {}", act.name, entry.number);
            } else {
                let request = answered(&story, entry).unwrap();
                assert_eq!(request.message.as_ref().unwrap().get("id"), message.get("id"));
                assert_eq!((&request.to, Some(&request.from)), (&Some(entry.from.clone()), entry.to.as_ref()));
            }
        }
    }
}

/// The whole main path, and each further act.
fn stories() -> Vec<Story> {
    let main = play("list-after");
    let whole = Story { entries: main.stage.entries(), ..main };
    let further = ACTS.iter().filter(|act| !act.main).map(|act| played(act, &[]));
    std::iter::once(whole).chain(further).collect()
}

#[test]
fn each_retry_echoes_the_state_of_its_question_byte_for_byte_and_repeats_its_call() {
    let mut retries = 0;
    for story in stories() {
        for (entry, message) in mcp(&story) {
            let Some(state) = message.pointer("/params/requestState") else { continue };
            retries += 1;
            let question = answered(&story, entry).unwrap();
            assert_eq!(question.message.as_ref().unwrap().pointer("/result/requestState"), Some(state));
            let asked_about = answered(&story, question).unwrap().message.as_ref().unwrap();
            let same = message.pointer("/params/arguments") == asked_about.pointer("/params/arguments");
            assert_eq!(same, entry.act != "changed-argument" || entry.violation.is_none(), "entry {}", entry.number);
        }
    }
    assert_eq!(retries, 15);
}

#[test]
fn every_rule_that_is_cited_exists_and_violations_name_theirs() {
    let mut violations = Vec::new();
    for act in ACTS {
        for entry in played(act, &[]).entries {
            let of_gate = entry.gate.iter().flat_map(|gate| gate.rules.clone());
            let of_violation = entry.violation.iter().flat_map(|violation| violation.rules.clone());
            for rule in of_gate.chain(of_violation) {
                assert!(rules::find(&rule).is_some(), "{rule} in {} {}", act.name, entry.number);
            }
            violations.extend(entry.violation.map(|violation| format!("{} {}", act.name, violation.rules.join(" "))));
        }
    }
    assert_eq!(
        violations,
        ["changed-argument RS-06", "other-user RS-04", "never-grants SCOPE-08", "drips STEP-03", "drips STEP-03",]
    );
}

#[test]
fn a_violation_is_refused_for_exactly_the_rules_that_it_names() {
    for name in ["changed-argument", "other-user"] {
        let story = play(name);
        let violation = story.entries.iter().find(|entry| entry.violation.is_some()).unwrap();
        let answer = story.entries.iter().find(|entry| entry.answers == Some(violation.number)).unwrap();
        let gate = answer.gate.as_ref().unwrap();
        assert_eq!(gate.verdict, "refused");
        // The gate names the broken rule first, and behind it those by which it answers.
        assert_eq!(gate.rules[..1], violation.violation.as_ref().unwrap().rules);
    }
}

#[test]
fn no_token_stands_in_any_entry() {
    for act in ACTS.iter().filter(|act| act.name != "liar") {
        let mut story = played(act, &[]);
        let text = lines(&story);
        let mut tokens = [&mut story.stage.alice, &mut story.stage.bob].map(|host| host.client_mut().token.clone());
        let held: Vec<_> = tokens.iter_mut().filter_map(Option::take).collect();
        assert!(!held.is_empty() || act.name == "fatigue", "{}", act.name);
        assert!(held.iter().all(|token| !text.contains(&token.secret)), "{}", act.name);
    }
}

#[test]
fn every_act_comes_to_an_end_without_what_ends_it() {
    use Defence::{NothingNew, RoundsCap, StepUpCap};
    for name in ["payment", "never-grants", "drips", "half-a-scope", "blanket", "fatigue"] {
        for off in [&[StepUpCap][..], &[NothingNew], &[RoundsCap], &[StepUpCap, NothingNew, RoundsCap]] {
            let story = played(acts::find(name).unwrap(), off);
            assert!(story.entries.last().unwrap().text[0].starts_with("> "), "{name} without {off:?}");
        }
    }
}

#[test]
fn a_step_up_without_either_end_goes_on_until_the_lab_ends_it() {
    let story = played(acts::find("never-grants").unwrap(), &[Defence::StepUpCap, Defence::NothingNew]);
    let stops = "alice's host: the lab stops here; nothing else would have ended this call";
    assert_eq!(story.steps().iter().filter(|step| *step == stops).count(), 2);
    assert!(story.decisions().iter().all(|decision| !decision.starts_with("client:")));
}
