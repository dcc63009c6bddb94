//! Challenges, and what clients ask of authorization servers after them.

use super::calls::Ends;
use super::key::{Key, Keys, Part};
use super::window::Window;
use super::{Pending, WINDOW};
use crate::input::Exchange;
use scope::ScopeSet;
use scope::challenge::{bearer_challenge, parse, step_up_challenge};
use serde_json::Value;

/// How many bytes of scopes each window remembers.
const HEAVIEST: usize = 2 * 1024 * 1024;

/// About how many bytes scopes take.
fn weight(scopes: Option<&ScopeSet>) -> usize {
    scopes.into_iter().flat_map(ScopeSet::iter).map(|scope| scope.len() + 2 * size_of::<String>()).sum()
}

/// A 401 or 403 that named scopes, or a 401 that named none.
#[derive(Debug, Clone)]
pub(crate) struct Challenged {
    pub(crate) ends: Ends,
    pub(crate) status: u16,
    pub(crate) scopes: Option<ScopeSet>,
    pub(crate) subject: Key,
}

/// What a client asked for and got, for one server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Book {
    /// What it requested before.
    pub(crate) requested: Option<ScopeSet>,
    /// What its last token covers.
    pub(crate) granted: Option<ScopeSet>,
}

/// What an authorization request follows from.
#[derive(Debug, Clone)]
pub(crate) struct Asking {
    pub(crate) challenged: Challenged,
    pub(crate) book: Book,
    /// How many step-ups this client made before for the same server and tool.
    pub(crate) step_ups: u32,
}

/// What is remembered of authorization.
#[derive(Debug)]
pub(crate) struct Access {
    by_call: Window<Key, ScopeSet>,
    by_entry: Window<u32, Challenged>,
    last: Window<Key, Challenged>,
    books: Window<Key, Book>,
    step_ups: Window<Key, u32>,
    /// By the entry of an authorization request: the book, and what was asked for.
    asked: Window<u32, (Key, ScopeSet)>,
}

impl Access {
    pub(super) fn new() -> Self {
        Self {
            by_call: Window::new(WINDOW, HEAVIEST),
            by_entry: Window::new(WINDOW, HEAVIEST),
            last: Window::new(WINDOW, HEAVIEST),
            books: Window::new(WINDOW, HEAVIEST),
            step_ups: Window::new(WINDOW, usize::MAX),
            asked: Window::new(WINDOW, HEAVIEST),
        }
    }

    /// The scopes that an earlier challenge named for the same call.
    pub(crate) fn named_before(&self, keys: &Keys, request: &Pending) -> Option<&ScopeSet> {
        self.by_call.get(&of_call(keys, request))
    }

    /// What an authorization request follows from: the challenge that it answers, else the last one that its client met.
    pub(super) fn asking(&self, keys: &Keys, exchange: &Exchange, ends: Ends) -> Option<Asking> {
        let challenged = exchange.answers.and_then(|number| self.by_entry.get(&number));
        let challenged = challenged.or_else(|| self.last.get(&ends.client))?;
        let book = self.books.get(&of_book(keys, challenged.ends)).cloned().unwrap_or_default();
        let step_ups = self.step_ups.get(&of_step_up(keys, challenged)).copied().unwrap_or_default();
        Some(Asking { challenged: challenged.clone(), book, step_ups })
    }

    /// Forgets what an earlier entry with this number was.
    pub(super) fn forget_entry(&mut self, number: u32) {
        self.by_entry.take(&number);
        self.asked.take(&number);
    }

    /// Notes a 401 or 403.
    pub(super) fn challenge(&mut self, keys: &Keys, exchange: &Exchange, ends: Ends, request: &Pending) {
        let Some(http) = &exchange.http else { return };
        let challenges = parse(http.headers.all("WWW-Authenticate"));
        let (status, challenge) = match http.status {
            Some(401) => (401, bearer_challenge(&challenges)),
            Some(403) => (403, step_up_challenge(&challenges)),
            _ => return,
        };
        let Some(challenge) = challenge else { return };
        let scopes = challenge.scope();
        if let (403, Some(scopes)) = (status, &scopes) {
            let key = of_call(keys, request);
            let all = self.by_call.get(&key).map_or_else(|| scopes.clone(), |before| before.union(scopes));
            self.by_call.keep(key, weight(Some(&all)), all);
        }
        let challenged = Challenged { ends, status, scopes, subject: request.subject };
        let weight = weight(challenged.scopes.as_ref());
        if let Some(number) = exchange.number {
            self.by_entry.keep(number, weight, challenged.clone());
        }
        self.last.keep(ends.client, weight, challenged);
    }

    /// Notes an authorization request.
    pub(super) fn request(&mut self, keys: &Keys, exchange: &Exchange, asking: &Asking, scopes: &ScopeSet) {
        let key = of_book(keys, asking.challenged.ends);
        let requested = asking.book.requested.as_ref().map_or_else(|| scopes.clone(), |before| before.union(scopes));
        let weighs = weight(Some(&requested)) + weight(asking.book.granted.as_ref());
        self.books.keep(key, weighs, Book { requested: Some(requested), ..asking.book.clone() });
        if asking.challenged.status == 403 {
            self.step_ups.keep(of_step_up(keys, &asking.challenged), 0, asking.step_ups + 1);
        }
        if let Some(number) = exchange.number {
            self.asked.keep(number, weight(Some(scopes)), (key, scopes.clone()));
        }
    }

    /// Notes a token. One that names no scope covers what was asked for.
    pub(super) fn token(&mut self, exchange: &Exchange, message: &Value) {
        let Some((key, asked)) = exchange.answers.and_then(|number| self.asked.get(&number)).cloned() else { return };
        let named = message.get("scope").and_then(Value::as_str).and_then(|text| ScopeSet::parse(text).ok());
        if let Some(book) = self.books.take(&key) {
            let granted = named.unwrap_or(asked);
            let weighs = weight(book.requested.as_ref()) + weight(Some(&granted));
            self.books.keep(key, weighs, Book { granted: Some(granted), ..book });
        }
    }
}

fn of_call(keys: &Keys, request: &Pending) -> Key {
    keys.of(&[Part::Key(request.ends.channel), Part::Key(request.call)])
}

fn of_book(keys: &Keys, ends: Ends) -> Key {
    keys.of(&[Part::Key(ends.client), Part::Key(ends.server)])
}

fn of_step_up(keys: &Keys, challenged: &Challenged) -> Key {
    keys.of(&[Part::Key(of_book(keys, challenged.ends)), Part::Key(challenged.subject)])
}
