//! A backend that ignores keys is refused when the server starts.

use rules::Refused;
use std::cell::RefCell;
use twogates_effects::BrokenPromise;
use twogates_effects::keyed::{KeyedBackend, NotSent, Receipt, proven};

/// How a backend treats a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manners {
    Remembers,
    IgnoresKeys,
    TakesOtherArguments,
    OneAnswerForAll,
    Silent,
    SilentAboutOthers,
}

struct Backend {
    manners: Manners,
    done: RefCell<Vec<(String, u64, Receipt)>>,
}

impl Backend {
    fn new(manners: Manners) -> Self {
        Self { manners, done: RefCell::default() }
    }
}

impl KeyedBackend for Backend {
    type Request = u64;

    fn harmless(&self) -> (u64, u64) {
        (0, 1)
    }

    fn remembers_ms(&self) -> u64 {
        1_000
    }

    fn send(&self, key: &str, amount: &u64) -> Result<Receipt, NotSent> {
        let mut done = self.done.borrow_mut();
        let known = done.iter().find(|(known, ..)| known == key).cloned();
        match (self.manners, known) {
            (Manners::Silent, _) => return Err(NotSent::Unknown("no answer".into())),
            (Manners::SilentAboutOthers, Some((_, first, _))) if first != *amount => {
                return Err(NotSent::Unknown("no answer".into()));
            }
            (Manners::IgnoresKeys, _) | (_, None) => {}
            (Manners::TakesOtherArguments, Some((.., receipt))) => return Ok(receipt),
            (_, Some((_, first, _))) if first != *amount => return Err(NotSent::KeyTaken),
            (_, Some((.., receipt))) => return Ok(receipt),
        }
        let number = if self.manners == Manners::OneAnswerForAll { 0 } else { done.len() };
        let receipt = Receipt::new(format!("payment {number}"));
        done.push((key.to_owned(), *amount, receipt.clone()));
        Ok(receipt)
    }
}

#[test]
fn one_that_remembers_is_taken() {
    let proven = proven(Backend::new(Manners::Remembers), [7; 16], 999).unwrap();
    let done = proven.backend().done.borrow();
    assert_eq!(done.len(), 2, "the test did two harmless things: {done:?}");
    assert!(done.iter().all(|(key, amount, _)| key.starts_with("self-test:") && *amount == 0));
}

#[test]
fn one_that_does_not_is_refused_with_the_promise_that_it_breaks() {
    for (manners, broken) in [
        (Manners::IgnoresKeys, BrokenPromise::KeyIgnored),
        (Manners::TakesOtherArguments, BrokenPromise::OtherArgumentsTaken),
        (Manners::OneAnswerForAll, BrokenPromise::OtherAnswer),
        (Manners::Silent, BrokenPromise::NoAnswer(consent::EffectClass::Keyed)),
        (Manners::SilentAboutOthers, BrokenPromise::NoAnswer(consent::EffectClass::Keyed)),
    ] {
        let refused = proven(Backend::new(manners), [7; 16], 999).unwrap_err();
        assert_eq!(refused, broken, "{manners:?}");
        assert_eq!(refused.class().word(), "keyed");
        assert!(!refused.why().is_empty() && !refused.code().is_empty() && !refused.remedy().is_empty());
    }
}

#[test]
fn one_that_forgets_before_the_last_retry_is_refused() {
    let refused = |longest| proven(Backend::new(Manners::Remembers), [7; 16], longest).unwrap_err();
    assert_eq!(refused(1_000), BrokenPromise::ForgetsTooSoon);
    assert_eq!(refused(86_400_000), BrokenPromise::ForgetsTooSoon);
}

#[test]
fn each_start_tests_under_keys_of_its_own() {
    let backend = Backend::new(Manners::Remembers);
    let first = proven(backend, [1; 16], 999).unwrap();
    let keys: Vec<String> = first.backend().done.borrow().iter().map(|(key, ..)| key.clone()).collect();
    let second = proven(Backend { manners: Manners::Remembers, done: first.backend().done.clone() }, [2; 16], 999);
    let done = second.unwrap().backend().done.borrow().clone();
    assert_eq!(done.len(), 4);
    assert!(done[2..].iter().all(|(key, ..)| !keys.contains(key)));
}
