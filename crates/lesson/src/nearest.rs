//! What somebody who mistyped a name may have meant.

/// How many letters may be wrong, missing, too many, or two of them in the wrong order.
const SLIPS: usize = 2;

/// The name that is nearest to what was typed, where one is near.
#[must_use]
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Nobody mistypes a whole screen, and the distance takes time.
    if typed.len() > 40 {
        return None;
    }
    let typed = typed.to_lowercase();
    let near = names.into_iter().map(|name| (distance(&typed, name), name)).filter(|(slips, name)| {
        // Of a short name, two letters are half of it.
        *slips <= SLIPS.min(name.chars().count() / 2)
    });
    near.min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

/// How many letters must be changed, added, left out, or swapped with the next one, to make one word of the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let at = |line: &[usize], place: usize| line.get(place).copied().unwrap_or(usize::MAX / 2);
            let changed = at(&last, column) + usize::from(letter != other);
            let mut best = changed.min(at(&last, column + 1) + 1).min(at(&line, column) + 1);
            let swapped =
                row > 0 && column > 0 && from.get(row - 1) == Some(other) && to.get(column - 1) == Some(letter);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut last, line);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn a_distance_counts_slips() {
        for (from, to, slips) in [
            ("", "", 0),
            ("", "ab", 2),
            ("ab", "", 2),
            ("liar", "liar", 0),
            ("lair", "liar", 1),
            ("lia", "liar", 1),
            ("liaar", "liar", 1),
            ("lier", "liar", 1),
            ("rail", "liar", 3),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(from, to), slips, "{from} {to}");
        }
    }

    #[test]
    fn only_what_is_near_is_offered() {
        let names = ["scope", "union", "liar"];
        assert_eq!(nearest("scpoe", names), Some("scope"));
        assert_eq!(nearest("Scopes", names), Some("scope"));
        assert_eq!(nearest("sc", names), None);
        assert_eq!(nearest("li", names), Some("liar"));
        assert_eq!(nearest("l", names), None);
        assert_eq!(nearest("everything", names), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("unoin", ["unions", "union"]), Some("union"));
        assert!(nearest(&"x".repeat(40), [&*"x".repeat(41)]).is_some());
        assert_eq!(nearest(&"x".repeat(41), [&*"x".repeat(41)]), None);
    }
}
