//! What the words of a name say that a tool does.

use super::letters::{outline, plain};
use super::verbs;
use std::sync::LazyLock;

/// What a tool does, by the verb in its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// It reads.
    Read,
    /// It changes or adds something.
    Write,
    /// It takes something away.
    Destroy,
    /// It runs something.
    Execute,
}

/// Words behind which a name has another verb.
const JOINS: &[&str] = &["and", "or", "then"];

/// Verbs behind which the next word may be a second one.
const BESIDE: &[&str] = &["browse", "find", "get", "list", "query", "read", "search", "view"];

const VERBS: &[(&[&str], Deed)] = &[
    (verbs::READS, Deed::Read),
    (verbs::WRITES, Deed::Write),
    (verbs::WRITES_ELSEWHERE, Deed::Write),
    (verbs::DESTROYS, Deed::Destroy),
    (verbs::DESTROYS_ELSEWHERE, Deed::Destroy),
    (verbs::EXECUTES, Deed::Execute),
    (verbs::EXECUTES_ELSEWHERE, Deed::Execute),
];

/// The longest word, in bytes, that is looked at more than once.
const LONGEST: usize = 64;

/// The verbs as they are taken at a glance.
static OUTLINES: LazyLock<Vec<(String, Deed)>> =
    LazyLock::new(|| VERBS.iter().flat_map(|(list, deed)| list.iter().map(|verb| (outline(verb), *deed))).collect());

impl Deed {
    /// What one word says: a verb, what looks like one, or one with what it is done to in the same word (`droptable`).
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let named = |verb: &str| VERBS.iter().find_map(|(list, deed)| list.contains(&verb).then_some(*deed));
        let numbered = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
        named(word).or_else(|| named(numbered)).or_else(|| Self::at_a_glance(word)).or_else(|| Self::in_one_word(word))
    }

    /// What a word is taken for that has other letters than those of ASCII, or a digit in place of one.
    fn at_a_glance(word: &str) -> Option<Self> {
        if word.len() > LONGEST || word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let glance = outline(word);
        OUTLINES.iter().find_map(|(verb, deed)| (*verb == glance).then_some(*deed))
    }

    fn in_one_word(word: &str) -> Option<Self> {
        let begins = |verb: &&&str| word.strip_prefix(**verb).is_some_and(|rest| verbs::OBJECTS.contains(&rest));
        VERBS.iter().filter(|_| word.len() <= LONGEST).find_map(|(list, deed)| list.iter().find(begins).map(|_| *deed))
    }

    /// What a name says: its first verb, for what stands behind a verb is what it is done to (`list_commits`). Behind
    /// *and*, *or*, *then* another verb counts, and so does one next to a verb that reads where it can be nothing else;
    /// the one that does more is told, with its word.
    pub(super) fn of(words: &[String]) -> Option<(Self, &str)> {
        let mut verbs: Vec<(Self, &str)> = Vec::new();
        let (mut open, mut beside) = (true, false);
        for word in words {
            let also = beside && verbs::NO_NOUNS.contains(&word.as_str());
            beside = false;
            if JOINS.contains(&word.as_str()) {
                open = true;
            } else if let Some(deed) = Self::of_word(word).filter(|_| open || also) {
                verbs.push((deed, word));
                open = false;
                beside = BESIDE.contains(&word.as_str());
            }
        }
        let changes = verbs.iter().find(|(deed, _)| *deed != Self::Read);
        changes.or(verbs.first()).copied()
    }
}

/// The words of a text, in small letters and without accents. A capital begins one in `moveFile`, not within `PDF`.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_small = false;
    for character in plain(text).chars() {
        if !character.is_alphanumeric() || character.is_uppercase() && before_small {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphanumeric()) {
            word.extend(character.to_lowercase());
        }
        before_small = character.is_lowercase() || character.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}
