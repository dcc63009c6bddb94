//! A file as a question shows it.

use twogates::grants::FakeClock;
use twogates_lab::resources::Files;
use twogates_lab::world::START_MS;

/// An hour says nothing of another day.
#[test]
fn the_date_stands_with_what_was_changed_on_another_day() {
    let clock = FakeClock::at(START_MS);
    let files = Files::sample(START_MS).read_by(clock.clone());
    let shown = || files.snapshot("notes.txt").shown().to_owned();
    let midnight = START_MS + 10 * 3_600_000;
    for same_day in [START_MS, midnight - 1] {
        clock.set(same_day);
        assert_eq!(shown(), "notes.txt, 59 bytes, changed 14:00");
    }
    for other_day in [midnight, START_MS + 86_400_000, START_MS - 86_400_000] {
        clock.set(other_day);
        assert_eq!(shown(), "notes.txt, 59 bytes, changed 2026-07-28 14:00 UTC");
    }
    assert_eq!(
        files.snapshot("notes.txt").bound(),
        Files::sample(0).snapshot("notes.txt").bound(),
        "words bind nothing"
    );
}
