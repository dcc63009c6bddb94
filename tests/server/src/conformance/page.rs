//! The table of verdicts, as it is kept in `outputs/`.

use super::{Baseline, Judged, Scenario, Tier, Verdict};

/// What came of every scenario against one server.
#[derive(Debug)]
pub struct Column {
    /// How the server is called, here and in the baseline.
    pub server: String,
    /// In the order of the scenarios.
    pub judged: Vec<Judged>,
}

impl Column {
    /// How many scenarios came out so.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.verdict == verdict).count()
    }

    /// What is wrong, one line each.
    #[must_use]
    pub fn wrong(&self, scenarios: &[Scenario]) -> Vec<String> {
        let bad = self.judged.iter().zip(scenarios).filter(|(judged, _)| !judged.verdict.is_good());
        let lines = bad.flat_map(|(judged, scenario)| {
            let head = format!("{}: {}: {}", self.server, scenario.name, judged.verdict);
            std::iter::once(head).chain(judged.wrong.iter().map(|line| format!("    {line}")))
        });
        lines.collect()
    }
}

/// The page: the table, what the baseline explains, what was skipped, and what is not asked.
#[must_use]
pub fn page(scenarios: &[Scenario], columns: &[Column], baseline: &Baseline) -> String {
    let mut page = String::new();
    let mut line = |text: String| {
        page.push_str(&text);
        page.push('\n');
    };
    line("# The official conformance suite\n".into());
    line("`scripts/parts/65-conformance` runs the suite of revision 2026-07-28 and keeps this table.\n".into());
    let heads = columns.iter().map(|column| format!(" {} | checks | warnings |", column.server)).collect::<String>();
    line(format!("| scenario | required |{heads}"));
    line(format!("| --- | --- |{}", " --- | ---: | ---: |".repeat(columns.len())));
    for (place, scenario) in scenarios.iter().enumerate() {
        let required = if scenario.tier == Tier::Required { "yes" } else { "pending" };
        let cells = columns.iter().filter_map(|column| column.judged.get(place)).map(cell).collect::<String>();
        line(format!("| {} | {required} |{cells}", scenario.name));
    }
    line(String::new());
    for column in columns {
        let asked = column.judged.len() - column.count(Verdict::NotAsked);
        let good = column.count(Verdict::Passed);
        let explained = column.count(Verdict::Explained);
        line(format!("- {}: {good} of {asked} passed, {explained} explained.", column.server));
    }
    for column in columns {
        let explained: Vec<_> = baseline.of(&column.server).collect();
        if !explained.is_empty() {
            line(format!("\nWhat is explained of {}:\n", column.server));
        }
        for of in explained {
            line(format!("- {}, {} ({:?}): {}", of.scenario, of.check, of.status, of.because));
        }
        let skipped = column.judged.iter().zip(scenarios).filter(|(judged, _)| !judged.skipped.is_empty());
        let skipped: Vec<_> =
            skipped.map(|(judged, of)| format!("- {}: {}", of.name, judged.skipped.join(", "))).collect();
        if !skipped.is_empty() {
            line(format!("\nWhat the suite skips of {}:\n\n{}", column.server, skipped.join("\n")));
        }
        let not_asked = baseline.not_asked.get(&column.server);
        if not_asked.is_some() {
            line(format!("\nWhat is not asked of {}, for it needs what only a fixture has:\n", column.server));
        }
        for (scenario, needs) in not_asked.into_iter().flatten() {
            line(format!("- {scenario}: {needs}"));
        }
    }
    page
}

fn cell(judged: &Judged) -> String {
    match judged.verdict {
        Verdict::NotAsked => " – | | |".into(),
        verdict => format!(" {verdict} | {} | {} |", judged.checks, judged.warnings),
    }
}
