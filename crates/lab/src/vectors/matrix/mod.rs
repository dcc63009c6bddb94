//! The defence matrix: every vector without each defence, and without each pair of them.

mod page;

use super::Vector;
use rules::Defence;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What came of every vector without each defence and without each pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    /// One row for each vector, in order.
    pub rows: Vec<Row>,
}

/// What came of one vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The vector.
    pub vector: Vector,
    /// Without which defences it was played: none, each, each pair, and whatever its own sets add.
    pub played: Vec<Vec<Defence>>,
    /// Those without which it came through: it showed what its file says that is gained, or something else happened in the
    /// world than its steps expect.
    pub through: Vec<Vec<Defence>>,
    /// The single defences without which some answer reads otherwise, where that does no harm. Only of a vector that no
    /// defence is about.
    pub otherwise: Vec<Defence>,
}

impl Matrix {
    /// Plays every vector without each defence, without each pair, and without what its own sets add, in as many threads
    /// as there are processors.
    #[must_use]
    pub fn play(vectors: &[Vector]) -> Self {
        Self::played(vectors, true)
    }

    /// The same without the pairs, which take fifteen times as long. Pairs that are a vector's own set are played.
    #[must_use]
    pub fn without_pairs(vectors: &[Vector]) -> Self {
        Self::played(vectors, false)
    }

    fn played(vectors: &[Vector], pairs: bool) -> Self {
        let next = AtomicUsize::new(0);
        let take = || {
            let mut rows = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::SeqCst);
                let Some(vector) = vectors.get(place) else { break rows };
                rows.push((place, Row::play(vector, pairs)));
            }
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut rows: Vec<(usize, Row)> = thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
            // A thread that panics takes its vectors with it: a matrix that lacks some must not be made.
            let joined =
                |thread: thread::ScopedJoinHandle<'_, _>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            threads.into_iter().flat_map(joined).collect()
        });
        rows.sort_by_key(|(place, _)| *place);
        Self { rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    /// How many runs there were.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.rows.iter().map(|row| row.played.len()).sum()
    }

    /// Whatever does not hold of it, as sentences: a vector that comes through and must not, or does not and must; a set
    /// that is not minimal; a defence that is decoration.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let decoration = Defence::ALL.iter().filter(|defence| !self.sets().any(|set| set.contains(defence)));
        let decoration = decoration.map(|defence| format!("{defence} is decoration: no vector needs it"));
        self.rows.iter().flat_map(Row::problems).chain(decoration).collect()
    }

    /// Every set of every vector.
    fn sets(&self) -> impl Iterator<Item = &Vec<Defence>> {
        self.rows.iter().flat_map(|row| &row.vector.stops)
    }
}

impl Row {
    fn play(vector: &Vector, pairs: bool) -> Self {
        let played = to_play(vector, pairs);
        let mut row = Self { vector: vector.clone(), played: Vec::new(), through: Vec::new(), otherwise: Vec::new() };
        for off in &played {
            if row.plays_through(off) {
                row.through.push(off.clone());
            }
        }
        Self { played, ..row }
    }

    /// Plays it once, and says whether it came through. Without one defence its answers are looked at as well, where no
    /// defence is about it.
    fn plays_through(&mut self, off: &[Defence]) -> bool {
        let is_about_none = self.vector.stops.is_empty();
        if off.len() != 1 || !is_about_none {
            return self.vector.comes_through_without(off);
        }
        let run = self.vector.play(off);
        let came = self.vector.comes_through(&run) || self.vector.strays(&run);
        if let ([defence], false) = (off, came)
            && self.vector.hold(&run).is_err()
        {
            self.otherwise.push(*defence);
        }
        came
    }

    fn problems(&self) -> Vec<String> {
        let name = &self.vector.name;
        let wrong = self.played.iter().filter_map(|off| {
            let (came, must) = (self.through.contains(off), self.vector.must_come_through(off));
            let with = if off.is_empty() { "with every defence on".into() } else { format!("without {}", named(off)) };
            match (came, must) {
                (true, false) => Some(format!("{name} comes through {with}, which is none of its sets")),
                (false, true) => Some(format!("{name} does not come through {with}, which is one of its sets")),
                _ => None,
            }
        });
        let stops = &self.vector.stops;
        let within = |set: &Vec<Defence>, other: &Vec<Defence>| set.iter().all(|line| other.contains(line));
        let wide = stops.iter().enumerate().filter(|(place, set)| {
            stops.iter().enumerate().any(|(other, smaller)| other != *place && within(smaller, set))
        });
        let wide = wide.map(|(_, set)| format!("{name} names {}, which is no minimal set", named(set)));
        wrong.chain(wide).collect()
    }
}

/// Nothing, each defence, each pair, each set of the vector, each such set but one, and each such set with what makes it
/// moot.
fn to_play(vector: &Vector, pairs: bool) -> Vec<Vec<Defence>> {
    let mut played = vec![Vec::new()];
    played.extend(Defence::ALL.iter().map(|defence| vec![*defence]));
    for (place, first) in Defence::ALL.iter().enumerate().filter(|_| pairs) {
        played.extend(Defence::ALL.iter().skip(place + 1).map(|second| vec![*first, *second]));
    }
    for set in &vector.stops {
        played.push(set.clone());
        played.extend(set.iter().map(|kept| set.iter().copied().filter(|line| line != kept).collect()));
        played.extend(vector.moot.iter().map(|moot| set.iter().copied().chain([*moot]).collect()));
    }
    played.iter_mut().for_each(|off| off.sort_unstable());
    played.sort();
    played.dedup();
    played
}

/// Defences as words.
fn named(defences: &[Defence]) -> String {
    defences.iter().map(|defence| defence.name()).collect::<Vec<_>>().join(" and ")
}
