//! Words by which an error tells that a person must decide, or has said no.

/// Of whom it speaks.
const WHO: &[&str] = &["user", "users", "person", "human", "operator"];
/// What that one did, by the beginning of the word.
const DID: &[&str] =
    &["declin", "denied", "deny", "denies", "reject", "refus", "cancel", "approv", "confirm", "consent"];
/// Words that turn it round: who *was* denied something did not decide.
const PASSIVE: &[&str] = &["is", "was", "are", "were", "been", "be"];
/// How many words apart the two stand at most.
const NEAR: usize = 4;
const ASKED: &[&str] = &[
    "consent required",
    "consent is required",
    "consent needed",
    "requires consent",
    "needs consent",
    "without consent",
    "no consent",
    "approval required",
    "approval is required",
    "requires approval",
    "needs approval",
    "requires confirmation",
    "confirmation required",
];

/// Whether a message tells of a person's decision: the user declined, rejected by the user, approval required.
pub(super) fn tells(message: &str) -> bool {
    let message = message.to_lowercase();
    let words: Vec<&str> =
        message.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    ASKED.iter().any(|asked| text.contains(asked)) || (0..words.len()).any(|begin| decides(&words, begin))
}

/// Whether the words from here on say that a person did it, or that it was done by one.
fn decides(words: &[&str], begin: usize) -> bool {
    let near: Vec<&str> = words.iter().skip(begin).take(NEAR).copied().collect();
    let Some((first, rest)) = near.split_first() else { return false };
    let did = |word: &&str| DID.iter().any(|did| word.starts_with(did));
    if WHO.contains(first) {
        let active = rest.iter().take_while(|word| !PASSIVE.contains(word));
        return active.into_iter().any(did);
    }
    let by = rest.iter().position(|word| *word == "by");
    did(first) && by.is_some_and(|by| rest.iter().skip(by).any(|word| WHO.contains(word)))
}
