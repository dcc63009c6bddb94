//! Plays the vectors: all of them, one as a transcript, or the matrix.
//!
//! ```text
//! vectors                                  plays all, and says which failed
//! vectors NAME                             plays one and prints it as a transcript; its number is enough
//! vectors NAME --without DEFENCE,DEFENCE   the same without these defences
//! vectors NAME --json                      plays one and prints its entries, one a line
//! vectors --matrix                         plays all without each defence and each pair, and prints the matrix
//! ```
//!
//! `--in FOLDER` in front of these takes the vectors of another folder.

use lab::vectors::{self, Vector, matrix::Matrix};
use print::Printer;
use rules::Defence;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (folder, arguments) = match arguments.as_slice() {
        ["--in", folder, rest @ ..] => (PathBuf::from(folder), rest),
        rest => (Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors"), rest),
    };
    let vectors = match vectors::load(&folder) {
        Ok(vectors) => vectors,
        Err(unreadable) => return failed(&unreadable.to_string()),
    };
    match *arguments {
        [] => all(&vectors),
        ["--matrix"] => matrix(&vectors),
        [name, "--json"] => entries(&vectors, name),
        [name] => one(&vectors, name, ""),
        [name, "--without", off] => one(&vectors, name, off),
        _ => failed("usage: vectors [--in FOLDER] [NAME [--json | --without DEFENCE,DEFENCE] | --matrix]"),
    }
}

fn all(vectors: &[Vector]) -> ExitCode {
    let failures: Vec<_> = vectors.iter().filter_map(|vector| vector.hold(&vector.play(&[])).err()).collect();
    for failure in &failures {
        println!("{failure}");
    }
    println!("{} vectors, {} failed", vectors.len(), failures.len());
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn matrix(vectors: &[Vector]) -> ExitCode {
    let matrix = Matrix::play(vectors);
    print!("{}", matrix.page());
    let problems = matrix.problems();
    for problem in &problems {
        eprintln!("{problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn find<'a>(vectors: &'a [Vector], name: &str) -> Option<&'a Vector> {
    vectors.iter().find(|vector| vector.name == name || vector.name.split('-').next() == Some(name))
}

fn entries(vectors: &[Vector], name: &str) -> ExitCode {
    let Some(vector) = find(vectors, name) else { return failed(&format!("there is no vector {name}")) };
    vector.play(&[]).entries.iter().for_each(|entry| println!("{}", entry.line()));
    ExitCode::SUCCESS
}

fn one(vectors: &[Vector], name: &str, off: &str) -> ExitCode {
    let Some(vector) = find(vectors, name) else { return failed(&format!("there is no vector {name}")) };
    let off: Result<Vec<Defence>, _> = off.split(',').filter(|name| !name.is_empty()).map(str::parse).collect();
    let off = match off {
        Ok(off) => off,
        Err(unknown) => return failed(&unknown.to_string()),
    };
    let run = vector.play(&off);
    println!("{}: {}\n{}\n", vector.name, vector.title, vector.story);
    println!("{}", Printer::default().transcript(&run.entries));
    match vector.hold(&run) {
        Err(failure) if off.is_empty() => failed(&failure.to_string()),
        _ if vector.comes_through(&run) => failed("It came through."),
        Err(failure) => failed(&failure.to_string()),
        Ok(()) => {
            println!("As expected.");
            ExitCode::SUCCESS
        }
    }
}

fn failed(why: &str) -> ExitCode {
    println!("{why}");
    ExitCode::FAILURE
}
