//! The lab's services, each in two kinds: the one that ignores what it is given is refused at start-up.

use effects::keyed::{KeyedBackend, NotSent};
use effects::{BrokenPromise, conditional, keyed};
use lesson_26::services::{DocumentStore, Manners, Payment, PaymentService};

const DAY_MS: u64 = 86_400_000;

#[test]
fn payments_that_remember_keys_are_taken_and_others_refused() {
    assert!(keyed::proven(PaymentService::new(Manners::Keeps), [1; 16], DAY_MS).is_ok());
    let refused = keyed::proven(PaymentService::new(Manners::Ignores), [1; 16], DAY_MS).map(drop);
    assert_eq!(refused, Err(BrokenPromise::KeyIgnored));
}

#[test]
fn documents_that_check_versions_are_taken_and_others_refused() {
    assert!(conditional::proven(DocumentStore::new(Manners::Keeps)).is_ok());
    let refused = conditional::proven(DocumentStore::new(Manners::Ignores)).map(drop);
    assert_eq!(refused, Err(BrokenPromise::ConditionIgnored));
}

#[test]
fn the_test_at_start_up_pays_nobody() {
    let service = PaymentService::new(Manners::Keeps);
    assert!(keyed::proven(service.clone(), [1; 16], DAY_MS).is_ok());
    assert_eq!(service.made(), []);
}

#[test]
fn a_lost_reply_is_unknown_and_the_same_key_finds_out() {
    let service = PaymentService::new(Manners::Keeps);
    let payment = Payment { to: "Plant Shop".into(), amount: 40 };
    service.lose_next_reply();
    assert!(matches!(service.send("k", &payment), Err(NotSent::Unknown(_))));
    assert!(service.send("k", &payment).is_ok());
    assert_eq!(service.made(), std::slice::from_ref(&payment));
    let careless = PaymentService::new(Manners::Ignores);
    careless.lose_next_reply();
    assert!(careless.send("k", &payment).is_err() && careless.send("k", &payment).is_ok());
    assert_eq!(careless.made().len(), 2, "that is what the test at start-up is for");
}
