//! Clients of earlier revisions, which begin with a handshake.

use crate::Turned;
use serde_json::Value;
use wire::message::Request;

/// The method with which they begin.
pub(crate) const HANDSHAKE: &str = "initialize";

/// A request of an earlier revision states nothing of what each request states now. Where it is the handshake, that is no
/// mistake to be mended header by header: its client is told which version is spoken (rule `VER-04`).
pub(crate) fn told(request: &Request, turned: Turned) -> Turned {
    match turned {
        Turned::HeaderMismatch { .. } | Turned::MetaMissing { .. } if request.method == HANDSHAKE => {
            let requested = request.params.get("protocolVersion").and_then(Value::as_str).unwrap_or("none");
            Turned::WrongVersion { id: Some(request.id.clone()), requested: requested.to_owned() }
        }
        other => other,
    }
}
