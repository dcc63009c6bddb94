//! What the proposed remedy still lets through.

use super::props::Seed;
use crate::Stage;
use crate::decided::decision;
use rules::grant;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "still",
        "What the remedy still lets through",
        &["The remedy was built as written. Three schedules, and none of them needs a retry."],
    );
    replaced(stage);
    late(stage);
    unknown(stage);
    stage.remember(
        "Three things come through: an object that took the approved one's place, an act after the expiry, and a crash whose \
         record looks like success.",
    );
    Ok(())
}

/// The path names another file by the time the worker comes.
fn replaced(stage: &Stage) {
    stage.say(&["First: the file is replaced before the one and only execution."]);
    let mut seed = Seed::new(stage);
    seed.approve(stage, "g1", 3_600);
    seed.recreate(stage, 20);
    stage.at(41, "Worker 1 has the job. The hash of the arguments fits: the path is the same.");
    if let Some(delivery) = seed.queue.take() {
        seed.execute(stage, "worker 1", &delivery.job);
        stage.wrong(
            "worker 1",
            "another's notes.txt is gone",
            "the person approved the file of 14:00, and the file of 14:20 was deleted",
            &grant::SNAPSHOT,
        );
    }
    seed.show(stage);
}

/// The worker stops between the check and the act.
fn late(stage: &Stage) {
    stage.at(60, "Second: a fresh folder with Alice's notes.txt, and another approval, good for 20 minutes.");
    let mut seed = Seed::new(stage);
    seed.approve(stage, "g2", 1_200);
    stage.at(
        79,
        "Worker 1 consumes the grant in its last minute, and is stopped: a long collection, a machine that swaps.",
    );
    let Some(delivery) = seed.queue.take() else { return };
    let (grant_id, args) = &delivery.job;
    if seed.store.consume(grant_id, args, None).is_ok() {
        stage.decided("worker 1", "consumed g2, nothing done yet", decision("claimed", "in time", &[&grant::EXPIRY]));
        stage.at(95, "Worker 1 goes on where it stopped.");
        seed.files.remove("notes.txt");
        stage.wrong("worker 1", "deleted notes.txt", "acts a quarter of an hour after the grant ended", &grant::EXPIRY);
    }
    seed.show(stage);
}

/// The worker dies between the check and the act.
fn unknown(stage: &Stage) {
    stage.at(120, "Third: twice a fresh folder and an approval. Worker 1 deletes its file. Worker 2 is killed behind the consume.");
    for (grant_id, killed) in [("g3", false), ("g4", true)] {
        let mut seed = Seed::new(stage);
        seed.approve(stage, grant_id, 3_600);
        let Some(delivery) = seed.queue.take() else { return };
        if killed {
            let (grant_id, args) = &delivery.job;
            if seed.store.consume(grant_id, args, None).is_ok() {
                let why = format!("consumed {grant_id}");
                stage.decided("worker 2", "killed", decision("claimed", &why, &[&grant::CLAIMED_ONCE]));
            }
        } else {
            seed.execute(stage, "worker 1", &delivery.job);
        }
        seed.show(stage);
    }
    stage.wrong(
        "the records",
        "one says done, one says done",
        "what was done and what nobody knows are recorded in the same way",
        &grant::UNKNOWN_SAID,
    );
}
