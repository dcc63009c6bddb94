//! Many works in one commit: each is alone with its own failure, and all are answered.

use super::*;
use grants::{Broken, State};
use rules::Refused;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;
use twogates_grants_sqlite::Fault;

/// A store whose writer is held up in a work until the sender is dropped, so that what comes meanwhile is one batch.
fn held_up(store: &Arc<Sqlite>) -> (mpsc::Sender<()>, thread::JoinHandle<()>) {
    let (go_on, wait) = mpsc::channel::<()>();
    let (begun, is_begun) = mpsc::channel();
    let (wait, holder) = (Mutex::new(wait), Arc::clone(store));
    let thread = thread::spawn(move || {
        rows(&holder, move |_| {
            begun.send(()).ok();
            wait.lock().unwrap().recv().ok();
            Ok(())
        });
    });
    is_begun.recv().unwrap();
    (go_on, thread)
}

fn unavailable<T>(fault: &Fault) -> Result<T, NotUsable> {
    Err(NotUsable::Unavailable(fault.why()))
}

#[test]
fn a_work_that_is_broken_off_undoes_itself_and_nothing_else() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = Arc::new(store(&folder, &clock));
    let (go_on, holder) = held_up(&store);
    let works: Vec<_> = (1..=30)
        .map(|number| {
            let store = Arc::clone(&store);
            thread::spawn(move || {
                store.transact(move |table| {
                    let new = Grant::new(&plain(number), table.now()?, 1);
                    assert!(table.insert(&new)?);
                    let entry = grants::audit::Entry::new(
                        table.now()?,
                        grants::audit::What::Issued,
                        grants::audit::About::grant(&new),
                        "x",
                    );
                    table.append(&entry)?;
                    match number % 3 {
                        0 => Err(Broken(format!("work {number} is broken off"))),
                        1 => panic!("work {number} panics"),
                        _ => Ok(number),
                    }
                })
            })
        })
        .collect();
    drop(go_on);
    holder.join().unwrap();
    for (work, number) in works.into_iter().zip(1..) {
        let expected = match number % 3 {
            0 => Err(NotUsable::Unavailable(format!("work {number} is broken off"))),
            1 => unavailable(&Fault::Panicked),
            _ => Ok(number),
        };
        assert_eq!(work.join().unwrap(), expected);
        let stored = store.grant(plain(number).reference.id()).unwrap().is_some();
        assert_eq!(stored, number % 3 == 2);
    }
    let audit = store.audit().unwrap();
    assert_eq!(audit.len(), 10);
    assert_eq!(grants::audit::verify(&audit), Ok(()));
    assert!(audit.iter().zip(1..).all(|(row, number)| row.number == number), "no number is lost with them");
}

#[test]
fn a_work_cannot_ask_its_own_store() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = Arc::new(store(&folder, &clock));
    let within = Arc::clone(&store);
    let answer = rows(&store, move |_| Ok(within.recall(question(1))));
    assert_eq!(answer, unavailable(&Fault::WithinItself));
}

#[test]
fn the_last_owner_may_be_the_writer_itself() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = Arc::new(store(&folder, &clock));
    let (send, receive) = mpsc::channel::<Arc<Sqlite>>();
    let (done, is_done) = mpsc::channel();
    let receive = Mutex::new(receive);
    let asker = Arc::clone(&store);
    let thread = thread::spawn(move || {
        asker.transact(move |_| {
            drop(receive.lock().unwrap().recv());
            done.send(()).ok();
            Ok(())
        })
    });
    send.send(store).unwrap();
    is_done.recv().unwrap();
    assert_eq!(thread.join().unwrap(), Ok(()));
}

#[test]
fn whoever_waits_is_answered_before_the_store_is_gone() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let first = Arc::new(store(&folder, &clock));
    let threads: Vec<_> = (1..=16)
        .map(|number| {
            let store = Arc::clone(&first);
            thread::spawn(move || issue(&store, &plain(number)).state)
        })
        .collect();
    drop(first);
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() == State::Issued));
    let after = store(&folder, &clock);
    assert_eq!(after.audit().unwrap().len(), 16);
}

#[test]
fn a_look_cannot_write_and_sees_what_is_committed() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = store(&folder, &clock);
    let grant = issue(&store, &plain(1));
    let seen = store.look(move |table| table.grant(grant.id)).unwrap().unwrap();
    assert_eq!(seen.state, State::Issued);
    let written = store.look(|table| {
        let new = Grant::new(&plain(2), table.now()?, 1);
        table.insert(&new)
    });
    assert_eq!(written, unavailable(&Fault::ReadOnly));
    assert_eq!(store.grant(plain(2).reference.id()), Ok(None));
    assert!(claim(&store, &plain(1), 1).is_ok(), "and the store goes on");
}

#[test]
fn a_full_store_refuses_the_next_question() {
    let (folder, clock) = (Folder::new(), FakeClock::at(START));
    let store = Sqlite::at(folder.database()).with_clock(clock).with_capacity(2).open().unwrap();
    let asked = |number| {
        let question = consent::Question {
            id: question(number),
            message: "May this call run?".into(),
            request_state: String::new(),
            expires: Moment::from_store(START + 300_000),
        };
        store.asked(&question, &grants::audit::About::of(&alice(), &call("notes.txt")))
    };
    assert_eq!((asked(1), asked(2), asked(3)), (Ok(()), Ok(()), Err(NotUsable::Full)));
    assert_eq!(store.audit().unwrap().len(), 2);
}
