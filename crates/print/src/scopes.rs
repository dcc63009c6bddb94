//! Scopes from entry to entry: challenged, asked for, granted.

use super::safe::name;
use super::thread::{self, Thread};
use wire::Entry;
use wire::entry::Kind;

/// The scopes of an authorization against the challenge that it goes back to, and what is granted against what was
/// asked for.
pub(super) fn since(entry: &Entry, thread: Thread<'_>) -> Vec<String> {
    let Some(named) = thread::scopes(entry) else { return Vec::new() };
    let request = thread.answered(entry).filter(|other| other.kind == Kind::Oauth);
    if let Some((number, asked)) = request.and_then(|other| Some((other.number, thread::scopes(other)?))) {
        return granted(&named, &asked, number);
    }
    let challenge = thread.back(entry).find_map(|other| Some((other.number, thread::challenged(other)?)));
    challenge.map(|(number, challenged)| asked(&named, &challenged, number)).unwrap_or_default()
}

/// What is asked for, against the challenge.
fn asked(named: &[&str], challenged: &[&str], number: u32) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(
        list(named, |scope| challenged.contains(scope)).map(|these| format!("asks for {these} as {number} demands")),
    );
    parts.extend(list(named, |scope| !challenged.contains(scope)).map(|these| format!("asks for {these} besides")));
    parts.extend(
        list(challenged, |scope| !named.contains(scope)).map(|these| format!("{number} demands {these}: LEFT OUT")),
    );
    parts
}

/// What is granted, against what was asked for.
fn granted(named: &[&str], asked: &[&str], number: u32) -> Vec<String> {
    let mut parts = Vec::new();
    parts.push(match list(asked, |scope| !named.contains(scope)) {
        Some(missing) => format!("of what {number} asks for, NOT granted: {missing}"),
        None => format!("all that {number} asks for is granted"),
    });
    parts.extend(list(named, |scope| !asked.contains(scope)).map(|these| format!("beyond it: {these}")));
    parts
}

/// Those scopes of a set that are picked, where there are any.
fn list(scopes: &[&str], picked: impl Fn(&&str) -> bool) -> Option<String> {
    let scopes: Vec<_> = scopes.iter().filter(|scope| picked(scope)).map(|scope| name(scope, 40)).collect();
    (!scopes.is_empty()).then(|| scopes.join(" "))
}
