//! A payment service with idempotency keys.

use super::Manners;
use effects::keyed::{KeyedBackend, NotSent, Receipt};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// For how long it remembers a key, in milliseconds: 48 hours, which is longer than any grant lives.
const REMEMBERS_MS: u64 = 172_800_000;

/// A payment service. Clones are the same service.
#[derive(Debug, Clone)]
pub struct PaymentService {
    manners: Manners,
    books: Arc<Mutex<Books>>,
}

/// What it is asked to pay, in whole euros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// To whom.
    pub to: String,
    /// How much.
    pub amount: u64,
}

#[derive(Debug, Default)]
struct Books {
    made: Vec<Payment>,
    by_key: BTreeMap<String, (Payment, Receipt)>,
    loses_next_reply: bool,
}

impl PaymentService {
    /// A service without payments.
    #[must_use]
    pub fn new(manners: Manners) -> Self {
        Self { manners, books: Arc::default() }
    }

    /// What was paid, oldest first; what the test at start-up sent is no payment to anybody.
    #[must_use]
    pub fn made(&self) -> Vec<Payment> {
        self.books().made.iter().filter(|payment| payment.amount > 0).cloned().collect()
    }

    /// The next reply gets lost, after what was asked for is done.
    pub fn lose_next_reply(&self) {
        self.books().loses_next_reply = true;
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeyedBackend for PaymentService {
    type Request = Payment;

    fn harmless(&self) -> (Payment, Payment) {
        let nothing_to = |to: &str| Payment { to: to.into(), amount: 0 };
        (nothing_to("self-test"), nothing_to("self-test, another"))
    }

    fn remembers_ms(&self) -> u64 {
        REMEMBERS_MS
    }

    fn send(&self, key: &str, payment: &Payment) -> Result<Receipt, NotSent> {
        let mut books = self.books();
        let known = books.by_key.get(key).filter(|_| self.manners == Manners::Keeps);
        let receipt = match known {
            Some((first, _)) if first != payment => return Err(NotSent::KeyTaken),
            Some((_, receipt)) => receipt.clone(),
            None => {
                books.made.push(payment.clone());
                let word = if payment.amount > 0 { "payment" } else { "self-test" };
                let number = books.made.iter().filter(|made| (made.amount > 0) == (payment.amount > 0)).count();
                let receipt = Receipt::new(format!("{word} {number}"));
                books.by_key.insert(key.to_owned(), (payment.clone(), receipt.clone()));
                receipt
            }
        };
        if std::mem::take(&mut books.loses_next_reply) {
            return Err(NotSent::Unknown("the connection was reset".into()));
        }
        Ok(receipt)
    }
}
