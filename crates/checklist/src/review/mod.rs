//! The review of a server's tool list, tool by tool.
//!
//! The list is somebody else's text. It is read strictly, and nothing of it is printed but as code in which every
//! character stands for itself (`code.rs`): no name or title can write a line of the review.
//!
//! A review says what a list says, what that comes to, and what looks wrong. It cannot say what the tools do.

mod alike;
mod arguments;
mod asked;
mod code;
mod facts;
mod kinds;
mod letters;
mod looks;
mod output;
mod read;
mod scopes;
mod verbs;
mod words;

pub use read::{MAX_BYTES, MAX_TOOLS, NotAList};

use askama::Template;
use asked::Asked;
use code::code;
use facts::Facts;
use looks::Finding;
use rules::Rule;
use serde_json::Value;

/// The review of one list.
#[derive(Debug, Template)]
#[template(path = "review.md", escape = "none")]
pub struct Review {
    /// What the list is called, as code.
    name: String,
    /// Whether the server said that there is another page.
    more: bool,
    tools: Vec<Reviewed>,
}

/// The review of one tool.
#[derive(Debug)]
struct Reviewed {
    facts: Facts,
    asked: Asked,
    findings: Vec<Finding>,
}

impl Review {
    /// Reviews what a server answered to `tools/list`: the response, its result, or the array of tools alone. `name` is
    /// printed above it.
    ///
    /// # Errors
    ///
    /// [`NotAList`] for what is not such an answer, or cannot be read in one way only.
    ///
    /// ```
    /// # use twogates_checklist as checklist;
    /// use checklist::review::Review;
    /// let list = r#"[{"name": "wipe", "annotations": {"readOnlyHint": true, "openWorldHint": false}}]"#;
    /// let review = Review::of(list.as_bytes(), "wipe.json").unwrap().markdown().unwrap();
    /// assert!(review.contains("it says that it only reads, and its name says `wipe`"));
    /// assert!(Review::of(b"{}", "empty.json").is_err());
    /// ```
    pub fn of(bytes: &[u8], name: &str) -> Result<Self, NotAList> {
        let list = read::list(bytes)?;
        let alike = alike::groups(list.tools.iter().map(facts::name_of));
        let reviewed = |(place, tool): (usize, &Value)| {
            let facts = Facts::of(tool);
            let mut findings = looks::all(&facts);
            findings.extend(alike.of(place));
            let asked = Asked::of(&facts);
            Reviewed { facts, asked, findings }
        };
        let tools = list.tools.iter().enumerate().map(reviewed).collect();
        Ok(Self { name: code(name), more: list.more, tools })
    }

    /// The review as Markdown.
    ///
    /// # Errors
    ///
    /// What askama says; it has no reason to.
    pub fn markdown(&self) -> Result<String, askama::Error> {
        self.render()
    }

    /// How many tools there are about which a person must be asked whoever the server is.
    fn always(&self) -> usize {
        self.tools.iter().filter(|tool| tool.asked.always()).count()
    }

    /// How many things look wrong.
    fn wrong(&self) -> usize {
        self.tools.iter().map(|tool| tool.findings.len()).sum()
    }

    /// What is wrong with the list as a whole: entries without a name are no tools. None where each has one.
    #[must_use]
    pub fn nameless(&self) -> Option<String> {
        let (count, all) = (self.tools.iter().filter(|tool| tool.facts.name.is_empty()).count(), self.tools.len());
        (count > 0).then(|| {
            format!("{count} of {all} entries have no name; each should be a tool as tools/list names it, with `name`")
        })
    }

    /// The rules that the review cites, each once, in the order of the catalogue.
    fn rules(&self) -> Vec<&'static Rule> {
        let cited = |rule: &Rule| {
            asked::RULES.iter().chain(scopes::RULES).any(|other| **other == *rule)
                || self.tools.iter().flat_map(|tool| &tool.findings).any(|finding| *finding.rule == *rule)
        };
        rules::all().filter(|rule| cited(rule)).collect()
    }
}
