//! The reference page of all that can be set: one row for each key, in the order of the file.

use super::{Config, PREFIX, ToolSettings};
use serde_json::{Map, Value};
use std::fmt::Write;

/// Key, flag of `two-gates serve` where there is one, and what it means.
const SETTINGS: &[(&str, &str, &str)] = &[
    ("listen", "--listen", "Address and port. Port 0 takes a free one. Loopback, unless something in front adds TLS."),
    (
        "resource",
        "--resource",
        "The canonical address: the audience of tokens. `http://<listen>/mcp` when nothing is said.",
    ),
    ("name", "", "The server's name in results and questions' `_meta`."),
    (
        "store",
        "--store",
        "Grants, ledger and queue: `sqlite:PATH`, or `postgres://...` for many processes. A password belongs into the environment.",
    ),
    ("files", "--files", "The directory whose files the tools list and delete. Nothing outside is reached."),
    (
        "quarantine",
        "",
        "Where deleted files wait for their commit: on the same file system. `<files>/.two-gates` when nothing is said.",
    ),
    ("keys", "--keys", "The file of keys that seal questions; mode 0600. Made by `two-gates keys new`."),
    ("capacity", "", "How many rows the grants may take, audit rows included. A full store refuses the next question."),
    ("barred", "", "A file of subjects, one a line, whose approved calls run no more. Read at every claim."),
    ("hosts", "", "Values of the Host header that are taken, beside the listening address and the resource's host."),
    ("origins", "", "Origins of pages that may call. A request without Origin comes from no page."),
    ("metrics", "", "Who may read `/metrics`: `loopback` (under a name of this machine), `everyone` or `off`."),
    (
        "log",
        "--log",
        "What is logged, as JSON on standard error: `error`, `warn`, `info`, `debug`, or a filter by target.",
    ),
    (
        "tools.NAME.defer_seconds",
        "--defer",
        "The tool's approved calls are queued for `two-gates work`, and wait at most so long.",
    ),
    ("tools.NAME.window", "", "They run in a part of each day (UTC): `{ opens_minute = 120, minutes = 60 }`."),
    ("tools.NAME.uses", "", "How often one yes lets the call run. Only where once more does no more."),
    ("tools.NAME.evidence", "", "The least evidence of a yes: `reported_by_client`, `proven_on_page` or `signed`."),
    ("tools.NAME.undisclosed", "", "It answers as an unknown tool to whoever lacks its scopes."),
    (
        "auth.issuers",
        "--issuer",
        "Authorization servers: `[{ issuer = \"...\", jwks = \"...\" }]`. The issuer exactly as it names itself in tokens; its keys are found through its metadata where `jwks` is not said.",
    ),
    ("auth.algorithms", "", "Signature algorithms that are taken. Neither `none` nor one with a shared secret can be."),
    ("auth.types", "", "Values of a token's `typ` that are taken (RFC 9068: `at+jwt`)."),
    ("auth.first_scopes", "", "What a first token should cover: the scopes of the 401 challenge and of the metadata."),
    ("auth.refresh_seconds", "", "Keys are fetched again for a token with an unknown key, at most this often."),
    ("auth.keep_seconds", "", "Keys that are older are fetched again before they are used."),
    (
        "search.url",
        "--search",
        "The search service, such as `two-gates search-service`. Without one, searches fail and say so.",
    ),
    ("search.timeout_ms", "", "For how long an answer is waited for, in milliseconds."),
    ("stdio.user", "", "The local user, to whom questions over stdio belong."),
    ("stdio.scopes", "", "What the local user may do over stdio."),
    ("limits.body_bytes", "", "How long a message may be."),
    ("limits.argument_bytes", "", "How long the arguments of one call may be, as JSON."),
    ("limits.requests_per_second", "", "Requests of one principal, on average."),
    ("limits.burst", "", "Requests of one principal, at once."),
    ("limits.open_questions", "", "Questions to one principal that wait for an answer. Memory for them is fixed."),
    ("limits.connections", "", "Connections at once. The next ones wait."),
    ("limits.head_seconds", "", "For how long the head of a request may take to arrive."),
    ("limits.request_seconds", "", "For how long a request may take. What it began is brought to its end."),
    ("limits.shutdown_seconds", "", "For how long a stopping server waits for what it has begun."),
];

/// The keys of the page, in its order.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|(key, ..)| *key)
}

/// The reference page, in Markdown.
#[must_use]
pub fn reference() -> String {
    let defaults = defaults();
    let mut page = String::from(
        "# Settings of `two-gates`\n\n\
         Written by `two-gates config reference`. A key stands in the file (`--config FILE`, TOML; what stands behind a dot \
         in a section), in the environment, or as a flag; a flag is stronger than the environment, and that than the file. \
         An unknown key is refused. `two-gates config check` says what is set.\n\n\
         | key | environment | flag | default | meaning |\n| --- | --- | --- | --- | --- |\n",
    );
    for (key, flag, meaning) in SETTINGS {
        let variable = format!("{PREFIX}{}", key.replace('.', "__").to_uppercase());
        let flag = if flag.is_empty() { String::new() } else { format!("`{flag}`") };
        let default =
            defaults.get(*key).map(|value| if value.is_null() { String::new() } else { format!("`{value}`") });
        let default = default.unwrap_or_default();
        // Writing into a string cannot fail.
        let _ = writeln!(page, "| `{key}` | `{variable}` | {flag} | {default} | {meaning} |");
    }
    page
}

/// Each key with its default.
fn defaults() -> Map<String, Value> {
    let mut flat = Map::new();
    let Ok(Value::Object(config)) = serde_json::to_value(Config::default()) else { return flat };
    if let Ok(Value::Object(tool)) = serde_json::to_value(ToolSettings::default()) {
        flat.extend(tool.into_iter().map(|(inner, value)| (format!("tools.NAME.{inner}"), value)));
    }
    for (key, value) in config {
        match value {
            Value::Object(section) => {
                flat.extend(section.into_iter().map(|(inner, value)| (format!("{key}.{inner}"), value)));
            }
            value => {
                flat.insert(key, value);
            }
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::{SETTINGS, defaults};
    use std::collections::BTreeSet;

    #[test]
    fn every_key_has_one_row_and_every_row_a_key() {
        let rows: Vec<_> = SETTINGS.iter().map(|(key, ..)| (*key).to_owned()).collect();
        let keys: BTreeSet<_> = defaults().into_iter().map(|(key, _)| key).collect();
        assert_eq!(rows.len(), keys.len());
        assert_eq!(rows.into_iter().collect::<BTreeSet<_>>(), keys);
    }
}
