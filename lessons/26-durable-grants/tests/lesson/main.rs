//! What lesson 26 claims, act by act; its text; and its command line.

#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

mod cli;
mod crash;
mod every_act;
mod remedy;
mod seed_claims;
mod services;
mod text;
mod time;

use lesson::{Cast, Scripted};
use lesson_26::acts;
use rules::Defence;
use std::path::Path;
use std::rc::Rc;
use wire::Entry;
use wire::entry::Kind;

/// The program itself, which one act starts a second time.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_lesson-26"))
}

fn scripted() -> Rc<dyn Cast> {
    Rc::new(Scripted)
}

/// One act, without these defences.
fn played_without(name: &str, off: &[Defence]) -> Vec<Entry> {
    acts::one(acts::find(name).unwrap(), program(), &scripted(), off).unwrap()
}

fn played(name: &str) -> Vec<Entry> {
    played_without(name, &[])
}

/// What happened, each as "who: what".
fn happened(entries: &[Entry]) -> Vec<String> {
    let effects = entries.iter().filter(|entry| entry.kind == Kind::Effect && entry.from != "server");
    effects.map(|entry| format!("{}: {}", entry.from, &**entry.text.first().unwrap())).collect()
}

/// Who was refused, each as "who: code".
fn refused(entries: &[Entry]) -> Vec<String> {
    let decided = entries.iter().filter_map(|entry| Some((entry.from.as_str(), entry.gate.as_ref()?)));
    let no = decided.filter(|(_, gate)| gate.verdict == "refused");
    no.map(|(who, gate)| format!("{who}: {}", gate.code.clone().unwrap_or_default())).collect()
}

/// The lines of each look into a record of this name.
fn looks(entries: &[Entry], record: &str) -> Vec<Vec<String>> {
    let looks = entries.iter().filter(|entry| entry.kind == Kind::Note && entry.from == record);
    looks.map(|entry| entry.text.iter().map(|line| line.to_string()).collect()).collect()
}

/// The codes of the audits of an act, audit by audit.
fn audits(entries: &[Entry]) -> Vec<Vec<String>> {
    let code = |line: &String| line.split_whitespace().last().unwrap().to_owned();
    looks(entries, "audit").iter().map(|lines| lines.iter().skip(1).map(code).collect()).collect()
}
