//! Failing runs, as a person reads them. `scripts/outputs goldens` writes them anew.

use super::vector;
use lab::vectors::{Expect, Failure, MISTAKES, REASONS, Run, Vector, Verdict};
use rules::Defence;

fn failure(vector: &Vector, run: &Run) -> Box<Failure> {
    match vector.hold(run) {
        Err(failure) => failure,
        Ok(()) => panic!("{} holds", vector.name),
    }
}

fn compare(name: &str, failure: &Failure) {
    let path = super::folder().join("../tests/vectors/failing").join(format!("{name}.txt"));
    let told = failure.to_string();
    if std::env::var_os("TWO_GATES_BLESS").is_some() {
        std::fs::write(&path, &told).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == told, "{name} differs; now told:\n{told}");
}

/// The vector of this name fails without this defence, and says so.
fn without(name: &str, defence: Defence) {
    let vector = vector(name);
    let failure = failure(vector, &vector.play(&[defence]));
    assert!(!failure.mismatches.is_empty() && !failure.entries.is_empty());
    compare(&format!("{name}-without-{defence}"), &failure);
}

#[test]
fn without_a_defence() {
    without("other-payee", Defence::Arguments);
    without("paid-twice", Defence::SingleUse);
    without("borrowed-question", Defence::Principal);
    without("other-tag", Defence::Integrity);
    without("late-yes", Defence::Expiry);
    without("accepted-no", Defence::ExactYes);
    without("uncovered-payment", Defence::Scope);
    without("one-by-one", Defence::CompleteChallenge);
    without("two-folders", Defence::StrictJson);
    without("unasked-payment", Defence::HostGate);
}

#[test]
fn a_server_that_refuses_everything() {
    let honest = vector("honest-deletion");
    let mut run = vector("three-noes").play(&[]);
    // The second step of the one is the first no of the other.
    run.seen = vec![run.seen[0].clone(), run.seen[0].clone(), run.seen[1].clone()];
    let mut honest = honest.clone();
    *honest.steps[0].expect_mut().unwrap() = vector("three-noes").steps[0].expect().unwrap().clone();
    *honest.steps[1].expect_mut().unwrap() = vector("three-noes").steps[0].expect().unwrap().clone();
    compare("honest-deletion-refused", &failure(&honest, &run));
}

#[test]
fn a_step_that_nothing_leads_to() {
    let mut vector = vector("uncovered-payment").clone();
    *vector.steps[1].expect_mut().unwrap() = Expect { verdict: Some(Verdict::Ran), ..Expect::default() };
    let failure = failure(&vector, &vector.play(&[]));
    assert_eq!((failure.step, failure.entries.len()), (2, 0));
    compare("uncovered-payment-not-asked", &failure);
}

/// Whoever waits too long before an honest retry is told so, by the rule that refused it.
#[test]
fn an_honest_retry_that_comes_too_late() {
    let mut late = vector("late-yes").clone();
    late.rules = vec!["RS-06".into()];
    *late.steps[2].expect_mut().unwrap() = Expect { verdict: Some(Verdict::Ran), ..Expect::default() };
    let failure = failure(&late, &late.play(&[]));
    assert_eq!((failure.rule, failure.refused_by), (rules::find("RS-06"), rules::find("RS-05")));
    compare("late-yes-expected-to-run", &failure);
    // The rule that is at stake is cited once.
    late.rules = vec!["RS-05".into()];
    let Err(failure) = late.hold(&late.play(&[])) else { panic!("it holds") };
    assert_eq!((failure.rule, failure.refused_by), (rules::find("RS-05"), None));
}

#[test]
fn each_reason_is_one_that_the_gates_give_and_says_something_of_its_own() {
    let mut says: Vec<_> = REASONS.iter().flat_map(|(code, likely)| [*code, *likely]).collect();
    assert!(REASONS.iter().all(|(_, likely)| !likely.ends_with('.') && likely.len() > 20));
    says.sort_unstable();
    says.dedup();
    assert_eq!(says.len(), REASONS.len() * 2);
    let expected: Vec<String> = super::vectors()
        .iter()
        .flat_map(|vector| vector.steps.iter().filter_map(|step| step.expect()?.code.clone()))
        .collect();
    let never: Vec<_> = REASONS.iter().filter(|(code, _)| !expected.iter().any(|other| other == code)).collect();
    assert_eq!(never, [&("", ""); 0]);
}

#[test]
fn no_row_of_the_table_is_hidden_by_one_before_it() {
    for (place, row) in MISTAKES.iter().enumerate() {
        assert!(row.rule.is_none_or(|id| rules::find(id).is_some()), "{row:?}");
        assert!(!row.likely.ends_with('.') && row.likely.len() > 20, "{row:?}");
        for earlier in &MISTAKES[..place] {
            let wider = |a: Option<Verdict>, b: Option<Verdict>| a.is_none() || a == b;
            let hides = (earlier.rule.is_none() || earlier.rule == row.rule)
                && wider(earlier.expected, row.expected)
                && wider(earlier.got, row.got);
            assert!(!hides, "{earlier:?} hides {row:?}");
        }
    }
}

#[test]
fn each_word_has_its_own_sentence() {
    let mut says: Vec<_> = Verdict::ALL.iter().map(|verdict| verdict.says()).collect();
    says.sort_unstable();
    says.dedup();
    assert_eq!(says.len(), Verdict::ALL.len());
    for verdict in Verdict::ALL {
        assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.word());
        assert_eq!(verdict.to_string(), verdict.word());
    }
}
