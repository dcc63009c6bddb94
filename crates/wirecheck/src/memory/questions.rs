//! The questions that servers asked, and how a request relates to them.

use super::WINDOW;
use super::calls::{Ends, Here, Pending, state};
use super::key::{Key, Keys, Part, weight};
use super::retry::{Echo, Fate, Question, Retry, Use, Verdict, says_neither, well_formed};
use super::window::Window;
use crate::finding::Place;
use crate::input::Exchange;
use crate::parts::Parts;
use serde_json::{Map, Value};
use std::sync::Arc;

/// How many bytes of questions are remembered.
const HEAVIEST: usize = 16 * 1024 * 1024;

/// What is remembered of questions.
#[derive(Debug)]
pub(crate) struct Questions {
    next: u64,
    all: Window<u64, Question>,
    by_state: Window<Key, u64>,
    /// The same by connection and state: two servers may give one state.
    by_state_here: Window<Here, u64>,
    by_call: Window<Here, u64>,
    by_subject: Window<Here, u64>,
    by_entry: Window<u32, u64>,
    /// What became of each question; of those that have one state, together: a state is used once, however often it was
    /// given.
    fates: Window<Here, Fate>,
    /// What the last question asked for. Most servers ask with one form, which is then kept once.
    last_asked: Arc<Map<String, Value>>,
    /// By the entry of a retry: its question, and what was answered.
    retries: Window<u32, (Option<u64>, Verdict)>,
}

impl Questions {
    pub(super) fn new() -> Self {
        Self {
            next: 0,
            all: Window::new(WINDOW, HEAVIEST),
            by_state: Window::new(WINDOW, usize::MAX),
            by_state_here: Window::new(WINDOW, usize::MAX),
            by_call: Window::new(WINDOW, usize::MAX),
            by_subject: Window::new(WINDOW, usize::MAX),
            by_entry: Window::new(WINDOW, usize::MAX),
            fates: Window::new(WINDOW, usize::MAX),
            last_asked: Arc::default(),
            retries: Window::new(WINDOW, usize::MAX),
        }
    }

    pub(crate) fn get(&self, number: Option<u64>) -> Option<&Question> {
        self.all.get(&number?)
    }

    pub(super) const fn forgotten(&self) -> u64 {
        self.all.forgotten()
    }

    /// What became of the question of the retry in this entry, and what that answered.
    pub(crate) fn of_retry(&self, entry: u32) -> Option<(Fate, Verdict)> {
        let (number, verdict) = self.retries.get(&entry)?;
        Some((self.get(*number).map(|question| self.fate(question.fate)).unwrap_or_default(), *verdict))
    }

    fn fate(&self, key: Here) -> Fate {
        self.fates.get(&key).copied().unwrap_or_default()
    }

    /// Notes what became of a question.
    fn change(&mut self, number: Option<u64>, change: impl FnOnce(&mut Fate)) {
        let Some(key) = self.get(number).map(|question| question.fate) else { return };
        let mut fate = self.fate(key);
        change(&mut fate);
        self.fates.keep(key, 0, fate);
    }

    /// What became of the question of a retry by now. While it was under way, another one may have been answered.
    pub(super) fn by_now(&self, retry: &mut Retry) {
        if let Some(key) = retry.fate {
            retry.became = self.fate(key);
        }
    }

    /// How a request relates to what was asked. `None` if it carries neither answers nor state.
    pub(super) fn retry(
        &self,
        keys: &Keys,
        exchange: &Exchange,
        parts: &Parts<'_>,
        request: &Pending,
        judged: bool,
    ) -> Option<Retry> {
        let (given, responses) = (parts.param("requestState"), parts.param("inputResponses"));
        if given.is_none() && responses.is_none() {
            return None;
        }
        let exact = given.and_then(|given| self.given(request, state(keys, given)));
        let asked = exact.or_else(|| self.asked(exchange, request));
        let question = self.get(asked);
        let echo = match (exact, given, question.map(|question| question.state)) {
            (Some(_), ..) | (None, None, Some(None)) => Echo::Exact,
            (None, Some(_), Some(Some(_))) => Echo::Changed,
            (None, Some(_), Some(None)) => Echo::Invented,
            (None, None, Some(Some(_))) => Echo::Missing,
            (None, Some(_), None) if judged => Echo::Invented,
            (None, _, None) => Echo::Unjudged,
        };
        let of_exact = |differs: fn(&Question, &Pending) -> bool| {
            self.get(exact).is_some_and(|question| differs(question, request))
        };
        let fate = self.get(exact).map(|question| question.fate);
        Some(Retry {
            question: asked,
            echo,
            other_call: of_exact(|question, request| question.call != request.call),
            other_subject: of_exact(|question, request| question.subject != request.subject),
            other_server: of_exact(|question, request| question.server != request.ends.server),
            other_client: of_exact(|question, request| question.client != request.ends.client),
            same_id: question.is_some_and(|asked| asked.channel == request.ends.channel && asked.id == request.id),
            answers: keys.of(&[responses.into()]),
            verdict: Verdict::of(responses, question.map(|question| &*question.asked)),
            says_neither: question.is_some_and(|question| says_neither(responses, &question.asked)),
            well_formed: question.is_some_and(|question| well_formed(responses, &question.asked)),
            fate,
            became: fate.map(|key| self.fate(key)).unwrap_or_default(),
        })
    }

