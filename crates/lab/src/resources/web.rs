//! A little web: three addresses, and a record of what was asked of it.

const PAGES: &[&str] =
    &["https://gates.example/scope", "https://gates.example/consent", "https://gates.example/grants"];

/// A little web. A query leaves the machine: that is what makes a search open-world.
#[derive(Debug, Clone, Default)]
pub struct Web {
    queries: Vec<String>,
}

impl Web {
    /// Sends a query out, and gives at most `limit` hits.
    pub fn search(&mut self, query: &str, limit: usize) -> Vec<String> {
        self.queries.push(query.to_owned());
        PAGES.iter().take(limit).map(|address| (*address).to_owned()).collect()
    }

    /// What left the machine.
    #[must_use]
    pub fn queries(&self) -> &[String] {
        &self.queries
    }
}
