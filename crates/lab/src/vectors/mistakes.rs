//! The likely mistake behind a wrong outcome: a table from rule, expected and got to a sentence.

use super::Verdict::{
    Asked, BadRequest, Broken, Challenged, HeaderMismatch, InvalidParams, MissingCapability, NotThere, Queued, Ran,
    Refused, Unauthorized, Unsent, Withheld,
};
use super::{Expect, Seen, Verdict};

/// One row. The first row that fits is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mistake {
    /// The rule that is at stake; any rule where there is none.
    pub rule: Option<&'static str>,
    /// What was expected; anything where there is none.
    pub expected: Option<Verdict>,
    /// What came; anything where there is none.
    pub got: Option<Verdict>,
    /// What most likely is wrong, as one sentence without its full stop.
    pub likely: &'static str,
}

impl Mistake {
    const fn row(
        rule: Option<&'static str>,
        expected: Option<Verdict>,
        got: Option<Verdict>,
        likely: &'static str,
    ) -> Self {
        Self { rule, expected, got, likely }
    }
}

/// Every row, the more exact ones first.
pub const MISTAKES: &[Mistake] = &[
    Mistake::row(None, Some(Unsent), None, "an earlier step asked, where it had to refuse before anybody was asked"),
    Mistake::row(None, None, Some(Unsent), "an earlier step asked nothing, so that there is nothing to answer"),
    Mistake::row(
        Some("RS-06"),
        None,
        Some(Ran),
        "the state is genuine, and nobody compared the arguments with those that were sealed in it; compare the digest of \
         the arguments as they will run",
    ),
    Mistake::row(
        Some("RS-04"),
        None,
        Some(Refused),
        "what became of a state is looked up before its principal is checked, so that a stranger reads it",
    ),
    Mistake::row(
        Some("RS-04"),
        None,
        Some(Ran),
        "the state does not name who was asked, or what the client says of itself is taken for who it is; seal issuer, \
         subject and client id of the verified token",
    ),
    Mistake::row(
        Some("RS-02"),
        None,
        Some(Ran),
        "the state is decoded, and its seal is not verified over every byte of it",
    ),
    Mistake::row(
        Some("RS-05"),
        None,
        Some(Ran),
        "the state has no expiry, or a retry moves it; seal a time, and let the store's clock decide",
    ),
    Mistake::row(
        Some("RS-11"),
        None,
        Some(Ran),
        "the state does not name the server, the tool and its promise, so that a yes to one counts for another",
    ),
    Mistake::row(
        Some("GRANT-10"),
        Some(Refused),
        Some(Ran),
        "the state is checked and not used up; that a yes counts once needs a stored row that one conditional write claims",
    ),
    Mistake::row(
        Some("GRANT-10"),
        Some(Refused),
        Some(InvalidParams),
        "a used state is answered like a forged one, so that whoever lost the answer cannot learn that it is done",
    ),
    Mistake::row(
        Some("GRANT-06"),
        None,
        Some(Ran),
        "the worker does not ask the store whether the time that the question showed has passed",
    ),
    Mistake::row(
        Some("GRANT-07"),
        None,
        Some(Ran),
        "the effect does not look at what it is about to change, or looks before it holds it",
    ),
    Mistake::row(Some("GRANT-08"), None, Some(Ran), "the claim does not ask whether this principal may still do this"),
    Mistake::row(
        Some("CALL-09"),
        Some(Refused),
        Some(Ran),
        "only the action is read: a form that is accepted with a no in it counts as a yes",
    ),
    Mistake::row(
        Some("CALL-09"),
        Some(Refused),
        Some(Asked),
        "a no is taken for a missing answer, so that the person is asked until they give in",
    ),
    Mistake::row(
        Some("CALL-10"),
        Some(Refused),
        None,
        "nobody counts the noes, so that asking again and again costs nothing",
    ),
    Mistake::row(
        Some("CALL-03"),
        Some(Asked),
        Some(Ran),
        "the call ran with nobody asked: a hint was believed, or an earlier yes was remembered for the tool",
    ),
    Mistake::row(
        Some("CALL-03"),
        Some(Asked),
        Some(Refused),
        "an answer that is incomplete is taken for a no, in place of being asked for again",
    ),
    Mistake::row(
        Some("CALL-04"),
        None,
        Some(Ran),
        "the body is read with a reader that keeps the last of two names and rounds what does not fit",
    ),
    Mistake::row(
        Some("CALL-04"),
        None,
        Some(Asked),
        "the body is judged after it was parsed, when a second reading is already lost",
    ),
    Mistake::row(
        None,
        Some(Challenged),
        Some(Ran),
        "nobody compared the scopes of the token with those of this call; a filtered list is no check",
    ),
    Mistake::row(
        None,
        Some(Challenged),
        Some(Asked),
        "consent is asked for before scope is checked, or in place of it",
    ),
    Mistake::row(
        None,
        Some(Challenged),
        Some(Refused),
        "a missing scope is told as a tool's failure, which no client can step up from, or arguments are judged before it",
    ),
    Mistake::row(
        None,
        Some(Ran),
        Some(Challenged),
        "the token lacks what the call needs, or scope names are compared one by one, so that a broader scope does not \
         count for a narrower one",
    ),
    Mistake::row(
        Some("STEP-03"),
        None,
        None,
        "the challenge names the next missing scope in place of every scope that the call needs",
    ),
    Mistake::row(
        Some("STEP-05"),
        None,
        None,
        "the step-up asks for the challenged scopes alone, so that earlier ones are lost",
    ),
    Mistake::row(
        Some("SCOPE-08"),
        None,
        None,
        "the client asks for what it asked for before, and bothers its user for nothing",
    ),
    Mistake::row(Some("STEP-07"), None, None, "the client does not count its step-ups for this call"),
    Mistake::row(Some("SCOPE-11"), None, None, "the list goes by another table than the check of the call, or by none"),
    Mistake::row(Some("MRTR-08"), None, None, "the client goes round as long as the server asks"),
    Mistake::row(
        None,
        Some(HeaderMismatch),
        None,
        "the headers are not compared with the body, so that a gateway sees another call than the one that runs",
    ),
    Mistake::row(
        None,
        Some(MissingCapability),
        Some(Asked),
        "the question goes to a client that did not declare, in this very request, that it shows forms",
    ),
    Mistake::row(
        None,
        Some(Unauthorized),
        None,
        "the token's signature is checked, and not whom it was issued for and until when",
    ),
    Mistake::row(
        None,
        Some(Withheld),
        None,
        "the host relies on the server to ask, although its user never marked that server as trusted",
    ),
    Mistake::row(
        None,
        Some(BadRequest),
        Some(Broken),
        "what cannot be read brings the server down, in place of being refused",
    ),
    Mistake::row(None, None, Some(Broken), "the server failed where it had to decide"),
    Mistake::row(None, None, Some(NotThere), "the message goes to a path where no endpoint is"),
    Mistake::row(
        None,
        Some(Ran),
        Some(InvalidParams),
        "an honest state is refused: it is bound to more than the question, such as the token, the request id or the \
         connection; or a refusal in the wrong hands used it up",
    ),
    Mistake::row(
        None,
        Some(Ran),
        Some(Refused),
        "an honest call is refused: a server that refuses everything keeps every other vector, and is no use",
    ),
    Mistake::row(
        None,
        Some(Ran),
        Some(Asked),
        "a yes does not arrive: none was sent, or the answer is looked for under another key or in another place",
    ),
];

