//! Each vector holds while every defence is on.

use super::vectors;

#[test]
fn every_vector_holds() {
    let failures: Vec<_> = vectors().iter().filter_map(|vector| vector.hold(&vector.play(&[])).err()).collect();
    let told: Vec<_> = failures.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn every_attack_is_stopped() {
    for vector in vectors() {
        assert!(!vector.comes_through(&vector.play(&[])), "{} comes through", vector.name);
    }
}

#[test]
fn two_runs_are_the_same_to_the_byte() {
    for vector in vectors() {
        let lines = || vector.play(&[]).entries.iter().map(wire::Entry::line).collect::<Vec<_>>();
        assert_eq!(lines(), lines(), "{}", vector.name);
    }
}

#[test]
fn what_is_looked_at_alone_looks_the_same() {
    for vector in vectors().iter().filter(|vector| !vector.stops.is_empty()) {
        for off in &vector.stops {
            assert_eq!(vector.comes_through_without(off), vector.comes_through(&vector.play(off)), "{}", vector.name);
        }
    }
}
