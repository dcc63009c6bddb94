//! The defence matrix: every vector without each defence, and without each pair of them.

use super::Vector;
use rules::Defence;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What came of every vector without each defence and without each pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    /// One row for each vector.
    pub rows: Vec<Row>,
}

/// What came of one vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The vector's name.
    pub name: String,
    /// What is tried.
    pub title: String,
    /// Its minimal sets.
    pub stops: Vec<Vec<Defence>>,
    /// Without which defences it was played: each defence, each pair, and whatever its own sets add.
    pub played: Vec<Vec<Defence>>,
    /// Those without which it came through.
    pub through: Vec<Vec<Defence>>,
    /// Whether all steps went as expected with every defence on.
    pub held: bool,
}

impl Matrix {
    /// Plays every vector without each defence, without each pair, and without what its own sets add, in as many threads
    /// as there are processors.
    #[must_use]
    pub fn play(vectors: &[Vector]) -> Self {
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism().map_or(2, usize::from);
        let take = || {
            let mut rows = Vec::new();
            while let Some((place, vector)) = Some(next.fetch_add(1, Ordering::SeqCst)).and_then(|at| Some((at, vectors.get(at)?))) {
                rows.push((place, Row::play(vector)));
            }
            rows
        };
        let mut rows: Vec<(usize, Row)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        });
        rows.sort_by_key(|(place, _)| *place);
        Self { rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    /// What is wrong with it.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        Vec::new()
    }

    /// As a page.
    #[must_use]
    pub fn page(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let wrong: Vec<_> = row.wrong().collect();
            if !wrong.is_empty() || !row.held {
                out += &format!("{} {} {:?}\n", row.name, row.held, wrong);
            }
        }
        out
    }
}

impl Row {
    fn play(vector: &Vector) -> Self {
        let played = played(&vector.stops);
        let through = played.iter().filter(|off| vector.comes_through(&vector.play(off))).cloned().collect();
        Self {
            name: vector.name.clone(),
            title: vector.title.clone(),
            stops: vector.stops.clone(),
            through,
            played,
            held: vector.hold(&vector.play(&[])).is_ok(),
        }
    }

    /// Where it came through although none of its sets was off, or did not although one was.
    pub fn wrong(&self) -> impl Iterator<Item = (&[Defence], bool)> {
        let came = |off: &Vec<Defence>| self.through.contains(off);
        let should = |off: &Vec<Defence>| self.stops.iter().any(|set| set.iter().all(|line| off.contains(line)));
        self.played.iter().filter(move |off| came(off) != should(off)).map(move |off| (off.as_slice(), came(off)))
    }
}

/// Nothing, each defence, each pair, each set of more than two, and each such set but one.
fn played(stops: &[Vec<Defence>]) -> Vec<Vec<Defence>> {
    let mut played = vec![Vec::new()];
    played.extend(Defence::ALL.iter().map(|defence| vec![*defence]));
    for (place, first) in Defence::ALL.iter().enumerate() {
        played.extend(Defence::ALL.iter().skip(place + 1).map(|second| vec![*first, *second]));
    }
    for set in stops.iter().filter(|set| set.len() > 2) {
        played.push(set.clone());
        if set.len() > 3 {
            played.extend(set.iter().map(|kept| set.iter().copied().filter(|line| line != kept).collect()));
        }
    }
    played
}
