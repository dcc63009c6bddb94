//! Methods that earlier revisions had, and this one has not.

use super::{Faults, Look, On, Row, Seen};
use crate::memory::Side;
use crate::parts::Shape;
use crate::shown::shown;
use rules::base;

const SAMPLES: &str = include_str!("../../samples/methods.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "method-gone",
        rule: &base::GONE,
        finds: "a message of an earlier revision: initialize, ping, logging/setLevel and the like",
        look: Look::Seen(On::Method, gone),
        samples: SAMPLES,
    },
    Row {
        name: "method-gone-served",
        rule: &base::METHOD_UNKNOWN,
        finds: "a result for a method that this revision does not have",
        look: Look::Seen(On::Result, served),
        samples: SAMPLES,
    },
    Row {
        name: "method-status",
        rule: &base::METHOD_UNKNOWN,
        finds: "-32601 with another status than 404",
        look: Look::Seen(On::Error, status),
        samples: SAMPLES,
    },
    Row {
        name: "log-uninvited",
        rule: &base::LOG_UNINVITED,
        finds: "a log message while no request asked for any",
        look: Look::Seen(On::Method, log_uninvited),
        samples: SAMPLES,
    },
];

/// What is no longer sent.
const GONE: &[&str] = &[
    "initialize",
    "notifications/initialized",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "notifications/roots/list_changed",
    "notifications/elicitation/complete",
    "tasks/list",
    "tasks/result",
];

fn gone(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let by_server = seen.parts.shape == Shape::Request && seen.joined.side == Some(Side::Server);
    if GONE.contains(&seen.parts.method) && !by_server {
        faults.add("/method", format!("{} is of an earlier revision", shown(seen.parts.method)));
    }
}

fn served(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let method = seen.asked_method();
    if GONE.contains(&method) {
        faults.add("/result", format!("{} is of an earlier revision, and was served", shown(method)));
    }
}

fn status(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.parts.code() == Some(-32601) && seen.status().is_some_and(|status| status != 404) {
        super::errors::wrong_status(faults, 404, "an unknown method");
    }
}

fn log_uninvited(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let log = seen.parts.shape == Shape::Notification && seen.parts.method == "notifications/message";
    if log && seen.memory.whole() && !seen.memory.wants_log(seen.joined.ends) {
        faults.add("/method", "no unanswered request set a log level");
    }
}