    /// The question that gave a state: about this very call, else on this connection, else anywhere.
    fn given(&self, request: &Pending, state: Key) -> Option<u64> {
        let gave = |number: &&u64| self.all.get(*number).is_some_and(|question| question.state == Some(state));
        let this_call = self.by_call.get(&request.ends.here(request.call)).filter(gave);
        let here = || self.by_state_here.get(&request.ends.here(state)).filter(gave);
        let anywhere = || self.by_state.get(&state).filter(gave);
        this_call.or_else(here).or_else(anywhere).copied()
    }

    /// The question that a request answers, when its state does not say: the one that its entry names, else the last one
    /// about the same call, else the last one about the same tool.
    fn asked(&self, exchange: &Exchange, request: &Pending) -> Option<u64> {
        let named = exchange.answers.and_then(|number| self.by_entry.get(&number));
        let same_call = || self.by_call.get(&request.ends.here(request.call));
        let same_subject = || self.by_subject.get(&request.ends.here(request.subject));
        named.or_else(same_call).or_else(same_subject).copied().filter(|number| self.all.get(number).is_some())
    }

    /// Keeps a question.
    pub(super) fn ask(
        &mut self,
        keys: &Keys,
        place: Place,
        given: Option<Key>,
        asked: Map<String, Value>,
        request: &Pending,
    ) {
        let here = given.map(|given| request.ends.here(given));
        self.follow(given, request);
        let weight = asked.values().map(weight).sum();
        if *self.last_asked != asked {
            self.last_asked = Arc::new(asked);
        }
        let number = self.next;
        self.next += 1;
        let Ends { client, server, channel } = request.ends;
        let (id, call, subject) = (request.id, request.call, request.subject);
        let question = Question {
            place,
            channel,
            client,
            server,
            id,
            call,
            subject,
            state: given,
            fate: here.unwrap_or_else(|| request.ends.here(keys.of(&[Part::Number(number)]))),
            asked: self.last_asked.clone(),
        };
        self.all.keep(number, weight, question);
        if let (Some(given), Some(here)) = (given, here) {
            self.by_state.keep(given, 0, number);
            self.by_state_here.keep(here, 0, number);
        }
        self.by_call.keep(request.ends.here(call), 0, number);
        self.by_subject.keep(request.ends.here(subject), 0, number);
        if let Some(entry) = place.entry {
            self.by_entry.keep(entry, 0, number);
        }
    }

    /// Forgets what an earlier entry with this number was.
    pub(super) fn forget_entry(&mut self, number: u32) {
        self.by_entry.take(&number);
        self.retries.take(&number);
    }

    /// Notes a retry, so that an effect can be held against it.
    pub(super) fn note_retry(&mut self, entry: Option<u32>, retry: &Retry) {
        if let Some(entry) = entry {
            self.retries.keep(entry, 0, (retry.question, retry.verdict));
        }
    }

    /// Notes the complete result of a retry. The first one counts.
    pub(super) fn complete(&mut self, retry: &Retry, is_error: bool) {
        let exact = (retry.echo == Echo::Exact && !retry.must_be_refused()).then_some(retry.question).flatten();
        let this = Use { answers: retry.answers, verdict: retry.verdict, is_error };
        self.change(exact, |fate| fate.used = fate.used.or(Some(this)));
    }

    /// Notes that an answer brought another question. The same state again, or a round after no answer, is the same one.
    fn follow(&mut self, given: Option<Key>, request: &Pending) {
        let answered =
            |retry: &&Retry| retry.echo == Echo::Exact && retry.verdict != Verdict::Nothing && retry.well_formed;
        let Some(retry) = request.retry.as_ref().filter(answered).filter(|retry| !retry.must_be_refused()) else {
            return;
        };
        if self.get(retry.question).is_some_and(|question| question.state != given) {
            self.change(retry.question, |fate| fate.followed = true);
        }
    }

    /// Notes an effect of the retry in this entry.
    pub(super) fn effect(&mut self, entry: u32) {
        let number = self.retries.get(&entry).and_then(|(number, _)| *number);
        self.change(number, |fate| fate.effects += 1);
    }
}
