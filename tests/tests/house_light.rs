//! Light at the learner's door: what plain `cargo run` compiles is what lesson 25 needs, and that is little.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "tests fail loudly")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use twogates_tests::repository::{cargo, printed, root};

/// The package that plain `cargo run` runs.
const LESSON: &str = "lesson-25";
/// How many packages of others it may need.
const MOST: usize = 30;

/// One package, as it is compiled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    /// The features that are on: one package compiled twice with other features counts twice.
    features: BTreeSet<String>,
    /// Whether it comes from a registry.
    third_party: bool,
}

fn features(list: &str) -> BTreeSet<String> {
    list.split(',').filter(|feature| !feature.is_empty()).map(str::to_owned).collect()
}

/// What `cargo tree` says that a package needs to be built.
fn tree(package: &str) -> BTreeSet<Package> {
    let mut command = cargo();
    command.args(["tree", "--locked", "-p", package, "-e", "normal,build"]);
    printed(command.args(["--prefix", "none", "--format", "{p}|{f}|"])).lines().map(in_tree).collect()
}

/// A line such as `serde v1.0.0 (proc-macro)|default,std| (*)`.
fn in_tree(line: &str) -> Package {
    let (package, rest) = line.split_once('|').unwrap();
    let mut words = package.split(' ');
    let name = words.next().unwrap().to_owned();
    let version = words.next().unwrap().trim_start_matches('v').to_owned();
    Package {
        name,
        version,
        features: features(rest.split_once('|').unwrap().0),
        third_party: !package.contains("(/") && !package.contains(":\\"),
    }
}

/// What a cargo command would compile. Cargo prints this plan instead of building where it may use unstable options;
/// a variable allows them on any toolchain, and nothing is compiled with it.
fn plan(command: &[&str]) -> BTreeSet<Package> {
    let mut cargo = cargo();
    cargo.args(command).args(["--locked", "--quiet", "-Z", "unstable-options", "--unit-graph"]);
    cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", root().join("target/unit-graph"));
    let output = cargo.output().unwrap();
    // `cargo run` prints the plan and then misses the program that it did not build: its status says nothing.
    let Ok(graph) = serde_json::from_slice::<Value>(&output.stdout) else {
        panic!("cargo prints no plan for {command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    };
    graph["units"].as_array().unwrap().iter().map(in_plan).collect()
}

fn in_plan(unit: &Value) -> Package {
    let (source, id) = unit["pkg_id"].as_str().unwrap().split_once('#').unwrap();
    let folder = Path::new(source).file_name().unwrap().to_str().unwrap();
    let (name, version) = id.split_once('@').unwrap_or((folder, id));
    Package {
        name: name.to_owned(),
        version: version.to_owned(),
        features: unit["features"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect(),
        third_party: !source.starts_with("path+"),
    }
}

fn third_party(packages: &BTreeSet<Package>) -> BTreeSet<(&str, &str)> {
    let others = packages.iter().filter(|package| package.third_party);
    others.map(|package| (package.name.as_str(), package.version.as_str())).collect()
}

/// What differs between what is compiled and what is needed, one sentence each.
fn difference(compiled: &BTreeSet<Package>, needed: &BTreeSet<Package>) -> Vec<String> {
    let sentence = |package: &Package, what: &str| {
        let Package { name, version, features, .. } = package;
        format!("{name} {version} with {features:?} {what}")
    };
    let extra = compiled.difference(needed).map(|package| sentence(package, "is compiled and not needed"));
    let lacking = needed.difference(compiled).map(|package| sentence(package, "is needed and not compiled"));
    extra.chain(lacking).collect()
}

#[test]
fn the_lesson_needs_few_packages_of_others() {
    let tree = tree(LESSON);
    let others = third_party(&tree);
    assert!(others.len() <= MOST, "{} packages of others: {others:#?}", others.len());
}

#[test]
fn plain_cargo_run_compiles_what_the_lesson_needs_and_nothing_else() {
    assert_eq!(difference(&plan(&["run"]), &tree(LESSON)), [""; 0]);
}

/// The two ways of asking agree on a crate that is here, so that a difference above is one of the packages.
#[test]
fn plan_and_tree_agree_on_one_package() {
    let tree = tree("twogates-wire");
    assert_eq!(difference(&plan(&["build", "-p", "twogates-wire"]), &tree), [""; 0]);
    assert!(third_party(&tree).iter().any(|(name, _)| *name == "serde_json"));
    assert!(!third_party(&tree).iter().any(|(name, _)| name.starts_with("twogates")));
    let more = plan(&["build", "-p", "twogates-wire", "-p", "twogates-tests"]);
    assert_eq!(difference(&more, &tree), ["twogates-tests 0.1.0 with {} is compiled and not needed"]);
    assert_eq!(difference(&tree, &more), ["twogates-tests 0.1.0 with {} is needed and not compiled"]);
}

#[test]
fn a_line_of_the_tree_is_read() {
    let line = "serde_derive v1.0.228 (proc-macro)|default,std| (*)";
    let package = in_tree(line);
    assert_eq!((package.name.as_str(), package.version.as_str()), ("serde_derive", "1.0.228"));
    assert_eq!(package.features, features("std,default"));
    assert!(package.third_party);
    assert!(!in_tree("lesson-25 v0.1.0 (/somewhere/lessons/25)||").third_party);
}

#[test]
fn a_unit_of_the_plan_is_read() {
    let unit = |id: &str| in_plan(&serde_json::json!({"pkg_id": id, "features": ["a"]}));
    let other = unit("registry+https://example.com/index#zmij@1.0.23");
    assert_eq!((other.name.as_str(), other.version.as_str(), other.third_party), ("zmij", "1.0.23", true));
    let ours = unit("path+file:///somewhere/twogates#0.1.0");
    assert_eq!((ours.name.as_str(), ours.version.as_str(), ours.third_party), ("twogates", "0.1.0", false));
    assert_eq!(unit("path+file:///somewhere/wire#twogates-wire@0.1.0").name, "twogates-wire");
}
