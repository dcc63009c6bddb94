//! The rate of the disk itself.

use super::common::Folder;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::time::{Duration, Instant};

/// The disk itself: 4 KiB written over and synchronised, one after the other.
pub(crate) struct Disk(File);

impl Disk {
    pub(crate) fn of(folder: &Folder) -> Self {
        let mut file = File::create(folder.file("disk")).unwrap();
        file.write_all(&vec![1; 4096 * 256]).unwrap();
        file.sync_all().unwrap();
        Self(file)
    }

    /// How many of these in a second, over this time.
    pub(crate) fn rate(&mut self, time: Duration) -> f64 {
        let start = Instant::now();
        let mut written = 0_u32;
        while start.elapsed() < time {
            self.0.seek(SeekFrom::Start(u64::from(written % 256) * 4096)).unwrap();
            self.0.write_all(&[2; 4096]).unwrap();
            self.0.sync_data().unwrap();
            written += 1;
        }
        f64::from(written) / start.elapsed().as_secs_f64()
    }
}
