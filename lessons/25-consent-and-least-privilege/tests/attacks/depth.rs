//! Each attack against every other defence: which of them it needs on.

use super::expected::EXPECTED;
use super::{find, without};
use lesson_25::attacks::ATTACKS;
use lesson_25::without::Comparison;
use rules::Defence;

/// Where another defence, switched off by itself, lets an attack through as well; and why.
const WIDER: &[(&str, Defence, &str)] = &[
    ("says-it-reads", Defence::HostGate, "a host that asks about nothing does not ask here either"),
    ("same-name-elsewhere", Defence::HostGate, "a host that asks about nothing does not ask here either"),
    ("new-definition", Defence::HostGate, "a host that asks about nothing does not ask here either"),
    ("somebody-elses-list", Defence::ListFilter, "where every list is whole, Bob's own shows him the tool"),
];

fn comes_through(name: &str, comparison: &Comparison) -> bool {
    let harm = EXPECTED.iter().find(|expected| expected.name == name).expect("an expectation").harm;
    comparison.came_through.iter().any(|line| line.starts_with(harm))
}

#[test]
fn no_other_defence_lets_it_through_by_itself_but_those_that_are_named() {
    let mut wider = Vec::new();
    for attack in ATTACKS {
        for defence in Defence::ALL.iter().filter(|defence| !attack.lines().any(|line| line == **defence)) {
            if comes_through(attack.name, &without(attack.name, &[*defence])) {
                wider.push((attack.name, *defence));
            }
        }
    }
    let named: Vec<_> = WIDER.iter().map(|(name, defence, _)| (*name, *defence)).collect();
    assert_eq!(wider, named);
}

#[test]
fn an_attack_behind_several_lines_needs_all_of_them_off() {
    let mut deep = Vec::new();
    for attack in ATTACKS.iter().filter(|attack| !attack.also.is_empty()) {
        deep.push(attack.name);
        let lines: Vec<_> = attack.lines().collect();
        for kept in &lines {
            let off: Vec<_> = lines.iter().copied().filter(|line| line != kept).collect();
            let comparison = without(attack.name, &off);
            assert!(!comes_through(attack.name, &comparison), "{} comes through without {off:?}", attack.name);
            assert_eq!(comparison.still, [*kept], "{}", attack.name);
        }
        let one = without(attack.name, &[attack.defence]);
        assert_eq!(one.still, attack.also, "{}", attack.name);
    }
    assert_eq!(deep, ["other-tool", "other-file"]);
}

#[test]
fn the_second_line_says_what_it_saw() {
    let comparison = without("other-file", &[Defence::Arguments]);
    let said: String = comparison.weak.iter().map(wire::Entry::line).collect();
    assert!(said.contains("another object stands in its place"), "{said}");
    assert_eq!(find("other-file").also, [Defence::Snapshot]);
}
