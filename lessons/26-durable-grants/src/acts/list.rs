//! One yes to a whole list: a grant for each item.

use crate::Stage;
use crate::decided::{decision, refused};
use crate::desk::Desk;
use crate::services::{Manners, Payment, PaymentService};
use crate::tools::{PayAll, PayAllArgs};
use effects::keyed::Proven;
use effects::{Ended, keyed};
use rules::grant;
use serde_json::json;
use twogates::consent::{Dice, Lifetime};
use twogates::grants::{GrantRef, Memory};

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "list",
        "One yes, three payments",
        &[
            "A batch is one question: all of its items, in order, their number and their total. Whoever gives the yes to one job \
             that pays three times has three effects and one marker; a retry of that job pays the first two again. Here each \
             item has a grant of its own, under the same yes, and is spent once.",
        ],
    );
    let desk = Desk::new(stage);
    let service = PaymentService::new(Manners::Keeps);
    let proven = keyed::proven(service.clone(), stage.world.dice.draw(), Lifetime::CEILING_MS)?;
    let payments = json!({"payments": [
        {"to": "Plant Shop", "amount": 40}, {"to": "Water Works", "amount": 25}, {"to": "Garden Club", "amount": 15},
    ]});
    let jobs = desk.yes_to_all(stage, &PayAll, &payments)?;
    stage.at(5, "A worker has the batch. Behind the second payment the reply is lost, and the batch breaks off.");
    for (number, job) in (1..).zip(&jobs).take(2) {
        if number == 2 {
            service.lose_next_reply();
        }
        pay(stage, &desk, &proven, number, job);
    }
    stage.at(7, "The lease of item 2 is over. The retry wrapper runs the whole batch again, from its first item:");
    for (number, job) in (1..).zip(&jobs) {
        pay(stage, &desk, &proven, number, job);
    }
    desk.show(stage);
    let paid = service.made().iter().map(|paid| format!("{} EUR to {}", paid.amount, paid.to)).collect::<Vec<_>>();
    stage.look("world", [format!("Paid: {}", paid.join(", "))]);
    stage.remember(
        "What is done several times is approved several times: in one question, as a list, with a grant for each item.",
    );
    Ok(())
}

fn pay(stage: &Stage, desk: &Desk<Memory>, proven: &Proven<PaymentService>, number: u32, job: &GrantRef) {
    let who = format!("item {number}");
    let claim = match desk.grants.claim(&PayAll, job) {
        Ok(claim) => claim,
        Err(refusal) => {
            stage.decided(&who, "nothing happened", refused(&refusal));
            return;
        }
    };
    let request = |args: PayAllArgs| {
        let only = args.payments.into_iter().next();
        only.map_or(Payment { to: String::new(), amount: 0 }, |only| Payment { to: only.to, amount: only.amount })
    };
    match proven.run(&PayAll, &desk.grants, claim, request) {
        Ok(Ended::Known(grant)) => {
            let text = grant.outcome.map(|(_, text)| text).unwrap_or_default();
            stage.decided(&who, &text, decision(grant.state.word(), "told to the store", &[&grant::EACH_ITEM]));
        }
        Ok(Ended::Open { why }) => {
            let why = format!("{why}; the same key may be sent again");
            stage.decided(&who, "no answer", decision("open", &why, &[&grant::UNKNOWN_SAID]));
        }
        Err(refusal) => {
            stage.decided(&who, "nothing happened", refused(&refusal));
        }
    }
}
