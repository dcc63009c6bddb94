//! What is counted, in the text format of Prometheus.

use anyhow::Context;
use prometheus::{Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};
use std::time::Duration;
use twogates::grants::State;

/// Bounds of the time that people take, in seconds: a question lives for five minutes.
const SECONDS: &[f64] = &[0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0];

/// The counters of one server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    asked: IntCounterVec,
    answered: IntCounterVec,
    expired: IntCounter,
    ended: IntCounterVec,
    refused: IntCounterVec,
    replayed: IntCounterVec,
    turned: IntCounterVec,
    responses: IntCounterVec,
    waited: Histogram,
    unknown: IntGauge,
    connections: IntGauge,
}

impl Metrics {
    /// Counters at nothing.
    ///
    /// # Errors
    ///
    /// Where two had one name.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let registry = Registry::new();
        let counter = |name: &str, help: &str, labels: &[&str]| {
            let counter = IntCounterVec::new(Opts::new(name, help), labels).context("a counter")?;
            registry.register(Box::new(counter.clone())).context("a counter")?;
            anyhow::Ok(counter)
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help).context("a gauge")?;
            registry.register(Box::new(gauge.clone())).context("a gauge")?;
            anyhow::Ok(gauge)
        };
        let waited = HistogramOpts::new("two_gates_answer_seconds", "How long people took to answer.");
        let waited = Histogram::with_opts(waited.buckets(SECONDS.to_vec())).context("a histogram")?;
        registry.register(Box::new(waited.clone())).context("a histogram")?;
        let expired = IntCounter::new("two_gates_expired_total", "Questions that nobody answered here in time.");
        let expired = expired.context("a counter")?;
        registry.register(Box::new(expired.clone())).context("a counter")?;
        Ok(Self {
            asked: counter("two_gates_asked_total", "Questions asked.", &["tool"])?,
            answered: counter("two_gates_answered_total", "Answers, by what they were.", &["tool", "answer"])?,
            expired,
            ended: counter("two_gates_ended_total", "Effects, by how they ended.", &["tool", "state"])?,
            refused: counter("two_gates_refused_total", "Refusals, by their exact reason.", &["code"])?,
            replayed: counter("two_gates_replayed_total", "States that had been answered before.", &["state"])?,
            responses: counter("two_gates_responses_total", "Responses, by HTTP status.", &["status"])?,
            turned: counter("two_gates_turned_total", "Requests turned away before their message was read.", &["why"])?,
            unknown: gauge("two_gates_indeterminate", "Effects whose end a person must find out.")?,
            connections: gauge("two_gates_connections", "Open connections.")?,
            waited,
            registry,
        })
    }

    pub(super) fn asked(&self, tool: &str) {
        self.asked.with_label_values(&[tool]).inc();
    }

    pub(super) fn answered(&self, answer: &str, tool: &str, waited: Option<Duration>) {
        self.answered.with_label_values(&[tool, answer]).inc();
        if let Some(waited) = waited {
            self.waited.observe(waited.as_secs_f64());
        }
    }

    pub(super) fn expired(&self, questions: u64) {
        self.expired.inc_by(questions);
    }

    pub(super) fn ended(&self, tool: &str, state: &str) {
        self.ended.with_label_values(&[tool, state]).inc();
    }

    /// A state whose question has a grant is refused with the word of that grant's state.
    pub(super) fn refused(&self, code: &str) {
        self.refused.with_label_values(&[code]).inc();
        if code == "answered_no" || State::ALL.iter().any(|state| state.word() == code) {
            self.replayed.with_label_values(&[code]).inc();
        }
    }

    /// A request whose message was not read.
    pub(crate) fn turned(&self, why: &str) {
        self.turned.with_label_values(&[why]).inc();
    }

    /// A response went out.
    pub(crate) fn responded(&self, status: u16) {
        self.responses.with_label_values(&[status.to_string().as_str()]).inc();
    }

    /// How many effects there are whose end a person must find out.
    pub(crate) fn backlog(&self, unknown: usize) {
        self.unknown.set(i64::try_from(unknown).unwrap_or(i64::MAX));
    }

    /// One connection more, until this is dropped.
    pub(crate) fn connection(&self) -> Connected {
        self.connections.inc();
        Connected(self.connections.clone())
    }

    /// Everything, as text.
    pub(crate) fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connected(IntGauge);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.dec();
    }
}
