//! What weakens a gate, by a name worth searching for.

use crate::ToolPolicy;

/// The policy of a tool that runs with nobody asked although it is not known to be a closed-world read: the operator's own
/// decision, against rule `CALL-03`, for a reason that [`Gated::unasked`](crate::Gated::unasked) lists by the tool's name.
///
/// ```
/// # use twogates_rmcp_gates as rmcp_gates;
/// use rmcp_gates::danger;
/// let policy = danger::unasked("it writes a log line of its own, and nothing else");
/// assert_eq!(policy.unasked_because(), Some("it writes a log line of its own, and nothing else"));
/// ```
#[must_use]
pub fn unasked(reason: &'static str) -> ToolPolicy {
    ToolPolicy::read().because(reason)
}
