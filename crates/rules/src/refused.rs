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
}
