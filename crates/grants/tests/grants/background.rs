//! Upkeep that goes on by itself, over a store that does not always answer.

use crate::Desk;
use consent::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use twogates_grants::{Background, Broken, Memory, NotUsable, Table, Transactions};

/// A store that can be cut off.
#[derive(Debug)]
struct Line {
    store: Arc<Memory>,
    cut: Arc<AtomicBool>,
}

impl Transactions for Line {
    fn now(&self) -> Moment {
        Transactions::now(&*self.store)
    }

    fn transact<T, W>(&self, work: W) -> Result<T, NotUsable>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Table) -> Result<T, Broken> + Send + 'static,
    {
        if self.cut.load(Ordering::SeqCst) {
            Err(NotUsable::Unavailable("cut off".into()))
        } else {
            self.store.transact(work)
        }
    }
}

/// What it says of its last round comes to this, within seconds.
fn comes_to(background: &Background, expected: Option<&NotUsable>) {
    let begun = Instant::now();
    while background.failed().as_ref() != expected {
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", background.failed());
        thread::yield_now();
    }
}

#[test]
fn why_the_last_round_failed_is_said_until_one_does_not() {
    let (desk, cut) = (Desk::new(), Arc::new(AtomicBool::new(true)));
    let line = Arc::new(Line { store: desk.store.clone(), cut: cut.clone() });
    let background = Background::start(line, Duration::from_millis(1));
    comes_to(&background, Some(&NotUsable::Unavailable("cut off".into())));
    cut.store(false, Ordering::SeqCst);
    comes_to(&background, None);
}
