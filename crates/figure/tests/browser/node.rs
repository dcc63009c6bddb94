//! Node with its packages, the scripts of this folder, and the page that they look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use twogates_figure::cli::PAGE;
use twogates_figure::figure::Figure;
use twogates_figure::link;

/// The scripts, each as it is in this folder, and the page's own module that reads the graph.
const SCRIPTS: &[(&str, &str)] = &[
    ("browser.mjs", include_str!("browser.mjs")),
    ("data.mjs", include_str!("../../page/data.js")),
    ("edges.mjs", include_str!("edges.mjs")),
    ("first.mjs", include_str!("first.mjs")),
    ("keys.mjs", include_str!("keys.mjs")),
    ("looks.mjs", include_str!("looks.mjs")),
    ("main.mjs", include_str!("main.mjs")),
    ("manners.mjs", include_str!("manners.mjs")),
    ("paths.mjs", include_str!("paths.mjs")),
    ("print.mjs", include_str!("print.mjs")),
    ("room.mjs", include_str!("room.mjs")),
    ("speed.mjs", include_str!("speed.mjs")),
];

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap())
}

/// What is shipped.
fn shipped() -> String {
    fs::read_to_string(root().join(PAGE)).unwrap()
}

/// The shipped figure, read back.
pub(crate) fn figure() -> &'static Figure {
    static FIGURE: OnceLock<Figure> = OnceLock::new();
    FIGURE.get_or_init(|| Figure::read(&shipped()).unwrap())
}

/// The folder with the scripts, below Node's packages, which they find there. Each work tree has one of its own.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = packages().join("checks").join(root().file_name().unwrap());
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in SCRIPTS {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::write(folder.join("consent-gates.html"), link::page(&link::graph(&shipped()).unwrap()).unwrap()).unwrap();
        folder
    })
}

/// Where the part installs the packages: here, or where this work tree belongs to.
fn packages() -> PathBuf {
    let mut all = root().ancestors().map(|folder| folder.join(".cache/figure"));
    let found = all.find(|packages| packages.join("installed").is_file());
    found.unwrap_or_else(|| panic!("NOT RUN: Node's packages are not there; scripts/parts/63-figure brings them"))
}

/// The page under test.
pub(crate) fn page() -> PathBuf {
    folder().join("consent-gates.html")
}

/// A folder for what a check leaves behind.
pub(crate) fn left_by(check: &str) -> PathBuf {
    folder().join("left").join(check)
}

/// Runs a script: whether it ended well, and what it said.
pub(crate) fn script(name: &str, arguments: &[&str]) -> (bool, String) {
    let own = packages().join("node_modules/.bin/node");
    let node = if own.exists() { own } else { "node".into() };
    let mut command = Command::new(node);
    command.arg(folder().join(name)).args(arguments);
    command.env("TWO_GATES_REFERENCES", root().join("crates/figure/tests/browser/references"));
    let output = command.output().unwrap_or_else(|error| panic!("NOT RUN: node: {error}"));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.success(), said.trim().to_owned())
}

/// Runs a check of `main.mjs`, which leaves what it leaves in the folder of that name.
pub(crate) fn checked(check: &str, left: &str, more: &str) -> (bool, String) {
    let left = left_by(left);
    script("main.mjs", &[check, page().to_str().unwrap(), left.to_str().unwrap(), more])
}
