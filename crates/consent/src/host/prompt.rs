//! What a person sees: the host's own reading of the call first, a server's words below and marked as such.

use super::{HostDecision, PlannedCall, WhyAsked};
use crate::render::{LIMIT, SAFE, call, fitting};

/// How many lines of a server's message are shown. More would push the host's own part out of sight.
const LINES: usize = 40;
/// How many characters of one of these lines are shown. An honest question has room in it for a value and its name.
const WIDTH: usize = 2 * LIMIT;

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
/// everything of the host's, and each of their lines carries a mark (rules `HOST-03`, `ELIC-15`).
///
/// ```
/// # use twogates_consent as consent;
/// use consent::host::{Asks, ListedTool, ServerId, prompt};
/// use serde_json::json;
/// let server = ServerId::new("files");
/// let tool = ListedTool::read(&server, &json!({"name": "delete_file"})).unwrap();
/// let arguments = json!({"path": "notes.txt"});
/// let shown = prompt(&tool.plan(arguments.as_object().unwrap()), Asks::Server("Tidy up?\nTool: list_files"));
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
pub fn prompt(planned: &PlannedCall<'_>, asks: Asks<'_>) -> String {
    let server = planned.tool().server().name();
    let tool = planned.call().tool();
    let shown = call(server, tool, &planned.call().values(), &SAFE);
    match asks {
        Asks::Host(why) => {
            let mut lines = vec!["This host asks: may it send this call?".to_owned()];
            lines.extend(shown);
            lines.push(format!("Asked because {}.", HostDecision::Ask { why }.why()));
            lines.push("You can answer yes or no, or cancel.".to_owned());
            lines.join("\n")
        }
        Asks::Server(message) => {
            let mut lines = vec!["The server asks about this call.".to_owned()];
            lines.extend(shown);
            lines.push("You can answer yes or no in its form, decline, or cancel.".to_owned());
            lines.push("The server's own words, which nobody has checked:".to_owned());
            lines.extend(message.split('\n').take(LINES).map(|words| format!("| {}", fitting(words, WIDTH))));
            let more = message.split('\n').skip(LINES).count();
            if more > 0 {
                lines.push(format!("Lines of the server's that are not shown: {more}"));
            }
            lines.join("\n")
        }
    }
}
