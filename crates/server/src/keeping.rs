//! What goes on beside serving: recovery and checkpoints, three times a minute, so that little is without a checkpoint.

use crate::service::Service;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often.
const EVERY: Duration = Duration::from_secs(20);

/// A thread that keeps the store and the quarantine up, until this is dropped.
#[derive(Debug)]
pub(crate) struct Keeping {
    stop: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Keeping {
    /// Begins.
    pub(crate) fn start(service: Arc<Service>) -> Self {
        let (stop, stopped) = channel();
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                service.recover();
                service.checkpoint();
            }
            service.checkpoint();
        });
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        // Where the thread is gone, nobody hears it, and joining says no more.
        let _ = self.stop.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
