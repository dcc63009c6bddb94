//! A deletion in two halves, in the lab's memory: the file is set aside, and deleted for good once the store has committed
//! that. A worker can stall between the two.

use super::LabServer;
use crate::tools::{DeleteFile, lock};
use rules::Refused as _;
use twogates::grants::{End, Grant, GrantRef, NotUsable, Running};

/// A worker with a file set aside.
#[derive(Debug)]
pub struct Aside {
    running: Running<DeleteFile>,
    path: String,
}

impl LabServer {
    /// A worker takes the next queued deletion, sets its file aside, and stalls. None when the queue is empty; what became
    /// of the grant where there is nothing to set aside.
    pub fn work_and_stall(&self) -> Option<Result<Result<Aside, Grant>, NotUsable>> {
        self.take_queued().map(|reference| self.set_aside(&reference))
    }

    /// It goes on where it stalled: commits, and deletes for good. Where the commit is refused, it puts the file back; where
    /// it lost the grant to another, the file is the other's.
    ///
    /// # Errors
    ///
    /// [`NotUsable`], why it was not committed.
    pub fn finish(&self, aside: Aside) -> Result<Grant, NotUsable> {
        let Aside { running, path } = aside;
        let (grant, fence) = (running.grant(), running.holder().fence);
        match self.gates.grants().commit(&running, &format!("deleted {path}")) {
            Ok(done) => {
                lock(self.files()).purge(grant, fence);
                Ok(done)
            }
            Err(refusal) => {
                lock(self.files()).put_back(grant, fence);
                // Whoever lost it has nothing to say any more.
                drop(self.gates.settle(running.settle(End::Failed, "the file was put back")));
                Err(refusal)
            }
        }
    }

    pub(super) fn set_aside(&self, reference: &GrantRef) -> Result<Result<Aside, Grant>, NotUsable> {
        let claim = self.gates.claim(&self.delete_file, reference)?;
        let mut files = lock(self.files());
        let halfway = claim.take_staged(|args, by| {
            let now = files.snapshot(&args.path);
            let changed = by.approved.and_then(|approved| approved.holds(&now).err());
            match changed.filter(|_| !files.is_aside(by.grant)) {
                Some(changed) => Err(changed.not_run()),
                None if files.set_aside(&args.path, by.grant, by.fence) => Ok(()),
                None => Err(format!("there is no file {}", args.path)),
            }
        });
        match halfway {
            Ok(((), args, running)) => Ok(Ok(Aside { running, path: args.path })),
            Err((why, running)) => self.gates.settle(running.settle(End::Failed, why)).map(Err),
        }
    }
}
