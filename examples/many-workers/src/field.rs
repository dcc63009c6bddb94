//! The files: what stands where, and the neighbour who puts a file of their own wherever a path becomes free.

use crate::{Deed, Fate};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often the neighbour looks.
const LOOKS: Duration = Duration::from_millis(15);

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// The file that the person was shown.
    Shown,
    /// The file of somebody else, which took its place before a worker came.
    Replacement,
    /// The neighbour's, put there after a deletion.
    Neighbours,
    /// Nothing: not even the neighbour's any more.
    Nothing,
}

/// The folder of the files.
#[derive(Debug)]
pub struct Field {
    folder: PathBuf,
    jobs: usize,
    came: Arc<Mutex<BTreeSet<usize>>>,
    over: Arc<AtomicBool>,
    neighbour: Option<JoinHandle<()>>,
}

/// The name of the file with this number.
#[must_use]
pub fn name(number: usize) -> String {
    format!("report-{number}.txt")
}

impl Field {
    /// Makes the folder and a file for each job.
    ///
    /// # Errors
    ///
    /// What the system said.
    pub fn plant(folder: &Path, jobs: usize) -> Result<Self> {
        fs::create_dir_all(folder).context("the folder of the files")?;
        let came = Arc::default();
        let field = Self { folder: folder.to_owned(), jobs, came, over: Arc::default(), neighbour: None };
        for number in 0..jobs {
            fs::write(field.path(number), format!("shown {number}\n"))?;
        }
        Ok(field)
    }

    /// Somebody replaces the files whose fate that is; from now on the neighbour is about.
    ///
    /// # Errors
    ///
    /// What the system said.
    pub fn let_others_in(&mut self) -> Result<()> {
        for number in (0..self.jobs).filter(|number| Fate::of(*number, Deed::Delete) == Fate::Replaced) {
            fs::remove_file(self.path(number))?;
            fs::write(self.path(number), format!("replacement {number}\n"))?;
        }
        let (folder, jobs) = (self.folder.clone(), self.jobs);
        let (came, over) = (Arc::clone(&self.came), Arc::clone(&self.over));
        self.neighbour = Some(thread::spawn(move || {
            // Once more after the last effect, so that every deletion has been seen.
            while !over.load(Ordering::SeqCst) {
                come(&folder, jobs, &came);
                thread::sleep(LOOKS);
            }
            come(&folder, jobs, &came);
        }));
        Ok(())
    }

    /// The neighbour goes, and nothing changes any more.
    pub fn close(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        if let Some(neighbour) = self.neighbour.take() {
            // What it did stands in the folder, however it ended.
            neighbour.join().ok();
        }
    }

    /// What stands at the path with this number.
    #[must_use]
    pub fn stands(&self, number: usize) -> Stands {
        match fs::read_to_string(self.path(number)) {
            Ok(text) if text.starts_with("shown") => Stands::Shown,
            Ok(text) if text.starts_with("replacement") => Stands::Replacement,
            Ok(_) => Stands::Neighbours,
            Err(_) => Stands::Nothing,
        }
    }

    /// How often something was deleted at the path with this number.
    #[must_use]
    pub fn deletions(&self, number: usize) -> usize {
        let came = self.came.lock().unwrap_or_else(PoisonError::into_inner).contains(&number);
        usize::from(came) + usize::from(self.stands(number) == Stands::Nothing)
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(name(number))
    }
}

/// Puts the neighbour's file wherever a path is free, once for each.
fn come(folder: &Path, jobs: usize, came: &Mutex<BTreeSet<usize>>) {
    let mut came = came.lock().unwrap_or_else(PoisonError::into_inner);
    for number in (0..jobs).filter(|number| !came.contains(number)).collect::<Vec<_>>() {
        // Never over another file.
        if let Ok(mut file) = File::create_new(folder.join(name(number))) {
            writeln!(file, "neighbour {number}").ok();
            came.insert(number);
        }
    }
}
