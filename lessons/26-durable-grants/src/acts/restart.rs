//! A restart: a second process with the database and the key, and nothing else.

use crate::Stage;
use crate::ours::{Ours, Set};
use crate::second::{Left, database};
use grants_sqlite::Sqlite;
use std::sync::Arc;
use wire::Entry;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "restart",
        "A restart: another process, with the database and the key",
        &[
            "This time the grants are in a file. Worker 1 sets Alice's notes aside, and the machine goes down. What comes up is \
             another process: it has the database, the folder and the server's key, and nothing of the first one's memory.",
        ],
    );
    let place = tempfile::tempdir()?;
    let store = Sqlite::at(database(place.path())).with_clock(stage.world.clock.clone()).open()?;
    let set = Set { store: Some(Arc::new(store)), place: Some(place.path().to_owned()), ..Set::default() };
    let mut ours = Ours::new(stage, set)?.with_notes()?;
    let Some(pending) = ours.approve() else {
        stage.remember("A no survives a restart too, and leaves nothing to run.");
        return Ok(());
    };
    stage.say(&["DONE is the call, not the deletion: the text says that it waits."]);
    stage.at(41, "Worker 1 claims the grant and sets the file aside. Then the machine goes down.");
    let Some(delivery) = ours.queue.take() else { return Ok(()) };
    drop(ours.begin(stage, "worker 1", &delivery));
    let next_id = ours.alice.client_mut().next_id();
    stage.happens("process 1", "ended");
    drop(ours);
    stage.at(43, "Worker 1's lease ended at 14:42. Process 2 starts. The queue had the job on its own disk, and the client still has its request.");
    let asked = pending.asked;
    let left =
        Left { place: place.path().to_owned(), clock_ms: stage.world.now_ms(), job: delivery.job, pending, next_id };
    take_over(stage, left.start(&stage.program)?, asked);
    stage.remember(
        "What must survive is the row. The claim, its time and its fence are in it, so that another process knows as much as \
         the first.",
    );
    Ok(())
}

/// Takes the entries of the other process into this transcript. What answered the question of the first is number 0 there.
fn take_over(stage: &Stage, entries: Vec<Entry>, asked: u32) {
    let mut recorder = stage.recorder();
    let before = u32::try_from(recorder.entries().len()).unwrap_or(u32::MAX);
    for mut entry in entries {
        entry.answers = entry.answers.map(|number| if number == 0 { asked } else { number + before });
        recorder.keep(entry);
    }
}
