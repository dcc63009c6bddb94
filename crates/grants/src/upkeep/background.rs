//! Upkeep that nobody has to think of: what time has ended is marked, and checkpoints are written.

use super::Upkeep;
use crate::NotUsable;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A thread that keeps a store up, until this is dropped; then it does so once more. Nothing waits for it, and nothing is
/// wrong without it: a claim and a recall see by themselves what time has ended, and each question's chain holds alone.
#[derive(Debug)]
pub struct Background {
    stop: Sender<()>,
    thread: Option<JoinHandle<()>>,
    failed: Failed,
}

type Failed = Arc<Mutex<Option<NotUsable>>>;

impl Background {
    /// Keeps this store up every so often.
    #[must_use]
    pub fn start(store: Arc<dyn Upkeep>, every: Duration) -> Self {
        let (stop, stopped) = channel();
        let failed = Failed::default();
        let said = failed.clone();
        let thread = thread::spawn(move || {
            loop {
                let on = stopped.recv_timeout(every) == Err(RecvTimeoutError::Timeout);
                let came = store.lapse().and_then(|()| store.checkpoint());
                *said.lock().unwrap_or_else(PoisonError::into_inner) = came.err();
                if !on {
                    return;
                }
            }
        });
        Self { stop, thread: Some(thread), failed }
    }

    /// Why the last round failed, where it did. The next one tries again.
    #[must_use]
    pub fn failed(&self) -> Option<NotUsable> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // Where the thread is gone, nobody hears it, and joining says no more.
        let _ = self.stop.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
