//! Single entries, and what is printed of them.

use print::Printer;
use serde_json::{Value, json};
use wire::Entry;
use wire::entry::{Http, Kind};
use wire::http::Headers;

pub fn bare(number: u32, kind: Kind) -> Entry {
    let mut entry = Entry::new(number, "main", 0, kind, "host");
    entry.to = Some("server".into());
    entry
}

pub fn mcp(number: u32, answers: Option<u32>, message: Value) -> Entry {
    Entry { answers, message: Some(message), ..bare(number, Kind::Mcp) }
}

pub fn call(number: u32, answers: Option<u32>, params: Value) -> Entry {
    mcp(number, answers, json!({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}))
}

pub fn result(number: u32, answers: u32, result: Value) -> Entry {
    mcp(number, Some(answers), json!({"jsonrpc": "2.0", "id": answers, "result": result}))
}

pub fn asks(number: u32, answers: u32, state: &str) -> Entry {
    result(number, answers, json!({"resultType": "input_required", "requestState": state}))
}

pub fn http(mut entry: Entry, request: Option<&str>, status: Option<u16>, headers: &[(&str, &str)]) -> Entry {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    entry.http = Some(Http { request: request.map(str::to_owned), status, headers: Headers(headers) });
    entry
}

/// The lines of the last of these entries.
pub fn printed(all: &[Entry]) -> Vec<String> {
    Printer::default().entry(all.last().unwrap(), all)
}

/// The margin line with this label, its wrapped parts joined.
pub fn margin(label: &str, all: &[Entry]) -> Option<String> {
    let lines = printed(all);
    let at = lines.iter().position(|line| line.starts_with(&format!("     {label}")))?;
    let more = lines[at + 1..].iter().take_while(|line| line.starts_with(&" ".repeat(17)));
    let parts =
        std::iter::once(lines[at].chars().skip(17).collect::<String>()).chain(more.map(|line| line.trim().to_owned()));
    Some(parts.collect::<Vec<_>>().join(" "))
}

pub fn changed(all: &[Entry]) -> Option<String> {
    margin("changed", all)
}
