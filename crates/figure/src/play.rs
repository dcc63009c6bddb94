//! Plays a path from its beginning, and reads off what its last step brought.

use anyhow::{Result, anyhow};
use lab::World;
use lab::authorization::AuthorizationServer;
use lab::summary::Summary;
use lab::vectors::{InProcess, Peer, Seen, Vector};
use rules::Defence;
use serde_json::{Value, json};
use std::rc::Rc;
use wire::Entry;

/// The seed of every vector's dice.
const SEED: u64 = 3;

/// A path as it was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// All that passed.
    pub entries: Vec<Entry>,
    /// What came of each step; nothing where a step has no outcome.
    pub seen: Vec<Option<Seen>>,
    /// The state of the world at its end.
    pub world: Value,
}

/// Plays a vector from the text of its file, without these defences.
///
/// # Errors
///
/// When it is no vector.
pub fn play(vector: &Vector, off: &[Defence]) -> Result<Played> {
    let world = World::new(SEED);
    let authorization = AuthorizationServer::new(&world);
    let peer = InProcess::new(&world, &authorization, &vector.setup, off).map_err(|bad| anyhow!("{bad:?}"))?;
    let peer = Rc::new(peer);
    let run = vector.play_against(peer.clone(), &world, &authorization, off);
    let state = state(&peer, &run.seen, &run.entries);
    Ok(Played { entries: run.entries, seen: run.seen, world: state })
}

/// A vector of these steps, without a word on what must come of them.
///
/// # Errors
///
/// When it is no vector.
pub fn vector(setup: &Value, steps: &[Value]) -> Result<Vector> {
    let expecting = |step: &Value| {
        let mut step = step.clone();
        let has_outcome = !matches!(step.get("do").and_then(Value::as_str), Some("wait" | "write" | "close"));
        if let (true, Some(members)) = (has_outcome, step.as_object_mut()) {
            members.insert("expect".into(), json!({"verdict": "ran"}));
        }
        step
    };
    let steps: Vec<Value> = steps.iter().map(expecting).collect();
    let vector = json!({"title": "t", "story": "s", "rules": ["CALL-01"], "stops": [], "setup": setup, "steps": steps});
    Vector::read("figure", &vector.to_string()).map_err(|unreadable| anyhow!("{unreadable}"))
}

/// What the page shows of the world: files, payments, searches, grants, ledger, audit, and the scopes of the last token.
fn state(peer: &InProcess, seen: &[Option<Seen>], entries: &[Entry]) -> Value {
    let Summary { files, payments, queries, grants, .. } =
        peer.summaries().into_iter().next().map(|(_, summary)| summary).unwrap_or_default();
    let files: Vec<_> = files.iter().map(|(path, file)| format!("{path}, {} bytes", file.content.len())).collect();
    let paid: Vec<_> =
        payments.iter().map(|paid| format!("{} {} to {}", paid.amount, paid.currency, paid.to)).collect();
    let grants: Vec<_> =
        grants.iter().map(|grant| format!("{} {} {}", grant.tool, grant.state, grant.subject)).collect();
    let ledger: Vec<Value> =
        seen.iter().flatten().flat_map(|seen| seen.fact("ledger").as_array().cloned().unwrap_or_default()).collect();
    let token = entries.iter().rev().find_map(|entry| {
        let message = entry.message.as_ref()?;
        message.get("access_token")?;
        message.get("scope").cloned()
    });
    json!([files, paid, queries, grants, ledger, peer.audit(), token])
}
