//! Marks that a person does not see on the letter before them. What nobody sees anywhere is [`wire::hidden`].

use std::ops::RangeInclusive;

/// The marks that put the next letter below the one before and are drawn as nothing themselves, each with the letters that
/// it does that to. They are everyday writing there, and after any other letter nobody sees them.
///
/// Source: `IndicSyllabicCategory.txt`, version 16.0, `Invisible_Stacker`; `Blocks.txt`.
const STACKERS: &[(char, RangeInclusive<char>)] = &[
    ('\u{1039}', '\u{1000}'..='\u{109f}'),    // Myanmar
    ('\u{17d2}', '\u{1780}'..='\u{17ff}'),    // Khmer
    ('\u{1a60}', '\u{1a20}'..='\u{1aaf}'),    // Tai Tham
    ('\u{1bab}', '\u{1b80}'..='\u{1bbf}'),    // Sundanese
    ('\u{aaf6}', '\u{abc0}'..='\u{abff}'),    // Meetei Mayek
    ('\u{10a3f}', '\u{10a00}'..='\u{10a5f}'), // Kharoshthi
    ('\u{11133}', '\u{11100}'..='\u{1114f}'), // Chakma
    ('\u{113d0}', '\u{11380}'..='\u{113ff}'), // Tulu-Tigalari
    ('\u{1193e}', '\u{11900}'..='\u{1195f}'), // Dives Akuru
    ('\u{11a47}', '\u{11a00}'..='\u{11a4f}'), // Zanabazar Square
    ('\u{11a99}', '\u{11a50}'..='\u{11aaf}'), // Soyombo
    ('\u{11d45}', '\u{11d00}'..='\u{11d5f}'), // Masaram Gondi
    ('\u{11d97}', '\u{11d60}'..='\u{11daf}'), // Gunjala Gondi
    ('\u{11f42}', '\u{11f00}'..='\u{11f5f}'), // Kawi
];

/// Whether this character is a mark that nobody sees after this letter with its marks.
pub(super) fn hidden_after(letter: &str, character: char) -> bool {
    let stacker = STACKERS.iter().find(|(stacker, _)| *stacker == character);
    stacker.is_some_and(|(_, letters)| {
        let own = letter.chars().next().is_some_and(|letter| letters.contains(&letter));
        // Of two in a row, one is seen at most.
        !own || letter.ends_with(character)
    })
}
