//! Plays the vectors that `--which-gate` is about, and prints what is recorded of them. `scripts/outputs` keeps it in
//! `src/which/recorded.jsonl`, so that the lesson itself needs no player of vectors.

#![expect(clippy::panic, reason = "a vector that is not there ends it")]

#[path = "../tests/which/live.rs"]
mod live;

fn main() {
    print!("{}", live::file(lesson_25::which::ITEMS));
}
