//! How many requests one principal may make: so many a second on average, and so many at once. In memory of a fixed size.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use twogates::wire::Digest;

/// How many principals are told apart. Two that share a place share its rate, too.
const PLACES: usize = 4096;

/// For each principal the moment up to which it has used what it may (a leaky bucket, kept as one number).
#[derive(Debug)]
pub(super) struct Rate {
    each: Duration,
    ahead: Duration,
    since: Instant,
    used: Mutex<Vec<Duration>>,
}

impl Rate {
    pub(super) fn new(per_second: u32, burst: u32) -> Self {
        let each = Duration::from_secs(1) / per_second.max(1);
        Self { each, ahead: each * burst.max(1), since: Instant::now(), used: Mutex::new(vec![Duration::ZERO; PLACES]) }
    }

    /// One request more.
    ///
    /// # Errors
    ///
    /// How long to wait.
    pub(super) fn take(&self, principal: Digest) -> Result<(), Duration> {
        self.take_at(principal, self.since.elapsed())
    }

    fn take_at(&self, principal: Digest, now: Duration) -> Result<(), Duration> {
        let number = principal.bytes().iter().take(8).fold(0, |sum: usize, byte| sum << 8 | usize::from(*byte));
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(used) = used.get_mut(number % PLACES) else { return Ok(()) };
        let next = (*used).max(now) + self.each;
        if next > now + self.ahead {
            return Err(next - now - self.ahead);
        }
        *used = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;
    use std::time::Duration;
    use twogates::wire::Digest;

    #[test]
    fn so_many_at_once_and_then_so_many_a_second() {
        let rate = Rate::new(10, 3);
        let (alice, bob) = (Digest::of("example/1", &[b"alice"]), Digest::of("example/1", &[b"bob"]));
        let at = Duration::from_millis;
        for _ in 0..3 {
            assert_eq!(rate.take_at(alice, at(1000)), Ok(()));
        }
        assert_eq!(rate.take_at(alice, at(1000)), Err(at(100)));
        assert_eq!(rate.take_at(bob, at(1000)), Ok(()));
        assert_eq!(rate.take_at(alice, at(1100)), Ok(()));
        assert_eq!(rate.take_at(alice, at(1150)), Err(at(50)));
    }
}
