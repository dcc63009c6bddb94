//! The options of the command line, taken one by one.

use crate::output::shown;
use std::collections::BTreeMap;

/// Options that need a value.
const VALUED: &[&str] = &[
    "--store",
    "--mark",
    "--state",
    "--principal",
    "--tool",
    "--after",
    "--limit",
    "--kept",
    "--evidence",
    "--by",
    "--why",
    "--all-of",
    "--before",
];
/// Options that need none.
const PLAIN: &[&str] = &["--help", "-h", "--json", "--arguments", "--yes"];

/// What was given, and not yet taken.
#[derive(Debug, Default)]
pub(crate) struct Options {
    words: Vec<String>,
    values: BTreeMap<&'static str, String>,
    plain: Vec<&'static str>,
}

impl Options {
    pub(crate) fn read(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let known = |list: &[&'static str]| list.iter().copied().find(|known| known == argument);
            if let Some(name) = known(VALUED) {
                let value = rest.next().ok_or_else(|| format!("{name} needs a value"))?;
                if options.values.insert(name, value.clone()).is_some() {
                    return Err(format!("{name} is given twice"));
                }
            } else if let Some(name) = known(PLAIN) {
                options.plain.push(name);
            } else if argument.starts_with('-') {
                return Err(format!("{} is unknown", shown(argument)));
            } else {
                options.words.push(argument.clone());
            }
        }
        options.words.reverse();
        Ok(options)
    }

    /// The next word that belongs to no option.
    pub(crate) fn take_word(&mut self, what: &str) -> Result<String, String> {
        self.words.pop().ok_or_else(|| format!("{what} is missing"))
    }

    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        self.values.remove(name)
    }

    pub(crate) fn take_needed(&mut self, name: &str) -> Result<String, String> {
        self.take(name).ok_or_else(|| format!("{name} is missing"))
    }

    pub(crate) fn take_plain(&mut self, name: &str) -> bool {
        let before = self.plain.len();
        self.plain.retain(|known| *known != name);
        self.plain.len() < before
    }

    /// Nothing may be left: an option that does nothing is a mistake.
    pub(crate) fn end(mut self) -> Result<(), String> {
        let left = self.values.into_keys().next().or_else(|| self.plain.pop()).map(str::to_owned);
        match left.or_else(|| self.words.pop()) {
            Some(left) => Err(format!("{} does not belong here", shown(&left))),
            None => Ok(()),
        }
    }
}
