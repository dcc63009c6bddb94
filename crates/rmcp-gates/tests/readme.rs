//! What the project's front page promises of a handler that is wrapped: at most ten changed lines. That both programs compile,
//! the doc tests say.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests fail loudly")]

const README: &str = include_str!("../../../README.md");
const PROMISED: usize = 10;

/// The program behind a mark, line by line.
fn program(mark: &str) -> Vec<&'static str> {
    let (_, behind) = README.split_once(mark).unwrap();
    let (_, program) = behind.split_once("```rust,no_run\n").unwrap();
    program.split_once("```").unwrap().0.lines().collect()
}

/// How many lines both have, in order: the longest common subsequence.
fn kept(before: &[&str], after: &[&str]) -> usize {
    let mut row = vec![0; after.len() + 1];
    for line in before {
        let mut above_left = 0;
        for (place, other) in after.iter().enumerate() {
            let (above, left) = (row.get(place + 1).copied().unwrap(), row.get(place).copied().unwrap());
            row[place + 1] = if line == other { above_left + 1 } else { above.max(left) };
            above_left = above;
        }
    }
    row.last().copied().unwrap()
}

#[test]
fn wrapping_a_handler_changes_at_most_ten_lines() {
    let (before, after) = (program("<!-- before -->"), program("<!-- after -->"));
    let kept = kept(&before, &after);
    let (gone, new) = (before.len() - kept, after.len() - kept);
    assert!(gone > 0 && new > 0, "the programs differ");
    assert!(gone.max(new) <= PROMISED, "{gone} lines of the first are gone, and {new} of the second are new");
}

#[test]
fn a_line_counts_once() {
    assert_eq!(kept(&["a", "b", "c"], &["a", "x", "c"]), 2);
    assert_eq!(kept(&["a", "b"], &["b", "a"]), 1);
    assert_eq!(kept(&[], &["a"]), 0);
    assert_eq!(kept(&["a", "a"], &["a"]), 1);
}
