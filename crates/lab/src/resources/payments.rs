//! A payment ledger in memory, and the bank behind it.

use std::collections::BTreeMap;

/// Payments, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Payments {
    made: Vec<Payment>,
    bank: Option<Bank>,
    keys: BTreeMap<String, usize>,
}

/// One payment that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// To whom.
    pub to: String,
    /// How much, in whole units of the currency.
    pub amount: u64,
    /// The currency, such as `EUR`.
    pub currency: String,
}

/// A bank that takes an idempotency key with each payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bank {
    /// It pays once under one key.
    RemembersKeys,
    /// It takes the key, and does not look at it.
    IgnoresKeys,
}

impl Payments {
    /// Payments through a bank that takes keys.
    #[must_use]
    pub fn through(bank: Option<Bank>) -> Self {
        Self { bank, ..Self::default() }
    }

    /// Whether they go through a bank that takes keys.
    #[must_use]
    pub const fn are_keyed(&self) -> bool {
        self.bank.is_some()
    }

    /// Makes a payment.
    pub fn send(&mut self, payment: Payment) {
        self.made.push(payment);
    }

    /// Makes a payment under a key, and says its number: that of the first one where the bank knows the key.
    pub fn send_under(&mut self, key: &str, payment: Payment) -> usize {
        match self.keys.get(key) {
            Some(number) if self.bank == Some(Bank::RemembersKeys) => *number,
            _ => {
                self.send(payment);
                self.keys.insert(key.to_owned(), self.made.len());
                self.made.len()
            }
        }
    }

    /// What a server looks at before it starts: two drafts of nothing under one key are one draft, and another key makes
    /// another. The crate `effects` tests real banks, and more of them.
    #[must_use]
    pub fn keep_their_promise(&self) -> bool {
        let mut drafts = Self::through(self.bank);
        let mut draft =
            |key: &str| drafts.send_under(key, Payment { to: "nobody".into(), amount: 0, currency: "EUR".into() });
        let (first, again, other) = (draft("one"), draft("one"), draft("other"));
        !self.are_keyed() || (first == again && first != other)
    }

    /// What was paid.
    #[must_use]
    pub fn made(&self) -> &[Payment] {
        &self.made
    }
}
