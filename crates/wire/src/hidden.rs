//! Characters that nobody sees, or that move what stands beside them.

use std::ops::RangeInclusive;

/// Every character of the general categories Cc, Cf, Co, Zl and Zp, every space of category Zs but the plain one, every
/// character with the property Default_Ignorable_Code_Point, the noncharacters and specials of the first plane, and
/// six that are drawn as nothing although their category says otherwise: U+2800 and U+1D159, and of the combining marks
/// (Mn, Mc, Me) those that only join or vary what stands beside them, in any script (U+2D7F, U+1107F, U+16FE4, U+1BC9D).
///
/// Source: Unicode Character Database, `UnicodeData.txt` and `DerivedCoreProperties.txt`, version 16.0. The last planes
/// are taken whole: they hold tags, variation selectors and private use.
const HIDDEN: &[RangeInclusive<char>] = &[
    '\0'..='\u{1f}',            // C0 controls
    '\u{7f}'..='\u{a0}',        // delete, C1 controls, no-break space
    '\u{ad}'..='\u{ad}',        // soft hyphen
    '\u{34f}'..='\u{34f}',      // combining grapheme joiner
    '\u{600}'..='\u{605}',      // Arabic number signs
    '\u{61c}'..='\u{61c}',      // Arabic letter mark
    '\u{6dd}'..='\u{6dd}',      // Arabic end of ayah
    '\u{70f}'..='\u{70f}',      // Syriac abbreviation mark
    '\u{890}'..='\u{891}',      // Arabic pound and piastre marks
    '\u{8e2}'..='\u{8e2}',      // Arabic disputed end of ayah
    '\u{115f}'..='\u{1160}',    // Hangul fillers
    '\u{1680}'..='\u{1680}',    // Ogham space
    '\u{17b4}'..='\u{17b5}',    // Khmer inherent vowels
    '\u{180b}'..='\u{180f}',    // Mongolian variation selectors, vowel separator
    '\u{2000}'..='\u{200f}',    // wide and narrow spaces, zero width characters, direction marks
    '\u{2028}'..='\u{202f}',    // line and paragraph separators, embeddings and overrides, narrow no-break space
    '\u{205f}'..='\u{206f}',    // mathematical space, word joiner, invisible operators, isolates, deprecated formats
    '\u{2800}'..='\u{2800}',    // blank Braille pattern
    '\u{2d7f}'..='\u{2d7f}',    // Tifinagh consonant joiner
    '\u{3000}'..='\u{3000}',    // ideographic space
    '\u{3164}'..='\u{3164}',    // Hangul filler
    '\u{e000}'..='\u{f8ff}',    // private use
    '\u{fdd0}'..='\u{fdef}',    // noncharacters
    '\u{fe00}'..='\u{fe0f}',    // variation selectors
    '\u{feff}'..='\u{feff}',    // byte order mark
    '\u{ffa0}'..='\u{ffa0}',    // halfwidth Hangul filler
    '\u{fff0}'..='\u{ffff}',    // specials: annotation anchors, object and character replacements, noncharacters
    '\u{1107f}'..='\u{1107f}',  // Brahmi number joiner
    '\u{110bd}'..='\u{110bd}',  // Kaithi number sign
    '\u{110cd}'..='\u{110cd}',  // Kaithi number sign above
    '\u{13430}'..='\u{1343f}',  // Egyptian hieroglyph joiners
    '\u{16fe4}'..='\u{16fe4}',  // Khitan filler
    '\u{1bc9d}'..='\u{1bc9d}',  // shorthand letter selector
    '\u{1bca0}'..='\u{1bca3}',  // shorthand formats
    '\u{1d159}'..='\u{1d159}',  // musical null notehead
    '\u{1d173}'..='\u{1d17a}',  // musical beams, ties and slurs
    '\u{e0000}'..='\u{10ffff}', // tags, variation selectors, private use, and what is not assigned there
];

/// Whether this character is drawn as nothing or as a space that is not the plain one, breaks a line, or turns the
/// reading direction. Whoever prints text from elsewhere shows it as an escape (rule `CALL-08`).
///
/// ```
/// # use twogates_wire as wire;
/// assert!(wire::hidden('\n') && wire::hidden('\u{202e}') && wire::hidden('\u{3164}'));
/// assert!(!wire::hidden(' ') && !wire::hidden('ש'));
/// ```
#[must_use]
pub fn hidden(character: char) -> bool {
    // In order, so that plain text is done after two of them.
    HIDDEN.iter().take_while(|range| *range.start() <= character).any(|range| range.contains(&character))
}
