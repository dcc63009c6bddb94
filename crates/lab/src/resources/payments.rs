//! A payment ledger in memory.

/// Payments, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Payments(Vec<Payment>);

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

impl Payments {
    /// Makes a payment.
    pub fn send(&mut self, payment: Payment) {
        self.0.push(payment);
    }

    /// What was paid.
    #[must_use]
    pub fn made(&self) -> &[Payment] {
        &self.0
    }
}
