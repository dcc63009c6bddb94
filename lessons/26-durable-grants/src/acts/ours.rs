//! This project's way, on the same schedules.

use crate::Stage;
use crate::decided::LIFE_MS;
use crate::ours::{Ours, Set};
use lab::queue::Failure;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "ours",
        "The same schedules, with this project's grants",
        &[
            "The yes becomes a stored grant, bound to the file as Alice saw it. The queue carries a reference. A worker claims \
             the grant with one conditional write, moves the file into a quarantine, looks at what it moved, and commits in \
             the store: that is the moment of the deletion. What is not the approved file goes back.",
        ],
    );
    if !retried(stage)? {
        stage.remember("A no leaves no grant.");
        return Ok(());
    }
    replaced(stage)?;
    late(stage)?;
    crashed(stage)?;
    stage.remember(
        "The store is where the effect is decided: one claim, one commit, and both look at the clock, the file and the yes as \
         they are now.",
    );
    Ok(())
}

fn quiet() -> Set {
    Set { quiet: true, ..Set::default() }
}

/// The schedule of the first act.
fn retried(stage: &Stage) -> anyhow::Result<bool> {
    let mut ours = Ours::new(stage, Set::default())?.with_notes()?;
    let Some(pending) = ours.approve() else {
        ours.show(stage);
        return Ok(false);
    };
    stage.say(&[
        "The client is told the truth: approved, not yet done. It may ask again with the same state. The host's DONE says \
         only that the call ended without an error. The text says what is true.",
    ]);
    stage.at(41, "The lock is free. Worker 1 has the job, and the backend's lock times out while it is at work.");
    let Some(first) = ours.queue.take() else { return Ok(false) };
    let half = ours.begin(stage, "worker 1", &first);
    stage.say(&["The retry wrapper puts the job back at once, and worker 2 has it while worker 1 still runs."]);
    ours.queue.failed(&first, Failure::LooksTransient);
    if let Some(second) = ours.queue.take() {
        ours.work(stage, "worker 2", &second);
    }
    stage.at(
        42,
        "Worker 1 has not been heard of for a minute, and its lease is over: the time that a worker may take. The queue \
         delivers again. Worker 3 gets the next fence, which is the number of the claim: an older one can no longer commit.",
    );
    if let Some(third) = ours.queue.take() {
        ours.work(stage, "worker 3", &third);
    }
    stage.say(&[
        "Worker 1 was not dead. It goes on where it stopped. Its commit is refused, and then its report of the end:",
    ]);
    if let Some(half) = half {
        ours.commit(stage, "worker 1", half, &first);
    }
    stage.at(43, "Another process writes a new notes.txt.");
    ours.recreate(stage)?;
    stage.at(44, "The queue delivers once more: it knows nothing of what was done.");
    ours.queue.put(first.job.clone());
    if let Some(fourth) = ours.queue.take() {
        ours.work(stage, "worker 4", &fourth);
    }
    stage.say(&["The client that lost the answer asks again, with the same state:"]);
    ours.alice.retry(&pending);
    stage.say(&[
        "A plain result, no isError: the deletion was done before, and this call did nothing but ask. In the audit, \
         reported_by_client: the server did not see Alice; the client says that she said yes.",
    ]);
    ours.show(stage);
    Ok(true)
}

/// The file is replaced before the first execution.
fn replaced(stage: &Stage) -> anyhow::Result<()> {
    stage.at(60, "Another yes, and a fresh folder: this time the file is replaced before the worker comes.");
    let mut ours = Ours::new(stage, quiet())?.with_notes()?;
    ours.approve_quietly(stage);
    stage.at(80, "Another process replaces the file.");
    ours.recreate(stage)?;
    stage.at(101, "Worker 1 has the job.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    ours.show(stage);
    Ok(())
}

/// The worker stops between its halves, until after the grant's time.
fn late(stage: &Stage) -> anyhow::Result<()> {
    stage.at(120, "An act after the expiry: a fresh folder, and a yes that is good for 20 minutes.");
    let mut ours = Ours::new(stage, Set { life_ms: Some(LIFE_MS / 3), ..quiet() })?.with_notes()?;
    ours.approve_quietly(stage);
    stage.at(139, "Worker 1 claims in the last minute, sets the file aside, and is stopped.");
    let Some(delivery) = ours.queue.take() else { return Ok(()) };
    let half = ours.begin(stage, "worker 1", &delivery);
    stage.at(155, "It goes on where it stopped, and wants to commit.");
    if let Some(half) = half {
        ours.commit(stage, "worker 1", half, &delivery);
    }
    ours.show(stage);
    Ok(())
}

/// The worker is killed between its halves.
fn crashed(stage: &Stage) -> anyhow::Result<()> {
    stage.at(180, "A crash, in a fresh folder: worker 1 is killed behind its first half.");
    let mut ours = Ours::new(stage, quiet())?.with_notes()?;
    ours.approve_quietly(stage);
    let Some(first) = ours.queue.take() else { return Ok(()) };
    drop(ours.begin(stage, "worker 1", &first));
    stage.happens("worker 1", "killed");
    stage.at(182, "Its lease is over. The queue delivers again, and worker 2 takes the claim and the stage over.");
    if let Some(second) = ours.queue.take() {
        ours.work(stage, "worker 2", &second);
    }
    ours.show(stage);
    Ok(())
}
