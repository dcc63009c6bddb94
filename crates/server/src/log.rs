//! The log: one JSON object a line, on standard error.

use anyhow::Context;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, filter, fmt};

/// Whose lines are written. Other libraries log whole messages, with the values of arguments in them.
const OURS: &str = "twogates";

/// Starts it, with what the operator wants to read.
///
/// # Errors
///
/// A sentence for the operator, where that cannot be read as a filter.
pub(crate) fn start(wanted: &str) -> anyhow::Result<()> {
    let wanted = EnvFilter::try_new(wanted).with_context(|| format!("log is {wanted:?}, which is no filter"))?;
    let lines = fmt::layer().json().flatten_event(true).with_target(false).with_current_span(false);
    let lines = lines.with_span_list(false).with_writer(std::io::stderr);
    let ours = filter::filter_fn(|line| line.target().starts_with(OURS));
    tracing_subscriber::registry().with(lines.with_filter(ours).with_filter(wanted)).try_init().ok();
    Ok(())
}
