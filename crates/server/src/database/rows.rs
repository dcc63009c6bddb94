//! The rows of the queue, as both kinds of database keep them.

use super::Job;
use twogates::grants::GrantRef;
use twogates::wire::Digest;

/// A queued call as it is kept: everything as text.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) handle: String,
    pub(super) arg_hash: String,
    pub(super) tool: String,
}

impl Row {
    pub(super) fn of(tool: &str, reference: &GrantRef) -> Self {
        Self {
            handle: hex(reference.expose_handle()),
            arg_hash: reference.arg_hash().to_string(),
            tool: tool.to_owned(),
        }
    }

    /// The job; none for a row that this program did not write.
    pub(super) fn job(&self, taken_ms: i64) -> Option<Job> {
        let reference = GrantRef::new(bytes(&self.handle)?, Digest::from_bytes(bytes(&self.arg_hash)?));
        Some(Job { tool: self.tool.clone(), reference, taken_ms })
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if hex.len() != 2 * N {
        return None;
    }
    for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(hex.get(place..place + 2)?, 16).ok()?;
    }
    Some(bytes)
}
