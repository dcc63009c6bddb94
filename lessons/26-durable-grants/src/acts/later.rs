//! What changes with time alone: the week goes by, or the person may no longer do it.

use crate::Stage;
use crate::ours::{Ours, Set};
use lab::authorization::person;
use rules::grant;
use twogates::scope::Principal;

/// The tool whose scope is taken.
const DELETE: &str = "delete_file";
/// From 14:00 on one day to 14:00 four days later, in minutes.
const FOUR_DAYS: u64 = 4 * 1_440;

pub(super) fn friday(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "friday",
        "Approved on Monday, run on Friday",
        &[
            "The queue keeps a job as long as it likes; an answer over the wire has no time to live. A grant has: until when \
             the call may run stands in the question, and the claim is refused from then on. Nothing must have swept it away \
             before: the one write that claims looks at the store's clock itself.",
        ],
    );
    let mut ours = Ours::new(stage, Set { quiet: true, ..Set::default() })?.with_notes()?;
    let Some(reference) = ours.approve_quietly(stage) else { return nothing(stage) };
    stage.say(&["Monday, 14:00. The question said: until 15:00."]);
    stage.at(FOUR_DAYS, "Friday. The queue was down all week, and drains.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    stage.say(&["Somebody sets the clock of the machine back to Monday, and the worker tries once more:"]);
    stage.world.clock.set(stage.world.now_ms() - FOUR_DAYS * crate::stage::MINUTE_MS);
    ours.queue.put(reference);
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    ours.show(stage);
    stage.remember("A yes ends when its question said. If that is too soon for the work, ask when the work is ready.");
    Ok(())
}

pub(super) fn scope_lost(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "scope-lost",
        "May Alice still do this?",
        &[
            "Gate one was passed at 14:00, with a token of that hour. The worker has no token of hers, and needs none: at the \
             claim the store asks the policy whether this person may still do this. Twice she may not: first the scope that the \
             tool needs is taken from her, then her account is closed.",
        ],
    );
    let alice = person("alice");
    if scope(stage, &alice)? {
        account(stage, &alice)?;
    }
    stage.remember("A yes is not a permission. The claim checks both, and a no of either ends the grant.");
    Ok(())
}

/// The scope is taken, and given back. Whether Alice said yes.
fn scope(stage: &Stage, alice: &Principal) -> anyhow::Result<bool> {
    let mut ours = Ours::new(stage, Set { quiet: true, ..Set::default() })?.with_notes()?;
    let Some(reference) = ours.approve_quietly(stage) else { return Ok(false) };
    stage.at(20, "The scope to delete files is taken from her.");
    stage.authorization.take_scope(alice, DELETE);
    stage.happens("administrator", "took files:write from alice");
    stage.at(41, "Worker 1 has the job.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    stage.at(50, "She has it again. What was ended stays ended.");
    stage.authorization.give_scope(alice, DELETE);
    ours.queue.put(reference);
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    ours.show(stage);
    Ok(true)
}

/// The account is closed.
fn account(stage: &Stage, alice: &Principal) -> anyhow::Result<()> {
    stage.at(60, "A fresh folder, and another yes.");
    let mut ours = Ours::new(stage, Set { quiet: true, ..Set::default() })?.with_notes()?;
    if ours.approve_quietly(stage).is_none() {
        return Ok(());
    }
    stage.at(80, "Alice leaves, and her account is closed.");
    stage.authorization.close(alice);
    stage.happens("administrator", "closed alice's account");
    stage.at(101, "Worker 1 has the job.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    ours.show(stage);
    stage.authorization.reopen(alice);
    Ok(())
}

fn nothing(stage: &Stage) -> anyhow::Result<()> {
    stage.remember(grant::NO_EFFECT.sentence);
    Ok(())
}
