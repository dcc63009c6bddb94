//! What is shipped is what would be written, and a check says when it is not.

use crate::{folder, root};
use std::fs;
use std::path::{Path, PathBuf};
use twogates_checklist::shipped::{check, files, root as found, write};

#[test]
fn what_is_shipped_is_fresh() {
    check(&root()).unwrap();
}

/// A folder with all that the evidence needs, by way of links, and with outputs of its own.
fn copy(name: &str) -> PathBuf {
    let folder = folder(name);
    for part in ["crates", "lessons", "tests"] {
        std::os::unix::fs::symlink(fs::canonicalize(root().join(part)).unwrap(), folder.join(part)).unwrap();
    }
    fs::create_dir(folder.join("outputs")).unwrap();
    folder
}

#[test]
fn what_was_written_is_fresh_and_a_changed_letter_is_not() {
    let folder = copy("shipped-written");
    assert!(check(&folder).is_err(), "nothing is there yet");
    write(&folder).unwrap();
    check(&folder).unwrap();
    for (path, text) in files().unwrap() {
        fs::write(folder.join(path), text.replacen("Is ", "Was ", 1)).unwrap();
        let wrong = check(&folder).unwrap_err().to_string();
        assert!(wrong.contains(&format!("{path} is stale at line ")) && wrong.contains("Was "), "{wrong}");
        assert_eq!(wrong.matches("is stale").count(), 1, "{wrong}");
        fs::write(folder.join(path), format!("{text}\n")).unwrap();
        assert!(check(&folder).is_err(), "a line more");
        fs::write(folder.join(path), text).unwrap();
    }
    check(&folder).unwrap();
}

#[test]
fn both_stale_files_are_told() {
    let folder = copy("shipped-both");
    for (path, _) in files().unwrap() {
        fs::write(folder.join(path), "old\n").unwrap();
    }
    let wrong = check(&folder).unwrap_err().to_string();
    assert_eq!(wrong.matches(" is stale at line 1:\n  is:     old\n").count(), 2, "{wrong}");
    assert!(wrong.ends_with("\nrun scripts/outputs"));
}

#[test]
fn missing_evidence_is_an_error_and_nothing_is_written() {
    let folder = folder("shipped-bare");
    fs::create_dir(folder.join("outputs")).unwrap();
    for wrong in [check(&folder).unwrap_err(), write(&folder).unwrap_err()] {
        assert!(wrong.to_string().starts_with("evidence is missing:\n"), "{wrong}");
    }
    assert_eq!(fs::read_dir(folder.join("outputs")).unwrap().count(), 0);
}

#[test]
fn the_root_is_found_from_any_folder_inside() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = crate_folder.parent().unwrap().parent().unwrap();
    for inside in [root.to_owned(), crate_folder.join("src"), root.join("outputs")] {
        assert_eq!(found(&inside).unwrap(), root);
    }
    assert_eq!(found(Path::new("/")).unwrap_err().to_string(), "run it inside the repository of Two Gates");
}
