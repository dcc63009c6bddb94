//! What the two queues carry: a reference to the row that decides, or the call itself.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use twogates::grants::GrantRef;
use twogates::wire::Digest;

/// A job by the grant. Nothing in it is authority, and nothing says what would be done.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reference {
    handle: String,
    arg_hash: String,
}

/// A job by the payload: all that its worker ever sees.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Payload {
    /// That it was approved.
    pub(crate) approved: bool,
    /// The number of the file or of the payment.
    pub(crate) number: usize,
}

impl Reference {
    pub(crate) fn to(reference: &GrantRef) -> Self {
        Self { handle: hex(reference.expose_handle()), arg_hash: hex(reference.arg_hash().bytes()) }
    }

    pub(crate) fn read(&self) -> Result<GrantRef> {
        let hash = Digest::from_bytes(bytes(&self.arg_hash).context("the job's hash")?);
        Ok(GrantRef::new(bytes(&self.handle).context("the job's handle")?, hash))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes<const N: usize>(hex: &str) -> Result<[u8; N]> {
    ensure!(hex.len() == 2 * N && hex.is_ascii(), "{} characters", hex.len());
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2).unwrap_or_default(), 16)?;
    }
    Ok(bytes)
}
