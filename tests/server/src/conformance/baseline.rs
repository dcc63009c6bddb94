//! What is known to differ, with the reason; read from `conformance/baseline.json`.

use super::{Check, Status};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is known to differ.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Baseline {
    /// Checks that do not come out well, each with its reason.
    pub explained: Vec<Explained>,
    /// By server, what scenarios need that it does not have. They are not asked of it.
    pub not_asked: BTreeMap<String, BTreeMap<String, String>>,
}

/// One check that does not come out well.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// Against which server.
    pub server: String,
    /// In which scenario.
    pub scenario: String,
    /// Which check.
    pub check: String,
    /// How it comes out.
    pub status: Status,
    /// Why that is right.
    pub because: String,
}

impl Explained {
    /// Whether it explains how this check of this scenario came out.
    #[must_use]
    pub fn is_of(&self, scenario: &str, check: &Check) -> bool {
        self.scenario == scenario && self.check == check.id && self.status == check.status
    }
}

impl Baseline {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// The text is no baseline.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// What is explained of this server.
    pub fn of<'a>(&'a self, server: &'a str) -> impl Iterator<Item = &'a Explained> {
        self.explained.iter().filter(move |line| line.server == server)
    }

    /// What this scenario needs that this server does not have.
    #[must_use]
    pub fn not_asked_of(&self, server: &str, scenario: &str) -> Option<&str> {
        self.not_asked.get(server)?.get(scenario).map(String::as_str)
    }
}
