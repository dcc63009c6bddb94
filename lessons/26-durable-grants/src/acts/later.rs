//! What changes with time alone: the week goes by, or the person may no longer do it.

use crate::Stage;
use crate::ours::{Ours, Set};
use lab::authorization::person;
use rules::grant;

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
            "Gate one was passed at 14:00, with a token of that hour. At 14:41 Alice has left, and her account is closed. The \
             worker has no token of hers, and needs none: at the claim the store asks the policy whether this person may still \
             do this.",
        ],
    );
    let mut ours = Ours::new(stage, Set { quiet: true, ..Set::default() })?.with_notes()?;
    let Some(reference) = ours.approve_quietly(stage) else { return nothing(stage) };
    stage.at(20, "Her account is closed.");
    stage.authorization.close(&person("alice"));
    stage.happens("administrator", "closed alice's account");
    stage.at(41, "Worker 1 has the job.");
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    stage.at(50, "The account is opened again. What was ended stays ended.");
    stage.authorization.reopen(&person("alice"));
    ours.queue.put(reference);
    if let Some(delivery) = ours.queue.take() {
        ours.work(stage, "worker 1", &delivery);
    }
    ours.show(stage);
    stage.remember(
        "Consent is no permission. Both are asked again when the call runs, and a no of either ends the grant.",
    );
    Ok(())
}

fn nothing(stage: &Stage) -> anyhow::Result<()> {
    stage.remember(grant::NO_EFFECT.sentence);
    Ok(())
}
