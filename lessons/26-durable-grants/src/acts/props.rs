//! What several acts need.

use crate::Stage;
use crate::decided::decision;
use crate::seed_remedy::{Args, GrantStore, execute_destructive};
use lab::queue::NastyQueue;
use lab::resources::Files;
use rules::{Rule, grant};
use wire::entry::Decision;

/// A refusal on a grant.
pub(super) fn refused(why: &str, rule: &Rule) -> Decision {
    decision("refused", why, &[rule])
}

/// A deployment with the proposed remedy: its store, its queue, its files.
pub(super) struct Seed {
    pub(super) store: GrantStore,
    pub(super) queue: NastyQueue<(String, Args)>,
    pub(super) files: Files,
}

impl Seed {
    pub(super) fn new(stage: &Stage) -> Self {
        Self {
            store: GrantStore::new(stage.world.clock.clone()),
            queue: NastyQueue::new(stage.world.clock.clone(), crate::bearer::LEASE_MS),
            files: Files::sample(stage.world.now_ms()),
        }
    }

    /// Alice said yes to deleting notes.txt: the grant, and the job with its reference.
    pub(super) fn approve(&mut self, stage: &Stage, grant_id: &str, ttl_seconds: u64) {
        let args = Args::from([("path".to_owned(), "notes.txt".to_owned())]);
        let arg_hash = self.store.issue(grant_id, &args, ttl_seconds);
        self.queue.put((grant_id.to_owned(), args));
        let short: String = arg_hash.chars().take(12).collect();
        let why = format!("Alice said yes: {grant_id} for arg_hash {short}, for {} minutes", ttl_seconds / 60);
        stage.decided("server", "queued notes.txt for deletion", decision("issued", &why, &[&grant::NOT_IN_PAYLOAD]));
    }

    /// A worker does what the seed's worker does.
    pub(super) fn execute(&mut self, stage: &Stage, who: &str, (grant_id, args): &(String, Args)) {
        let files = &mut self.files;
        let done = execute_destructive(&mut self.store, grant_id, args, |path| files.remove(path));
        match done {
            Ok(_) => {
                let why = format!("consumed {grant_id}");
                stage.decided(who, "deleted notes.txt", decision("claimed", &why, &[&grant::CLAIMED_ONCE]));
            }
            Err(violation) => {
                stage.decided(who, "nothing happened", refused(&violation.to_string(), &grant::CLAIMED_ONCE));
            }
        }
    }

    /// Somebody else writes a new notes.txt.
    pub(super) fn recreate(&mut self, stage: &Stage, minutes: u64) {
        stage.at(minutes, "A process that has nothing to do with it writes a new notes.txt.");
        self.files.remove("notes.txt");
        self.files.write("notes.txt", "Minutes of the meeting.\n", stage.world.now_ms());
        stage.happens("another process", "wrote notes.txt");
    }

    /// Shows its records and its files.
    pub(super) fn show(&self, stage: &Stage) {
        let row = |grant: &crate::seed_remedy::Grant| {
            let at = grant.consumed_at.map_or("-".to_owned(), twogates::consent::render::clock);
            let until = twogates::consent::render::clock(grant.expires_at);
            format!("  {}  expires_at {until}  consumed_at {at}", grant.grant_id)
        };
        let heading = std::iter::once("The records:".to_owned());
        stage.look("audit", heading.chain(self.store.grants().map(row)));
        let paths: Vec<&str> = self.files.paths().collect();
        stage.look("world", [format!("The files: {}", paths.join(", "))]);
    }
}
