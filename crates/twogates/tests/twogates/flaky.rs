//! A store that stops answering when its test says so, or lets somebody else be faster.

use crate::client::{delete, error, result};
use crate::server::Server;
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use twogates::consent::{Denial, Moment, Question, QuestionId};
use twogates::grants::audit::{About, Refusal, Row};
use twogates::grants::{
    Authority, Claiming, End, FakeClock, Freshness, Grant, GrantId, Holder, Memory, NewGrant, NoesOf, NotUsable, Order,
    Standing, Store,
};

/// What somebody else does between two steps of one request.
type Meanwhile = Box<dyn FnOnce() + Send>;

/// A memory store that answers so many more times.
pub(crate) struct Flaky {
    memory: Memory,
    left: AtomicI64,
    meanwhile: Mutex<Option<Meanwhile>>,
}

impl fmt::Debug for Flaky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Flaky")
    }
}

impl Flaky {
    fn over(clock: FakeClock) -> Arc<Self> {
        Arc::new(Self { memory: Memory::new(clock), left: AtomicI64::new(i64::MAX), meanwhile: Mutex::default() })
    }

    /// Lets this happen right after the next time that nothing is known of a question.
    pub(crate) fn meanwhile(&self, happens: impl FnOnce() + Send + 'static) {
        *self.meanwhile.lock().unwrap() = Some(Box::new(happens));
    }

    /// Answers `times` more times, and then no more.
    pub(crate) fn answers(&self, times: i64) {
        self.left.store(times, Ordering::SeqCst);
    }

    fn memory(&self) -> Result<&Memory, NotUsable> {
        let left = self.left.fetch_sub(1, Ordering::SeqCst);
        if left > 0 { Ok(&self.memory) } else { Err(NotUsable::Unavailable("disk 7 of db.internal is full".into())) }
    }
}

impl Store for Flaky {
    fn now(&self) -> Moment {
        self.memory.now()
    }

    fn asked(&self, question: &Question, about: &About) -> Result<(), NotUsable> {
        self.memory()?.asked(question, about)
    }

    fn recall(&self, question: QuestionId) -> Result<Option<Standing>, NotUsable> {
        let known = self.memory()?.recall(question)?;
        let meanwhile = if known.is_none() { self.meanwhile.lock().unwrap().take() } else { None };
        if let Some(happens) = meanwhile {
            happens();
        }
        Ok(known)
    }

    fn deny(&self, denial: &Denial) -> Result<Standing, NotUsable> {
        self.memory()?.deny(denial)
    }

    fn issue(&self, new: &[NewGrant]) -> Result<(Vec<Grant>, Freshness), NotUsable> {
        self.memory()?.issue(new)
    }

    fn claim(&self, claiming: &Claiming, authority: &dyn Authority) -> Result<Grant, NotUsable> {
        self.memory()?.claim(claiming, authority)
    }

    fn issue_and_claim(
        &self,
        new: &NewGrant,
        claiming: &Claiming,
        authority: &dyn Authority,
    ) -> Result<Grant, NotUsable> {
        self.memory()?.issue_and_claim(new, claiming, authority)
    }

    fn go_on(&self, grant: GrantId, holder: Holder) -> Result<Grant, NotUsable> {
        self.memory()?.go_on(grant, holder)
    }

    fn commit(&self, grant: GrantId, holder: Holder, text: &str) -> Result<Grant, NotUsable> {
        self.memory()?.commit(grant, holder, text)
    }

    fn settle(&self, grant: GrantId, holder: Holder, end: End, text: &str) -> Result<Grant, NotUsable> {
        self.memory()?.settle(grant, holder, end, text)
    }

    fn revoke(&self, grant: GrantId, order: &Order) -> Result<Grant, NotUsable> {
        self.memory()?.revoke(grant, order)
    }

    fn grant(&self, grant: GrantId) -> Result<Option<Grant>, NotUsable> {
        self.memory()?.grant(grant)
    }

