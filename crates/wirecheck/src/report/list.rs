//! All checks, one a line.

use crate::{Severity, all_rows};
use std::fmt::Write as _;

/// Each check: its name, its rule, how much it weighs, and what it finds.
#[must_use]
pub fn list() -> String {
    let mut out = String::new();
    for row in all_rows() {
        let severity = Severity::of(row.rule).word();
        // A String takes whatever is written.
        let _ = writeln!(out, "{:<28} {:<9} {:<8} {}", row.name, row.rule.id, severity, row.finds);
    }
    out
}
