//! Lines of a prompt, broken here and not by the terminal: it would not mark the second half of a server's line as the
//! server's.

use unicode_normalization::char::is_combining_mark;

/// The fewest columns that a prompt is laid out for.
const NARROWEST: usize = 24;

/// A line of safe text in lines of at most `columns` columns: `first` stands before the first of them, `rest` before each
/// other one. It is broken behind a space where one stands in the second half of a line. No character is lost.
pub(super) fn wrapped(text: &str, first: &str, rest: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(NARROWEST);
    let mut lines = Vec::new();
    let mut before = first;
    let mut characters: Vec<char> = text.chars().collect();
    loop {
        let room = columns.saturating_sub(before.chars().count());
        let at = break_at(&characters, room);
        let tail = characters.split_off(at);
        lines.push(before.chars().chain(characters).collect());
        if tail.is_empty() {
            return lines;
        }
        characters = tail;
        before = rest;
    }
}

/// How many characters stand on a line of `room` columns. A mark that rests on a letter stays with it.
fn break_at(characters: &[char], room: usize) -> usize {
    let mut used = 0;
    let fits = characters.iter().take_while(|character| {
        used += width(**character);
        used <= room
    });
    let most = fits.count();
    if most == characters.len() {
        return most;
    }
    let leans = |at: &usize| characters.get(*at).is_some_and(|character| is_combining_mark(*character));
    // No mark rests on a space: the renderer escapes it.
    let space = (most / 2 + 1..=most).rev().find(|at| characters.get(at - 1) == Some(&' '));
    space.or_else(|| (1..=most).rev().find(|at| !leans(at))).unwrap_or(most.max(1))
}

/// How many columns a character takes at most. Not one is wider than two, and none before U+1100 wider than one.
const fn width(character: char) -> usize {
    if character < '\u{1100}' { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::{break_at, width};

    fn at(text: &str, room: usize) -> usize {
        break_at(&text.chars().collect::<Vec<_>>(), room)
    }

    #[test]
    fn a_line_is_broken_behind_a_space_in_its_second_half() {
        assert_eq!(at("abcd efgh", 8), 5);
        assert_eq!(at("abc defgh", 8), 8);
        assert_eq!(at("ab cdefgh", 7), 7);
        assert_eq!(at("abc defgh", 7), 4);
        assert_eq!(at("abcdefg h", 8), 8);
        assert_eq!(at("ab c", 4), 4);
        assert_eq!(at("", 4), 0);
    }

    #[test]
    fn a_letter_takes_two_columns_from_the_first_wide_one_on() {
        assert_eq!((width('a'), width('\u{10ff}'), width('\u{1100}'), width('\u{6f22}')), (1, 1, 2, 2));
    }
}
