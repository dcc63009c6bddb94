//! Which rows look at a message of some kind: picked once for each kind that comes, for there are few.

use super::seen::Kinds;
use super::{Faults, Look, Row, Seen};

/// How a row looks at a message.
type AtMessage = fn(&Seen<'_>, &mut Faults<'_>);

/// The rows that look, by the kinds that apply.
#[derive(Debug, Default)]
pub(crate) struct Looks(Vec<(Kinds, Vec<(&'static Row, AtMessage)>)>);

impl Looks {
    /// Those of `rows` that look at a message of these kinds, in their order.
    pub(crate) fn at(&mut self, kinds: Kinds, rows: &[&'static Row]) -> &[(&'static Row, AtMessage)] {
        let known = self.0.iter().position(|(known, _)| *known == kinds);
        let place = known.unwrap_or_else(|| {
            let looks = |row: &&'static Row| match row.look {
                Look::Seen(on, look) if kinds.has(on) => Some((*row, look)),
                _ => None,
            };
            self.0.push((kinds, rows.iter().filter_map(looks).collect()));
            self.0.len() - 1
        });
        self.0.get(place).map_or(&[], |(_, looks)| looks.as_slice())
    }
}
