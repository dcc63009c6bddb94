//! What an argument speaks of: a command, a shell, code, a query, a path, a URL; and whether it writes.

use super::arguments::Argument;
use super::code::code;
use super::words::Deed;
use rules::Rule;

/// A kind of argument that a review points out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// What it speaks of.
    pub(super) what: &'static str,
    /// Words of a name that say so.
    named: &'static [&'static str],
    /// Words of a description that say so.
    described: &'static [&'static str],
    /// What follows from it.
    pub(super) so: &'static str,
    /// The rule that it touches.
    pub(super) rule: &'static Rule,
    /// Whether a person must be asked because of it, whatever the hints say.
    pub(super) ask: bool,
}

const RUNS: &str = "what runs is written by whoever calls; no hint describes that, and the question must show it whole";

/// The kinds, in the order in which they are told.
pub(super) const KINDS: &[Kind] = &[
    Kind {
        what: "a command",
        named: &["command", "commands", "cmd", "argv", "executable"],
        described: &["command", "commands", "executable"],
        so: RUNS,
        rule: &rules::call::SHOWN_WHOLE,
        ask: true,
    },
    Kind {
        what: "a shell",
        named: &["shell", "bash", "powershell", "terminal"],
        described: &["shell", "bash", "powershell"],
        so: RUNS,
        rule: &rules::call::SHOWN_WHOLE,
        ask: true,
    },
    Kind {
        what: "code",
        named: &["code", "script", "snippet", "javascript", "python", "expression", "eval"],
        described: &["code", "script", "javascript", "snippet"],
        so: RUNS,
        rule: &rules::call::SHOWN_WHOLE,
        ask: true,
    },
    Kind {
        what: "a query",
        named: &["query", "queries", "sql", "cypher", "graphql", "sparql", "jql"],
        described: &["query", "queries", "sql"],
        so: "a query may reach more than the tool is meant for, and some languages write",
        rule: &rules::scope::CHECKED_PER_CALL,
        ask: false,
    },
    Kind {
        what: "a path",
        named: &["path", "paths", "file", "files", "filename", "filepath", "dir", "directory", "folder", "cwd"],
        described: &["path", "paths", "filename"],
        so: "it may lead out of the folder that is meant, and into one that needs more scope",
        rule: &rules::scope::CHECKED_PER_CALL,
        ask: false,
    },
    Kind {
        what: "a URL",
        named: &["url", "urls", "uri", "uris", "href", "endpoint", "webhook", "host", "hostname"],
        described: &["url", "urls", "uri", "uris"],
        so: "it reaches the open world, whatever the hint says, and may carry data out",
        rule: &rules::call::WHO_IS_ASKED,
        ask: true,
    },
];

/// Words before `code` with which it is no program.
const NO_PROGRAM: &[&str] = &[
    "area",
    "country",
    "currency",
    "error",
    "exit",
    "language",
    "locale",
    "postal",
    "promo",
    "response",
    "return",
    "status",
    "verification",
    "zip",
];

/// Names of arguments that are paths where the tool itself speaks of files.
const ENDS: &[&str] = &["source", "destination"];

/// The arguments of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spoken {
    pub(super) kind: &'static Kind,
    /// Their places, and whether it is only the description that says so.
    pub(super) places: Vec<(String, bool)>,
}

/// What the arguments of a tool speak of, kind by kind.
pub(super) fn spoken(tool: &[String], arguments: &[Argument]) -> Vec<Spoken> {
    let of_kind = |kind: &'static Kind| {
        let places = arguments.iter().filter_map(|argument| {
            let named = has(&argument.words, kind.named) || kind.what == "a path" && is_end(tool, argument);
            (named || has(&argument.description, kind.described)).then(|| (argument.place.clone(), !named))
        });
        Spoken { kind, places: places.collect() }
    };
    KINDS.iter().map(of_kind).filter(|spoken| !spoken.places.is_empty()).collect()
}

fn has(words: &[String], wanted: &[&str]) -> bool {
    words.iter().enumerate().any(|(place, word)| {
        let before = place.checked_sub(1).and_then(|before| words.get(before));
        let is_number = word == "code" && before.is_some_and(|before| NO_PROGRAM.contains(&before.as_str()));
        wanted.contains(&word.as_str()) && !is_number
    })
}

fn is_end(tool: &[String], argument: &Argument) -> bool {
    has(tool, &["file", "files", "directory", "folder"]) && has(&argument.words, ENDS)
}

/// Words of an argument's name that only a tool that writes has a use for.
const FOR_WRITING: &[&str] =
    &["append", "content", "contents", "dry", "edits", "force", "overwrite", "patch", "replacement", "upsert"];

/// How an argument says that its tool writes, in words.
pub(super) fn writes(argument: &Argument) -> Option<String> {
    if has(&argument.words, FOR_WRITING) {
        return Some(format!("its argument {} is for writing", code(&argument.place)));
    }
    let chosen = argument
        .choices
        .iter()
        .find(|choice| Deed::of(&super::words::words(choice)).is_some_and(|(deed, _)| deed != Deed::Read))?;
    Some(format!("its argument {} may be {}", code(&argument.place), code(chosen)))
}
