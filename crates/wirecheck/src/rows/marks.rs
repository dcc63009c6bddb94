//! Marks: an entry that says of itself that it breaks rules breaks exactly those.

use super::{Fault, Faults, Look, Row, all};
use crate::patch::Patch;
use crate::shown::shown;
use rules::{Rule, find, transcript};
use std::collections::BTreeSet;
use wire::entry::Violation;

const SAMPLES: &str = include_str!("../../samples/marks.txt");

pub(super) const ROWS: &[Row] = &[Row {
    name: "mark-unbroken",
    rule: &transcript::MARKED,
    finds: "a mark that names a rule which its entry does not break",
    look: Look::Mark,
    samples: SAMPLES,
}];

/// The rows of marks among those that look.
pub(crate) fn mark_rows(rows: &[&'static Row]) -> Vec<&'static Row> {
    rows.iter().copied().filter(|row| matches!(row.look, Look::Mark)).collect()
}

/// Holds what was found in an entry against its mark. What the mark names was expected, and is no finding. What it does
/// not name is one, and says that the mark does not.
///
/// Gives what is left, and the rules that the mark names and that no row can see in a message: an expired token, say.
pub(crate) fn hold(rows: &[&'static Row], mark: &Violation, found: Vec<Fault>) -> (Vec<Fault>, Vec<&'static Rule>) {
    let broken: BTreeSet<_> = found.iter().map(|fault| fault.row.rule.id).collect();
    let is_named = |id: &str| mark.rules.iter().any(|named| named == id);
    let mut left: Vec<_> = found.into_iter().filter(|fault| !is_named(fault.row.rule.id)).collect();
    for fault in &mut left {
        fault.wrong.push_str("; the mark on this entry does not say so");
    }
    let mut unseen = Vec::new();
    for row in rows {
        let mut faults = Faults::new(None, row);
        // From the last to the first, so that each patch fits after those before it.
        for (place, id) in mark.rules.iter().enumerate().rev().filter(|(_, id)| !broken.contains(id.as_str())) {
            match find(id) {
                Some(rule) if !is_seen(rule) => unseen.push(rule),
                _ => unbroken(place, id, &mut faults),
            }
        }
        left.append(&mut faults.found());
    }
    (left, unseen)
}

fn unbroken(place: usize, id: &str, faults: &mut Faults<'_>) {
    let at = format!("/violation/rules/{place}");
    let wrong = format!("the mark names {}, and the entry does not break it", shown(id));
    faults.add_outside(&at, wrong, Some(Patch::remove(at.clone())));
}

/// Whether some row sees in a message whether this rule is broken.
fn is_seen(rule: &Rule) -> bool {
    all().any(|row| row.rule == rule && matches!(row.look, Look::Seen(..) | Look::Text(_)))
}