/// What the exact reason says where a call was to go on and was refused: the code, and the sentence.
pub const REASONS: &[(&str, &str)] = &[
    ("expired", "the answer came after the time to answer: wait less before it, or look at the clock that decides"),
    ("other_arguments", "the arguments that were sent are not those that the question showed"),
    ("other_principal", "the state was sent by somebody else than the one who was asked"),
    ("other_server", "the state was sent to another server than the one that asked"),
    ("other_contract", "the state was sent with another tool, or the tool's promise changed after the question"),
    ("tampered", "the state that came back is not the one that went out, byte for byte"),
    ("refused_in_form", "the form said no, or a yes in it is not read as one"),
    ("declined", "the answer was a no, or a yes is taken for one"),
    ("cancelled", "nobody decided: the question was closed, or a yes is taken for that"),
    ("answered_no", "this question was answered with a no before; a yes needs a question of its own"),
    ("too_many_noes", "the noes before it were counted, and nobody is asked until their time has passed"),
    ("executed", "the state was used before: a second run needs a second yes"),
    ("grant_expired", "the yes came in time, and the time to act on it had passed"),
    ("no_longer_authorized", "the account was closed, or the authority is asked about somebody else"),
    ("bad_arguments", "the arguments do not fit the tool's schema"),
];

/// What is told where the word is right.
const BESIDE: &str = "the outcome is the right one, and something beside it is not";
/// What is told where no row fits.
const OTHER: &str = "the decision is another one than the rule asks for";

/// What most likely is wrong.
pub(super) fn likely(rule: Option<&str>, expect: &Expect, seen: Option<&Seen>) -> &'static str {
    let got = seen.map_or("", Seen::verdict);
    let expected = expect.verdict.map_or("", Verdict::word);
    let fits = |row: &&Mistake| {
        // A row that names no outcome is about whatever differs; the others are about another outcome.
        let named = row.expected.is_some() || row.got.is_some();
        row.rule.is_none_or(|id| rule == Some(id))
            && row.expected.is_none_or(|verdict| expected == verdict.word())
            && row.got.is_none_or(|verdict| got == verdict.word())
            && !(named && expected == got)
    };
    // The exact reason says more than the word, and no rule of the vector need be about it.
    let goes_on = [Ran, Queued].iter().any(|verdict| expected == verdict.word()) && expected != got;
    let code = seen.and_then(Seen::code).filter(|_| goes_on);
    if let Some((_, likely)) = REASONS.iter().find(|(reason, _)| code == Some(*reason)) {
        return likely;
    }
    let other = if expected == got { BESIDE } else { OTHER };
    MISTAKES.iter().find(fits).map_or(other, |row| row.likely)
}
