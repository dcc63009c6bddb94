//! What looks wrong in a tool: each look is one row.

use super::asked::Asked;
use super::code::code;
use super::facts::{Facts, HINTS, Said};
use super::output;
use super::words::{Deed, words};
use rules::Rule;
use serde_json::Value;

/// Something that looks wrong, and the rule that it touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) rule: &'static Rule,
    /// What is found, in words. What comes from the list stands there as code.
    pub(super) what: String,
}

/// One thing that is looked for.
struct Look {
    rule: &'static Rule,
    find: fn(&Facts) -> Vec<String>,
}

const LOOKS: &[Look] = &[
    Look { rule: &rules::tools::NAMES, find: name },
    Look { rule: &rules::tools::READ_ONLY_DEFAULT, find: no_annotations },
    Look { rule: &rules::tools::HINTS_BOOLEAN, find: misshapen_hints },
    Look { rule: &rules::tools::HINTS_UNTRUSTED, find: reads_and_destroys },
    Look { rule: &rules::tools::HINTS_UNTRUSTED, find: reads_and_writes },
    Look { rule: &rules::tools::HINTS_UNTRUSTED, find: harmless_and_destroys },
    Look { rule: &rules::tools::HINTS_UNTRUSTED, find: closed_and_addressed },
    Look { rule: &rules::tools::INPUT_SCHEMA, find: input_schema },
    Look { rule: &rules::call::SHOWN_WHOLE, find: unseen },
    Look { rule: &rules::tools::OUTPUT_SCHEMA, find: output_schema },
    Look { rule: &rules::call::SHOWN_SAFELY, find: hidden },
    Look { rule: &rules::tools::HUMAN_IN_LOOP, find: secrets_unasked },
    Look { rule: &rules::call::SHOWN_WHOLE, find: secrets_given },
];

/// All that looks wrong in a tool by itself.
pub(super) fn all(facts: &Facts) -> Vec<Finding> {
    let rows =
        LOOKS.iter().flat_map(|look| (look.find)(facts).into_iter().map(|what| Finding { rule: look.rule, what }));
    rows.chain(spoken(facts)).collect()
}

fn one(found: bool, what: impl FnOnce() -> String) -> Vec<String> {
    found.then(what).into_iter().collect()
}

fn name(facts: &Facts) -> Vec<String> {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
    let right = (1..=128).contains(&facts.name.chars().count()) && facts.name.chars().all(plain);
    one(
        !right,
        || if facts.name.is_empty() { "it has no name".into() } else { "its name is not one for a tool".into() },
    )
}

fn no_annotations(facts: &Facts) -> Vec<String> {
    one(facts.annotations.is_none(), || {
        "it has no annotations: it counts as not read-only, destructive and open-world".into()
    })
}

fn misshapen_hints(facts: &Facts) -> Vec<String> {
    if facts.annotations.as_ref().is_some_and(|annotations| !annotations.is_object()) {
        return vec!["its annotations are no object, and count for nothing".into()];
    }
    let misshapen = HINTS.iter().filter(|hint| facts.said(hint) == Said::Misshapen);
    misshapen.map(|hint| format!("`{hint}` is neither true nor false, and counts as absent")).collect()
}

fn reads_and_destroys(facts: &Facts) -> Vec<String> {
    one(facts.said("readOnlyHint") == Said::Yes && facts.said("destructiveHint") == Said::Yes, || {
        "it says both that it only reads and that it may destroy: one of the two is wrong".into()
    })
}

fn reads_and_writes(facts: &Facts) -> Vec<String> {
    let writes = facts.writes();
    one(facts.hints.read_only && !writes.is_empty(), || {
        format!("it says that it only reads, and {}", writes.join(", and "))
    })
}

fn harmless_and_destroys(facts: &Facts) -> Vec<String> {
    let words = words(&facts.name);
    let destroys = Deed::of(&words).filter(|(deed, _)| *deed == Deed::Destroy);
    let denies = !facts.hints.read_only && facts.said("destructiveHint") == Said::No;
    let found = destroys.filter(|_| denies);
    found
        .map(|(_, word)| format!("it says that it destroys nothing, and its name says {}", code(word)))
        .into_iter()
        .collect()
}

fn closed_and_addressed(facts: &Facts) -> Vec<String> {
    let addressed = facts.spoken.iter().any(|spoken| spoken.kind.what == "a URL");
    one(!facts.hints.open_world && addressed, || {
        "it says that its world is closed, and an argument speaks of a URL".into()
    })
}

