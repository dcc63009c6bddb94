//! The samples of the checks: for each a bad transcript that it alone objects to, and a good one.
//!
//! They stand in text files, a family of checks in each. `# name` begins a check; `= bad` and then a JSON pointer begins
//! its bad transcript, `= good` its good one. A line that begins with `@` stands for a message that is right, and
//! `$META`, `$HOST`, `$SERVER` and `$AS` for what is the same in all of them.

use crate::patch::Patch;

/// The samples of one check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Samples {
    /// A transcript with exactly one fault, which the check finds.
    pub bad: Vec<String>,
    /// The pointer to that fault.
    pub pointer: String,
    /// A transcript with none.
    pub good: Vec<String>,
}

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#;

/// What stands for what.
const WORDS: &[(&str, &str)] = &[
    ("$META", META),
    ("$HOST", r#""v":1,"act":"sample","atMs":0,"from":"host","to":"server""#),
    ("$SERVER", r#""v":1,"act":"sample","atMs":0,"from":"server","to":"host""#),
    ("$AS", r#""v":1,"act":"sample","atMs":0,"from":"host","to":"authorization server""#),
];

impl Samples {
    /// Those of the check `name`. Empty where the text has none.
    pub(crate) fn of(name: &str, text: &str) -> Self {
        let begin = format!("# {name}");
        let lines = text.lines().skip_while(|line| *line != begin).skip(1);
        let mut samples = Self::default();
        let mut bad = true;
        for line in lines.take_while(|line| !line.starts_with("# ")).filter(|line| !line.is_empty()) {
            match line.strip_prefix("= ") {
                Some(heading) => {
                    bad = heading != "good";
                    if bad {
                        samples.pointer = heading.trim_start_matches("bad").trim().to_owned();
                    }
                }
                None if bad => samples.bad.push(spelled(line)),
                None => samples.good.push(spelled(line)),
            }
        }
        samples
    }

    /// The bad transcript after a repair of the document on this line, from 1. `None` if the patch does not fit.
    #[must_use]
    pub fn repaired(&self, line: u64, repair: &Patch) -> Option<Vec<String>> {
        let place = usize::try_from(line).ok()?.checked_sub(1)?;
        let document = serde_json::from_str(self.bad.get(place)?).ok()?;
        let repaired = repair.apply(&document).ok()?.to_string();
        let mut lines = self.bad.clone();
        lines.get_mut(place)?.clone_from(&repaired);
        Some(lines)
    }
}

/// A line with all that it leaves out.
fn spelled(line: &str) -> String {
    let line = match line.strip_prefix('@') {
        Some(short) => in_full(&short.split(' ').collect::<Vec<_>>()).unwrap_or_else(|| line.to_owned()),
        None => line.to_owned(),
    };
    WORDS.iter().fold(line, |line, (word, meaning)| line.replace(word, meaning))
}

/// A message that is right: a call, what it returned, a question about it, a yes to it, and the same as entries.
fn in_full(words: &[&str]) -> Option<String> {
    Some(match words {
        ["call", id] => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"delete_file","arguments":{{"path":"notes.txt"}},"_meta":$META}}}}"#
        ),
        ["list", id] => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"_meta":$META}}}}"#),
        ["done", id] => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[{{"type":"text","text":"deleted notes.txt"}}]}}}}"#
        ),
        ["not-done", id] => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","isError":true,"content":[{{"type":"text","text":"Not run."}}]}}}}"#
        ),
        ["ask", id] => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{{"approval":{{"method":"elicitation/create","params":{{"message":"May this run?","requestedSchema":{{"type":"object","properties":{{"approved":{{"type":"boolean"}}}},"required":["approved"]}}}}}}}},"requestState":"state-{id}"}}}}"#
        ),
        ["yes", id, asked] => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"delete_file","arguments":{{"path":"notes.txt"}},"inputResponses":{{"approval":{{"action":"accept","content":{{"approved":true}}}}}},"requestState":"state-{asked}","_meta":$META}}}}"#
        ),
        ["no", id, asked] => in_full(&["yes", id, asked])?
            .replace(r#"{"action":"accept","content":{"approved":true}}"#, r#"{"action":"decline"}"#),
        ["refused", id] => {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"Ask afresh."}}}}"#)
        }
        ["post", number, message @ ..] => format!(
            r#"{{$HOST,"number":{number},"kind":"mcp","http":{{"request":"POST /mcp","headers":[["Authorization","Bearer <token>"],["MCP-Protocol-Version","2026-07-28"],["Mcp-Method","tools/call"],["Mcp-Name","delete_file"]]}},"message":{}}}"#,
            in_full(message)?
        ),
        ["reply", number, answers, message @ ..] => format!(
            r#"{{$SERVER,"number":{number},"answers":{answers},"kind":"mcp","http":{{"status":200,"headers":[]}},"message":{}}}"#,
            in_full(message)?
        ),
        _ => return None,
    })
}
