//! The bank: a service of its own behind a socket, which remembers idempotency keys, and forgets no payment.

use crate::pace;
use anyhow::{Context, Result};
use effects::keyed::{KeyedBackend, NotSent, Receipt};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What is to be paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// To whom.
    pub to: String,
    /// How much, in whole units.
    pub amount: u64,
}

/// One payment of the bank's book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// What was paid.
    pub order: Order,
    /// Under which key, where the client gave one.
    pub key: Option<String>,
}

/// The bank. It lives as long as this program, and no worker's end touches it.
#[derive(Debug, Clone, Default)]
pub struct Bank(Arc<Mutex<Vec<Payment>>>);

#[derive(Debug, Serialize, Deserialize)]
struct Sent {
    key: Option<String>,
    order: Order,
}

impl Bank {
    /// Opens the bank's door: a socket.
    ///
    /// # Errors
    ///
    /// What the system said.
    pub fn open(socket: &Path) -> Result<Self> {
        let bank = Self::default();
        let door = UnixListener::bind(socket).context("the bank's socket")?;
        let served = bank.clone();
        thread::spawn(move || {
            for client in door.incoming().flatten() {
                let bank = served.clone();
                // A client that goes away in the middle is no concern of the bank's.
                thread::spawn(move || bank.serve(client).ok());
            }
        });
        Ok(bank)
    }

    /// All payments, oldest first, without those of the clients' own tests.
    #[must_use]
    pub fn payments(&self) -> Vec<Payment> {
        let book = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        book.iter().filter(|payment| payment.order.amount > 0).cloned().collect()
    }

    fn serve(&self, client: UnixStream) -> io::Result<()> {
        let mut line = String::new();
        BufReader::new(&client).read_line(&mut line)?;
        let sent: Sent = serde_json::from_str(&line)?;
        writeln!(&client, "{}", self.pay(sent))
    }

    /// Pays, or says what was paid under this key: `paid N`, or `taken`.
    fn pay(&self, Sent { key, order }: Sent) -> String {
        let mut book = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = key.as_ref().and_then(|key| book.iter().position(|payment| payment.key.as_ref() == Some(key)));
        match known.and_then(|at| Some((at, book.get(at)?))) {
            Some((at, first)) if first.order == order => format!("paid {at}"),
            Some(_) => "taken".into(),
            None => {
                book.push(Payment { order, key });
                format!("paid {}", book.len() - 1)
            }
        }
    }
}

/// A worker's way to the bank.
#[derive(Debug, Clone)]
pub struct Teller(pub PathBuf);

impl Teller {
    /// Sends an order without a key: each sending is a payment.
    ///
    /// # Errors
    ///
    /// What the system said. Whether it was paid is not known then.
    pub fn send_plainly(&self, order: &Order) -> io::Result<String> {
        self.ask(None, order)
    }

    fn ask(&self, key: Option<&str>, order: &Order) -> io::Result<String> {
        let bank = UnixStream::connect(&self.0)?;
        let sent = Sent { key: key.map(str::to_owned), order: order.clone() };
        writeln!(&bank, "{}", serde_json::to_string(&sent)?)?;
        let mut answer = String::new();
        BufReader::new(&bank).read_line(&mut answer)?;
        Ok(answer.trim_end().to_owned())
    }
}

impl KeyedBackend for Teller {
    type Request = Order;

    fn harmless(&self) -> (Order, Order) {
        let nothing = |to: &str| Order { to: to.into(), amount: 0 };
        (nothing("nobody"), nothing("nobody else"))
    }

    fn remembers_ms(&self) -> u64 {
        u64::MAX
    }

    fn send(&self, key: &str, order: &Order) -> Result<Receipt, NotSent> {
        let answer = self.ask(Some(key), order).map_err(|error| NotSent::Unknown(error.to_string()))?;
        if order.amount > 0 {
            // It is paid, and the receipt is on its way.
            pace::take_time();
        }
        match answer.as_str() {
            "taken" => Err(NotSent::KeyTaken),
            "" => Err(NotSent::Unknown("the bank hung up".into())),
            paid => Ok(Receipt::new(paid)),
        }
    }
}
