//! What two transcripts tell apart: what was shown, told, answered, asked, and given up.

use serde_json::Value;
use std::collections::BTreeSet;
use twogates::consent::render;
use twogates::scope::challenge;
use wire::Entry;
use wire::entry::Kind;

/// How many lines of one kind are said before the others are only counted.
const FEW: usize = 3;

/// What happened in `weak` and not in `honest`, as its entries tell it.
pub(super) fn beyond(weak: &[Entry], honest: &[Entry]) -> Vec<String> {
    let mut lines = few(shown(weak).difference(&shown(honest)).cloned());
    lines.extend(few(more(told(weak), told(honest))));
    lines.extend(few(more(answered(weak), answered(honest))));
    lines.extend(prompts(weak, honest));
    lines.extend(authorizations(weak, honest));
    lines.extend(more(gave_up(weak), gave_up(honest)));
    lines
}

/// What was answered in `honest` and not in `weak`.
pub(super) fn missing(honest: &[Entry], weak: &[Entry]) -> Vec<String> {
    few(more(answered(honest), answered(weak)))
}

/// Equal lines as one, with how often it stands; of many different ones the first few, and the number of the others.
fn few(lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut gathered: Vec<(String, usize)> = Vec::new();
    for line in lines {
        match gathered.iter_mut().find(|(known, _)| *known == line) {
            Some((_, times)) => *times += 1,
            None => gathered.push((line, 1)),
        }
    }
    let others = gathered.len().saturating_sub(FEW);
    let said = gathered.into_iter().take(FEW).map(|(line, times)| match times {
        1 => line,
        _ => format!("{line} ({times} times)"),
    });
    said.chain((others > 0).then(|| format!("and {others} more like these"))).collect()
}

/// What stands more often in `here` than in `there`, in order.
fn more<T: PartialEq>(here: Vec<T>, mut there: Vec<T>) -> Vec<T> {
    let new = |line: &T| match there.iter().position(|known| known == line) {
        Some(at) => {
            there.remove(at);
            false
        }
        None => true,
    };
    here.into_iter().filter(new).collect()
}

/// Which tools each host shows its model.
fn shown(entries: &[Entry]) -> BTreeSet<String> {
    let lists = entries.iter().filter(|entry| entry.kind == Kind::Host).flat_map(|entry| {
        let tools = entry.text.iter().filter_map(|line| line.strip_prefix("shows the model: "));
        tools.map(|tools| (entry.from.as_str(), tools))
    });
    lists
        .flat_map(|(host, tools)| tools.split(", ").map(move |tool| format!("{host} shows its model {tool}")))
        .collect()
}

/// What challenges say to each host.
fn told(entries: &[Entry]) -> Vec<String> {
    let told = |entry: &Entry| {
        let http = entry.http.as_ref().filter(|http| http.status == Some(403))?;
        let challenges = challenge::parse(http.headers.all("WWW-Authenticate"));
        let what = challenge::step_up_challenge(&challenges)?.param("error_description")?;
        Some(format!("{} is told that {}", receiver(entry), render::line(what)))
    };
    entries.iter().filter_map(told).collect()
}

/// Which results say that something was done, where no effect says so already.
fn answered(entries: &[Entry]) -> Vec<String> {
    let effects = entries.iter().filter(|entry| entry.kind == Kind::Effect);
    let effects: BTreeSet<_> = effects.filter_map(|effect| effect.answers).collect();
    let answered = |entry: &Entry| {
        let result = entry.message.as_ref()?.get("result")?;
        let complete = result.get("resultType").and_then(Value::as_str) == Some("complete");
        let failed = result.get("isError").is_some();
        let silent = entry.answers.is_none_or(|request| !effects.contains(&request));
        let text = result.pointer("/content/0/text").and_then(Value::as_str)?;
        (complete && !failed && silent).then(|| format!("{} is answered: {}", receiver(entry), render::line(text)))
    };
    entries.iter().filter_map(answered).collect()
}

/// Who was asked in one run only, and what a prompt says in one run only.
fn prompts(weak: &[Entry], honest: &[Entry]) -> Vec<String> {
    let (extra, missing) = (more(asked(weak), asked(honest)), more(asked(honest), asked(weak)));
    let pairs = extra.len().min(missing.len());
    let mut lines = Vec::new();
    for (weak, honest) in extra.iter().zip(&missing) {
        let person = weak.person;
        lines.extend(weak.lines_beyond(honest).map(|line| format!("{person} reads in the prompt: {line}")));
        lines.extend(honest.lines_beyond(weak).map(|line| format!("{person} does not read in the prompt: {line}")));
    }
    let about = |prompt: &Prompt<'_>, asked: &str| format!("{} {asked} asked about {}", prompt.person, prompt.tool());
    lines.extend(few(missing.iter().skip(pairs).map(|prompt| about(prompt, "is not"))));
    lines.extend(few(extra.iter().skip(pairs).map(|prompt| about(prompt, "is"))));
    lines
}

/// A prompt, without what the person answered.
#[derive(PartialEq)]
struct Prompt<'a> {
    person: &'a str,
    lines: Vec<&'a str>,
}

fn asked(entries: &[Entry]) -> Vec<Prompt<'_>> {
    entries.iter().filter(|entry| entry.kind == Kind::Human).map(Prompt::of).collect()
}

impl<'a> Prompt<'a> {
    fn of(entry: &'a Entry) -> Self {
        let lines = entry.text.iter().map(|line| &**line).filter(|line| !line.starts_with("> "));
        Self { person: &entry.from, lines: lines.collect() }
    }

    fn lines_beyond(&self, other: &Self) -> impl Iterator<Item = &'a str> {
        let lines = more(self.lines.clone(), other.lines.clone()).into_iter();
        lines.map(|line| line.trim_start_matches("| ").trim())
    }

    fn tool(&self) -> &'a str {
        self.lines.iter().find_map(|line| line.strip_prefix("Tool: ")).unwrap_or("a call")
    }
}

/// Whether there are more authorization requests.
fn authorizations(weak: &[Entry], honest: &[Entry]) -> Option<String> {
    let requests = |entries: &[Entry]| {
        let request = |entry: &&Entry| {
            let asks = |message: &Value| message.get("response_type").is_some();
            entry.kind == Kind::Oauth && entry.message.as_ref().is_some_and(asks)
        };
        entries.iter().filter(request).count()
    };
    let (weak, honest) = (requests(weak), requests(honest));
    (weak > honest).then(|| format!("authorization requests: {weak} in place of {honest}"))
}

/// Which hosts gave up, and why.
fn gave_up(entries: &[Entry]) -> Vec<String> {
    let gave_up = |entry: &Entry| {
        let gate = entry.gate.as_ref().filter(|gate| gate.verdict == "gave up")?;
        Some(format!("{} gives up: {}", entry.from, gate.why))
    };
    entries.iter().filter_map(gave_up).collect()
}

fn receiver(entry: &Entry) -> &str {
    entry.to.as_deref().unwrap_or("somebody")
}
