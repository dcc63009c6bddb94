//! Broken and hostile `WWW-Authenticate`: nothing panics, nothing changes hands.

use proptest::prelude::*;
use twogates_scope::challenge::{parse, step_up_challenge};

/// Bearer between two others that want more.
const BETWEEN: &str = "Basic realm=\"evil\", scope=\"evil\", Bearer realm=\"evil \\\"scope=evil\\\"\", \
                       error=\"insufficient_scope\", scope=\"good\", Digest realm=\"evil\", scope=\"evil\"";

const SPOILERS: [char; 12] = ['"', ',', '=', ' ', '\\', '\t', ';', '/', 'x', 'é', '\n', '\0'];

/// What a step-up would ask for, by this header.
fn asked(header: &str) -> Option<String> {
    Some(step_up_challenge(&parse([header]))?.scope()?.to_string())
}

/// The header with one character left out, put in, or put in place of another: every place, every spoiler.
fn spoilt(header: &str) -> Vec<String> {
    let characters: Vec<char> = header.chars().collect();
    let mut all = Vec::new();
    for place in 0..=characters.len() {
        let (before, after) = characters.split_at(place);
        let text = |middle: Option<char>, after: &[char]| before.iter().chain(&middle).chain(after).collect();
        all.extend(SPOILERS.map(|spoiler| text(Some(spoiler), after)));
        if let Some((_, rest)) = after.split_first() {
            all.push(text(None, rest));
            all.extend(SPOILERS.map(|spoiler| text(Some(spoiler), rest)));
        }
    }
    all
}

#[test]
fn one_wrong_character_never_moves_a_scope_to_another_challenge() {
    assert_eq!(asked(BETWEEN).as_deref(), Some("good"));
    let all = spoilt(BETWEEN);
    let mut unharmed = 0;
    for header in &all {
        let asked = asked(header);
        unharmed += usize::from(asked.as_deref() == Some("good"));
        assert!(!asked.is_some_and(|scope| scope.contains("evil")), "{header}");
    }
    // As little as possible is lost: the larger part of the damaged headers still says what it said.
    assert!(unharmed * 2 > all.len(), "{unharmed} of {}", all.len());
}

#[test]
fn a_header_that_is_cut_off_never_says_more() {
    for end in 0..BETWEEN.len() {
        let asked = BETWEEN.get(..end).and_then(asked);
        assert!(asked.is_none() || asked.as_deref() == Some("good"), "{end}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(lines in prop::collection::vec(any::<String>(), 0..4)) {
        let challenges = parse(lines.iter().map(String::as_str));
        for challenge in &challenges {
            let _any = (challenge.error(), challenge.scope(), challenge.resource_metadata());
        }
        let _any = step_up_challenge(&challenges);
    }

    #[test]
    fn text_of_the_header_s_own_characters_is_read_without_a_panic(text in "[Ba=\", \t\\\\é/]{0,24}") {
        let length: usize = parse([text.as_str()]).iter().map(|challenge| challenge.scheme.len()).sum();
        prop_assert!(length <= text.len());
    }

    #[test]
    fn several_wrong_characters_are_read_without_a_panic(
        edits in prop::collection::vec((0..BETWEEN.len(), prop::sample::select(SPOILERS.to_vec())), 1..12),
    ) {
        let mut characters: Vec<char> = BETWEEN.chars().collect();
        for (place, spoiler) in edits {
            characters[place] = spoiler;
        }
        let header: String = characters.into_iter().collect();
        let _any = asked(&header);
    }
}
