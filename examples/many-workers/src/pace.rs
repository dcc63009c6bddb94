//! How long things take here. Each figure stands for a longer one: the queue's second for the seed's lock of half an hour.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How often a worker tells the queue that it lives.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(500);
/// After how many heartbeats that did not come a worker is taken to be lost: one second. The queue counts whole seconds.
pub(crate) const MISSED: usize = 2;
/// How long a worker may take by its grant, in milliseconds.
pub(crate) const LEASE_MS: u64 = 3_000;
/// How long a worker waits that finds its grant held, before it gives the job back.
pub(crate) const AGAIN: Duration = Duration::from_millis(300);

const QUICK: Duration = Duration::from_millis(60);
/// Longer than the queue waits, shorter than the lease: the job goes to another worker while this one runs.
const SLOW: Duration = Duration::from_millis(1_700);
/// Longer than the lease: the grant is taken over while this worker runs.
const STUCK: Duration = Duration::from_millis(4_000);

/// After how many effects of a process its slow ones come again. Were they more, the half by the payload would not come to
/// its end: each slow delivery makes another one.
const SPAN: u64 = 21;

static EFFECTS: AtomicU64 = AtomicU64::new(0);

/// The time that an effect takes, in its middle: between the two halves of a deletion, and between a payment and its
/// receipt. The whole thread waits, as that of a synchronous client does, so that no heartbeat goes out meanwhile.
pub(crate) fn take_time() {
    thread::sleep(match EFFECTS.fetch_add(1, Ordering::SeqCst) % SPAN {
        1 | 3 => SLOW,
        5 => STUCK,
        _ => QUICK,
    });
}