fn input_schema(facts: &Facts) -> Vec<String> {
    match &facts.input_schema {
        None => vec!["it has no input schema".into()],
        Some(schema) if schema.get("type").and_then(Value::as_str) != Some("object") => {
            vec!["its input schema is not one of an object".into()]
        }
        Some(_) => Vec::new(),
    }
}

/// A review that leaves something out says so: that may be the very argument that matters.
fn unseen(facts: &Facts) -> Vec<String> {
    const SHOWN: usize = 12;
    let told = facts.unseen.iter().take(SHOWN).map(|beyond| format!("its input schema was not looked at {beyond}"));
    let more = facts.unseen.len().saturating_sub(SHOWN);
    told.chain((more > 0).then(|| format!("its input schema was not looked at behind {more} more references")))
        .collect()
}

fn output_schema(facts: &Facts) -> Vec<String> {
    let Some(schema) = facts.output_schema.as_ref().filter(|_| Asked::of(facts).always()) else { return Vec::new() };
    output::why_not(schema).into_iter().collect()
}

/// Words of a name or a title that speak of secrets.
const SECRETS: &[&str] = &[
    "credential",
    "credentials",
    "env",
    "environment",
    "keychain",
    "password",
    "passwords",
    "secret",
    "secrets",
    "token",
    "tokens",
];

fn secrets_unasked(facts: &Facts) -> Vec<String> {
    let words = [words(&facts.name), words(&facts.title)].concat();
    let secret = words.iter().find(|word| SECRETS.contains(&word.as_str()));
    let secret = secret.filter(|_| !Asked::of(facts).always());
    let what = |word: &String| format!("it speaks of {}, and by its hints nobody need be asked", code(word));
    secret.map(what).into_iter().collect()
}

/// Words of an argument's name that hand a secret over, next to each other where there are two.
const GIVEN: &[&[&str]] = &[
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["secret"],
    &["credential"],
    &["credentials"],
    &["token"],
    &["apikey"],
    &["api", "key"],
    &["access", "key"],
    &["private", "key"],
];

/// Words before or behind `token` with which it is a place in a list.
const NO_SECRET: &[&str] = &["page", "next", "continuation", "sync", "max", "count"];

fn secrets_given(facts: &Facts) -> Vec<String> {
    let speaks = |words: &[String]| {
        let token =
            |given: &&[&str]| **given != ["token"] || !words.iter().any(|word| NO_SECRET.contains(&word.as_str()));
        GIVEN.iter().copied().filter(token).any(|given| words.windows(given.len()).any(|part| part == given))
    };
    let given = facts.arguments.iter().filter(|argument| speaks(&argument.words));
    let told = |place: &str| {
        format!(
            "{} is named like a secret: it passes through the model, and a question must show it whole",
            code(place)
        )
    };
    given.map(|argument| told(&argument.place)).collect()
}

fn hidden(facts: &Facts) -> Vec<String> {
    let texts = [("name", &facts.name), ("title", &facts.title), ("description", &facts.description)];
    let found = texts.into_iter().filter_map(|(what, text)| {
        let count = text.chars().filter(|character| is_hidden(*character)).count();
        let first = text.chars().find(|character| is_hidden(*character))?;
        let first = code(&first.to_string());
        Some(match count {
            1 => format!("its {what} has a character that nobody sees, {first}"),
            _ => format!("its {what} has {count} characters that nobody sees, the first of them {first}"),
        })
    });
    found.collect()
}

/// Whether nobody sees this character, by the one table that there is. A line's end is seen, and so is a wide space; what
/// joins and colours emoji is part of them.
fn is_hidden(character: char) -> bool {
    let space = character.is_whitespace() && !character.is_control();
    let seen = space || matches!(character, '\t' | '\n' | '\r' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    wire::hidden(character) && !seen
}

fn spoken(facts: &Facts) -> impl Iterator<Item = Finding> {
    facts.spoken.iter().map(|spoken| {
        let shown = |(place, described): &(String, bool)| {
            let how = if *described { " (by its description)" } else { "" };
            format!("{}{how}", code(place))
        };
        const SHOWN: usize = 12;
        let mut places = spoken.places.iter().take(SHOWN).map(shown).collect::<Vec<_>>().join(", ");
        if spoken.places.len() > SHOWN {
            places.push_str(&format!(" and {} more", spoken.places.len() - SHOWN));
        }
        let kind = spoken.kind;
        let verb = if spoken.places.len() == 1 { "speaks" } else { "speak" };
        Finding { rule: kind.rule, what: format!("{places} {verb} of {}: {}", kind.what, kind.so) }
    })
}
