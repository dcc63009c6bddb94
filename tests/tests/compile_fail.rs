//! Misuses that must not compile, and what must: `tests/fail/`.
//!
//! The first line of a misuse says what rustc must say: `// E0382 line 4`, its error codes and the one line on which
//! they stand. A file whose name begins with `ok_` must compile: it shows what types do not hold.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use twogates_tests::misuse::{Built, build};
use twogates_tests::repository::root;

static BUILT: LazyLock<Built> = LazyLock::new(build);

/// A folder of this test's own, for what rustc writes.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_misuse_is_refused_with_its_code_on_its_line() {
    let scratch = scratch("misuses");
    let mut files: Vec<_> = fs::read_dir(root().join("tests/fail")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 4, "there are {} files", files.len());
    let faults: Vec<_> = files.iter().filter_map(|file| BUILT.judge(file, &scratch).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The harness, held against files that are wrong about themselves.
#[test]
fn a_file_that_is_wrong_about_itself_is_reported() {
    let scratch = scratch("wrong");
    let says = |name: &str, text: &str| judged(&scratch, name, text);
    let misuse = "fn main() {\n    let _ = rules::Defences(0);\n}\n";
    assert_eq!(says("right.rs", &format!("// E0423 line 3\n{misuse}")), Ok(()));
    for (name, first, fault) in [
        ("code.rs", "// E0451 line 3", "code.rs: expected E0451 on line 3, rustc says E0423 on line 3"),
        ("line.rs", "// E0423 line 2", "line.rs: expected E0423 on line 2, rustc says E0423 on line 3"),
        ("more.rs", "// E0423 E0451 line 3", "more.rs: expected E0423 E0451 on line 3, rustc says E0423 on line 3"),
        ("ok_not.rs", "//", "ok_not.rs: expected no error, rustc says E0423 on line 3"),
        ("none.rs", "// nothing", "the first line is not `// E0000 line N`: // nothing"),
        ("number.rs", "// E0423 line x", "no line number: // E0423 line x"),
    ] {
        assert_eq!(says(name, &format!("{first}\n{misuse}")), Err(fault.into()));
    }
}

#[test]
fn a_misuse_that_compiles_is_reported() {
    let scratch = scratch("compiles");
    let says = |name: &str, text: &str| judged(&scratch, name, text);
    let fine = "fn main() {\n    let _ = rules::Defences::all();\n}\n";
    assert_eq!(says("ok_fine.rs", fine), Ok(()));
    let fault = "fine.rs: expected E0423 on line 3, rustc says no error";
    assert_eq!(says("fine.rs", &format!("// E0423 line 3\n{fine}")), Err(fault.into()));
    let fault = "broken.rs: expected E0423 on line 2, rustc says no code on line 2";
    assert_eq!(says("broken.rs", "// E0423 line 2\nfn main( {}\n"), Err(fault.into()));
    let fault = "two.rs: expected E0308 on line 3, rustc says E0308 on line 3 4";
    let two = "// E0308 line 3\nfn main() {\n    let _: u8 = \"\";\n    let _: u8 = 'a';\n}\n";
    assert_eq!(says("two.rs", two), Err(fault.into()));
}

fn judged(scratch: &Path, name: &str, text: &str) -> Result<(), String> {
    let file = scratch.join(name);
    fs::write(&file, text).map_err(|error| error.to_string())?;
    BUILT.judge(&file, scratch)
}
