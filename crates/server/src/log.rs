//! The log: one JSON object a line, on standard error.

use anyhow::Context;
use tracing_subscriber::EnvFilter;

/// Starts it, with what the operator wants to read.
///
/// # Errors
///
/// A sentence for the operator, where that cannot be read as a filter.
pub(crate) fn start(filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter).with_context(|| format!("log is {filter:?}, which is no filter"))?;
    let format = tracing_subscriber::fmt().json().flatten_event(true).with_target(false);
    format.with_writer(std::io::stderr).with_env_filter(filter).try_init().ok();
    Ok(())
}