    fn story(&self, question: QuestionId) -> Result<Vec<Row>, NotUsable> {
        self.memory()?.story(question)
    }

    fn noes(&self, of: &NoesOf<'_>, since: Moment) -> Result<Vec<Moment>, NotUsable> {
        self.memory()?.noes(of, since)
    }

    fn refused(&self, refusal: &Refusal) -> Result<(), NotUsable> {
        self.memory()?.refused(refusal)
    }

    fn audit(&self) -> Result<Vec<Row>, NotUsable> {
        self.memory()?.audit()
    }
}

pub(crate) const UNKNOWN: &str = "The store of grants did not answer, so what became of this call is not known. Send \
                                  the same request again before anything else is tried.";

/// A server and the store under it.
pub(crate) fn server() -> (Server, Arc<Flaky>) {
    let mut flaky = None;
    let server = Server::over(|clock| flaky.insert(Flaky::over(clock)).clone());
    (server, flaky.unwrap())
}

/// Wherever the store stops answering, nobody is asked and nothing runs; and what the store said of itself stays inside.
#[test]
fn without_the_store_nobody_is_asked_and_nothing_runs() {
    let (server, store) = server();
    for answers in 0..2 {
        store.answers(answers);
        let failed = server.send(&delete("notes.txt"));
        assert_eq!(error(&failed), (500, -32603, UNKNOWN.to_owned()), "after {answers} answers");
        assert!(!failed.body.contains("disk") && !failed.body.contains("internal"));
    }
    store.answers(i64::MAX);
    let state = server.ask(&delete("notes.txt"));
    for answers in 0..2 {
        store.answers(answers);
        let failed = server.send(&delete("notes.txt").yes(&state));
        assert_eq!(error(&failed), (500, -32603, UNKNOWN.to_owned()), "after {answers} answers");
        let failed = server.send(&delete("notes.txt").says(&state, "decline"));
        assert_eq!(error(&failed), (500, -32603, UNKNOWN.to_owned()), "after {answers} answers");
    }
    assert_eq!(server.effects(), 0);
    store.answers(i64::MAX);
    assert_eq!(result(&server.send(&delete("notes.txt").yes(&state))), (false, "Deleted notes.txt.".into()));
}

/// It ran, and the store does not answer when it should be told: then it is not known, and it does not run again.
#[test]
fn an_end_that_cannot_be_recorded_is_unknown_and_runs_once() {
    let (server, store) = server();
    let state = server.ask(&delete("notes.txt"));
    // The recall and the claim, and no more.
    store.answers(2);
    assert_eq!(error(&server.send(&delete("notes.txt").yes(&state))), (500, -32603, UNKNOWN.to_owned()));
    assert_eq!(server.effects(), 1);
    store.answers(i64::MAX);
    let (is_error, text) = result(&server.send(&delete("notes.txt").yes(&state)));
    assert!(is_error && text.starts_with("In progress since 2026-07-28 14:00:00 UTC; nothing ran again."), "{text}");
    server.clock.advance(60_000);
    let (is_error, text) = result(&server.send(&delete("notes.txt").yes(&state)));
    let tried = "Tried at 2026-07-28 14:00:00 UTC, and whether it happened is not known; nothing ran again.";
    assert!(is_error && text.starts_with(tried), "{text}");
    assert_eq!(server.effects(), 1);
}

/// A refusal is a refusal, whether or not its row can be written.
#[test]
fn a_row_that_cannot_be_written_lets_nothing_through() {
    let (server, store) = server();
    store.answers(0);
    let scope = server.send(&delete("notes.txt").by("alice/notes:read"));
    assert_eq!(scope.status, 403);
    let arguments = server.send(&crate::client::call("delete_note", serde_json::json!({})));
    assert!(result(&arguments).0);
    assert_eq!(server.effects(), 0);
}
