//! What a host writes into the transcript: what its model wanted, what the model is told, and what was authorized.

use super::{Host, MAX_ROUNDS, Reply};
use rules::Refused;
use serde_json::{Map, Value};
use twogates::scope::GiveUp;
use wire::entry::{Decision, Kind};

impl Host {
    pub(super) fn record_oauth(&self, (from, to): (&str, &str), message: Value, answers: u32) -> u32 {
        let mut recorder = self.client.recorder();
        let mut entry = recorder.entry(Kind::Oauth, from);
        entry.to = Some(to.to_owned());
        entry.answers = Some(answers);
        entry.message = Some(message);
        recorder.keep(entry)
    }

    /// `running` is the mark of a call that is sent at once.
    pub(super) fn record_model(
        &self,
        tool: &str,
        arguments: &Map<String, Value>,
        running: Option<String>,
        gate: Decision,
    ) {
        let call = Value::Object(arguments.clone());
        let lines = std::iter::once(format!("wants {tool} {}", wire::order::compact(&call))).chain(running);
        let mut recorder = self.client.recorder();
        let mut entry = recorder.entry(Kind::Host, "model").said(lines);
        entry.to = Some(self.client.name().to_owned());
        entry.gate = Some(gate);
        recorder.keep(entry);
    }

    pub(crate) fn record_host(&self, to: Option<&str>, lines: Vec<String>, gate: Option<Decision>) {
        let mut recorder = self.client.recorder();
        let mut entry = recorder.entry(Kind::Host, self.client.name()).said(lines);
        entry.to = to.map(str::to_owned);
        entry.model_reads = to == Some("model");
        entry.gate = gate;
        recorder.keep(entry);
    }

    /// `questions` is how many the server puts in its last round.
    pub(super) fn record_rounds(&self, questions: usize) {
        let why = match questions {
            1 => format!("the server asked {MAX_ROUNDS} times and did not come to an end"),
            _ => format!("the server asks {questions} questions at once, and one call may have {MAX_ROUNDS} in all"),
        };
        let decision = Decision {
            gate: "client".into(),
            verdict: "gave up".into(),
            why,
            code: Some("too_many_rounds".into()),
            rules: vec![rules::mrtr::ROUNDS.id.into()],
        };
        self.record_host(Some("model"), vec!["stops going round".into()], Some(decision));
    }

    pub(super) fn record_given_up(&self, tool: &str, give_up: &GiveUp) {
        let decision = Decision {
            gate: "client".into(),
            verdict: "gave up".into(),
            why: give_up.why(),
            code: Some(give_up.code().into()),
            rules: vec![give_up.rule().id.into()],
        };
        self.record_host(Some("model"), given_up(tool, give_up), Some(decision));
    }

    pub(super) fn record_endless(&self) {
        self.record_host(
            Some("model"),
            vec!["the lab stops here; nothing else would have ended this call".into()],
            None,
        );
    }
}

/// What the host decides after a no at its own prompt.
pub(super) fn withheld(reply: Reply) -> Decision {
    let why = match reply {
        Reply::Cancel => "the user closed the prompt without deciding",
        _ => "the user said no to it",
    };
    Decision {
        gate: "host".into(),
        verdict: "refused".into(),
        why: why.into(),
        code: None,
        rules: vec![rules::tools::HUMAN_IN_LOOP.id.into(), rules::host::OWN_GATE.id.into()],
    }
}

/// What the model is told when the client gives up: what happened, and what would change it. All but one reason are
/// final.
fn given_up(tool: &str, give_up: &GiveUp) -> Vec<String> {
    let told = [format!("gives up on {tool}: {}", give_up.why()), format!("what would help: {}", give_up.remedy())];
    let last = match give_up {
        GiveUp::NotInsufficientScope => None,
        _ => Some("repeating the call will not help: this end is remembered".to_owned()),
    };
    told.into_iter().chain(last).collect()
}
