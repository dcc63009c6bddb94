//! Who may still act on a yes: asked at every claim (rule `GRANT-08`).

use std::fs;
use std::path::PathBuf;
use tracing::error;
use twogates::consent::Intent;
use twogates::grants::Authority;

/// A file of subjects whose approved calls run no more. It is read at every claim, so that a line in it counts at once;
/// and where it cannot be read, nobody may act.
#[derive(Debug)]
pub(crate) struct Barred(Option<PathBuf>);

impl Barred {
    /// The subjects in this file; nobody, where there is none.
    pub(crate) const fn new(file: Option<PathBuf>) -> Self {
        Self(file)
    }
}

impl Authority for Barred {
    fn may_still(&self, intent: &Intent) -> bool {
        let Some(file) = &self.0 else { return true };
        match fs::read_to_string(file) {
            Ok(barred) => !barred.lines().any(|line| line.trim() == intent.principal.subject),
            Err(why) => {
                error!(event = "barred_unread", file = %file.display(), %why);
                false
            }
        }
    }
}
