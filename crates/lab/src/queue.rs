//! A queue that is nasty on purpose. Every queue that delivers at least once does these things on a bad day; this one does
//! them when it is told to, on the fake clock.
//!
//! - **lease**: whoever took a job has it for a while. Afterwards it is delivered again, whether the first worker still
//!   runs or not.
//! - **zombie**: that first worker. It knows nothing of it, and acts on.
//! - **duplicate delivery**: one job, delivered twice at once.
//! - **retry wrapper**: an error that looks transient puts the job back, whatever the worker did before the error.
//!
//! It knows nothing of grants and reads no job. What it carries is a description, never a right.

use twogates::grants::{Clock, FakeClock};

/// A queue of jobs.
#[derive(Debug)]
pub struct NastyQueue<J> {
    clock: FakeClock,
    lease_ms: u64,
    waiting: Vec<Waiting<J>>,
    deliveries: u32,
    twice: bool,
}

#[derive(Debug)]
struct Waiting<J> {
    job: J,
    number: u32,
    visible_at_ms: u64,
}

/// A job in a worker's hands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery<J> {
    /// What the producer put in.
    pub job: J,
    /// Which job it is: the same number in every delivery of it.
    pub number: u32,
    /// Which delivery it is, of all that this queue ever made.
    pub delivery: u32,
    /// When it is delivered again unless it is acknowledged before, in milliseconds since 1970.
    pub leased_until_ms: u64,
}

/// What a worker's error looks like to a retry wrapper. It cannot tell what was done before the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// A lock timeout, a reset connection: the wrapper tries again.
    LooksTransient,
    /// Marked as final: the wrapper does not try again.
    Permanent,
}

impl<J: Clone> NastyQueue<J> {
    /// An empty queue whose leases last this long.
    #[must_use]
    pub const fn new(clock: FakeClock, lease_ms: u64) -> Self {
        Self { clock, lease_ms, waiting: Vec::new(), deliveries: 0, twice: false }
    }

    /// Puts a job in, and says its number.
    pub fn put(&mut self, job: J) -> u32 {
        let number = self.waiting.iter().map(|waiting| waiting.number).max().unwrap_or_default() + 1;
        self.waiting.push(Waiting { job, number, visible_at_ms: 0 });
        number
    }

    /// The next delivery is made twice.
    pub const fn deliver_twice(&mut self) {
        self.twice = true;
    }

    /// Takes the oldest job that nobody has a lease on now. It stays in the queue until it is acknowledged.
    pub fn take(&mut self) -> Option<Delivery<J>> {
        let now = self.clock.ms();
        let waiting = self.waiting.iter_mut().find(|waiting| waiting.visible_at_ms <= now)?;
        if !std::mem::take(&mut self.twice) {
            waiting.visible_at_ms = now.saturating_add(self.lease_ms);
        }
        self.deliveries += 1;
        Some(Delivery {
            job: waiting.job.clone(),
            number: waiting.number,
            delivery: self.deliveries,
            leased_until_ms: now.saturating_add(self.lease_ms),
        })
    }

    /// The worker is done with the job. An acknowledgement that comes after the lease does its work too: the queue does not
    /// know who is late.
    pub fn acknowledge(&mut self, delivery: &Delivery<J>) {
        self.waiting.retain(|waiting| waiting.number != delivery.number);
    }

    /// The retry wrapper: what looks transient is put back at once, and what is final is taken off. Returns whether it will
    /// be delivered again.
    pub fn failed(&mut self, delivery: &Delivery<J>, failure: Failure) -> bool {
        if failure == Failure::Permanent {
            self.acknowledge(delivery);
            return false;
        }
        let job = self.waiting.iter_mut().find(|waiting| waiting.number == delivery.number);
        job.map(|waiting| waiting.visible_at_ms = 0).is_some()
    }

    /// How many jobs are in it, leased or not.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
