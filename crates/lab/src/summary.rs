//! The world after a run: what a server's resources and its audit come to.

use crate::resources::{File, Payment};
use crate::server::LabServer;
use crate::server::careless::CarelessServer;
use crate::tools::lock;
use std::collections::BTreeMap;
use twogates::consent::render;
use twogates::grants::audit::{Row, What};

/// What a server's resources and its audit come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// The files, by path.
    pub files: BTreeMap<String, File>,
    /// What was paid, oldest first.
    pub payments: Vec<Payment>,
    /// What left the machine, oldest first.
    pub queries: Vec<String>,
    /// The grants, in the order in which they were issued. None where a server keeps no gate.
    pub grants: Vec<GrantLine>,
    /// How many audit rows there are. None where a server keeps no audit.
    pub audit_rows: Option<usize>,
}

/// One grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantLine {
    /// Its stored id, shortened.
    pub id: String,
    /// Whose yes it was.
    pub subject: String,
    /// The tool.
    pub tool: String,
    /// Its state, as a stable word.
    pub state: String,
}

/// Something whose resources can be looked at.
pub trait Inspect {
    /// What they come to now.
    fn summary(&self) -> Summary;
}

impl Summary {
    /// A few lines for a person.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let files = self.files.iter().map(|(path, file)| format!("{path} ({} bytes)", file.content.len()));
        let queries = self.queries.iter().map(|query| render::value(query, render::LIMIT));
        let mut lines = vec![
            format!("files: {}", listed(files)),
            format!("payments: {}", listed(self.payments.iter().map(paid))),
            format!("queries sent out: {}", listed(queries)),
        ];
        if let Some(rows) = self.audit_rows {
            let grant = |grant: &GrantLine| {
                format!("{} ({} by {}) {}", grant.id, grant.tool, render::line(&grant.subject), grant.state)
            };
            lines.push(format!("grants: {}", listed(self.grants.iter().map(grant))));
            lines.push(format!("audit: {rows} {}", if rows == 1 { "row" } else { "rows" }));
        }
        lines
    }

    /// What was done to the resources here and not in the `other` run.
    #[must_use]
    pub fn beyond(&self, other: &Self) -> Vec<String> {
        let gone = other.files.keys().filter(|path| !self.files.contains_key(*path));
        let changed =
            self.files.iter().filter(|(path, file)| other.files.get(*path).is_some_and(|there| there != *file));
        let paid_here: Vec<_> = self.payments.iter().map(paid).collect();
        let paid_there: Vec<_> = other.payments.iter().map(paid).collect();
        gone.map(|path| format!("deleted {path}"))
            .chain(changed.map(|(path, _)| format!("changed {path}")))
            .chain(more(&paid_here, &paid_there).map(|payment| format!("paid {payment}")))
            .chain(
                more(&self.queries, &other.queries)
                    .map(|query| format!("sent out {}", render::value(&query, render::LIMIT))),
            )
            .collect()
    }
}

/// What stands more often in `here` than in `there`, in order.
fn more(here: &[String], there: &[String]) -> impl Iterator<Item = String> {
    let mut left = there.to_vec();
    let new = |line: &&String| match left.iter().position(|known| known == *line) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    };
    here.iter().filter(new).cloned().collect::<Vec<_>>().into_iter()
}

impl LabServer {
    /// What its resources come to, without its grants and its audit.
    #[must_use]
    pub fn world(&self) -> Summary {
        Summary {
            files: lock(self.files()).all(),
            payments: lock(self.payments()).made().to_vec(),
            queries: lock(self.web()).queries().to_vec(),
            ..Summary::default()
        }
    }
}

impl Inspect for LabServer {
    fn summary(&self) -> Summary {
        let audit = self.gates().grants().audit().unwrap_or_default();
        Summary { grants: grants(&audit), audit_rows: Some(audit.len()), ..self.world() }
    }
}

impl Inspect for CarelessServer {
    fn summary(&self) -> Summary {
        Summary { files: lock(&self.files).all(), payments: lock(&self.payments).made().to_vec(), ..Summary::default() }
    }
}

/// The grants that an audit tells of, each in the state that it was last seen in.
fn grants(audit: &[Row]) -> Vec<GrantLine> {
    let mut grants: Vec<GrantLine> = Vec::new();
    for row in audit {
        let Some(id) = row.about.grant.map(|grant| grant.to_string()) else { continue };
        let (subject, tool) = (row.about.subject.clone(), row.about.tool.clone());
        match row.what {
            What::Issued => grants.push(GrantLine { id, subject, tool, state: "issued".into() }),
            What::Claimed | What::Ended | What::Resolved => {
                grants.iter_mut().filter(|grant| grant.id == id).for_each(|grant| grant.state.clone_from(&row.code));
            }
            What::Asked | What::Denied | What::Marked | What::Ordered | What::Refused => {}
        }
    }
    grants
}

fn paid(payment: &Payment) -> String {
    format!("{} {} to {}", payment.amount, render::line(&payment.currency), render::line(&payment.to))
}

fn listed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    if items.is_empty() { "none".into() } else { items.join(", ") }
}
