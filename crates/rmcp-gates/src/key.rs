//! The idempotency key that a handler can read.

use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// The idempotency key of the one use of a grant for which a handler was called. It stays the same however often the call is
/// tried, it reveals nothing, and a backend that remembers it does once what it is sent twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantKey(pub(crate) String);

impl GrantKey {
    /// The key of the call that a handler has before it; none for a call about which nobody was asked.
    #[must_use]
    pub fn of(context: &RequestContext<RoleServer>) -> Option<&Self> {
        context.extensions.get()
    }

    /// The key as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
