//! Failing runs, as a person reads them. `UPDATE_GOLDEN=1 cargo test -p twogates-tests --test vectors` writes them anew.

use super::vector;
use lab::vectors::{Expect, Failure, MISTAKES, Run, Vector, Verdict};
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
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
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
