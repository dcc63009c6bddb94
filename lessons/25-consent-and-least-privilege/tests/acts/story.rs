//! An act that was played, and its entries as lines that a test can compare.

use lesson_25::acts::{self, Act};
use lesson_25::stage::Scripted;
use lesson_25::{Cast, Stage};
use rules::Defence;
use serde_json::Value;
use std::rc::Rc;
use wire::Entry;
use wire::entry::Kind;

/// An act that was played.
pub(crate) struct Story {
    /// What there is afterwards.
    pub(crate) stage: Stage,
    /// What was recorded of the act.
    pub(crate) entries: Vec<Entry>,
}

/// Plays an act with every defence on. One of the main path is played after those before it.
pub(crate) fn play(name: &str) -> Story {
    played(acts::find(name).expect("an act of this name"), &[])
}

/// Plays an act without these defences.
pub(crate) fn played(act: &Act, off: &[Defence]) -> Story {
    let cast: Rc<dyn Cast> = Rc::new(Scripted);
    let (stage, entries) = acts::one(act, &cast, off).expect("a stage");
    Story { stage, entries }
}

impl Story {
    /// What happened, one line for each entry. What the narrator says and what stands in records is left out.
    pub(crate) fn steps(&self) -> Vec<String> {
        self.entries.iter().filter_map(step).collect()
    }

    /// What was looked up in this record, each time as its lines.
    pub(crate) fn looked(&self, record: &str) -> Vec<Vec<&str>> {
        let looks = self.entries.iter().filter(|entry| entry.kind == Kind::Note && entry.from == record);
        looks.map(|entry| entry.text.iter().map(|line| line.trim()).collect()).collect()
    }

    /// The decisions, each as its gate, its verdict and its code.
    pub(crate) fn decisions(&self) -> Vec<String> {
        let gates = self.entries.iter().filter_map(|entry| entry.gate.as_ref());
        let one = |gate: &wire::entry::Decision| {
            format!("{}: {} {}", gate.gate, gate.verdict, gate.code.as_deref().unwrap_or_default())
                .trim_end()
                .to_owned()
        };
        gates.map(one).collect()
    }

    /// The text that a tool result gives the model, each time.
    pub(crate) fn results(&self) -> Vec<&str> {
        let messages = self.entries.iter().filter_map(|entry| entry.message.as_ref());
        messages.filter_map(|message| message.pointer("/result/content/0/text")?.as_str()).collect()
    }

    /// The paths of the files at the server with both gates.
    pub(crate) fn files(&self) -> Vec<String> {
        self.stage.server.files().lock().unwrap().paths().map(str::to_owned).collect()
    }

    /// The payments at the server with both gates.
    pub(crate) fn paid(&self) -> Vec<String> {
        let payments = self.stage.server.payments().lock().unwrap();
        payments.made().iter().map(|paid| format!("{} {} to {}", paid.amount, paid.currency, paid.to)).collect()
    }

    /// The audit of the server with both gates, each row as what happened, to whom, and the code.
    pub(crate) fn audit(&self) -> Vec<String> {
        let rows = self.stage.server.gates().grants().audit().unwrap();
        rows.iter().map(|row| format!("{} {} {}", row.what.word(), row.about.subject, row.code)).collect()
    }
}

/// The files with which every server begins.
pub(crate) const ALL_FILES: [&str; 3] = ["notes.txt", "payroll/june.csv", "report.csv"];

fn step(entry: &Entry) -> Option<String> {
    let first = entry.text.first().cloned().unwrap_or_default();
    let violation = if entry.violation.is_some() { " VIOLATION" } else { "" };
    Some(match entry.kind {
        Kind::Note => return None,
        Kind::Effect => format!("==> {first}"),
        Kind::Host => format!("{}: {first}", entry.from),
        Kind::Human => format!("{}: {}", entry.from, entry.text.last()?),
        Kind::Oauth => {
            let scopes = entry.message.as_ref()?.get("scope")?.as_str()?;
            let what = if entry.from == "authorization server" { "grants" } else { "requests" };
            format!("{} {what} {scopes}", entry.from)
        }
        Kind::Http | Kind::Mcp => match entry.http.as_ref()?.status {
            None => format!("{} -> {}: {}{violation}", entry.from, entry.to.as_ref()?, sent(entry)),
            Some(status) => format!("{} {}", status, received(entry)).trim_end().to_owned(),
        },
    })
}

/// A request: its method, tool, arguments, answer, and whether it carries a state.
fn sent(entry: &Entry) -> String {
    let message = entry.message.as_ref();
    let Some(message) = message else { return entry.http.as_ref().unwrap().request.clone().unwrap() };
    let part = |pointer: &str| message.pointer(pointer);
    let mut words = vec![part("/method").and_then(Value::as_str).unwrap().to_owned()];
    words.extend(part("/params/name").and_then(Value::as_str).map(str::to_owned));
    words.extend(part("/params/arguments").map(wire::order::compact));
    words.extend(part("/params/inputResponses/approval").map(wire::order::compact));
    words.extend(part("/params/requestState").map(|_| "+state".to_owned()));
    words.join(" ")
}

/// A response: what kind it is; of a challenge, the scopes that it names; of a list, the tools.
fn received(entry: &Entry) -> String {
    if let Some(challenge) = entry.http.as_ref().and_then(|http| http.headers.first("WWW-Authenticate")) {
        let scopes = challenge.split("scope=\"").nth(1).and_then(|rest| rest.split('"').next());
        return format!("challenge {}", scopes.unwrap_or_default());
    }
    let Some(message) = &entry.message else { return String::new() };
    if let Some(code) = message.pointer("/error/code") {
        return format!("error {code}");
    }
    if let Some(tools) = message.pointer("/result/tools").and_then(Value::as_array) {
        let names: Vec<&str> = tools.iter().filter_map(|tool| tool.get("name")?.as_str()).collect();
        let scope = message.pointer("/result/cacheScope").and_then(Value::as_str).unwrap_or_default();
        return format!("{scope} list {}", names.join(" "));
    }
    match message.pointer("/result/resultType").and_then(Value::as_str) {
        Some("complete") if message.pointer("/result/isError") == Some(&Value::Bool(true)) => "isError".to_owned(),
        Some(kind) => kind.to_owned(),
        None => "document".to_owned(),
    }
}
