//! What can happen next: the edges out of a state, by what came back so far.

use crate::calls::{Call, Setting, Token};
use crate::choice::Choice;

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// What it waits for.
    pub phase: Phase,
    /// The number of the step that was asked last.
    pub asked: usize,
    /// The number of the last retry.
    pub sent: usize,
    /// How many questions were asked before this one.
    pub before: usize,
    /// Whether something went wrong with this question on purpose already.
    pub touched: bool,
    /// Whether what follows an answer is cut short: where the token did not cover the call at first, the ways on are
    /// those of a token that did.
    pub short: bool,
}

/// What a run waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The model to want the call.
    Start,
    /// Alice's answer, in time.
    Asked,
    /// Her answer, after the state got old.
    Late,
    /// What becomes of a yes that was spent.
    Ran,
    /// What becomes of a no.
    No,
    /// A worker.
    Queued,
    /// A worker, after something happened that it does not know of.
    Waiting,
    /// What becomes of a job that a worker had.
    Worked,
    /// What becomes of a job whose worker's process ended.
    Crashed,
    /// Nothing.
    End,
}

impl Place {
    /// Where a run begins.
    #[must_use]
    pub fn start(setting: Setting) -> Self {
        let short = setting.token != Token::Enough;
        Self { phase: Phase::Start, asked: 0, sent: 0, before: 0, touched: false, short }
    }

    /// What can happen next, the plainest first.
    #[must_use]
    pub fn choices(self, call: Call) -> Vec<Choice> {
        use Choice as C;
        let deletes = call == Call::Delete;
        let only_if = |holds: bool, choice: C| holds.then_some(choice);
        match self.phase {
            Phase::Start => vec![C::Go],
            Phase::Asked if self.touched => vec![C::Yes, C::Decline],
            Phase::Asked if self.before > 0 => vec![C::Yes, C::Decline],
            Phase::Asked => {
                let plain = [C::Yes, C::FormNo, C::Decline, C::Cancel, C::Away, C::Arguments, C::User, C::Letter];
                plain.into_iter().chain(only_if(deletes, C::Write)).collect()
            }
            Phase::Late if self.short => vec![C::Yes],
            Phase::Late => vec![C::Yes, C::Anew],
            Phase::Ran if self.touched || self.short => vec![C::Replay],
            Phase::Ran => vec![C::Replay, C::User, C::Arguments, C::Anew],
            Phase::No => vec![C::Anew, C::Yes],
            Phase::Queued if self.touched || self.short => vec![C::Work],
            Phase::Queued => {
                let plain =
                    [C::Work, C::Replay, C::Decline, C::Late, C::Revoke, C::Close, C::CrashBefore, C::CrashAfter];
                plain.into_iter().chain(only_if(deletes, C::Write)).collect()
            }
            Phase::Waiting => vec![C::Work, C::Replay],
            Phase::Worked if self.touched || self.short => Vec::new(),
            Phase::Worked => vec![C::Redeliver, C::Replay],
            Phase::Crashed => vec![C::Redeliver, C::Late, C::Replay],
            Phase::End => Vec::new(),
        }
    }

    /// Where the run stands after a choice that was step `number`, by the verdict that came back; none where a step has no
    /// outcome.
    #[must_use]
    pub fn after(self, choice: Choice, verdict: Option<&str>, number: usize) -> Self {
        use Choice as C;
        let phase = |phase: Phase| Self { phase, ..self };
        let sent = |phase: Phase| Self { phase, sent: number, ..self };
        match (choice, verdict) {
            (C::Go | C::Anew, Some("asked")) => {
                let before = if self.phase == Phase::Start { 0 } else { self.before + 1 };
                // Whatever was done to an earlier question, this is another one.
                Self { phase: Phase::Asked, asked: number, sent: number, before, touched: false, ..self }
            }
            (C::Go | C::Anew, _) => phase(Phase::End),
            (C::Away, _) => phase(Phase::Late),
            (C::Write, _) if self.phase == Phase::Asked => Self { touched: true, ..self },
            (C::Write | C::Revoke | C::Close, _) => phase(Phase::Waiting),
            (C::Late, _) if self.phase == Phase::Crashed => phase(Phase::Worked),
            (C::Late, _) => phase(Phase::Waiting),
            (C::CrashBefore | C::CrashAfter, Some("died")) => phase(Phase::Crashed),
            (C::Work | C::CrashBefore | C::CrashAfter, _) => phase(Phase::Worked),
            (C::Redeliver, _) => phase(Phase::End),
            // A step that is not Alice's own honest retry leaves her question as it was, where it achieved nothing.
            (C::Arguments | C::User | C::Letter, Some("ran" | "queued")) => phase(Phase::End),
            (C::Arguments | C::User | C::Letter, _) if self.phase == Phase::Asked => Self { touched: true, ..self },
            (C::Arguments | C::User | C::Letter, _) => phase(Phase::End),
            (C::Replay, _) if self.phase == Phase::Queued => phase(Phase::Waiting),
            (C::Replay, _) => phase(Phase::End),
            (C::Decline, _) if self.phase == Phase::Queued => sent(Phase::Waiting),
            (C::Yes, Some("ran")) if self.before > 0 => phase(Phase::End),
            (_, Some("ran")) => sent(Phase::Ran),
            (_, Some("queued")) => sent(Phase::Queued),
            (C::FormNo | C::Decline | C::Cancel, Some("refused")) if self.touched || self.short => phase(Phase::End),
            // A decline leads on to a third no and beyond; the other two noes to one more question.
            (C::Decline, Some("refused")) if self.before < 3 => sent(Phase::No),
            (C::FormNo | C::Cancel, Some("refused")) => Self { before: 2, ..sent(Phase::No) },
            (C::Yes, Some("asked")) => Self { touched: true, ..self },
            _ => phase(Phase::End),
        }
    }
}
