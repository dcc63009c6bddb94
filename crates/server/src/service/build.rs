//! How a server is put together from its settings.

use super::{Service, answers, policies};
use crate::authority::Barred;
use crate::config::Config;
use crate::database::Database;
use crate::files::Files;
use crate::keys;
use crate::search::Client;
use crate::tools::{self, DeleteFile, ListFiles, SearchWeb, SendPayment};
use crate::watched::{Metrics, Watched};
use anyhow::Context;
use effects::staged::Folder;
use std::sync::Arc;
use tracing::error;
use twogates::consent::ConsentGate;
use twogates::grants::Grants;
use twogates::reply::Server as Reply;
use twogates::rules::Refused;
use twogates::scope::{ScopeSet, well_known};
use twogates::wire::result::ServerInfo;
use twogates::{Endpoint, Front, Gates, OsDice, Tokens};

/// What a server is made of, beside its settings.
pub(crate) struct Parts {
    pub(crate) database: Database,
    pub(crate) tokens: Arc<dyn Tokens>,
    pub(crate) metrics: Arc<Metrics>,
}

impl Service {
    /// A server with these settings.
    ///
    /// # Errors
    ///
    /// A sentence for the operator: what it cannot have.
    pub(crate) fn new(config: &Config, parts: Parts) -> anyhow::Result<Self> {
        let Parts { database, tokens, metrics } = parts;
        let resource = config.resource();
        let metadata = well_known(&resource).into_iter().next();
        let metadata = metadata.with_context(|| format!("the resource {resource} has no metadata address"))?;
        let first_scopes = ScopeSet::tokens(config.auth.first_scopes.iter().map(String::as_str));
        let endpoint = Endpoint {
            path: path_of(&resource).to_owned(),
            resource: resource.clone(),
            metadata: metadata.clone(),
            first_scopes: first_scopes.context("auth.first_scopes holds something that is no scope")?,
            origins: config.origins.clone(),
            methods: answers::METHODS.map(String::from).to_vec(),
        };
        let store = Watched::new(database.store(), metrics.clone(), config.limits.open_questions);
        let authority = Barred::new(config.barred.clone());
        let grants = Grants::new(&resource, Arc::new(store), Arc::new(authority), Arc::new(OsDice));
        let consent = ConsentGate::new(&resource, keys::ring(&config.keys)?);
        let scope = tools::scope_gate(|tool| config.tool(tool).undisclosed);
        let files = Files::open(&config.files)?;
        let folder = Folder::open(&config.files, &config.quarantine());
        let folder = folder.map_err(|unfit| anyhow::anyhow!("files cannot be deleted here: {unfit:?}"))?;
        Ok(Self {
            front: Front::new(endpoint, tokens),
            gates: Gates::new(scope, consent, grants),
            reply: Reply {
                info: ServerInfo { name: config.name.clone(), version: env!("CARGO_PKG_VERSION").into() },
                metadata,
            },
            resource,
            issuers: config.auth.issuers.iter().map(|issuer| issuer.issuer.clone()).collect(),
            policies: policies(|tool| config.tool(tool).policy()),
            argument_bytes: config.limits.argument_bytes,
            list_files: ListFiles(files),
            search_web: SearchWeb(Client::new(&config.search)),
            delete_file: DeleteFile(folder),
            send_payment: SendPayment { database: database.clone(), metrics: metrics.clone() },
            database,
            metrics,
        })
    }

    /// Brings to an end, or takes back, what a process that is gone has left half done. What somebody may still be doing
    /// is left alone. Says in the log what it found.
    pub(crate) fn recover(&self) {
        crate::recovery::recover(&self.resource, &self.database, &self.gates, &self.delete_file, &self.metrics);
    }

    /// Writes checkpoints of the audit.
    pub(crate) fn checkpoint(&self) {
        if let Err(refusal) = self.database.upkeep().checkpoint() {
            error!(event = "no_checkpoint", code = refusal.code());
        }
    }
}

/// The path of an address.
fn path_of(address: &str) -> &str {
    let host = address.find("://").map_or(0, |at| at + 3);
    let slash = address.get(host..).and_then(|rest| rest.find('/')).map(|at| host + at);
    slash.and_then(|at| address.get(at..)).unwrap_or("/")
}
