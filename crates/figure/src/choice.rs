//! What the learner can let happen next, and the steps of a vector that it comes to.

use crate::calls::Call;
use rules::Defence;
use serde_json::{Value, json};

/// What the learner lets happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// The model wants the call.
    Go,
    /// The model wants the call once more.
    Anew,
    /// Alice says yes.
    Yes,
    /// Alice sends the form in with a no.
    FormNo,
    /// Alice declines.
    Decline,
    /// Alice closes the prompt.
    Cancel,
    /// Alice walks away, and the question gets old.
    Away,
    /// Alice says yes, and somebody changes the arguments on the way.
    Arguments,
    /// Bob sends the retry, with Alice's state.
    User,
    /// Alice says yes, and a letter of the state is another one.
    Letter,
    /// Somebody else writes the file.
    Write,
    /// The retry is sent once more.
    Replay,
    /// A worker takes the job.
    Work,
    /// A worker takes the job, and its process ends before it acts.
    CrashBefore,
    /// A worker takes the job, acts, and its process ends.
    CrashAfter,
    /// The queue delivers the job once more.
    Redeliver,
    /// More time passes than the yes may wait.
    Late,
    /// The operator takes the yes back.
    Revoke,
    /// Alice's account is closed.
    Close,
}

impl Choice {
    /// Every choice.
    pub const ALL: &[Self] = &[
        Self::Go,
        Self::Anew,
        Self::Yes,
        Self::FormNo,
        Self::Decline,
        Self::Cancel,
        Self::Away,
        Self::Arguments,
        Self::User,
        Self::Letter,
        Self::Write,
        Self::Replay,
        Self::Work,
        Self::CrashBefore,
        Self::CrashAfter,
        Self::Redeliver,
        Self::Late,
        Self::Revoke,
        Self::Close,
    ];

    /// Its name in an address.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Go => "go",
            Self::Anew => "anew",
            Self::Yes => "yes",
            Self::FormNo => "no",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
            Self::Away => "away",
            Self::Arguments => "arguments",
            Self::User => "user",
            Self::Letter => "letter",
            Self::Write => "write",
            Self::Replay => "replay",
            Self::Work => "work",
            Self::CrashBefore => "crash-before",
            Self::CrashAfter => "crash-after",
            Self::Redeliver => "redeliver",
            Self::Late => "late",
            Self::Revoke => "revoke",
            Self::Close => "close",
        }
    }

    /// The step, without what is expected of it. `asked` is the number of the step that was asked last, `sent` that of the
    /// last retry.
    #[must_use]
    pub fn step(self, call: Call, asked: usize, sent: usize) -> Value {
        let answer = |word: &str| json!({"do": "retry", "of": asked, "answer": word});
        let wrong = |wrong: &str, rule: &str| json!({"wrong": wrong, "breaks": [rule]});
        match self {
            Self::Go | Self::Anew => {
                json!({"do": "model", "by": "alice", "tool": call.tool(), "arguments": call.arguments(), "waits": true})
            }
            Self::Yes => answer("yes"),
            Self::FormNo => answer("no-in-the-form"),
            Self::Decline => answer("decline"),
            Self::Cancel => answer("cancel"),
            Self::Away => json!({"do": "wait", "seconds": 360}),
            Self::Arguments => {
                let mut step = answer("yes");
                let mut tamper = wrong("names other arguments than those that the person was shown", "RS-06");
                let patch = json!([{"op": "replace", "path": "/params/arguments", "value": call.other_arguments()}]);
                put(&mut tamper, "patch", patch);
                put(&mut step, "tamper", tamper);
                step
            }
            Self::User => {
                let mut step = answer("yes");
                put(&mut step, "by", "bob".into());
                put(&mut step, "tamper", wrong("comes from Bob, with the state of Alice's question", "RS-04"));
                step
            }
            Self::Letter => {
                let mut step = answer("yes");
                put(&mut step, "state", json!({"letter": {"part": 3, "at": 0}}));
                put(&mut step, "tamper", wrong("brings a state with another seal than the server's", "MRTR-13"));
                step
            }
            Self::Write => json!({"do": "write", "path": "notes.txt", "content": "The only copy of the contract.\n"}),
            Self::Replay => json!({"do": "repeat", "of": sent}),
            Self::Work => json!({"do": "work"}),
            Self::CrashBefore => json!({"do": "work", "dies": "before-acting"}),
            Self::CrashAfter => json!({"do": "work", "dies": "after-acting"}),
            Self::Redeliver => json!({"do": "work", "again": true}),
            Self::Late => json!({"do": "wait", "seconds": 900}),
            Self::Revoke => json!({"do": "revoke", "grant": 1}),
            Self::Close => json!({"do": "close", "who": "alice"}),
        }
    }
}

/// The choices at which a free run can meet a defence. Without it, whatever leads to none of them goes as it goes with it; a
/// test plays that. The defences that meet no choice are met in what the lessons tell.
#[must_use]
pub const fn met_at(defence: Defence) -> &'static [Choice] {
    use Choice as C;
    match defence {
        Defence::Scope
        | Defence::Hierarchy
        | Defence::CompleteChallenge
        | Defence::Union
        | Defence::NothingNew
        | Defence::Capability => &[C::Go],
        Defence::NoesLimit => &[C::Anew],
        Defence::Integrity => &[C::Letter],
        Defence::Principal => &[C::User],
        Defence::Arguments => &[C::Arguments],
        Defence::Expiry => &[C::Away],
        Defence::ExactYes => &[C::FormNo],
        Defence::SingleUse => {
            &[C::Replay, C::Redeliver, C::User, C::Arguments, C::FormNo, C::Decline, C::Cancel, C::Revoke]
        }
        Defence::GrantExpiry => &[C::Late],
        Defence::StillAuthorized => &[C::Close],
        Defence::Snapshot => &[C::Write],
        _ => &[],
    }
}

fn put(object: &mut Value, name: &str, value: Value) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value);
    }
}
