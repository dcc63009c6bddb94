//! The likely mistake behind a wrong outcome: a table from rule, got and expected to a sentence.

use super::{Expect, Seen, Verdict};

/// One row. The first row that fits is told.
#[derive(Debug, Clone, Copy)]
pub struct Mistake {
    /// The rule that is at stake; any rule where there is none.
    pub rule: Option<&'static str>,
    /// What was expected; anything where there is none.
    pub expected: Option<Verdict>,
    /// What came; anything where there is none.
    pub got: Option<Verdict>,
    /// What most likely is wrong.
    pub likely: &'static str,
}

/// Every row, the more exact ones first.
pub const MISTAKES: &[Mistake] = &[];

/// What most likely is wrong.
pub(super) fn likely(rule: Option<&str>, expect: &Expect, seen: Option<&Seen>) -> &'static str {
    let got = seen.map(Seen::verdict);
    let fits = |row: &&Mistake| {
        row.rule.is_none_or(|id| rule == Some(id))
            && row.expected.is_none_or(|verdict| expect.verdict == Some(verdict))
            && row.got.is_none_or(|verdict| got == Some(verdict.word()))
    };
    MISTAKES.iter().find(fits).map_or("the decision is another one than the rule asks for", |row| row.likely)
}
