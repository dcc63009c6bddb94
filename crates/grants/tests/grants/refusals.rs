//! Why a grant cannot be used, as it says of itself.

use rules::{Fault, Refused, call, grant, state};
use twogates_grants::NotUsable;

#[test]
fn each_refusal_has_its_fault_rule_code_and_remedy() {
    use Fault::{HumanSaidNo, Ours, PeerIncompatible, PeerMisbehaved};
    let again = "make the call again, so that a person is asked afresh";
    let no = "do not repeat the call unless the person asks for it";
    let find_out = "find out what became of it before the call is made again";
    let claim = "claim the grant before anything is settled";
    for (refusal, fault, rule, code, why, remedy) in [
        (NotUsable::Unknown, PeerMisbehaved, grant::NOT_IN_PAYLOAD, "unknown_grant", "no such grant", again),
        (NotUsable::OtherArguments, PeerMisbehaved, state::REQUEST, "other_arguments", "for other arguments", again),
        (NotUsable::OtherServer, PeerMisbehaved, state::CONTRACT, "other_server", "is another server's", again),
        (NotUsable::OtherContract, PeerMisbehaved, state::CONTRACT, "other_contract", "for another tool", again),
        (NotUsable::Used, PeerMisbehaved, grant::CLAIMED_ONCE, "used", "spent or ended before", find_out),
        (
            NotUsable::Revoked,
            HumanSaidNo,
            grant::REVOCATION,
            "revoked",
            "taken back before its effect was committed",
            no,
        ),
        (
            NotUsable::InFlight,
            PeerIncompatible,
            grant::IN_FLIGHT,
            "in_flight",
            "somebody acts",
            "ask again later what became of it",
        ),
        (
            NotUsable::LostLease,
            PeerMisbehaved,
            grant::FENCED,
            "lost_lease",
            "was taken over",
            "undo what can be undone, and leave the rest to whoever holds the grant now",
        ),
        (NotUsable::Void, Ours, grant::RESTORED, "void", "before the store was restored", again),
        (
            NotUsable::TooEarly,
            PeerIncompatible,
            grant::NOT_BEFORE,
            "too_early",
            "has not come",
            "claim the grant again when its time has come",
        ),
        (NotUsable::Known, PeerMisbehaved, grant::UNKNOWN_SAID, "known", "is known", "look at what is recorded"),
        (NotUsable::Expired, PeerIncompatible, grant::EXPIRY, "grant_expired", "has passed", again),
        (
            NotUsable::NoLongerAuthorized,
            PeerIncompatible,
            grant::STILL_AUTHORIZED,
            "no_longer_authorized",
            "may no longer do this",
            "have the permission restored before the call is made again",
        ),
        (NotUsable::AnsweredNo, HumanSaidNo, call::ANSWERED_ONCE, "answered_no", "answered with a no", no),
        (NotUsable::NotClaimed, PeerMisbehaved, grant::ONE_PATH, "not_claimed", "nobody had claimed", claim),
        (
            NotUsable::Unreadable,
            Ours,
            grant::ONE_PATH,
            "unreadable",
            "do not fit the tool",
            "let the operator look at the row",
        ),
        (
            NotUsable::Full,
            Ours,
            grant::NOT_EVICTED,
            "store_full",
            "is full",
            "try again later, or let the operator prune or enlarge the store",
        ),
        (
            NotUsable::TooManyOpen,
            Ours,
            grant::NOT_EVICTED,
            "too_many_open",
            "wait for an answer",
            "have some of them answered, or wait until they expire",
        ),
        (
            NotUsable::Unavailable("disk".into()),
            Ours,
            grant::UNKNOWN_SAID,
            "store_unavailable",
            "did not answer: disk",
            "find out what the store holds before anything is tried again",
        ),
    ] {
        assert_eq!((refusal.fault(), refusal.rule().id, refusal.code()), (fault, rule.id, code));
        assert!(refusal.why().contains(why), "{}", refusal.why());
        assert_eq!(refusal.remedy(), remedy);
    }
}
