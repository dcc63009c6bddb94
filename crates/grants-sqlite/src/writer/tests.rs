//! What callers are told when whoever writes is gone.

use super::{Asked, Job, Room, Writer};
use crate::opening::Opening;
use crate::{Fault, Tables};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use std::{fs, thread};

/// A writer whose thread does this with what is sent to it, while somebody else waits before.
fn writer(name: &str, serve: impl FnOnce(Receiver<Box<dyn Job>>) + Send + 'static) -> Writer {
    let folder = std::env::temp_dir().join(format!("two-gates-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (desk, ..) = Opening::at(&folder.join("grants.db")).desk(false).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let (call, room) = (desk.log.caller(), Arc::new(Room::of(desk)));
    room.waiting.store(1, Ordering::SeqCst);
    let (sender, jobs) = mpsc::channel();
    Writer { room, jobs: Some(sender), call, threads: vec![thread::spawn(move || serve(jobs))] }
}

#[test]
fn a_thread_that_is_gone_answers_nobody_with_a_success() {
    let gone = writer("gone", drop);
    let dies = writer("dies", |jobs| {
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
fn a_desk_that_somebody_left_in_a_panic_is_used_by_nobody() {
    let writer = writer("left", drop);
    writer.room.waiting.store(0, Ordering::SeqCst);
    let room = Arc::clone(&writer.room);
    let left = thread::spawn(move || room.with_desk(|_| std::panic::resume_unwind(Box::new("the end"))));
    assert!(left.join().is_err());
    assert_eq!(writer.ask(|_| Ok(())), Err(Fault::Ended));
    assert_eq!(writer.glance(|_| Ok(())), Err(Fault::Ended));
}

#[test]
fn a_work_that_was_not_run_is_no_success() {
    let (reply, answer) = mpsc::sync_channel(1);
    let work = |_: &mut Tables<'_>| Ok(7);
    let job: Box<dyn Job> = Box::new(Asked { work, done: None, reply: reply.clone() });
    job.answer(Ok(()));
    assert_eq!(answer.recv(), Ok(Err(Fault::Ended)));
    let job: Box<dyn Job> = Box::new(Asked { work, done: Some(Ok(7)), reply });
    job.answer(Err(Fault::DiskFull));
    assert_eq!(answer.recv(), Ok(Err(Fault::DiskFull)), "and one whose commit failed is none");
}
