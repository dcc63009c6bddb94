//! What callers are told when the thread that writes is gone.

use super::{Asked, Job, Writer};
use crate::Fault;
use std::sync::mpsc;
use std::thread;

/// A writer whose thread does this with what is sent to it.
fn writer(serve: impl FnOnce(mpsc::Receiver<Box<dyn Job>>) + Send + 'static) -> Writer {
    let (sender, jobs) = mpsc::channel();
    let thread = thread::spawn(move || serve(jobs));
    Writer { jobs: Some(sender), id: thread.thread().id(), thread: Some(thread) }
}

#[test]
fn a_thread_that_is_gone_answers_nobody_with_a_success() {
    let gone = writer(drop);
    let dies = writer(|jobs| {
        drop(jobs.recv());
        std::panic::resume_unwind(Box::new("the end"));
    });
    for writer in [gone, dies] {
        for _ in 0..3 {
            assert_eq!(writer.ask(|_| Ok(())), Err(Fault::Ended));
        }
    }
}

#[test]
fn a_work_that_was_not_run_is_no_success() {
    let (reply, answer) = mpsc::sync_channel(1);
    let work = |_: &mut crate::Tables<'_>| Ok(7);
    let job: Box<dyn Job> = Box::new(Asked { work: Some(work), done: None, reply: reply.clone() });
    job.answer(Ok(()));
    assert_eq!(answer.recv(), Ok(Err(Fault::Ended)));
    let job: Box<dyn Job> = Box::new(Asked { work: Some(work), done: Some(Ok(7)), reply });
    job.answer(Err(Fault::DiskFull));
    assert_eq!(answer.recv(), Ok(Err(Fault::DiskFull)), "and one whose commit failed is none");
}
