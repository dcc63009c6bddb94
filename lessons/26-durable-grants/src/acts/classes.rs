//! What a retry and a crash may do is the effect's class: a keyed payment, a conditional write, and one with nothing at all.

use crate::decided::{LEASE_MS, decision, refused};
use crate::desk::Desk;
use crate::services::{Change, DocumentStore, Manners, Payment, PaymentService};
use crate::stage::MINUTE_MS;
use crate::{Stage, tools};
use effects::{Ended, conditional, keyed};
use rules::grant;
use serde_json::json;
use tools::{Book, PayWithKey, Tell, WriteDocument};
use twogates::consent::{Dice, Effect, Lifetime};
use twogates::grants::{Claim, End, Grant, GrantRef, NotUsable, Order, State, Store, Upkeep};

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "classes",
        "What a crash may leave, by what the effect rests on",
        &[
            "A file can be set aside. Other effects cannot, and a tool says what its own rests on: the grant's own database, a \
             backend that remembers a key, one that checks a version, or nothing. Where a reply or a worker can be lost in \
             between, it is lost here at the worst moment.",
        ],
    );
    refused_at_start(stage);
    booking(stage)?;
    keyed_payment(stage)?;
    conditional_write(stage)?;
    with_nothing(stage)?;
    stage.remember("Nothing makes an outside effect happen exactly once. What it rests on says what a retry may do, and what nobody knows is called unknown.");
    Ok(())
}

/// Backends that take what they are given and ignore it.
fn refused_at_start(stage: &Stage) {
    stage.say(&["At start-up each backend is tested with something harmless. Two of these four only look the part:"]);
    let longest = Lifetime::CEILING_MS;
    for manners in [Manners::Keeps, Manners::Ignores] {
        let tested = keyed::proven(PaymentService::new(manners), draw(stage), longest).map(drop);
        told(stage, "payment service", "keyed", tested);
        let tested = conditional::proven(DocumentStore::new(manners)).map(drop);
        told(stage, "document store", "conditional", tested);
    }
}

fn draw(stage: &Stage) -> [u8; 16] {
    stage.world.dice.draw()
}

fn told(stage: &Stage, who: &str, class: &str, tested: Result<(), effects::BrokenPromise>) {
    match tested {
        Ok(()) => {
            let why = format!("it keeps what class {class} needs");
            stage.decided(who, "taken", decision("passed", &why, &[&grant::PROVEN]));
        }
        Err(broken) => {
            stage.decided(who, "refused", refused(&broken));
        }
    }
}

/// The effect lives in the grant's own database: one transaction, and nothing in between.
fn booking(stage: &Stage) -> anyhow::Result<()> {
    stage.at(
        2,
        "Transactional: a booking in the grants' own database. Claim, booking, audit and outcome are one commit. What breaks \
         off in between, breaks off as a whole.",
    );
    let desk = Desk::new(stage);
    let reference = desk.yes(stage, &Book, &json!({"account": "plants", "amount": 40}))?;
    for who in ["worker 1", "worker 2"] {
        let booked = desk.grants.act_within(&*desk.store, &Book, &reference, |claim, book| {
            match claim.take(|args| Book.snapshot(args)) {
                Ok((args, running)) => {
                    let text = format!("{} EUR", args.amount);
                    book.insert(args.account.clone(), text.clone());
                    running.settle(End::Executed, format!("booked {text} on {}", args.account))
                }
                Err(settled) => settled,
            }
        });
        match booked {
            Ok(grant) => ended(stage, who, &grant),
            Err(refusal) => {
                stage.decided(who, "nothing happened", refused(&refusal));
            }
        }
    }
    stage.say(&["Another yes; this time the account turns out to be closed, behind the first half of the work:"]);
    let reference = desk.yes(stage, &Book, &json!({"account": "garden", "amount": 90}))?;
    let booked = desk.grants.act_within(&*desk.store, &Book, &reference, |claim, book| {
        match claim.take(|args| Book.snapshot(args)) {
            Ok((args, running)) => {
                book.insert(args.account, "half of it".into());
                running.settle(End::Failed, "Not run: the account is closed.")
            }
            Err(settled) => settled,
        }
    });
    match booked {
        Ok(grant) => ended(stage, "worker 1", &grant),
        Err(refusal) => {
            stage.decided("worker 1", "nothing happened", refused(&refusal));
        }
    }
    desk.show(stage);
    let book = desk.store.book().into_iter().map(|(account, text)| format!("{account}: {text}"));
    stage.look("book", [format!("The book: {}", book.collect::<Vec<_>>().join(", "))]);
    Ok(())
}

/// The reply is lost behind the payment.
fn keyed_payment(stage: &Stage) -> anyhow::Result<()> {
    stage.at(10, "Keyed: a payment. The service pays, and its reply is lost.");
    let desk = Desk::new(stage);
    let service = PaymentService::new(Manners::Keeps);
    let proven = keyed::proven(service.clone(), draw(stage), Lifetime::CEILING_MS)?;
    let reference = desk.yes(stage, &PayWithKey, &json!({"to": "Plant Shop", "amount": 40}))?;
    service.lose_next_reply();
    for (who, minutes) in [("worker 1", 10), ("worker 2", 12)] {
        if minutes > 10 {
            stage.at(minutes, "The lease is over, and the job is delivered again. The key is the same: the grant's.");
        }
        let claim = claim(stage, who, desk.grants.claim(&PayWithKey, &reference));
        let Some(claim) = claim else { continue };
        let request = |args: tools::PayArgs| Payment { to: args.to, amount: args.amount };
        match proven.run(&PayWithKey, &desk.grants, claim, request) {
            Ok(Ended::Known(grant)) => ended(stage, who, &grant),
            Ok(Ended::Open { why }) => {
                let why = format!("{why}; the grant stays claimed, for the same key may be sent again");
                stage.decided(who, "no answer", decision("open", &why, &[&grant::UNKNOWN_SAID]));
            }
            Err(refusal) => {
                stage.decided(who, "nothing happened", refused(&refusal));
            }
        }
    }
    desk.show(stage);
    let paid = service.made().iter().map(|paid| format!("{} EUR to {}", paid.amount, paid.to)).collect::<Vec<_>>();
    stage.look("world", [format!("Paid: {}", paid.join(", "))]);
    Ok(())
}

