//! Revocation, before, during and after.

use crate::Stage;
use crate::decided::{decision, refused};
use crate::ours::{Ours, Set};
use rules::grant;
use twogates::grants::{GrantRef, Order};

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "revoked",
        "Taken back before, during and after",
        &[
            "Alice changes her mind. Before anyone acts, her yes is taken back for good. While a worker has it, what can still \
             heed it does: the commit of a staged deletion. After that she is told that it is too late, and not that it worked.",
        ],
    );
    let approved = [before(stage)?, during(stage)?, after(stage)?];
    stage.remember(match approved {
        [false, false, false] => "What nobody approved need not be taken back.",
        _ => "A revocation has a point of no return. This side of it nothing happens, and beyond it nobody pretends.",
    });
    Ok(())
}

fn approved(stage: &Stage) -> anyhow::Result<Option<(Ours, GrantRef)>> {
    let mut ours = Ours::new(stage, Set { quiet: true, ..Set::default() })?.with_notes()?;
    let reference = ours.approve_quietly(stage);
    Ok(reference.map(|reference| (ours, reference)))
}

fn revoke(stage: &Stage, ours: &Ours, reference: &GrantRef) {
    match ours.grants().revoke(reference.id(), &Order::new("alice", "changed her mind")) {
        Ok(grant) if grant.state.is_open() => {
            let why = "marked: the worker that has it can no longer commit";
            stage.decided("alice", "took her yes back", decision("revoked", why, &[&grant::REVOCATION]));
        }
        Ok(_) => {
            let why = "for good: nobody had acted";
            stage.decided("alice", "took her yes back", decision("revoked", why, &[&grant::REVOCATION]));
        }
        Err(refusal) => {
            stage.decided("alice", "wanted to take her yes back", refused(&refusal));
        }
    }
}

/// Each of the three says whether there was a yes.
fn before(stage: &Stage) -> anyhow::Result<bool> {
    stage.say(&["Before:"]);
    let Some((mut ours, reference)) = approved(stage)? else { return Ok(false) };
    stage.at(10, "Alice takes her yes back.");
    revoke(stage, &ours, &reference);
    stage.at(41, "The job is in the queue all the same. A worker comes.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    ours.show(stage);
    Ok(true)
}

fn during(stage: &Stage) -> anyhow::Result<bool> {
    stage.at(60, "During: a worker has set the file aside.");
    let Some((mut ours, reference)) = approved(stage)? else { return Ok(false) };
    let Some(delivery) = ours.queue.take() else { return Ok(false) };
    let half = ours.begin(stage, "worker 1", &delivery);
    revoke(stage, &ours, &reference);
    if let Some(half) = half {
        ours.commit(stage, "worker 1", half, &delivery);
    }
    ours.show(stage);
    Ok(true)
}

fn after(stage: &Stage) -> anyhow::Result<bool> {
    stage.at(120, "After: the worker has committed.");
    let Some((mut ours, reference)) = approved(stage)? else { return Ok(false) };
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    revoke(stage, &ours, &reference);
    ours.show(stage);
    Ok(true)
}
