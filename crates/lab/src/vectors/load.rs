//! Reads vectors from their files.

use super::expect::Through;
use super::format::{Step, Vector};
use std::fmt;
use std::path::Path;

/// A file that is no vector, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The file's name.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.why)
    }
}

impl std::error::Error for Unreadable {}

/// Every vector of a folder, in order of its number. The files whose names begin with a digit are vectors.
///
/// # Errors
///
/// [`Unreadable`], the first file that is no vector, or the folder.
pub fn load(folder: &Path) -> Result<Vec<Vector>, Unreadable> {
    let unreadable = |error: std::io::Error| Unreadable { file: folder.display().to_string(), why: error.to_string() };
    let mut names = Vec::new();
    for item in std::fs::read_dir(folder).map_err(unreadable)? {
        let name = item.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        if name.starts_with(|letter: char| letter.is_ascii_digit()) {
            names.push(name);
        }
    }
    names.sort();
    let read = |name: &String| {
        let text = std::fs::read_to_string(folder.join(name)).map_err(unreadable)?;
        Vector::read(name.trim_end_matches(".json"), &text)
    };
    names.iter().map(read).collect()
}

impl Vector {
    /// Reads one vector from the text of its file.
    ///
    /// # Errors
    ///
    /// [`Unreadable`]: it is not strict JSON, has a member that no vector has, names a rule or a person that is not there,
    /// or a step refers to what no earlier step sent.
    pub fn read(name: &str, text: &str) -> Result<Self, Unreadable> {
        let unreadable = |why: String| Unreadable { file: name.to_owned(), why };
        let value = wire::strict::read(text).map_err(|malformed| unreadable(malformed.to_string()))?;
        let mut vector: Self = serde_json::from_value(value).map_err(|error| unreadable(error.to_string()))?;
        name.clone_into(&mut vector.name);
        match vector.wrong() {
            Some(why) => Err(unreadable(why)),
            None => Ok(vector),
        }
    }

    /// What is wrong with it beyond its form.
    fn wrong(&self) -> Option<String> {
        if let Some(id) = self.rules.iter().find(|id| rules::find(id).is_none()) {
            return Some(format!("there is no rule {id}"));
        }
        if self.rules.is_empty() {
            return Some("it names no rule".into());
        }
        if self.stops.iter().any(Vec::is_empty) {
            return Some("a set of defences is empty".into());
        }
        if self.stops.is_empty() != self.through.is_empty() {
            return Some("`stops` and `through` go together".into());
        }
        let nowhere = |through: &Through| through.shows.members().is_empty() || self.outcome(through.step).is_none();
        if self.through.iter().any(nowhere) {
            return Some("`through` shows nothing, or is no step with an outcome".into());
        }
        self.steps.iter().zip(1..).find_map(|(step, number)| self.wrong_step(step, number))
    }

    fn wrong_step(&self, step: &Step, number: usize) -> Option<String> {
        if step.expect().is_some_and(|expect| expect.verdict.is_none()) {
            return Some(format!("step {number} expects no verdict"));
        }
        let (of, people) = match step {
            Step::Send(step) => (None, vec![&step.by]),
            Step::Retry(step) => (Some(step.of), step.by.iter().collect()),
            Step::Repeat(step) => (Some(step.of), step.by.iter().collect()),
            Step::Get(step) => (None, vec![&step.by]),
            Step::Model(step) => (None, vec![&step.by]),
            Step::List(step) => (None, vec![&step.by]),
            Step::Rule(step) => (None, vec![&step.by]),
            Step::Close { who } => (None, vec![who]),
            Step::Trust { by, .. } => (None, vec![by]),
            Step::Grants { to, .. } => (None, vec![to]),
            Step::Resume(step) => return self.wrong_resume(step.of, number),
            Step::Work(_)
            | Step::Revoke(_)
            | Step::BackUp
            | Step::Restore
            | Step::Wait { .. }
            | Step::Write { .. }
            | Step::Release => (None, Vec::new()),
        };
        if let Some(name) = people.into_iter().find(|name| !self.setup.people.contains_key(*name)) {
            return Some(format!("step {number} names {name}, who is not set up"));
        }
        let sent = |of: &usize| {
            let step = of.checked_sub(1).and_then(|place| self.steps.get(place));
            let sends = match step {
                Some(Step::Model(model)) => model.waits,
                step => matches!(step, Some(Step::Send(_) | Step::Retry(_) | Step::Repeat(_))),
            };
            *of < number && sends
        };
        of.filter(|of| !sent(of)).map(|of| format!("step {number} refers to step {of}, which sends nothing before it"))
    }

    fn wrong_resume(&self, of: usize, number: usize) -> Option<String> {
        let stalls = |step: &Step| matches!(step, Step::Work(work) if work.stalls);
        let stalled = of.checked_sub(1).and_then(|place| self.steps.get(place)).is_some_and(stalls);
        (of >= number || !stalled)
            .then(|| format!("step {number} resumes step {of}, at which no worker stalls before it"))
    }

    /// The step with this number, where it has an outcome.
    pub(super) fn outcome(&self, step: usize) -> Option<&Step> {
        self.steps.get(step.checked_sub(1)?).filter(|step| step.expect().is_some())
    }
}
