//! Who is a client and who is a server.

use super::key::{Key, Keys, Part};
use super::window::Window;
use crate::input::{Exchange, Voice};
use crate::parts::{Parts, Shape};

/// On which side of a connection somebody stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Client,
    Server,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }
}

/// The methods by which servers of earlier revisions asked clients.
pub(crate) const QUESTIONS: &[&str] = &["elicitation/create", "sampling/createMessage", "roots/list"];

/// How many names are kept.
const NAMES: usize = 1_000;

/// What was learned of the speakers.
#[derive(Debug)]
pub(crate) struct Parties {
    names: Window<Key, Side>,
    /// On which side the writer of the log stands.
    writer: Option<Side>,
}

impl Parties {
    pub(crate) fn new() -> Self {
        Self { names: Window::new(NAMES, usize::MAX), writer: None }
    }

    /// The side of whoever sent a message, as far as it is said. `None` where only the message itself can tell.
    pub(crate) fn said(&self, keys: &Keys, exchange: &Exchange) -> Option<Side> {
        match exchange.voice {
            Voice::Client => Some(Side::Client),
            Voice::Server => Some(Side::Server),
            Voice::Writer => self.writer,
            Voice::Other => self.writer.map(Side::other),
            Voice::Unsaid => self.by_http(exchange).or_else(|| self.by_name(keys, exchange.from.as_deref()?)),
        }
    }

    fn by_http(&self, exchange: &Exchange) -> Option<Side> {
        let http = exchange.http.as_ref()?;
        match (&http.request, http.status) {
            (Some(_), None) => Some(Side::Client),
            (None, Some(_)) => Some(Side::Server),
            _ => None,
        }
    }

    fn by_name(&self, keys: &Keys, name: &str) -> Option<Side> {
        if let Some(side) = self.names.get(&keys.of(&[Part::Text(name)])) {
            return Some(*side);
        }
        match name.rsplit(' ').next() {
            Some("server") => Some(Side::Server),
            Some("client" | "host") => Some(Side::Client),
            _ => None,
        }
    }

    /// The side that a message itself tells: whoever asks is a client, unless it asks what only servers asked.
    pub(crate) fn by_message(parts: &Parts<'_>) -> Option<Side> {
        match parts.shape {
            Shape::Request if QUESTIONS.contains(&parts.method) => Some(Side::Server),
            Shape::Request => Some(Side::Client),
            Shape::Response => Some(Side::Server),
            Shape::Notification | Shape::Neither => None,
        }
    }

    /// Learns from the first request that a name or a direction sends.
    pub(crate) fn learn(&mut self, keys: &Keys, exchange: &Exchange, parts: &Parts<'_>) {
        if parts.shape != Shape::Request {
            return;
        }
        let Some(side) = Self::by_message(parts) else { return };
        match exchange.voice {
            Voice::Writer => self.writer = self.writer.or(Some(side)),
            Voice::Other => self.writer = self.writer.or(Some(side.other())),
            Voice::Client | Voice::Server => {}
            Voice::Unsaid => {
                self.name(keys, exchange.from.as_deref(), side);
                self.name(keys, exchange.to.as_deref(), side.other());
            }
        }
    }

    fn name(&mut self, keys: &Keys, name: Option<&str>, side: Side) {
        if let Some(name) = name.filter(|name| self.by_name(keys, name).is_none()) {
            self.names.keep(keys.of(&[Part::Text(name)]), 0, side);
        }
    }
}
