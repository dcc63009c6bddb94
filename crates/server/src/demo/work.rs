//! The line for a shell that starts a worker beside a demonstration.

use crate::config::Config;
use anyhow::Context;
use std::path::{Path, absolute};

/// The line: it works in any directory, and does one job.
///
/// # Errors
///
/// A sentence for whoever tries it.
pub(super) fn line(config: &Config, file: Option<&Path>) -> anyhow::Result<String> {
    let whole = |path: &Path| absolute(path).map(|path| path.display().to_string());
    let program = std::env::current_exe().context("this program cannot find itself")?;
    let store = match config.store.strip_prefix("sqlite:") {
        Some(path) => format!("sqlite:{}", whole(Path::new(path))?),
        // A password can stand in it.
        None => "postgres://...".to_owned(),
    };
    let mut words = vec![program.display().to_string(), "work".into(), "--once".into()];
    for (flag, value) in [
        ("--config", file.map(whole).transpose()?),
        ("--files", Some(whole(&config.files)?)),
        ("--keys", Some(whole(&config.keys)?)),
        ("--store", Some(store)),
        ("--resource", Some(config.resource())),
        ("--search", config.search.url.clone()),
        ("--log", Some("warn".into())),
    ] {
        if let Some(value) = value {
            words.extend([flag.to_owned(), value]);
        }
    }
    Ok(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// A word as any shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_word_is_one_word() {
        assert_eq!(quoted("sqlite:/a/grants.db"), "sqlite:/a/grants.db");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
    }
}
