//! The deployment that went wrong.

use crate::bearer::{BearerServer, accepted, readings};
use crate::{Stage, bearer};
use lab::host::{Reply, Sent};
use lab::queue::Failure;
use rules::grant;
use serde_json::{Map, json};
use std::rc::Rc;
use std::sync::PoisonError;
use wire::entry::Violation;

/// The nonce. It is drawn once, and so it is the same in every retry.
const NONCE: &str = "7f3a9c";
const PATH: &str = "notes.txt";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "deployment",
        "Approved at 14:00, deleted at 14:41 and again at 14:44",
        &[
            "A server asks before it deletes, and gets a yes. Its storage takes one deletion at a time, behind a lock. So \
             the server puts the deletion into a queue, and answers.",
        ],
    );
    let server = Rc::new(BearerServer::new(&stage.world, NONCE));
    let mut alice = stage.alice(server.clone(), &[Reply::Yes]);
    let arguments = Map::from_iter([("path".to_owned(), json!(PATH))]);
    let Sent::Asks(mut pending) = alice.begin("delete_file", &arguments, None) else { return Ok(()) };
    let said_yes = alice.answer(&mut pending) == [Reply::Yes];
    if said_yes {
        // The form has more in it than a yes: what it asks about comes back with the answer.
        pending.responses.insert("approval".into(), accepted(PATH, NONCE));
    }
    let sent = alice.retry(&pending);
    if !said_yes {
        stage.remember("A no is safe under every reading: there is nothing that could outlive the request.");
        return Ok(());
    }
    if let Sent::Answered(received) = &sent {
        let text = "says deleted, and nothing is deleted: the request is over, and what it approved is not";
        let violation = Violation { text: text.into(), rules: vec![grant::OUTLIVES.id.into()] };
        stage.recorder().amend(received.number, |entry| entry.violation = Some(violation));
    }
    alice.conclude(&pending, &sent);
    stage.say(&["The client has a successful result. For it the approval is used up, and it closes the connection."]);
    later(stage, &server);
    readings_of(stage);
    stage.remember(
        "An approval that is valid for a request was used by something that outlived the request, and the retry took its \
         right from the payload. Ask of your own code: at what point does the approval stop being a property of the \
         request and become a property of the payload?",
    );
    Ok(())
}

/// What happens without a client, a person or a request.
fn later(stage: &Stage, server: &BearerServer) {
    stage.at(41, "The lock is free, and the queue drains. A job in the queue is taken for a right to act.");
    let Some(first) = server.queue().take() else { return };
    server.work(&first);
    stage.wrong("worker 1", "deleted notes.txt", "acts on what the payload says of itself", &grant::NOT_IN_PAYLOAD);
    stage.at(
        42,
        "The backend's lock times out while worker 1 waits for its reply. A retry wrapper that was put in for \
                  just such errors puts the job back.",
    );
    server.queue().failed(&first, Failure::LooksTransient);
    stage.at(43, "A process that has nothing to do with it writes a new notes.txt.");
    let now = stage.world.now_ms();
    server.files().lock().unwrap_or_else(PoisonError::into_inner).write(PATH, "Minutes of the meeting.\n", now);
    stage.happens("another process", "wrote notes.txt");
    stage.at(
        44,
        "The job is delivered again. Its nonce is as good as before: it is the same payload. Nobody can be asked.",
    );
    let Some(second) = server.queue().take() else { return };
    let gone = server.work(&second);
    let what =
        format!("deleted notes.txt, {} bytes that nobody had approved", gone.map_or(0, |file| file.content.len()));
    stage.wrong("worker 2", &what, "the retry takes its right from the payload once more", &grant::OUTLIVES);
    let lines = std::iter::once("The deployment's audit:".to_owned());
    stage.look("audit", lines.chain(server.audit().into_iter().map(|line| format!("  {line}"))));
    stage.say(&[
        "One approval, two deletions, and nothing that says which of them it allowed. The times could tell, until \
                 two retries cross.",
    ]);
}

/// The code, line by line, with what it takes an accept for.
fn readings_of(stage: &Stage) {
    let lines = readings().into_iter().flat_map(|(code, reading)| {
        let code: String = if code.chars().count() > CODE {
            code.chars().take(CODE - 1).chain(['…']).collect()
        } else {
            code.to_owned()
        };
        [format!("  {code}"), format!("      accept is {reading}")]
    });
    let heading = [
        "Its code (src/bearer.rs), and what each line takes an accept for:",
        "  this request    it ends with the answer",
        "  a capability    it may be used later",
        "  the payload     it is whatever stands in the queue",
    ];
    stage.look("code", heading.map(str::to_owned).into_iter().chain(lines));
}

/// How much of a line of code is shown.
const CODE: usize = 70;

/// How long a worker of this deployment has a job, in seconds: said once in the text.
const _: () = assert!(bearer::LEASE_MS == 30_000);
