//! Why a server does not start.

use std::fmt;

/// What an operator said, or a handler has, that does not fit together. The server does not start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadSetup {
    /// The server's identity is no http or https address, so that no token can be for it.
    NotAnAddress {
        /// The identity.
        server: String,
    },
    /// The handler did not list its tools.
    Unlisted {
        /// What it said.
        what: String,
    },
    /// A policy names a tool that the handler does not have.
    NoSuchTool {
        /// The name in the policy.
        tool: String,
        /// The tools that the handler has.
        has: Vec<String>,
    },
    /// Two tools, or two policies, have one name.
    TwoOfOneName {
        /// The name.
        tool: String,
    },
    /// Two tools have names that only case or the form of their letters (Unicode NFKC) tells apart: a client could show one
    /// and call the other.
    TwoAlike {
        /// One name.
        tool: String,
        /// The other.
        other: String,
    },
    /// A name has no character, or more than 128 (rule `TOOL-05`).
    BadName {
        /// The name.
        tool: String,
    },
    /// The arguments of a tool cannot be held against its schema.
    BadSchema {
        /// The tool.
        tool: String,
        /// What cannot.
        what: String,
    },
    /// A tool is to run with nobody asked, and its own hints do not say that it only reads, in a closed world.
    NotARead {
        /// The tool.
        tool: String,
    },
    /// A yes to a tool is to count more often than it can: more than once only for a call that runs later and has no stage
    /// that is named after its grant (rule `GRANT-19`).
    TooManyUses {
        /// The tool.
        tool: String,
        /// How often it was to count.
        number: u32,
    },
    /// Calls of a tool run later, and nobody said who may still make them then.
    NoAuthority {
        /// The tool.
        tool: String,
    },
    /// Calls of a tool run later, and there is no queue for them.
    NoQueue {
        /// The tool.
        tool: String,
    },
}

impl BadSetup {
    /// What is wrong.
    fn why(&self) -> String {
        match self {
            Self::NotAnAddress { server } => format!("{server:?} is no http or https address"),
            Self::Unlisted { what } => format!("the handler did not list its tools: {what}"),
            Self::NoSuchTool { tool, has } => {
                format!("there is a policy for {tool:?}, and the handler has no such tool; it has {}", has.join(", "))
            }
            Self::TwoOfOneName { tool } => format!("{tool:?} is named twice"),
            Self::TwoAlike { tool, other } => {
                format!("{tool:?} and {other:?} are told apart by case or by the form of their letters alone")
            }
            Self::TooManyUses { tool, number } => format!("one yes cannot count for {number} runs of {tool:?}"),
            Self::BadName { tool } => {
                format!("a tool's name has 1 to 128 characters, and {tool:?} has {}", tool.chars().count())
            }
            Self::BadSchema { tool, what } => {
                format!("arguments cannot be held against the schema of {tool:?}: {what}")
            }
            Self::NotARead { tool } => {
                format!(
                    "{tool:?} is to run with nobody asked, and its hints do not say that it only reads, in a closed world"
                )
            }
            Self::NoAuthority { tool } => {
                format!("calls of {tool:?} run later, and nobody said who may still make them then")
            }
            Self::NoQueue { tool } => format!("calls of {tool:?} run later, and there is no queue for them"),
        }
    }

    /// What to do.
    const fn remedy(&self) -> &'static str {
        match self {
            Self::NotAnAddress { .. } => "name the address that clients use, such as https://notes.example/mcp",
            Self::Unlisted { .. } => "make tools/list of the handler work without a caller",
            Self::NoSuchTool { .. } => "correct the name, or remove the policy",
            Self::TwoOfOneName { .. } => "give each tool a name and one policy",
            Self::TwoAlike { .. } => "rename one of them, for a client could show one and call the other",
            Self::TooManyUses { .. } => {
                "let a yes count once, or 2 to 100 times for a tool whose calls run later and that is not staged"
            }
            Self::BadName { .. } => "shorten the name",
            Self::BadSchema { .. } => "write a schema that stands alone, with each default where one value can have it",
            Self::NotARead { .. } => {
                "annotate it with readOnlyHint true and openWorldHint false, have it asked about, or use danger::unasked"
            }
            Self::NoAuthority { .. } => "give Setup::authority the directory that knows",
            Self::NoQueue { .. } => "give Setup::queue one",
        }
    }
}

impl fmt::Display for BadSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.why(), self.remedy())
    }
}

impl std::error::Error for BadSetup {}
