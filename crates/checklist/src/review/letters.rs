//! Letters as a person takes them: without accents, in whatever alphabet they are dressed.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The text without accents, with plain letters for wide, bold or otherwise dressed ones, and without what nobody sees.
pub(super) fn plain(text: &str) -> String {
    text.nfkd().filter(|letter| !is_combining_mark(*letter) && !is_unseen(*letter)).collect()
}

/// What nobody sees between two letters. A space parts them.
fn is_unseen(letter: char) -> bool {
    wire::hidden(letter) && !letter.is_whitespace()
}

/// What is left of a name at a glance: names with one outline are taken for one another.
pub(super) fn outline(name: &str) -> String {
    let shapes: String = plain(name).chars().flat_map(char::to_lowercase).filter_map(shape).collect();
    shapes.replace("rn", "m").replace("vv", "w")
}

/// Letters and the Latin letter that each is taken for.
const SHAPES: &[(&str, char)] = &[
    ("0οоօø", 'o'),
    ("1|ıіιlǀł", 'l'),
    ("i", 'l'),
    ("αа", 'a'),
    ("в", 'b'),
    ("сϲ", 'c'),
    ("ԁđ", 'd'),
    ("еε", 'e'),
    ("ɡ", 'g'),
    ("һнħ", 'h'),
    ("јϳ", 'j'),
    ("кκ", 'k'),
    ("м", 'm'),
    ("ηп", 'n'),
    ("ρр", 'p'),
    ("ԛ", 'q'),
    ("гᴦ", 'r'),
    ("ѕ", 's'),
    ("тτ", 't'),
    ("υս", 'u'),
    ("ν", 'v'),
    ("ԝω", 'w'),
    ("хχ", 'x'),
    ("уγ", 'y'),
];

/// The shape of a small letter; `None` for what is hardly seen between letters.
fn shape(letter: char) -> Option<char> {
    if letter.is_alphanumeric() || letter == '|' || letter == 'ǀ' {
        let taken_for = SHAPES.iter().find(|(letters, _)| letters.contains(letter));
        return Some(taken_for.map_or(letter, |(_, shape)| *shape));
    }
    None
}
