//! What is said of a grant and of an audit row, for programs: names that stay, moments in milliseconds since 1970.

use crate::pages::now;
use consent::{Moment, render};
use grants::Grant;
use grants::audit::Row;
use serde_json::{Map, Value, json};
use wire::canonical;

/// A grant as one object. `state` is what is stored, `now` what time has made of it.
pub(super) fn grant(grant: &Grant, at: Moment) -> Value {
    let Grant { intent, item, held, .. } = grant;
    json!({
        "grant": grant.id.hex(),
        "question": grant.question.to_string(),
        "item": { "number": item.number, "of": item.of },
        "state": grant.state.word(),
        "now": now(grant, at).word(),
        "effect": grant.effect.word(),
        "server": intent.server,
        "tool": intent.call.tool(),
        "subject": intent.principal.subject,
        "issuer": intent.principal.issuer,
        "client": intent.principal.client,
        "principal": intent.principal.digest().to_string(),
        "arg_hash": intent.call.arg_hash().to_string(),
        "intent_hash": grant.intent_hash.to_string(),
        "evidence": intent.evidence.word(),
        "epoch": grant.epoch,
        "uses": intent.uses,
        "used": grant.used,
        "issued_at": grant.issued_at.ms(),
        "not_before": grant.not_before.ms(),
        "expires_at": grant.expires_at.ms(),
        "consumed_at": grant.consumed_at.map(Moment::ms),
        "revoked_at": grant.revoked_at.map(Moment::ms),
        "fence": grant.fence,
        "held": held.map(|held| json!({
            "attempt": held.attempt.to_string(),
            "how": held.how.word(),
            "since": held.since.ms(),
            "act_by": held.act_by.ms(),
        })),
        "outcome": grant.outcome.as_ref().map(|(at, text)| json!({ "at": at.ms(), "text": text })),
    })
}

/// The arguments, each value escaped and cut.
pub(super) fn arguments(grant: &Grant) -> Map<String, Value> {
    let values = grant.intent.call.values();
    values.iter().map(|(name, value)| (name.clone(), argument(value).into())).collect()
}

/// The value of one argument, on one safe line.
pub(super) fn argument(value: &Value) -> String {
    match value {
        Value::String(text) => render::value(text, render::LIMIT),
        other => {
            let written = String::from_utf8_lossy(&canonical::value(other)).into_owned();
            if written.chars().count() <= render::LIMIT {
                render::line(&written)
            } else {
                render::value(&written, render::LIMIT)
            }
        }
    }
}

/// An audit row as one object.
pub(super) fn row(row: &Row) -> Value {
    let about = &row.about;
    json!({
        "number": row.number,
        "place": row.place,
        "at": row.at.ms(),
        "what": row.what.word(),
        "code": row.code,
        "note": row.note,
        "question": about.question.map(|question| question.to_string()),
        "grant": about.grant.map(|grant| grant.hex()),
        "principal": about.principal.to_string(),
        "subject": about.subject,
        "tool": about.tool,
        "arg_hash": about.arg_hash.to_string(),
        "chain": row.chain.to_string(),
    })
}
