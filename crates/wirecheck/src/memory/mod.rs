//! What is remembered of a transcript, so that one message can be held against those before it.
//!
//! Everything is kept in windows: the last [`WINDOW`] requests, questions, challenges and lists. What falls out of one is
//! forgotten, and is then not judged; the summary says how much that was.

mod access;
mod calls;
mod declared;
mod join;
mod key;
mod lists;
mod parties;
mod questions;
mod retry;
mod tokens;
mod window;

pub(crate) use access::{Access, Asking};
pub(crate) use calls::Pending;
pub(crate) use join::Joined;
pub(crate) use key::{Key, Keys, Part};
pub(crate) use lists::Page;
pub(crate) use parties::{QUESTIONS, Side};
pub(crate) use questions::Questions;
pub(crate) use retry::{Echo, Question, Retry, Verdict};

use crate::finding::Place;
use calls::{Ends, Here};
use parties::Parties;
use serde_json::Value;
use window::Window;

/// How many requests, questions, challenges and lists of each kind are remembered.
pub const WINDOW: usize = 1_000;

/// What is remembered of a transcript.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) keys: Keys,
    parties: Parties,
    pending: Window<Here, Pending>,
    /// The key of a pending request by the number of its entry.
    pending_by_entry: Window<u32, Here>,
    pub(crate) questions: Questions,
    pub(crate) access: Access,
    /// The names of a list, as they stood and sorted, by the connection that it was given on.
    lists: Window<Key, (Key, Key)>,
    /// The page that named this cursor.
    pages: Window<Key, Page>,
    /// Entries that ask for a resource's metadata.
    metadata_asked: Window<u32, ()>,
    /// By server: a 401 that does not say where the metadata is. `None` once somebody found it at the known path.
    metadata_unsaid: Window<Key, Option<Place>>,
    /// The connections on which a client sent a token.
    tokens: Window<Key, ()>,
    /// Tokens, each with the name of the server that it was sent to.
    taken: Window<Key, ()>,
    /// The output schema that a tool was listed with, by connection and tool.
    outputs: Window<Here, Value>,
    /// Whether the transcript is known to lack messages, so that what is missing in it proves nothing.
    pub(crate) gaps: bool,
    /// Whether its beginning is there.
    pub(crate) from_the_beginning: bool,
}

impl Memory {
    pub(crate) fn new(partial: bool) -> Self {
        Self {
            keys: Keys::new(),
            parties: Parties::new(),
            pending: Window::new(WINDOW, usize::MAX),
            pending_by_entry: Window::new(WINDOW, usize::MAX),
            questions: Questions::new(),
            access: Access::new(),
            lists: Window::new(WINDOW, usize::MAX),
            pages: Window::new(WINDOW, usize::MAX),
            metadata_asked: Window::new(WINDOW, usize::MAX),
            metadata_unsaid: Window::new(WINDOW, usize::MAX),
            tokens: Window::new(WINDOW, usize::MAX),
            taken: Window::new(WINDOW, usize::MAX),
            outputs: Window::new(WINDOW, lists::HEAVIEST),
            gaps: partial,
            from_the_beginning: !partial,
        }
    }

    /// Whether something that is not found was never there.
    pub(crate) fn whole(&self) -> bool {
        self.from_the_beginning && !self.gaps && self.forgotten() == 0
    }

    /// How many requests and questions were forgotten.
    pub(crate) const fn forgotten(&self) -> u64 {
        self.pending.forgotten() + self.questions.forgotten()
    }

    /// Requests that are unanswered, the oldest first.
    pub(crate) fn unanswered(&self) -> impl Iterator<Item = &Pending> {
        let judged = |pending: &&Pending| {
            let expected = pending.stays_unanswered || pending.method == "subscriptions/listen";
            !pending.without_envelope && !pending.by_server && !expected
        };
        self.pending.iter().filter(judged)
    }

    /// Whether some unanswered request on this connection set a log level.
    pub(crate) fn wants_log(&self, ends: Ends) -> bool {
        self.pending.iter().any(|pending| pending.ends.channel == ends.channel && pending.sets_log_level)
    }

    /// Whether a client sent a token on this connection.
    pub(crate) fn sent_token(&self, ends: Ends) -> bool {
        self.tokens.get(&ends.channel).is_some()
    }

    /// The names of the list that was given before on this connection: as they stood, and sorted.
    pub(crate) fn list_before(&self, ends: Ends) -> Option<(Key, Key)> {
        self.lists.get(&ends.channel).copied()
    }

    /// The page that named a cursor.
    pub(crate) fn page_before(&self, cursor: Key) -> Option<Page> {
        self.pages.get(&cursor).copied()
    }

    /// Each 401 that does not say where the metadata is, if nobody found it elsewhere.
    pub(crate) fn metadata_unsaid(&self) -> impl Iterator<Item = Place> {
        self.metadata_unsaid.iter().flatten().copied().filter(|_| !self.gaps)
    }
}