/// The version is another one; and the reply is lost behind the write.
fn conditional_write(stage: &Stage) -> anyhow::Result<()> {
    stage.at(30, "Conditional: a document is written, if it has the version that Alice was shown.");
    let desk = Desk::new(stage);
    let documents = DocumentStore::new(Manners::Keeps);
    documents.write("plan", "Open at nine.");
    let proven = conditional::proven(documents.clone())?;
    let tool = WriteDocument::of(|name| documents.snapshot(name));
    let write = |who: &str, reference: &GrantRef| {
        let Some(claim) = claim(stage, who, desk.grants.claim(&tool, reference)) else { return };
        let done = proven.run(
            &desk.grants,
            claim,
            |args| documents.seen(&args.name),
            |args| (args.name, Change { text: args.text }),
        );
        match done {
            Ok(grant) => ended(stage, who, &grant),
            Err(refusal) => {
                stage.decided(who, "nothing happened", refused(&refusal));
            }
        }
    };
    let first = desk.yes(stage, &tool, &json!({"name": "plan", "text": "Open at ten."}))?;
    documents.write("plan", "Open at nine, closed on Monday.");
    stage.happens("bob", "changed the plan");
    write("worker 1", &first);
    stage.say(&["Asked anew, about the plan as it is now. This time the reply is lost behind the write."]);
    let second = desk.yes(stage, &tool, &json!({"name": "plan", "text": "Open at ten."}))?;
    documents.lose_next_reply();
    write("worker 1", &second);
    stage
        .at(33, "It is not sent again: another version could be the worker's own, or somebody else's. A person looks.");
    resolved(stage, &desk, &second, End::Executed, "the plan says ten, and its history has this call");
    desk.show(stage);
    Ok(())
}

/// The worker dies, and nobody can tell.
fn with_nothing(stage: &Stage) -> anyhow::Result<()> {
    stage.at(
        50,
        "At most once: a message to a customer, over a line that tells nothing. The worker is killed while it sends.",
    );
    let desk = Desk::new(stage);
    let reference = desk.yes(stage, &Tell, &json!({"to": "carol", "text": "Your plant is here."}))?;
    drop(claim(stage, "worker 1", desk.grants.claim(&Tell, &reference)));
    stage.happens("worker 1", "killed");
    stage.world.clock.advance(LEASE_MS + MINUTE_MS);
    stage.say(&["Its lease is over. The job is delivered again:"]);
    claim(stage, "worker 2", desk.grants.claim(&Tell, &reference));
    let state = desk.grant(&reference).map_or("gone", |grant| grant.state.word());
    stage.look("grant", [format!("The grant: {state}. Not done and not failed: nobody knows.")]);
    stage.at(55, "A person asks Carol.");
    resolved(stage, &desk, &reference, End::Failed, "carol has no message");
    desk.show(stage);
    Ok(())
}

/// A claim, or why there is none.
fn claim<T: Effect>(stage: &Stage, who: &str, claimed: Result<Claim<T>, NotUsable>) -> Option<Claim<T>> {
    match claimed {
        Ok(claim) => Some(claim),
        Err(refusal) => {
            stage.decided(who, "nothing happened", refused(&refusal));
            None
        }
    }
}

fn ended(stage: &Stage, who: &str, grant: &Grant) {
    let text = grant.outcome.as_ref().map(|(_, text)| text.clone()).unwrap_or_default();
    let what = match grant.state {
        State::Executed => text.clone(),
        State::Indeterminate => "nobody knows what happened".into(),
        _ => "nothing happened".into(),
    };
    let (why, rules) = match grant.state {
        State::Executed => ("told to the store".to_owned(), [&grant::CLAIMED_ONCE]),
        State::Indeterminate => (text, [&grant::UNKNOWN_SAID]),
        // What an effect that was undone says of itself, or what was seen of the resource.
        _ if text.contains("since the question was asked") => (text, [&grant::SNAPSHOT]),
        _ => (text, [&grant::AUDIT]),
    };
    stage.decided(who, &what, decision(grant.state.word(), &why, &rules));
}

/// A person says how it ended.
fn resolved<S: Upkeep + Store + 'static>(stage: &Stage, desk: &Desk<S>, reference: &GrantRef, end: End, why: &str) {
    match desk.store.resolve(reference.id(), end, &Order::new("olga", why)) {
        Ok(grant) => {
            let what = format!("says how it ended: {}", grant.state.word());
            stage.decided("olga", &what, decision("resolved", why, &[&grant::UNKNOWN_SAID]));
        }
        Err(refusal) => {
            stage.decided("olga", "says how it ended", refused(&refusal));
        }
    }
}
