//! A key that is not known: which, where it stands, and which one was likely meant.

use super::{PREFIX, reference};
use anyhow::bail;
use figment::Provider;
use figment::providers::Env;
use figment::value::{Dict, Value};
use std::path::Path;

/// Keys of tables that the page describes with the table itself.
const INNER: &[&str] =
    &["tools.NAME.window.opens_minute", "tools.NAME.window.minutes", "auth.issuers.issuer", "auth.issuers.jwks"];

/// How unlike a known key may be that is offered in place of an unknown one.
const UNLIKE: usize = 3;

/// Where a key stands.
#[derive(Clone, Copy)]
enum Source<'a> {
    File(&'a Path),
    Variable(&'a str),
}

/// Holds what a file says against all that can be set.
///
/// # Errors
///
/// A sentence that names the key, the file, and the keys that are known there.
pub(super) fn in_file(path: &Path, file: &impl Provider) -> anyhow::Result<()> {
    // What cannot be read at all is said where it is read.
    let Ok(profiles) = file.data() else { return Ok(()) };
    profiles.into_values().try_for_each(|dict| known(Source::File(path), &mut Vec::new(), &dict))
}

/// Holds the variables around the program against all that can be set.
///
/// # Errors
///
/// A sentence that names the variable, and the keys that are known there.
pub(super) fn around(variables: &Env) -> anyhow::Result<()> {
    variables.iter().try_for_each(|(key, value)| {
        let key = key.as_str().to_ascii_lowercase();
        let variable = variable(&key);
        let source = Source::Variable(&variable);
        let mut place = Vec::new();
        for step in key.split('.') {
            step_in(source, &mut place, step)?;
        }
        let Ok(value) = value.parse::<Value>();
        within(source, &mut place, &value)
    })
}

fn known(source: Source<'_>, place: &mut Vec<String>, dict: &Dict) -> anyhow::Result<()> {
    for (key, value) in dict {
        step_in(source, place, key)?;
        within(source, place, value)?;
        place.pop();
    }
    Ok(())
}

/// What stands below a key. A value of the wrong type is said where it is read.
fn within(source: Source<'_>, place: &mut Vec<String>, value: &Value) -> anyhow::Result<()> {
    match value {
        Value::Dict(_, dict) if is_table(place) => known(source, place, dict),
        Value::Array(_, values) if is_table(place) => values.iter().try_for_each(|value| within(source, place, value)),
        _ => Ok(()),
    }
}

/// One step into a table.
fn step_in(source: Source<'_>, place: &mut Vec<String>, key: &str) -> anyhow::Result<()> {
    let there = keys_in(place);
    let any = place.len() == 1 && place.iter().all(|table| table == "tools");
    if !any && !there.contains(&key) {
        let wrong = place.iter().map(String::as_str).chain([key]).collect::<Vec<_>>().join(".");
        bail!("configuration: {}", told(source, &wrong, place, &there));
    }
    place.push(key.to_owned());
    Ok(())
}

fn told(source: Source<'_>, wrong: &str, place: &[String], there: &[&str]) -> String {
    let shown = wrong.escape_debug();
    let named = match source {
        Source::File(path) => format!("{} sets {shown}, and there is no such key", path.display()),
        Source::Variable(variable) => format!("the variable {variable} sets {shown}, and there is no such key"),
    };
    let meant = nearest(wrong).map_or_else(String::new, |key| match source {
        Source::File(_) => format!(" (was {key} meant?)"),
        Source::Variable(_) => format!(" (was {} meant?)", variable(key)),
    });
    let table = if place.is_empty() { "the keys are".to_owned() } else { format!("{} has the keys", place.join(".")) };
    let none = format!("{} has no keys below it", place.join("."));
    let list = if there.is_empty() { none } else { format!("{table} {}", there.join(", ")) };
    format!("{named}{meant}; {list}")
}

/// Every key that can be set, from the top.
fn every() -> impl Iterator<Item = &'static str> {
    reference::keys().chain(INNER.iter().copied())
}

/// The rest of a key behind this table; none where it stands elsewhere.
fn behind<'a>(key: &'a str, place: &[String]) -> Option<&'a str> {
    let mut rest = key;
    for (depth, table) in place.iter().enumerate() {
        let (first, more) = rest.split_once('.')?;
        let any = depth == 1 && first == "NAME";
        if !any && first != table {
            return None;
        }
        rest = more;
    }
    Some(rest)
}

/// The keys of a table, in the order of the page.
fn keys_in(place: &[String]) -> Vec<&'static str> {
    let mut keys: Vec<&'static str> = Vec::new();
    for key in every().filter_map(|key| behind(key, place)) {
        let first = key.split('.').next().unwrap_or(key);
        if !keys.contains(&first) {
            keys.push(first);
        }
    }
    keys
}

fn is_table(place: &[String]) -> bool {
    every().any(|key| behind(key, place).is_some())
}

/// The key that was likely meant: one of this name in another table, or the one that is least unlike.
fn nearest(wrong: &str) -> Option<&'static str> {
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    let name = last(wrong);
    let unlike = |key: &&'static str| strsim::osa_distance(&last(key), &name);
    let elsewhere = every().find(|key| last(key) == name);
    let like = || every().min_by_key(unlike).filter(|key| unlike(key) <= UNLIKE.min(name.chars().count() / 2));
    elsewhere.or_else(like)
}

/// The variable of a key.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "__").to_uppercase())
}
