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
    let attacks = vectors().iter().filter(|vector| !vector.stops.is_empty()).count();
    assert!(matrix.runs() >= attacks * (Defence::ALL.len() + 1), "{}", matrix.runs());
    assert!(matrix.rows.iter().zip(vectors()).all(|(row, vector)| row.vector.name == vector.name));
}

#[test]
fn a_set_that_is_not_the_right_one_is_found() {
    let mut wrong = vector("other-payee").clone();
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
    let mut wide = vector("other-payee").clone();
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
    let mut twice = vector("other-payee").clone();
    twice.stops.push(vec![Defence::Arguments, Defence::Snapshot]);
    assert_eq!(
        problems(&[twice.clone()]),
        [format!("{} names arguments and snapshot, which is no minimal set", twice.name)]
    );
    let mut moot = vector("other-payee").clone();
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

#[test]
fn a_defence_without_a_vector_is_decoration() {
    let without = vectors().iter().filter(|vector| !vector.stops.iter().flatten().any(|line| *line == Defence::Union));
    let row = |vector: &Vector| Row { vector: vector.clone(), played: Vec::new(), through: Vec::new() };
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
