//! The checks as a table: one row looks for one way to break one rule.
//!
//! A row is pure. It sees one message, and how that relates to those before it ([`Seen`]); it adds what it finds to
//! [`Faults`]. Its samples say by example what it finds: a bad transcript that it alone objects to, and a good one.

mod answers;
mod authorization;
mod cache;
mod challenge;
mod challenge_scopes;
mod envelope;
mod errors;
mod faults;
mod forms;
pub(crate) mod http;
mod http_answers;
mod http_name;
mod looks;
mod marks;
pub(crate) mod meta;
mod methods;
mod outputs;
mod questions;
mod refusals;
mod results;
mod secrets;
mod seen;
mod shapes;
mod state;
mod state_accepted;
mod text;
pub(crate) mod tools;

pub(crate) use faults::{Fault, Faults};
pub(crate) use looks::Looks;
pub(crate) use marks::{hold, mark_rows};
pub(crate) use seen::{On, Seen};
pub(crate) use text::wrong as wrong_text;

use crate::memory::Memory;
use crate::samples::Samples;
use rules::Rule;
use std::fmt;
use wire::strict::Reason;

/// One check.
pub struct Row {
    /// Its name, such as `state-missing`.
    pub name: &'static str,
    /// The rule that is broken by what it finds.
    pub rule: &'static Rule,
    /// What it finds, in a few words.
    pub finds: &'static str,
    pub(crate) look: Look,
    /// The text that holds its samples, among those of its family.
    pub(crate) samples: &'static str,
}

/// How a row looks.
pub(crate) enum Look {
    /// At why the strict reader refused a text.
    Text(fn(&Reason) -> bool),
    /// At one message or event of the kind that it is for.
    Seen(On, fn(&Seen<'_>, &mut Faults<'_>)),
    /// At what is left when the transcript is over.
    End(fn(&Memory, &mut Faults<'_>)),
    /// At marks: which rules an entry broke, and which it says that it breaks.
    Mark,
}

impl Row {
    /// What it finds and what it does not, by example.
    ///
    /// ```
    /// # use twogates_wirecheck as wirecheck;
    /// let row = wirecheck::find_row("state-missing").unwrap();
    /// assert_eq!(row.rule.id, "MRTR-13");
    /// assert_eq!(row.samples().bad.len(), 4);
    /// ```
    #[must_use]
    pub fn samples(&self) -> Samples {
        Samples::of(self.name, self.samples)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({}, {})", self.name, self.rule.id)
    }
}

/// What the official schema objects to. It is no row of the table: who has no schema has no such check.
#[cfg(feature = "schema")]
pub(crate) static OFFICIAL: Row = Row {
    name: "official-schema",
    rule: &rules::base::SCHEMA,
    finds: "a message that the official JSON schema does not take",
    look: Look::Mark,
    samples: "",
};

const FAMILIES: &[&[Row]] = &[
    text::ROWS,
    envelope::ROWS,
    meta::ROWS,
    methods::ROWS,
    http::ROWS,
    http_answers::ROWS,
    errors::ROWS,
    results::ROWS,
    shapes::ROWS,
    questions::ROWS,
    forms::ROWS,
    answers::ROWS,
    state::ROWS,
    state_accepted::ROWS,
    cache::ROWS,
    tools::ROWS,
    outputs::ROWS,
    challenge::ROWS,
    authorization::ROWS,
    marks::ROWS,
];

/// Every check, in the order in which they look.
pub fn all() -> impl Iterator<Item = &'static Row> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// The check with this name.
#[must_use]
pub fn find_row(name: &str) -> Option<&'static Row> {
    all().find(|row| row.name == name)
}
