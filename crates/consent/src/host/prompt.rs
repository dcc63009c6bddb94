//! What a person sees: the host's own reading of the call first, a server's words below and marked as such.

use super::wrap::wrapped;
use super::{HostDecision, MAX_ARGUMENTS, PlannedCall, WhyAsked};
use crate::render::{LIMIT, SAFE, call, fitting, ordered};
use serde_json::{Map, Value};
use wire::{Digest, canonical};

/// How many lines of a server's message are shown, as they stand on the screen. More would push the host's own part out of sight.
const LINES: usize = 40;
/// How many characters of one of these lines are shown. An honest question has room in it for a value and its name.
const WIDTH: usize = 2 * LIMIT;
/// What each line of a server's words begins with.
const SERVERS: &str = "| ";
/// What a line begins with that goes on with the one before.
const GOES_ON: &str = "    + ";

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks<'a> {
    /// The host itself, before it sends the call.
    Host(WhyAsked),
    /// The server, with this message, about a call that was sent to it.
    Server(&'a str),
}

/// The text of a prompt.
///
/// Server, tool and arguments are the host's own rendering, of the call as it sends it. A server's words follow below
/// everything of the host's, and each of their lines carries a mark (rules `HOST-03`, `ELIC-15`). No line is longer than
/// `columns` (24 at least), which is how wide the reader's screen is: where a screen breaks a line by itself, the second
/// half looks like a line of its own. A line that goes on begins with a mark too.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::host::{Asks, ListedTool, ServerId, prompt};
/// use serde_json::json;
/// let server = ServerId::new("files");
/// let tool = ListedTool::read(&server, &json!({"name": "delete_file"})).unwrap();
/// let arguments = json!({"path": "notes.txt"});
/// let shown = prompt(&tool.plan(arguments.as_object().unwrap()), Asks::Server("Tidy up?\nTool: list_files"), 80);
/// assert_eq!(shown, r#"The server asks about this call.
/// Server: files
/// Tool: delete_file
/// Arguments:
///   path = "notes.txt"
/// You can answer yes or no in its form, decline, or cancel.
/// The server's own words, which nobody has checked:
/// | Tidy up?
/// | Tool: list_files"#);
/// ```
#[must_use]
pub fn prompt(planned: &PlannedCall<'_>, asks: Asks<'_>, columns: usize) -> String {
    let mut lines = Vec::new();
    // The host's own sentences: no text from elsewhere is in them.
    let own = |text: &str| wrapped(text, "", "", columns).into_iter().map(|line| line.trim_end().to_owned());
    match asks {
        Asks::Host(why) => {
            lines.extend(own("This host asks: may it send this call?"));
            lines.extend(reading(planned, columns));
            lines.extend(own(&format!("Asked because {}.", HostDecision::Ask { why }.why())));
            lines.extend(own("You can answer yes or no, or cancel."));
        }
        Asks::Server(message) => {
            lines.extend(own("The server asks about this call."));
            lines.extend(reading(planned, columns));
            lines.extend(own("You can answer yes or no in its form, decline, or cancel."));
            lines.extend(own("The server's own words, which nobody has checked:"));
            let words = message.split('\n').take(LINES).map(|words| fitting(words, WIDTH));
            let words: Vec<String> = words.flat_map(|words| wrapped(&words, SERVERS, SERVERS, columns)).collect();
            let more = message.split('\n').skip(LINES).count() + words.len().saturating_sub(LINES);
            lines.extend(words.into_iter().take(LINES));
            if more > 0 {
                lines.extend(own(&format!("Lines of the server's that are not shown: {more}")));
            }
        }
    }
    lines.join("\n")
}

/// The host's own reading of a call. Where it has more than [`MAX_ARGUMENTS`] arguments, the others are counted; such a
/// call is not sent (see [`PlannedCall::showable`]).
fn reading(planned: &PlannedCall<'_>, columns: usize) -> Vec<String> {
    let values = planned.call().values();
    let (shown, rest): (Vec<_>, Vec<_>) =
        ordered(&values).into_iter().enumerate().partition(|(at, _)| *at < MAX_ARGUMENTS);
    let map = |part: Vec<(usize, (&str, &Value))>| -> Map<String, Value> {
        part.into_iter().map(|(_, (name, value))| (name.to_owned(), value.clone())).collect()
    };
    let lines = call(planned.tool().server().name(), planned.call().tool(), &map(shown), &SAFE);
    let mut lines: Vec<String> = lines.iter().flat_map(|line| wrapped(line, "", GOES_ON, columns)).collect();
    if !rest.is_empty() {
        let count = rest.len();
        let digest = Digest::of("two-gates/arguments-not-shown/1", &[&canonical::object(&map(rest))]).short();
        let more = format!("  Arguments that are not shown: {count} (SHA-256 {digest}...)");
        lines.extend(wrapped(&more, "", GOES_ON, columns));
    }
    lines
}
