//! Which scopes to consider for a tool.

use super::code::codes;
use super::facts::{Facts, Said};
use super::words::{Deed, words};
use rules::Rule;

/// The rules that the advice rests on.
pub(super) const RULES: &[&Rule] = &[&rules::scope::LEAST, &rules::scope::TOTAL];

/// Words of a name that say nothing of what a tool is about.
const IDLE: &[&str] =
    &["all", "allowed", "data", "details", "info", "list", "many", "multiple", "open", "tool", "tree"];

/// Words that begin what a tool does beside.
const BESIDE: &[&str] = &["as", "by", "for", "from", "in", "into", "on", "to", "with", "without"];

/// Arguments that say how much.
const AMOUNTS: &[&str] = &["amount", "price", "quantity", "total"];

/// The advice, in a sentence or two.
pub(super) fn advice(facts: &Facts) -> String {
    let mut advice = format!("`{}`.", token(facts));
    let of_kind = |what: &str| {
        let spoken = facts.spoken.iter().find(|spoken| spoken.kind.what == what)?;
        Some(codes(spoken.places.iter().map(|(place, _)| place.as_str())))
    };
    if let Some(paths) = of_kind("a path") {
        advice.push_str(&format!(" By {paths}: another scope for a folder that fewer may touch."));
    }
    if let Some(addresses) = of_kind("a URL") {
        advice.push_str(&format!(" By {addresses}: another scope for addresses within the own network, or none."));
    }
    let amounts =
        facts.arguments.iter().filter(|argument| argument.words.iter().any(|word| AMOUNTS.contains(&word.as_str())));
    let amounts: Vec<&str> = amounts.map(|argument| argument.place.as_str()).collect();
    if !amounts.is_empty() {
        advice.push_str(&format!(" By {}: another scope above a limit.", codes(amounts)));
    }
    advice
}

/// A scope: what the tool is about, and what it does to it.
fn token(facts: &Facts) -> String {
    let action = match deed(facts) {
        Deed::Read => "read",
        Deed::Write => "write",
        Deed::Destroy => "delete",
        Deed::Execute => "execute",
    };
    format!("{}:{action}", about(&facts.name))
}

/// What a tool does: by its name, and where that says nothing, or less than the tool itself, by its hints.
fn deed(facts: &Facts) -> Deed {
    match facts.deed() {
        Some(Deed::Read) | None if facts.said("readOnlyHint") == Said::No => Deed::Write,
        Some(deed) => deed,
        None if facts.hints.read_only => Deed::Read,
        None => Deed::Write,
    }
}

/// What a tool is about: the last noun behind its verb, or else the first word that is none, in the singular.
fn about(name: &str) -> String {
    let plain = |word: &String| word.chars().all(|letter| letter.is_ascii_alphanumeric());
    let words: Vec<String> = words(name).into_iter().filter(plain).collect();
    let is_verb = |word: &String| Deed::of_word(word).is_some();
    let behind = words.iter().position(is_verb).map_or(words.len(), |place| place + 1);
    let object = words.iter().skip(behind).take_while(|word| !BESIDE.contains(&word.as_str()));
    let is_noun = |word: &&String| !is_verb(word) && !word.ends_with("ed") && !IDLE.contains(&word.as_str());
    let noun = object.filter(is_noun).last().or_else(|| words.iter().find(is_noun)).or(words.first());
    noun.map_or_else(|| "tool".to_owned(), |noun| singular(noun))
}

fn singular(noun: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| noun.ends_with(ending));
    let stem = if ends(&["ss", "us", "is"]) {
        None
    } else if let Some(stem) = noun.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    } else if ends(&["ches", "shes", "xes", "sses"]) {
        noun.strip_suffix("es")
    } else {
        noun.strip_suffix('s').filter(|stem| stem.len() > 1)
    };
    stem.unwrap_or(noun).to_owned()
}
