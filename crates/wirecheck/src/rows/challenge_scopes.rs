//! Which scopes challenges and metadata name.

use super::challenge::challenges;
use super::{Faults, Seen};
use scope::ScopeSet;
use scope::challenge::{bearer_challenge, step_up_challenge};
use serde_json::Value;

pub(super) fn drips(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let challenges = challenges(seen);
    let named = step_up_challenge(&challenges).filter(|_| seen.status() == Some(403));
    let Some(named) = named.and_then(|challenge| challenge.scope()) else { return };
    let before = seen.answered().and_then(|request| seen.memory.access.named_before(&seen.memory.keys, request));
    let left_out = before.map(|before| named.without(before)).filter(|left_out| !left_out.is_empty());
    if let Some(left_out) = left_out {
        let wrong = format!("the first challenge for this call left out {}", shown(&left_out));
        faults.add_outside("/http/headers", wrong, None);
    }
}

pub(super) fn offline_access(seen: &Seen<'_>, faults: &mut Faults<'_>) {
    let challenges = challenges(seen);
    let named = bearer_challenge(&challenges).and_then(|challenge| challenge.scope());
    if named.is_some_and(|named| named.contains("offline_access")) {
        faults.add_outside("/http/headers", "the challenge names offline_access", None);
    }
    let supported = seen.exchange.message.as_ref().filter(|_| seen.joined.is_metadata);
    let supported = supported.and_then(|message| message.get("scopes_supported")).and_then(Value::as_array);
    let place = supported.and_then(|all| all.iter().position(|scope| scope == "offline_access"));
    if let Some(place) = place {
        let at = format!("/scopes_supported/{place}");
        faults.repair(&at, "the metadata names offline_access", crate::patch::Patch::remove(at.clone()));
    }
}

/// Scopes as they are shown.
pub(super) fn shown(scopes: &ScopeSet) -> String {
    crate::shown::shown(&scopes.to_string())
}
