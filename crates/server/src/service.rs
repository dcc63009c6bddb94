//! One server, put together: its tools behind both gates, its database, and what is asked of both beside requests.

use crate::authority::Barred;
use crate::config::Config;
use crate::database::Database;
use crate::empty::Empty;
use crate::files::Files;
use crate::search::Client;
use crate::tools::{self, DeleteFile, ListFiles, Longest, SearchWeb, SendPayment};
use crate::watched::{Metrics, Watched};
use crate::{keys, recovery};
use anyhow::anyhow;
use effects::staged::Folder;
use rmcp_gates::{Gated, NotQueued, Queue, Queued, Setup};
use std::sync::Arc;
use tracing::error;
use twogates::consent::KeyRing;
use twogates::grants::NotUsable;
use twogates::rules::Refused;

/// What must be there before anything is made: looking at it makes nothing.
pub(crate) struct Inputs {
    files: Files,
    ring: KeyRing,
}

impl Inputs {
    /// Opens the directory of files, and reads the keys.
    ///
    /// # Errors
    ///
    /// A sentence for the operator: what is missing.
    pub(crate) fn read(config: &Config) -> anyhow::Result<Self> {
        Ok(Self { files: Files::open(&config.files)?, ring: keys::ring(&config.keys)? })
    }
}

/// One server.
#[derive(Debug)]
pub(crate) struct Service {
    gated: Gated<Empty>,
    resource: String,
    database: Database,
    metrics: Arc<Metrics>,
    delete_file: DeleteFile,
}

impl Service {
    /// A server with these settings, over this database.
    ///
    /// # Errors
    ///
    /// A sentence for the operator: what it cannot have.
    pub(crate) async fn new(
        config: &Config,
        inputs: Inputs,
        database: Database,
        metrics: Arc<Metrics>,
    ) -> anyhow::Result<Self> {
        let Inputs { files, ring } = inputs;
        let resource = config.resource();
        let folder = Folder::open(&config.files, &config.quarantine());
        let folder = folder.map_err(|unfit| anyhow!("files cannot be deleted here: {unfit}"))?;
        let longest = Longest(config.limits.argument_bytes);
        let delete_file = DeleteFile { folder, longest };
        let store = Watched::new(database.store(), metrics.clone(), config.limits.open_questions);
        let scopes = |tool: &str| tools::scopes(tool, config.tool(tool).undisclosed);
        let policy = |tool: &str| config.tool(tool).policy();
        let first: Vec<_> = config.auth.first_scopes.iter().map(String::as_str).collect();
        let search = SearchWeb { service: Client::new(&config.search), longest };
        let payments = SendPayment { database: database.clone(), metrics: metrics.clone(), longest };
        let setup = Setup::new(&resource, &[], ring, Arc::new(store))
            .hierarchy(tools::hierarchy())
            .first_scopes(&first)
            .authority(Arc::new(Barred::new(config.barred.clone())))
            .queue(Arc::new(Waiting(database.clone())))
            .look(ListFiles(files), scopes("list_files"))
            .act(search, scopes("search_web"), policy("search_web"))
            .act(delete_file.clone(), scopes("delete_file"), policy("delete_file"))
            .act(payments, scopes("send_payment"), policy("send_payment"));
        let gated = setup.around(Empty::new(&config.name)).await;
        let gated = gated.map_err(|bad| anyhow!("the server cannot be set up: {bad}"))?;
        Ok(Self { gated, resource, database, metrics, delete_file })
    }

    /// The tools behind both gates.
    pub(crate) const fn gated(&self) -> &Gated<Empty> {
        &self.gated
    }

    /// Brings to an end, or takes back, what a process that is gone has left half done. What somebody may still be doing
    /// is left alone. Says in the log what it found.
    pub(crate) fn recover(&self) {
        recovery::recover(&self.resource, &self.database, self.gated.gates(), &self.delete_file, &self.metrics);
    }

    /// Writes checkpoints of the audit.
    pub(crate) fn checkpoint(&self) {
        if let Err(refusal) = self.database.upkeep().checkpoint() {
            error!(event = "no_checkpoint", code = refusal.code());
        }
    }
}

/// The queue beside the grants.
#[derive(Debug)]
struct Waiting(Database);

impl Queue for Waiting {
    fn put(&self, queued: &Queued) -> Result<(), NotQueued> {
        let put = self.0.put(&queued.tool, &queued.reference);
        put.map_err(|refusal: NotUsable| NotQueued(refusal.code().into()))
    }
}
