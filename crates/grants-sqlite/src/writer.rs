//! The one writer: works in the order in which they came, many in one commit.
//!
//! Whoever finds nobody writing and nobody waiting works at the desk themselves: between them and the disk nobody is to be
//! woken. All others are served by one thread, which takes along whoever comes meanwhile. There is one desk, so that there
//! is one writer either way.

use crate::Fault;
use crate::desk::Desk;
use crate::log::Keeper;
use crate::tables::Tables;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, JoinHandle, ThreadId};

/// How many works one commit takes at most, so that other processes get their turn.
const TOGETHER: usize = 256;

/// A work that waits for its turn, whatever it brings back.
trait Job: Send {
    /// Does it. What it wrote is to be undone when this is an error. It is done once more where another work of the same
    /// commit failed: only the last run counts.
    fn run(&mut self, tables: &mut Tables<'_>) -> Result<(), Fault>;

    /// Tells whoever waits: its result, or why nothing of this batch was stored.
    fn answer(self: Box<Self>, stored: Result<(), Fault>);
}

/// The writing end of a store. Callers wait for their answer, which they get once their work is on the disk.
pub(crate) struct Writer {
    room: Arc<Room>,
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    call: SyncSender<()>,
    threads: Vec<JoinHandle<()>>,
}

/// Where the desk stands.
pub(crate) struct Room {
    desk: Mutex<Desk>,
    /// Who works at the desk.
    at_desk: Mutex<Option<ThreadId>>,
    /// How many were sent to the thread and have not been done.
    waiting: AtomicUsize,
    closing: AtomicBool,
}

/// The desk, while one thread works at it.
struct AtDesk<'a> {
    desk: MutexGuard<'a, Desk>,
    room: &'a Room,
}

impl Writer {
    /// Starts the thread, and the one that keeps the log.
    pub(crate) fn start(desk: Desk, keeper: Keeper) -> io::Result<Self> {
        let call = desk.log.caller();
        let room = Arc::new(Room::of(desk));
        let (sender, jobs) = mpsc::channel::<Box<dyn Job>>();
        let (served, kept) = (Arc::clone(&room), Arc::clone(&room));
        let threads = vec![
            thread::Builder::new().name("grants-sqlite".into()).spawn(move || serve(&served, &jobs))?,
            thread::Builder::new().name("grants-log".into()).spawn(move || keeper.serve(&kept))?,
        ];
        Ok(Self { room, jobs: Some(sender), call, threads })
    }

    /// Does a work within a transaction and waits until it is committed. An error of the work undoes it and nothing else.
    ///
    /// Answered with an error, nothing of it counts; after [`Fault::Ended`] and the disk's own errors, look.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        work: impl Fn(&mut Tables<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        if self.room.is_mine() {
            return Err(Fault::WithinItself);
        }
        if let Some(mut at_desk) = self.free_desk()? {
            return at_desk.desk.transaction(|tables| tables.alone(|tables| caught(&work, tables)));
        }
        let (reply, answer) = mpsc::sync_channel(1);
        let job = Box::new(Asked { work, done: None, reply });
        let jobs = self.jobs.as_ref().ok_or(Fault::Ended)?;
        self.room.waiting.fetch_add(1, Ordering::SeqCst);
        jobs.send(job).map_err(|_| Fault::Ended)?;
        answer.recv().unwrap_or(Err(Fault::Ended))
    }

    /// Runs work that only reads on the connection that writes, whose pages are at hand, unless somebody writes.
    pub(crate) fn glance<T>(&self, work: impl FnOnce(&Desk) -> Result<T, Fault>) -> Result<Option<T>, Fault> {
        self.free_desk()?.map(|at_desk| work(&at_desk.desk)).transpose()
    }

    /// The desk, when nobody works at it and nobody waits.
    fn free_desk(&self) -> Result<Option<AtDesk<'_>>, Fault> {
        let room = &*self.room;
        if room.waiting.load(Ordering::SeqCst) > 0 {
            return Ok(None);
        }
        match room.desk.try_lock() {
            Ok(desk) => Ok(Some(room.sit(desk))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Poisoned(_)) => Err(Fault::Ended),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread ends once it has done what was sent.
        self.jobs = None;
        self.room.closing.store(true, Ordering::SeqCst);
        let _called = self.call.try_send(());
        // A work that lets go of its own store would wait for itself.
        if !self.room.is_mine() {
            let me = thread::current().id();
            for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != me) {
                drop(thread.join());
            }
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writer")
    }
}

