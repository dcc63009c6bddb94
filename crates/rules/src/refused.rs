//! What every refusal can say of itself.

use crate::Rule;
use std::fmt;

/// Who would have to change something for the answer to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The peer sent what nobody honest sends.
    PeerMisbehaved,
    /// The peer is honest but lacks something: a scope, a capability, a version.
    PeerIncompatible,
    /// A person said no, or did not say yes.
    HumanSaidNo,
    /// The fault is on this side: a full store, a changed resource, a lost record.
    Ours,
}

/// A no as a value.
///
/// Each crate keeps its own exact reasons as an enum; this trait is what transcripts, audits and error messages need
/// of any of them.
pub trait Refused: fmt::Debug {
    /// Who is at fault.
    fn fault(&self) -> Fault;
    /// The rule that was not met.
    fn rule(&self) -> &'static Rule;
    /// The reason as a stable word for machines and audits, such as `other_principal`.
    fn code(&self) -> &'static str;
    /// What happened, for a person: one sentence.
    fn why(&self) -> String;
    /// What would change the answer, for a person: one sentence.
    fn remedy(&self) -> &'static str;

    /// What happened and what would change it, as two sentences.
    ///
    /// ```
    /// # use twogates_rules as rules;
    /// use rules::{Fault, Refused, Rule};
    /// #[derive(Debug)]
    /// struct Late;
    /// impl Refused for Late {
    ///     fn fault(&self) -> Fault { Fault::PeerIncompatible }
    ///     fn rule(&self) -> &'static Rule { &rules::state::EXPIRY }
    ///     fn code(&self) -> &'static str { "late" }
    ///     fn why(&self) -> String { "the answer came too late".into() }
    ///     fn remedy(&self) -> &'static str { "ask again" }
    /// }
    /// assert_eq!(Late.spoken(), "The answer came too late. Ask again.");
    /// assert_eq!(Late.not_run(), "Not run: the answer came too late. Ask again.");
    /// ```
    fn spoken(&self) -> String {
        format!("{}. {}.", sentence(&self.why()), sentence(self.remedy()))
    }

    /// The same of a call that did not run, for whoever wanted it to.
    fn not_run(&self) -> String {
        format!("Not run: {}. {}.", self.why(), sentence(self.remedy()))
    }
}

/// With a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
