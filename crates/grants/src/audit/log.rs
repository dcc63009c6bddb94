//! The audit as lines of a log.

use super::Row;
use std::fmt;
use wire::Digest;

/// What hashes are keyed with, before they leave the store for a log. Whoever reads a log could try out which arguments a
/// plain hash is of: amounts and names are few. With another key for each log, nobody but its holder can. It does not print.
#[derive(Clone)]
pub struct LogKey([u8; 32]);

impl LogKey {
    /// A key of 32 random bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A hash as this log names it: the same for the same hash, and worth nothing to whoever has not the key.
    #[must_use]
    pub fn named(&self, hash: &Digest) -> String {
        Digest::of("two-gates/log/1", &[&self.0, hash.bytes()]).short()
    }

    /// A row as one line: number, time, what happened, who, which tool, the keyed hash of the arguments, the exact reason,
    /// and what was said to it. Texts are escaped.
    #[must_use]
    pub fn line(&self, row: &Row) -> String {
        let line = consent::render::line;
        let about = &row.about;
        let grant = about.grant.map_or("-".into(), |grant| grant.to_string());
        let (subject, tool, note) = (line(&about.subject), line(&about.tool), line(&row.note));
        let (number, at, what, code) = (row.number, row.at, row.what.word(), &row.code);
        format!("{number} {at} {what} {code} {subject} {tool} {} {grant} {note}", self.named(&about.arg_hash))
            .trim_end()
            .to_owned()
    }
}

impl fmt::Debug for LogKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LogKey")
    }
}
