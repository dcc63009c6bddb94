//! The person in front of the host.

use serde_json::{Value, json};
use std::collections::VecDeque;
use twogates::consent::host::Answer;
use wire::result::ANSWER_FIELD;

/// What a person does at a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Says yes.
    Yes,
    /// Sends the form in with a no.
    NoInTheForm,
    /// Declines.
    Decline,
    /// Closes the prompt.
    Cancel,
}

impl Reply {
    /// The answer to a server's question, as it goes over the wire.
    #[must_use]
    pub fn wire(self) -> Value {
        match self {
            Self::Yes => json!({"action": "accept", "content": {ANSWER_FIELD: true}}),
            Self::NoInTheForm => json!({"action": "accept", "content": {ANSWER_FIELD: false}}),
            Self::Decline => json!({"action": "decline"}),
            Self::Cancel => json!({"action": "cancel"}),
        }
    }

    /// The answer as the host's ledger keeps it.
    #[must_use]
    pub const fn ledger(self) -> Answer {
        match self {
            Self::Yes => Answer::Yes,
            Self::NoInTheForm => Answer::NoInTheForm,
            Self::Decline => Answer::Declined,
            Self::Cancel => Answer::Cancelled,
        }
    }

    /// The same at the host's own prompt, where every no means that nothing is sent.
    #[must_use]
    pub const fn at_host(self) -> Answer {
        match self {
            Self::Yes => Answer::Yes,
            Self::NoInTheForm | Self::Decline => Answer::Denied,
            Self::Cancel => Answer::Cancelled,
        }
    }

    /// What the person did at the host's own prompt, which has no form, in a word or two.
    #[must_use]
    pub const fn words_at_host(self) -> &'static str {
        match self {
            Self::NoInTheForm | Self::Decline => "no",
            _ => self.words(),
        }
    }

    /// What the person did at a server's question, in a word or two.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::NoInTheForm => "no, in the form",
            Self::Decline => "decline",
            Self::Cancel => "closes the prompt",
        }
    }
}

/// Someone who answers prompts.
pub trait Person {
    /// Answers the prompt that is shown.
    fn answer(&mut self, prompt: &str) -> Reply;
}

/// A person whose answers are known beforehand. When they run out, the person walks away.
#[derive(Debug, Clone, Default)]
pub struct Script(VecDeque<Reply>);

impl Script {
    /// These answers, in this order.
    #[must_use]
    pub fn of(replies: &[Reply]) -> Self {
        Self(replies.iter().copied().collect())
    }
}

impl Person for Script {
    fn answer(&mut self, _: &str) -> Reply {
        self.0.pop_front().unwrap_or(Reply::Cancel)
    }
}

/// A simple model of a person who tires: the first prompts are read, and a call that the person does not want is
/// declined. After that every prompt is answered yes, unread. Nothing else about people is in it.
#[derive(Debug, Clone)]
pub struct Tired {
    /// How many prompts are read.
    pub reads: usize,
    /// What a prompt says when the person does not want its call.
    pub unwanted: Vec<String>,
    /// How many prompts there were so far.
    pub shown: usize,
}

impl Person for Tired {
    fn answer(&mut self, prompt: &str) -> Reply {
        self.shown += 1;
        let unwanted = self.unwanted.iter().any(|words| prompt.contains(words));
        if self.shown <= self.reads && unwanted { Reply::Decline } else { Reply::Yes }
    }
}
