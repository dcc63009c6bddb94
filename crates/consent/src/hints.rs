//! Hints: what a server says of its own tools.
//!
//! A hint is a claim. The server's own policy may be made stricter by it, and a host believes the hints of a trusted
//! server alone (rule `ANN-01`).

use serde_json::Value;

/// What a tool is said to do, read with care: whatever is not said plainly is taken for the worse.
///
/// ```
/// # use twogates_consent as consent;
/// use consent::hints::Hints;
/// use serde_json::json;
/// let list_files = json!({"readOnlyHint": true, "openWorldHint": false});
/// assert!(Hints::of(Some(&list_files)).closed_world_read());
/// let says_it_badly = json!({"readOnlyHint": "true", "openWorldHint": false});
/// assert!(!Hints::of(Some(&says_it_badly)).closed_world_read());
/// assert_eq!(Hints::of(None), Hints::WORST);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hints {
    /// It changes nothing. Not so unless said (rule `ANN-03`).
    pub read_only: bool,
    /// It may destroy something. So unless denied (rule `ANN-04`); it means something only where `read_only` is not set.
    pub destructive: bool,
    /// It reaches beyond the server's own data. So unless denied (rule `ANN-06`).
    pub open_world: bool,
    /// The same call twice does no more than once. Not so unless said; it means something only where `read_only` is not
    /// set.
    pub idempotent: bool,
}

impl Hints {
    /// What holds of a tool of which nothing is said.
    pub const WORST: Self = Self { read_only: false, destructive: true, open_world: true, idempotent: false };

    /// Reads the `annotations` of a listed tool. Only JSON `true` and `false` under the exact names of the wire count.
    #[must_use]
    pub fn of(annotations: Option<&Value>) -> Self {
        let said = |name, otherwise| annotations.and_then(|all| all.get(name)?.as_bool()).unwrap_or(otherwise);
        Self {
            read_only: said("readOnlyHint", Self::WORST.read_only),
            destructive: said("destructiveHint", Self::WORST.destructive),
            open_world: said("openWorldHint", Self::WORST.open_world),
            idempotent: said("idempotentHint", Self::WORST.idempotent),
        }
    }

    /// Whether a call may run with nobody asked: it reads, and in a closed world (rule `CALL-03`).
    ///
    /// This is the only place that says so, for server and host alike.
    #[must_use]
    pub const fn closed_world_read(self) -> bool {
        self.read_only && !self.open_world
    }

    /// The worse of both in every respect. A server combines its own policy with a tool's hints in this way, so that a
    /// hint can only make it stricter.
    #[must_use]
    pub const fn stricter(self, other: Self) -> Self {
        Self {
            read_only: self.read_only && other.read_only,
            destructive: self.destructive || other.destructive,
            open_world: self.open_world || other.open_world,
            idempotent: self.idempotent && other.idempotent,
        }
    }
}
