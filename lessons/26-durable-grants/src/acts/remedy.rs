//! The same schedule with the remedy.

use super::props::{Seed, refused};
use crate::Stage;
use crate::seed_remedy::execute_destructive;
use lab::queue::Failure;
use rules::grant;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "remedy",
        "The same schedule, with the proposed remedy",
        &[
            "A record on the server's side: grant_id, arg_hash, expires_at, consumed_at. The queue carries a grant_id and \
             the arguments, and no right. The worker must consume the record before it acts.",
        ],
    );
    let mut seed = Seed::new(stage);
    seed.approve(stage, "g1", 3_600);
    stage.at(41, "The lock is free, and worker 1 has the job.");
    let Some(first) = seed.queue.take() else { return Ok(()) };
    seed.execute(stage, "worker 1", &first.job);
    stage.at(42, "The lock times out, and the retry wrapper puts the job back.");
    seed.queue.failed(&first, Failure::LooksTransient);
    seed.recreate(stage, 43);
    stage.at(44, "The job is delivered again.");
    let Some(second) = seed.queue.take() else { return Ok(()) };
    seed.execute(stage, "worker 2", &second.job);
    stage.say(&["Its other three refusals, with g2, issued at 14:44 for one minute:"]);
    let (id, args) = second.job.clone();
    let mut other = args.clone();
    other.insert("path".into(), "report.csv".into());
    seed.store.issue("g2", &args, 60);
    for (who, grant_id, given, later) in [
        ("worker, no grant", "g0", &args, 0),
        ("worker, other path", "g2", &other, 0),
        ("worker, too late", "g2", &args, 61),
    ] {
        if later > 0 {
            stage.at(44 + later, "g2 ended an hour ago.");
        }
        if let Err(violation) = execute_destructive(&mut seed.store, grant_id, given, |_| ()) {
            stage.decided(who, "nothing happened", refused(&violation.to_string(), &grant::CLAIMED_ONCE));
        }
    }
    seed.show(stage);
    stage.remember(&format!(
        "A retry after {id} was consumed fails closed. The right to act is in a record that is used up, and not in a payload \
         that stays the same."
    ));
    Ok(())
}