impl Room {
    fn of(desk: Desk) -> Self {
        let (at_desk, waiting, closing) = (Mutex::default(), AtomicUsize::new(0), AtomicBool::new(false));
        Self { desk: Mutex::new(desk), at_desk, waiting, closing }
    }

    /// Whether the store is let go of.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// Does something at the desk once it is free, if it ever is.
    pub(crate) fn with_desk(&self, work: impl FnOnce(&mut Desk)) {
        if let Ok(desk) = self.desk.lock() {
            work(&mut self.sit(desk).desk);
        }
    }

    fn sit<'a>(&'a self, desk: MutexGuard<'a, Desk>) -> AtDesk<'a> {
        *self.who() = Some(thread::current().id());
        AtDesk { desk, room: self }
    }

    /// Whether it is this thread that works at the desk.
    fn is_mine(&self) -> bool {
        *self.who() == Some(thread::current().id())
    }

    fn who(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.at_desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AtDesk<'_> {
    fn drop(&mut self) {
        *self.room.who() = None;
    }
}

struct Asked<W, T> {
    work: W,
    done: Option<Result<T, Fault>>,
    reply: SyncSender<Result<T, Fault>>,
}

impl<T: Send, W: Fn(&mut Tables<'_>) -> Result<T, Fault> + Send> Job for Asked<W, T> {
    fn run(&mut self, tables: &mut Tables<'_>) -> Result<(), Fault> {
        let done = caught(&self.work, tables);
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

/// Does a work. One that panics has failed, and is rolled back.
fn caught<T>(work: impl FnOnce(&mut Tables<'_>) -> Result<T, Fault>, tables: &mut Tables<'_>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(|| work(tables))).unwrap_or(Err(Fault::Panicked))
}

/// The life of the thread: one batch after the other, until nobody can ask any more.
fn serve(room: &Room, jobs: &Receiver<Box<dyn Job>>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while let Ok(first) = jobs.recv() {
        batch.push(first);
        let stored = match room.desk.lock() {
            Ok(desk) => together(&mut room.sit(desk).desk, jobs, &mut batch),
            Err(_) => Err(Fault::Ended),
        };
        room.waiting.fetch_sub(batch.len(), Ordering::SeqCst);
        for job in batch.drain(..) {
            job.answer(stored.clone());
        }
    }
}

/// Runs what has been sent so far, and what is sent meanwhile, in one transaction. Where one of them fails, they run once
/// more, each in a savepoint of its own. Mostly none does, and savepoints cost as much as the works.
fn together(desk: &mut Desk, jobs: &Receiver<Box<dyn Job>>, batch: &mut Vec<Box<dyn Job>>) -> Result<(), Fault> {
    let mut failed = false;
    let stored = desk.transaction(|tables| {
        let mut at = 0;
        while let Some(job) = batch.get_mut(at) {
            tables.alone(|tables| job.run(tables)).inspect_err(|_| failed = true)?;
            at += 1;
            if at == batch.len() && at < TOGETHER {
                batch.extend(jobs.try_recv());
            }
        }
        Ok(())
    });
    if !failed {
        return stored;
    }
    desk.transaction(|tables| batch.iter_mut().try_for_each(|job| tables.in_savepoint(|tables| job.run(tables))))
}

#[cfg(test)]
mod tests;
