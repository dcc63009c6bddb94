//! A restored backup.

use crate::Stage;
use crate::decided::refused;
use crate::ours::{Ours, Set};
use crate::second::database;
use grants_sqlite::{Opening, Sqlite};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use twogates::grants::{Order, Store};

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.begin(
        "backup",
        "A restored backup does not un-spend what was spent",
        &[
            "A copy of the database is made while a grant waits. The grant is spent. Then a disk fails, and the copy is put \
             back: in it the grant was never spent. Of a file, the snapshot would still save the next one; of a payment, \
             nothing would.",
        ],
    );
    let place = tempfile::tempdir()?;
    let opening = |stage: &Stage| Sqlite::at(database(place.path())).with_clock(stage.world.clock.clone());
    let opened = |opening: Opening| -> anyhow::Result<Ours> {
        let store: Arc<dyn Store> = Arc::new(opening.open()?);
        let place = Some(place.path().to_owned());
        Ours::new(stage, Set { store: Some(store), place, quiet: true, ..Set::default() })
    };
    let mut ours = opened(opening(stage))?.with_notes()?;
    if ours.approve_quietly(stage).is_none() {
        stage.remember("Where there was no yes, a backup has none.");
        return Ok(());
    }
    let Some(delivery) = ours.queue.take() else { return Ok(()) };
    drop(ours);
    stage.at(10, "The copy is made.");
    fs::copy(database(place.path()), place.path().join("copy.db"))?;
    stage.happens("operator", "copied the database");
    stage.at(41, "Worker 1 spends the grant.");
    let mut ours = opened(opening(stage))?;
    ours.work(stage, "worker 1", &delivery);
    drop(ours);
    stage.at(50, "The disk fails. The copy is put back.");
    put_back(place.path())?;
    stage.happens("operator", "put the copy back");
    if let Err(fault) = opening(stage).open() {
        stage.decided("server", "does not start", refused(&fault));
    }
    stage.say(&[
        "The store saw fewer commits than the mark beside it, which no copy of the database brings along. The operator opens it \
         as what it is, after a restore: that raises its epoch, and whatever was issued before is void.",
    ]);
    let mut ours = opened(opening(stage).after_restore(Order::new("olga", "the disk failed")))?;
    stage.happens("operator", "opened the store after a restore");
    stage.at(55, "The queue delivers the old job once more.");
    ours.queue.put(delivery.job.clone());
    if let Some(again) = ours.queue.take() {
        ours.work(stage, "worker 2", &again);
    }
    stage.say(&[
        "The audit is the copy's: it never heard of the deletion at 14:41. A checkpoint kept on another machine shows that \
         rows are missing.",
    ]);
    ours.show(stage);
    stage.remember("A copy remembers less than what happened. So after a restore every older yes is void, and people are asked anew.");
    Ok(())
}

/// The copy in place of the database, as a restore does it.
fn put_back(place: &Path) -> anyhow::Result<()> {
    for beside in ["grants.db-wal", "grants.db-shm"] {
        fs::remove_file(place.join(beside)).ok();
    }
    fs::copy(place.join("copy.db"), database(place))?;
    Ok(())
}
