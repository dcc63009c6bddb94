//! The one thread that writes: works in the order in which they came, many in one commit.

use crate::Fault;
use crate::desk::Desk;
use crate::tables::Tables;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle, ThreadId};

/// How many works one commit takes at most, so that other processes get their turn.
const TOGETHER: usize = 256;

/// A work that waits for its turn, whatever it brings back.
trait Job: Send {
    /// Does it, once. What it wrote is to be undone when this is an error.
    fn run(&mut self, tables: &mut Tables<'_>) -> Result<(), Fault>;

    /// Tells whoever waits: its result, or why nothing of this batch was stored.
    fn answer(self: Box<Self>, stored: Result<(), Fault>);
}

/// The writing end of a store. Callers wait for their answer, which they get once their work is on the disk.
pub(crate) struct Writer {
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
    id: ThreadId,
}

impl Writer {
    /// Starts the thread.
    pub(crate) fn start(mut desk: Desk) -> io::Result<Self> {
        let (sender, jobs) = mpsc::channel::<Box<dyn Job>>();
        let thread = thread::Builder::new().name("grants-sqlite".into()).spawn(move || serve(&mut desk, &jobs))?;
        Ok(Self { jobs: Some(sender), id: thread.thread().id(), thread: Some(thread) })
    }

    /// Does a work within a transaction and waits until it is committed. An error of the work undoes it and nothing else.
    ///
    /// Answered with an error, nothing of it counts; after [`Fault::Ended`] and the disk's own errors, look.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tables<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        if thread::current().id() == self.id {
            return Err(Fault::WithinItself);
        }
        let (reply, answer) = mpsc::sync_channel(1);
        let job = Box::new(Asked { work: Some(work), done: None, reply });
        let jobs = self.jobs.as_ref().ok_or(Fault::Ended)?;
        jobs.send(job).map_err(|_| Fault::Ended)?;
        answer.recv().unwrap_or(Err(Fault::Ended))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread ends once it has done what was sent.
        self.jobs = None;
        if let Some(thread) = self.thread.take().filter(|_| thread::current().id() != self.id) {
            drop(thread.join());
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writer")
    }
}

struct Asked<W, T> {
    work: Option<W>,
    done: Option<Result<T, Fault>>,
    reply: SyncSender<Result<T, Fault>>,
}

impl<T: Send, W: FnOnce(&mut Tables<'_>) -> Result<T, Fault> + Send> Job for Asked<W, T> {
    fn run(&mut self, tables: &mut Tables<'_>) -> Result<(), Fault> {
        let Some(work) = self.work.take() else { return Ok(()) };
        let done = catch_unwind(AssertUnwindSafe(|| work(tables))).unwrap_or(Err(Fault::Panicked));
        let verdict = done.as_ref().map(|_| ()).map_err(Clone::clone);
        self.done = Some(done);
        verdict
    }

    fn answer(self: Box<Self>, stored: Result<(), Fault>) {
        let answer = match (stored, self.done) {
            (Ok(()), Some(done)) => done,
            (Ok(()), None) => Err(Fault::Ended),
            // What the work itself refused stays its answer: it stored nothing either way.
            (Err(_), Some(Err(fault))) => Err(fault),
            (Err(fault), _) => Err(fault),
        };
        // Whoever asked may have gone.
        drop(self.reply.send(answer));
    }
}

/// The life of the thread: one batch after the other, until nobody can ask any more.
fn serve(desk: &mut Desk, jobs: &Receiver<Box<dyn Job>>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while let Ok(first) = jobs.recv() {
        batch.push(first);
        let stored = desk.transaction(|tables| run(tables, jobs, &mut batch));
        for job in batch.drain(..) {
            job.answer(stored.clone());
        }
    }
}

/// Runs what has been sent so far, and what is sent meanwhile, each in a savepoint of its own.
fn run(tables: &mut Tables<'_>, jobs: &Receiver<Box<dyn Job>>, batch: &mut Vec<Box<dyn Job>>) -> Result<(), Fault> {
    let mut at = 0;
    while let Some(job) = batch.get_mut(at) {
        tables.in_savepoint(|tables| job.run(tables))?;
        at += 1;
        if at == batch.len() && at < TOGETHER {
            batch.extend(jobs.try_recv());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
