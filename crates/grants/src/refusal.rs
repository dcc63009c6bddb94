//! Why a grant cannot be used.

use consent::Changed;
use rules::{Fault, Refused, Rule, grant, state};

/// Why a grant cannot be used. Outward there is one answer for all who are not its rightful principal; this is for the
/// audit and for that principal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotUsable {
    /// There is no such grant.
    Unknown,
    /// The worker was given other arguments.
    OtherArguments,
    /// The worker works for another server.
    OtherServer,
    /// The worker would run another tool, or one whose promise changed.
    OtherContract,
    /// Someone acted on it, or it was ended.
    Used,
    /// The yes was taken back before its effect was committed.
    Revoked,
    /// Somebody has it now, or it is too late to take it back: what becomes of it is not known yet.
    InFlight,
    /// Another attempt has taken it over, or it has ended meanwhile: who held it is shut out.
    LostLease,
    /// It was issued before the store was restored from a copy.
    Void,
    /// Its time has not come.
    TooEarly,
    /// Its time has passed.
    Expired,
    /// Its principal may no longer do this.
    NoLongerAuthorized,
    /// Its question was answered with a no.
    AnsweredNo,
    /// It was settled by someone who never claimed it.
    NotClaimed,
    /// What became of it is known, so that there is nothing to resolve.
    Known,
    /// The stored arguments do not fit the tool. Its row is not one that this program wrote.
    Unreadable,
    /// An item of the list is not what the person was shown. No grant was issued.
    Changed(Changed),
    /// The store is full: it takes no new question, and evicts nothing that lives.
    Full,
    /// So many questions to this principal wait for an answer that no further one is asked.
    TooManyOpen,
    /// The store did not answer.
    Unavailable(String),
}

impl NotUsable {
    /// Whether the same claim could succeed later. A queue delivers again only then; everything else is final, and a
    /// wrapper that tries again must not see it as a failure.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self, Self::InFlight | Self::TooEarly | Self::Full | Self::TooManyOpen | Self::Unavailable(_))
    }
}

impl Refused for NotUsable {
    fn fault(&self) -> Fault {
        match self {
            Self::Unknown
            | Self::OtherArguments
            | Self::OtherServer
            | Self::OtherContract
            | Self::Used
            | Self::LostLease
            | Self::Known
            | Self::NotClaimed => Fault::PeerMisbehaved,
            Self::Expired | Self::TooEarly | Self::InFlight | Self::NoLongerAuthorized => Fault::PeerIncompatible,
            Self::Revoked | Self::AnsweredNo => Fault::HumanSaidNo,
            Self::Changed(changed) => changed.fault(),
            Self::Void | Self::Unreadable | Self::Full | Self::TooManyOpen | Self::Unavailable(_) => Fault::Ours,
        }
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::Unknown => &grant::NOT_IN_PAYLOAD,
            Self::OtherArguments => &state::REQUEST,
            Self::OtherServer | Self::OtherContract => &state::CONTRACT,
            Self::Used => &grant::CLAIMED_ONCE,
            Self::Revoked => &grant::REVOCATION,
            Self::InFlight => &grant::IN_FLIGHT,
            Self::LostLease => &grant::FENCED,
            Self::Void => &grant::RESTORED,
            Self::TooEarly => &grant::NOT_BEFORE,
            Self::Expired => &grant::EXPIRY,
            Self::Known => &grant::UNKNOWN_SAID,
            Self::NoLongerAuthorized => &grant::STILL_AUTHORIZED,
            Self::AnsweredNo => &rules::call::ANSWERED_ONCE,
            Self::NotClaimed | Self::Unreadable => &grant::ONE_PATH,
            Self::Changed(changed) => changed.rule(),
            Self::Full | Self::TooManyOpen => &grant::NOT_EVICTED,
            Self::Unavailable(_) => &grant::UNKNOWN_SAID,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown_grant",
            Self::OtherArguments => "other_arguments",
            Self::OtherServer => "other_server",
            Self::OtherContract => "other_contract",
            Self::Used => "used",
            Self::Revoked => "revoked",
            Self::InFlight => "in_flight",
            Self::LostLease => "lost_lease",
            Self::Void => "void",
            Self::TooEarly => "too_early",
            Self::Expired => "grant_expired",
            Self::Known => "known",
            Self::NoLongerAuthorized => "no_longer_authorized",
            Self::AnsweredNo => "answered_no",
            Self::NotClaimed => "not_claimed",
            Self::Unreadable => "unreadable",
            Self::Changed(changed) => changed.code(),
            Self::Full => "store_full",
            Self::TooManyOpen => "too_many_open",
            Self::Unavailable(_) => "store_unavailable",
        }
    }

    fn why(&self) -> String {
        match self {
            Self::Unknown => "there is no such grant",
            Self::OtherArguments => "the grant is for other arguments",
            Self::OtherServer => "the grant is another server's",
            Self::OtherContract => "the grant is for another tool, or the tool's promise changed",
            Self::Used => "the grant was spent or ended before",
            Self::Revoked => "the yes was taken back before its effect was committed",
            Self::InFlight => "somebody acts on the grant now",
            Self::LostLease => "the grant was taken over, or ended meanwhile",
            Self::Void => "the grant was issued before the store was restored from a copy",
            Self::TooEarly => "the time from which the call may run has not come",
            Self::Known => "what became of the grant is known",
            Self::Expired => "the time until which the call could run has passed",
            Self::NoLongerAuthorized => "the person who approved may no longer do this",
            Self::AnsweredNo => "the question was answered with a no",
            Self::NotClaimed => "nobody had claimed the grant",
            Self::Unreadable => "the stored arguments do not fit the tool",
            Self::Changed(changed) => return changed.why(),
            Self::Full => "the store of grants is full",
            Self::TooManyOpen => "too many questions to the same person wait for an answer",
            Self::Unavailable(what) => return format!("the store of grants did not answer: {what}"),
        }
        .into()
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::Changed(changed) => changed.remedy(),
            Self::Full => "try again later, or let the operator prune or enlarge the store",
            Self::TooManyOpen => "have some of them answered, or wait until they expire",
            Self::Unavailable(_) => "find out what the store holds before anything is tried again",
            Self::Unreadable => "let the operator look at the row",
            Self::Revoked | Self::AnsweredNo => "do not repeat the call unless the person asks for it",
            Self::NoLongerAuthorized => "have the permission restored before the call is made again",
            Self::InFlight => "ask again later what became of it",
            Self::LostLease => "undo what can be undone, and leave the rest to whoever holds the grant now",
            Self::TooEarly => "claim the grant again when its time has come",
            Self::Known => "look at what is recorded",
            Self::Used => "find out what became of it before the call is made again",
            Self::NotClaimed => "claim the grant before anything is settled",
            Self::Unknown
            | Self::OtherArguments
            | Self::OtherServer
            | Self::OtherContract
            | Self::Expired
            | Self::Void => "make the call again, so that a person is asked afresh",
        }
    }
}
