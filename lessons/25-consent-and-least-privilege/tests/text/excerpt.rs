//! The piece of the transcript in the README.

use crate::texts::README;

const TRANSCRIPT: &str = include_str!("../../../../outputs/lesson-25.txt");

#[test]
fn the_readme_shows_a_piece_of_the_real_transcript() {
    let (_, behind) = README.text.split_once("<!-- excerpt: begin -->\n```text\n").unwrap();
    let (excerpt, _) = behind.split_once("```\n<!-- excerpt: end -->").unwrap();
    assert!(excerpt.lines().count() > 10);
    assert!(excerpt.ends_with('\n'));
    // Whole lines of it, so that what a reader sees is what a reader will find.
    assert!(format!("\n{TRANSCRIPT}").contains(&format!("\n{excerpt}")), "not in outputs/lesson-25.txt:\n{excerpt}");
    assert_eq!(README.text.matches("excerpt: ").count(), 2);
}
