//! The defence matrix. The pairs are played by `scripts/parts/57-vectors`, which compares the shipped page too.

use super::{vector, vectors};
use lab::vectors::Vector;
use lab::vectors::matrix::{Matrix, Row};
use rules::Defence;

fn problems(vectors: &[Vector]) -> Vec<String> {
    let decoration = |problem: &String| problem.contains("is decoration");
    Matrix::without_pairs(vectors).problems().into_iter().filter(|problem| !decoration(problem)).collect()
}

#[test]
fn each_comes_through_exactly_without_one_of_its_sets() {
    let matrix = Matrix::without_pairs(vectors());
    assert_eq!(matrix.problems(), Vec::<String>::new());
    assert_eq!(matrix.rows.len(), vectors().len());
    assert!(matrix.runs() >= vectors().len() * (Defence::ALL.len() + 1), "{}", matrix.runs());
    assert!(matrix.rows.iter().zip(vectors()).all(|(row, vector)| row.vector.name == vector.name));
}

#[test]
fn a_set_that_is_not_the_right_one_is_found() {
    let mut wrong = vector("other-amount").clone();
    wrong.stops = vec![vec![Defence::Expiry]];
    assert_eq!(
        problems(&[wrong.clone()]),
        [
            format!("{} comes through without arguments, which is none of its sets", wrong.name),
            format!("{} does not come through without expiry, which is one of its sets", wrong.name),
        ]
    );
}

#[test]
fn a_set_that_is_too_wide_or_too_narrow_is_found() {
    let mut wide = vector("other-amount").clone();
    wide.stops = vec![vec![Defence::Arguments, Defence::Snapshot]];
    assert_eq!(
        problems(&[wide.clone()]),
        [format!("{} comes through without arguments, which is none of its sets", wide.name)]
    );
    let mut narrow = vector("other-file").clone();
    narrow.stops = vec![vec![Defence::Arguments]];
    let told = problems(&[narrow.clone()]);
    assert_eq!(told, [format!("{} does not come through without arguments, which is one of its sets", narrow.name)]);
}

#[test]
fn a_set_within_another_and_a_moot_defence_that_is_none_are_found() {
    let mut twice = vector("other-amount").clone();
    twice.stops.push(vec![Defence::Arguments, Defence::Snapshot]);
    assert_eq!(
        problems(&[twice.clone()]),
        [format!("{} names arguments and snapshot, which is no minimal set", twice.name)]
    );
    let mut moot = vector("other-amount").clone();
    moot.moot = vec![Defence::Scope];
    let told = problems(&[moot.clone()]);
    assert_eq!(told, [format!("{} comes through without scope and arguments, which is none of its sets", moot.name)]);
}

#[test]
fn an_attack_that_is_not_stopped_is_found() {
    let mut open = vector("other-payee").clone();
    open.through[0].step = 3;
    open.through[0].shows = open.steps[2].expect().unwrap().clone();
    let told = problems(&[open.clone()]);
    assert_eq!(told[0], format!("{} comes through with every defence on, which is none of its sets", open.name));
}

/// A run that names no defence is played all the same: what happens in the world must not depend on one.
#[test]
fn a_run_that_a_defence_is_about_and_that_does_not_say_so_is_found() {
    let mut unsaid = vector("three-noes").clone();
    (unsaid.stops, unsaid.through) = (Vec::new(), Vec::new());
    assert_eq!(
        problems(&[unsaid.clone()]),
        [format!("{} comes through without exact-yes, which is none of its sets", unsaid.name)]
    );
    let mut pair = vector("honest-payment").clone();
    (pair.stops, pair.through) = (Vec::new(), Vec::new());
    let told = Matrix::play(&[pair.clone()]).problems();
    assert_eq!(
        told[0],
        format!("{} comes through without complete-challenge and union, which is none of its sets", pair.name)
    );
}

/// What stands in `through` is not all that counts, and no harm is moot.
#[test]
fn an_effect_that_nobody_expects_is_found() {
    let mut moot = vector("default-spelled-out").clone();
    moot.stops.retain(|set| set != &[Defence::Arguments]);
    moot.through.retain(|through| through.step == 3);
    moot.moot = vec![Defence::Arguments];
    let told = problems(&[moot.clone()]);
    for without in ["defaults and arguments", "arguments"] {
        let line = format!("{} comes through without {without}, which is none of its sets", moot.name);
        assert!(told.contains(&line), "{told:?}");
    }
}

/// Nor without a pair: what the attacker gains is not the only harm.
#[test]
fn a_pair_that_does_other_harm_is_found() {
    let mut narrow = vector("other-tool").clone();
    narrow.stops = vec![vec![Defence::Contract, Defence::Arguments, Defence::Snapshot]];
    narrow.through.truncate(1);
    assert_eq!(
        Matrix::play(&[narrow.clone()]).problems()[0],
        format!("{} comes through without contract and arguments, which is none of its sets", narrow.name)
    );
}

#[test]
fn answers_that_read_otherwise_are_said() {
    let matrix = Matrix::without_pairs(&[vector("honest-deletion").clone(), vector("other-payee").clone()]);
    assert_eq!(matrix.rows[0].otherwise, [Defence::Hierarchy, Defence::ListFilter]);
    assert_eq!(matrix.rows[1].otherwise, [], "an attack says itself what it is about");
    let line = format!(": {}; reads otherwise without hierarchy, list-filter\n", vector("honest-deletion").title);
    assert!(matrix.page().contains(&line), "{}", matrix.page());
}

#[test]
fn a_defence_without_a_vector_is_decoration() {
    let without = vectors().iter().filter(|vector| !vector.stops.iter().flatten().any(|line| *line == Defence::Union));
    let row = |vector: &Vector| Row {
        vector: vector.clone(),
        played: Vec::new(),
        through: Vec::new(),
        otherwise: Vec::new(),
    };
    let matrix = Matrix { rows: without.map(row).collect() };
    assert_eq!(matrix.problems(), ["union is decoration: no vector needs it"]);
}

#[test]
fn the_shipped_page_is_of_these_vectors() {
    let page = std::fs::read_to_string(super::folder().join("../../outputs/defence-matrix.md")).unwrap();
    for vector in vectors() {
        let link = format!("(../tests/vectors/{}.json)", vector.name);
        let name = &vector.name;
        assert!(page.contains(&link), "outputs/defence-matrix.md knows nothing of {name}: run scripts/outputs matrix");
        assert!(page.contains(&vector.title), "{}: run scripts/outputs matrix", vector.name);
    }
    for defence in Defence::ALL {
        assert!(page.contains(&format!("| {defence} | {} | {} |", defence.rule().id, defence.stops())), "{defence}");
    }
    assert!(page.contains("No defence is decoration."));
}
