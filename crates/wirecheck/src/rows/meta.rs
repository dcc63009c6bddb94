//! What each request says of itself in `_meta`.

use super::{Faults, Look, On, Row, Seen};
use crate::parts::{CAPABILITIES, Parts, VERSION};
use crate::patch::Patch;
use crate::pointer::under;
use crate::shown::kind_of;
use rules::base;
use serde_json::{Value, json};

const SAMPLES: &str = include_str!("../../samples/meta.txt");

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "meta-version",
        rule: &base::META_VERSION,
        finds: "a request that does not state the protocol version",
        look: Look::Seen(On::Request, version),
        samples: SAMPLES,
    },
    Row {
        name: "meta-capabilities",
        rule: &base::META_CAPABILITIES,
        finds: "a request that does not state the client's capabilities, or not as objects",
        look: Look::Seen(On::Request, capabilities),
        samples: SAMPLES,
    },
    Row {
        name: "meta-accepted",
        rule: &base::META_MISSING,
        finds: "a result for a request that lacks what _meta must have",
        look: Look::Seen(On::Result, accepted),
        samples: SAMPLES,
    },
    Row {
        name: "meta-status",
        rule: &base::META_MISSING,
        finds: "a request without the required _meta, refused with another status than 400",
        look: Look::Seen(On::Error, status),
        samples: SAMPLES,
    },
];

/// Whether a request states all that it must.
pub(crate) fn whole(parts: &Parts<'_>) -> bool {
    parts.meta_field(VERSION).is_some_and(Value::is_string)
        && parts.meta_field(CAPABILITIES).is_some_and(|all| misshapen(all).is_none())
}

fn version(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.exchange.without_envelope.is_some() {
        return;
    }
    match seen.parts.meta_field(VERSION) {
        Some(Value::String(_)) => {}
        Some(other) => {
            let wrong = format!("the protocol version is {}, not a text", kind_of(other));
            faults.repair(&under("/params/_meta", VERSION), wrong, stated(&seen.parts, VERSION, json!(wire::VERSION)));
        }
        None => {
            let patch = stated(&seen.parts, VERSION, json!(wire::VERSION));
            faults.repair(nearest(&seen.parts), "_meta does not state the protocol version", patch);
        }
    }
}

fn capabilities(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    if seen.exchange.without_envelope.is_some() {
        return;
    }
    let Some(all) = seen.parts.meta_field(CAPABILITIES) else {
        let patch = stated(&seen.parts, CAPABILITIES, json!({}));
        return faults.repair(nearest(&seen.parts), "_meta does not state the client's capabilities", patch);
    };
    let Some(place) = misshapen(all) else { return };
    let at = place.iter().fold(under("/params/_meta", CAPABILITIES), |at, name| under(&at, name));
    let wrong = match place.as_slice() {
        [] => format!("the capabilities are {}, not an object", kind_of(all)),
        _ => "this capability is not an object".into(),
    };
    faults.repair(&at, wrong, Patch::replace(at.clone(), json!({})));
}

/// The way to a capability that is no object, or to a mode of elicitation. Empty if the whole is none.
fn misshapen(capabilities: &Value) -> Option<Vec<&str>> {
    let Some(all) = capabilities.as_object() else { return Some(Vec::new()) };
    if let Some((name, _)) = all.iter().find(|(_, one)| !one.is_object()) {
        return Some(vec![name]);
    }
    let modes = all.get("elicitation").and_then(Value::as_object)?;
    let wrong = modes.iter().find(|(name, mode)| matches!(name.as_str(), "form" | "url") && !mode.is_object());
    wrong.map(|(name, _)| vec!["elicitation", name])
}

fn accepted(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let lacking = |request: &&crate::memory::Pending| !request.meta_whole && !request.without_envelope;
    if seen.answered().filter(lacking).is_some() {
        faults.add("/result", "the request lacks what _meta must have, and was not refused");
    }
}

fn status(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let lacking = seen.answered().is_some_and(|request| !request.meta_whole);
    if lacking && seen.parts.code() == Some(-32602) && seen.status().is_some_and(|status| status != 400) {
        super::errors::wrong_status(faults, 400, "a request without the required _meta");
    }
}

/// The nearest place that exists.
fn nearest(parts: &Parts<'_>) -> &'static str {
    match (parts.params, parts.meta) {
        (None, _) => "",
        (Some(_), None) => "/params",
        (Some(_), Some(_)) => "/params/_meta",
    }
}

/// The patch that states a field, and the other one as well where there is no `_meta` yet.
fn stated(parts: &Parts<'_>, name: &str, value: Value) -> Patch {
    let both = json!({VERSION: wire::VERSION, CAPABILITIES: {}});
    match nearest(parts) {
        "" => Patch::add("/params", json!({"_meta": both})),
        "/params" => Patch::add("/params/_meta", both),
        meta => Patch::add(under(meta, name), value),
    }
}
