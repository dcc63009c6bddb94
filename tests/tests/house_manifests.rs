//! Every member says of itself what the workspace says: edition, licence, lints.

use std::fs;
use twogates_tests::repository::{members, root};

/// What a member's `[package]` inherits.
const INHERITED: &[&str] = &["version", "edition", "rust-version", "license", "publish"];

/// What is wrong with a manifest, one sentence each.
fn faults(manifest: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let package = section(manifest, "package");
    for key in INHERITED {
        if !package.contains(&format!("{key}.workspace = true").as_str()) {
            faults.push(format!("{key} is not inherited"));
        }
    }
    if !package.iter().any(|line| line.starts_with("description = ")) {
        faults.push("it does not say what it is".into());
    }
    if section(manifest, "lints") != ["workspace = true"] {
        faults.push("the lint table is not inherited, or is added to".into());
    }
    faults
}

/// The lines of a section, without its name and without blank lines.
fn section<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let header = format!("[{name}]");
    let lines = manifest.lines().map(str::trim).skip_while(|line| *line != header).skip(1);
    lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty()).collect()
}

#[test]
fn every_member_inherits_edition_licence_and_lints() {
    for member in members() {
        let manifest = fs::read_to_string(root().join(&member.folder).join("Cargo.toml")).unwrap();
        assert_eq!(faults(&manifest), [""; 0], "{}", member.name);
    }
}

#[test]
fn the_workspace_forbids_and_denies_what_the_house_says() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let rust = section(&manifest, "workspace.lints.rust");
    assert!(rust.contains(&"unsafe_code = \"forbid\"") && rust.contains(&"missing_docs = \"deny\""), "{rust:?}");
    let clippy = section(&manifest, "workspace.lints.clippy");
    for lint in [
        "allow_attributes",
        "allow_attributes_without_reason",
        "expect_used",
        "indexing_slicing",
        "panic",
        "string_slice",
        "todo",
        "unwrap_used",
    ] {
        assert!(clippy.contains(&format!("{lint} = \"deny\"").as_str()), "{lint} is not denied");
    }
    let package = section(&manifest, "workspace.package");
    assert!(package.contains(&"edition = \"2024\"") && package.contains(&"license = \"Apache-2.0 OR MIT\""));
}

/// An example with a lock file of its own inherits nothing, and says the same.
#[test]
fn a_workspace_of_its_own_has_the_same_lints() {
    let house = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let own = fs::read_to_string(root().join("examples/many-workers/Cargo.toml")).unwrap();
    for table in ["rust", "clippy"] {
        let mut lints = section(&house, &format!("workspace.lints.{table}"));
        // What stands before the next section.
        lints.retain(|line| !line.starts_with('#'));
        assert_eq!(section(&own, &format!("lints.{table}")), lints, "{table}");
    }
    let package = section(&own, "package");
    assert!(package.contains(&"publish = false") && package.contains(&"edition = \"2024\""), "{package:?}");
}

#[test]
fn a_manifest_that_goes_its_own_way_is_a_fault() {
    let right = "[package]\nname = \"x\"\ndescription = \"X\"\nversion.workspace = true\nedition.workspace = true\n\
                 rust-version.workspace = true\nlicense.workspace = true\npublish.workspace = true\n\n[lints]\nworkspace = true\n";
    assert_eq!(faults(right), [""; 0]);
    let edition = right.replace("edition.workspace = true", "edition = \"2021\"");
    assert_eq!(faults(&edition), ["edition is not inherited"]);
    let elsewhere =
        right.replace("license.workspace = true\n", "").replace("[lints]", "license.workspace = true\n[lints]");
    assert_eq!(faults(&elsewhere), [""; 0], "still within the section");
    let lints = right.replace("[lints]\nworkspace = true\n", "[lints.rust]\nunsafe_code = \"allow\"\n");
    assert_eq!(faults(&lints), ["the lint table is not inherited, or is added to"]);
    let silent = right.replace("description = \"X\"\n", "");
    assert_eq!(faults(&silent), ["it does not say what it is"]);
}
