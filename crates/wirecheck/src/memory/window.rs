//! What is remembered of a stream: so many things and no more, and the oldest is forgotten first.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map of bounded size.
#[derive(Debug)]
pub(crate) struct Window<K, V> {
    kept: HashMap<K, (u64, usize, V), BuildHasherDefault<Spread>>,
    /// The keys in the order in which they came, with the ticket that each had. A key whose ticket is another's is gone.
    order: VecDeque<(u64, K)>,
    most: usize,
    heaviest: usize,
    weight: usize,
    ticket: u64,
    forgotten: u64,
}

impl<K: Hash + Eq + Clone, V> Window<K, V> {
    /// Room for `most` things that weigh at most `heaviest` bytes together.
    pub(crate) fn new(most: usize, heaviest: usize) -> Self {
        Self { kept: HashMap::default(), order: VecDeque::new(), most, heaviest, weight: 0, ticket: 0, forgotten: 0 }
    }

    /// Keeps a thing of this weight, in place of the one that had its key.
    pub(crate) fn keep(&mut self, key: K, weight: usize, value: V) {
        self.ticket += 1;
        self.weight += weight;
        if let Some((_, before, _)) = self.kept.insert(key.clone(), (self.ticket, weight, value)) {
            self.weight -= before;
        }
        self.order.push_back((self.ticket, key));
        while self.kept.len() > self.most || self.weight > self.heaviest {
            self.forget_oldest();
        }
        if self.order.len() > self.most.saturating_mul(2) {
            let kept = &self.kept;
            self.order.retain(|(ticket, key)| kept.get(key).is_some_and(|(known, ..)| known == ticket));
        }
    }

    fn forget_oldest(&mut self) {
        let Some((ticket, key)) = self.order.pop_front() else { return };
        if self.kept.get(&key).is_some_and(|(known, ..)| *known == ticket) {
            self.take(&key);
            self.forgotten += 1;
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.kept.get(key).map(|(.., value)| value)
    }

    pub(crate) fn take(&mut self, key: &K) -> Option<V> {
        let (_, weight, value) = self.kept.remove(key)?;
        self.weight -= weight;
        Some(value)
    }

    /// How many things were forgotten for want of room.
    pub(crate) const fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// What is kept, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &V> {
        self.order.iter().filter_map(|(ticket, key)| {
            let (known, _, value) = self.kept.get(key)?;
            (known == ticket).then_some(value)
        })
    }
}

/// Spreads keys that are numbers: digests, which are random already, or the numbers of entries.
#[derive(Debug, Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        // An odd number without a pattern: the fraction of the golden ratio.
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
