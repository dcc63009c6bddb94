//! What each refusal of gate two says of itself.

use rules::{Fault, Refused, base, call, grant, state, tools};
use twogates_consent::{BadArguments, BadState, CannotAsk, Changed, EffectClass, Evidence, How, No};

/// Fault, rule and code.
fn of(refusal: &dyn Refused) -> (Fault, &'static str, &'static str) {
    (refusal.fault(), refusal.rule().id, refusal.code())
}

#[test]
fn a_bad_state_names_the_part_that_differs() {
    use Fault::{PeerIncompatible, PeerMisbehaved};
    for (refusal, fault, rule, code, why) in [
        (BadState::Tampered, PeerMisbehaved, state::INTEGRITY, "tampered", "not one that this server wrote"),
        (BadState::UnknownKey, PeerIncompatible, state::INTEGRITY, "unknown_key", "a key that is not in use any more"),
        (BadState::OtherPrincipal, PeerMisbehaved, state::PRINCIPAL, "other_principal", "another principal"),
        (BadState::OtherServer, PeerMisbehaved, state::CONTRACT, "other_server", "another server"),
        (BadState::OtherContract, PeerMisbehaved, state::CONTRACT, "other_contract", "the tool's promise changed"),
        (BadState::OtherArguments, PeerMisbehaved, state::REQUEST, "other_arguments", "the arguments are not those"),
        (BadState::Expired, PeerIncompatible, state::EXPIRY, "expired", "answered too late"),
    ] {
        assert_eq!(of(&refusal), (fault, rule.id, code));
        assert!(refusal.why().contains(why), "{}", refusal.why());
        assert_eq!(refusal.remedy(), "make the call again without requestState, and a person is asked afresh");
    }
}

/// The one text for all of them names no part and no reason.
#[test]
fn a_bad_state_has_one_outward_text() {
    let outward = BadState::OUTWARD;
    assert_eq!(outward, "requestState is not usable for this call. Call again without it to be asked afresh.");
}

#[test]
fn bad_arguments_are_told_to_the_model_on_one_line() {
    let refusal = BadArguments { tool: "delete\nnote".into(), what: "unknown field `a\u{202e}b`".into() };
    assert_eq!(of(&refusal), (Fault::PeerMisbehaved, tools::EXECUTION_ERROR.id, "bad_arguments"));
    assert_eq!(refusal.why(), r"the arguments do not fit delete\nnote: unknown field `a\u{202e}b`");
    assert_eq!(refusal.remedy(), "call again with arguments that fit the tool's inputSchema");
}

#[test]
fn why_nobody_can_be_asked() {
    let changed = Changed { how: How::Gone, now: "nothing".into() };
    for (refusal, fault, rule, code, why, remedy) in [
        (
            CannotAsk::NoForm,
            Fault::PeerIncompatible,
            base::CAPABILITY_MISSING,
            "no_form",
            "a person must be asked, and the client did not declare that it shows forms",
            "declare elicitation.form in clientCapabilities",
        ),
        (
            CannotAsk::EvidenceTooWeak { demanded: Evidence::Signed },
            Fault::Ours,
            call::NOT_PROVEN,
            "evidence_too_weak",
            "this tool demands a yes that is signed; a form cannot give that",
            "ask on a page of the server (URL mode)",
        ),
        (
            CannotAsk::Lifetime { ms: 0 },
            Fault::Ours,
            grant::EXPIRY,
            "bad_lifetime",
            "a lifetime of 0 ms is not between 1 ms and 24 hours",
            "set a lifetime between 1 ms and 24 hours in the tool's policy",
        ),
        (
            CannotAsk::BadSchema { what: "pattern of a\nb".into() },
            Fault::Ours,
            tools::INPUT_SCHEMA,
            "bad_schema",
            r"the tool's schema says what is not checked here: pattern of a\nb",
            "let the operator write the tool's schema without it",
        ),
        (
            CannotAsk::NotARead { effect: EffectClass::Keyed },
            Fault::Ours,
            call::WHO_IS_ASKED,
            "not_a_read",
            "only a read runs unasked, and the tool's contract says that its effect is keyed",
            "let the operator have a person asked about this tool",
        ),
        (
            CannotAsk::Changed(changed.clone()),
            Fault::Ours,
            grant::SNAPSHOT,
            "object_gone",
            "since the question was asked, it is gone; now: nothing",
            "make the call again, so that a person sees the resource as it is now",
        ),
    ] {
        assert_eq!(of(&refusal), (fault, rule.id, code));
        assert_eq!((refusal.why().as_str(), refusal.remedy()), (why, remedy));
    }
}

#[test]
fn a_no_is_a_person_s() {
    for (no, why, remedy) in [
        (No::InTheForm, "the person answered no in the form", "do not repeat the call unless the person asks for it"),
        (
            No::Declined,
            "the person declined, or was not shown the question",
            "do not repeat the call unless the person asks for it",
        ),
        (
            No::Cancelled,
            "the person closed the question without deciding",
            "the person may be asked again later, if they want the call",
        ),
    ] {
        assert_eq!(of(&no), (Fault::HumanSaidNo, call::NO_IS_NO.id, no.word()));
        assert_eq!((no.why().as_str(), no.remedy()), (why, remedy));
    }
}
