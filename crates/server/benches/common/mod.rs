//! What the benchmarks share: a folder on the disk that is measured, the real program, and who sends it requests.

mod load;
mod program;

pub(crate) use load::{Connection, Shape};
pub(crate) use program::Program;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder that is removed at the end: on the disk of what is built, or where `BENCH_FOLDER` says.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let place = std::env::var_os("BENCH_FOLDER").unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into());
        let path = Path::new(&place).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The time within which so many of a hundred ended, in milliseconds. Sorts them.
pub(crate) fn within(percent: usize, times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    let last = times.len().checked_sub(1).unwrap();
    times[(times.len() * percent / 100).min(last)].as_secs_f64() * 1000.0
}
