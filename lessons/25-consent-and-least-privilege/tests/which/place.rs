//! Where a failure can belong.

use lesson_25::which::Place;
use wire::entry::Decision;

fn decision(gate: &str, verdict: &str) -> Decision {
    Decision { gate: gate.to_owned(), verdict: verdict.to_owned(), why: String::new(), code: None, rules: Vec::new() }
}

#[test]
fn what_a_gate_refuses_belongs_to_it() {
    for verdict in ["refused", "failed"] {
        assert_eq!(Place::of(&decision("gate one", verdict)), Some(Place::GateOne));
        assert_eq!(Place::of(&decision("gate two", verdict)), Some(Place::GateTwo));
        assert_eq!(Place::of(&decision("grant", verdict)), Some(Place::Grant));
        assert_eq!(Place::of(&decision("front door", verdict)), Some(Place::Elsewhere));
        assert_eq!(Place::of(&decision("tool", verdict)), Some(Place::Elsewhere));
        assert_eq!(Place::of(&decision("host", verdict)), None);
    }
}

#[test]
fn what_a_gate_lets_go_on_belongs_to_none() {
    for (gate, verdict) in [("gate one", "passed"), ("gate two", "asked"), ("grant", "spent"), ("grant", "executed")] {
        assert_eq!(Place::of(&decision(gate, verdict)), Some(Place::Elsewhere), "{gate}: {verdict}");
    }
}

#[test]
fn numbers_and_names_are_understood_in_any_case() {
    let typed: [(Place, &[&str]); 4] = [
        (Place::GateOne, &["1", "one", "gate one", "Gate 1", "SCOPE"]),
        (Place::GateTwo, &["2", "two", "gate  two", "gate 2", "consent"]),
        (Place::Grant, &["3", "three", "grant", "The Grant"]),
        (Place::Elsewhere, &["4", "four", "none", "none of them", "Neither"]),
    ];
    for (place, words) in typed {
        assert!(words.iter().all(|word| Place::typed(word) == Some(place)), "{words:?}");
        assert_eq!(Place::typed(place.name()), Some(place));
    }
    for other in ["", "0", "5", "12", "gate", "gate three", "yes", "-1", "1."] {
        assert_eq!(Place::typed(other), None, "{other}");
    }
}
