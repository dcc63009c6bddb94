//! Two workers, one grant; and a yes that arrives twice.

use crate::Stage;
use crate::ours::{Ours, Set};
use rules::Defence;

pub(super) fn workers(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "two-workers",
        "Two workers, one grant",
        &[
            "The queue has a bad day and delivers one job to two workers in the same second. Both present the same reference. \
             No worker asks first whether it may: there is one conditional write, and it changes one row or none.",
        ],
    );
    let mut ours = Ours::new(stage, Set { quiet: true, ..Set::default() })?.with_notes()?;
    if ours.approve_quietly(stage).is_none() {
        ours.show(stage);
        stage.remember("A no leaves no grant, and no worker anything to claim.");
        return Ok(());
    }
    stage.at(5, "The queue delivers twice.");
    ours.queue.deliver_twice();
    let (Some(first), Some(second)) = (ours.queue.take(), ours.queue.take()) else { return Ok(()) };
    let half = ours.begin(stage, "worker 1", &first);
    ours.work(stage, "worker 2", &second);
    if let Some(half) = half {
        ours.commit(stage, "worker 1", half, &first);
    }
    stage.say(&[if stage.off.contains(&Defence::SingleUse) {
        "The queue delivers once more:"
    } else {
        "Worker 2 was told that somebody acts on it now, and that this may pass. So the queue tries it again:"
    }]);
    ours.queue.put(second.job);
    if let Some(again) = ours.queue.take() {
        ours.work(stage, "worker 2", &again);
    }
    ours.show(stage);
    stage.remember("Whoever wins is decided by one write. A loser is told at once, and its refusal is a row.");
    Ok(())
}

pub(super) fn redelivered(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "redelivered",
        "A yes that arrives twice mints one grant",
        &[
            "Single use of a grant helps nobody whose answer mints two of them. Alice says yes once; her client loses the \
             reply and sends the same retry again. A question has at most one grant, however often its yes arrives.",
        ],
    );
    let mut ours = Ours::new(stage, Set::default())?.with_notes()?;
    let Some(pending) = ours.approve() else {
        stage.remember("A no that arrives twice is one no.");
        return Ok(());
    };
    stage.say(&["DONE is the call, not the deletion. The same retry once more, before any worker came:"]);
    ours.alice.retry(&pending);
    let queued = usize::from(ours.server.take_queued().is_some());
    stage.look("queue", [format!("Jobs in the queue: {}. Jobs from the second delivery: {queued}.", ours.queue.len())]);
    stage.at(1, "A worker comes.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    stage.say(&["And the same retry a third time:"]);
    ours.alice.retry(&pending);
    ours.show(stage);
    stage.remember("One question, one grant. What is delivered again is answered with what became of the first.");
    Ok(())
}
