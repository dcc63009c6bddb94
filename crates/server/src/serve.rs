//! Serving: everything is put together, listens, and is taken apart again in order.

use crate::cli::said;
use crate::config::Config;
use crate::database::Database;
use crate::demo::Demo;
use crate::http;
use crate::keeping::Keeping;
use crate::service::{Parts, Service};
use crate::tokens::{Jwt, Nobody};
use crate::watched::Metrics;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::task::{JoinSet, spawn_blocking};
use tracing::info;
use twogates::Tokens;
use twogates::scope::{Caller, Principal, ScopeSet};

/// Serves over HTTP until the process is told to stop.
///
/// # Errors
///
/// A sentence for the operator.
pub(crate) fn http(config: &Config, demo: Option<&Demo>) -> anyhow::Result<()> {
    let runtime = runtime()?;
    // The port is known first: the address of a server that has none of its own is where it listens.
    let bound = runtime.block_on(http::bind(config.listen))?;
    let config = Config { listen: bound.address, ..config.clone() };
    let database = Database::open(&config)?;
    let metrics = Arc::new(Metrics::new()?);
    let begun = demo.map(|demo| demo.begin(&config, database.store().now().ms())).transpose()?;
    let (config, tokens) = match &begun {
        Some(begun) => (begun.config.clone(), begun.tokens.clone()),
        None => (config.clone(), tokens(&config)?),
    };
    let parts = Parts { database, tokens: tokens.clone(), metrics: metrics.clone() };
    let service = Arc::new(Service::new(&config, parts)?);
    service.recover();
    let keeping = Keeping::start(service.clone());
    let router = http::router(&config, service, tokens, metrics.clone());
    said(&format!("listening on {}", reached(bound.address, &config.resource())))?;
    if let Some(begun) = &begun {
        said(&begun.told)?;
    }
    info!(event = "listening", address = %bound.address, resource = config.resource());
    runtime.block_on(bound.serve(router, config.limits, metrics, stopped()));
    // An effect that is under way is brought to its end; one that takes too long is found by the next start.
    runtime.shutdown_timeout(Duration::from_secs(config.limits.shutdown_seconds));
    drop(keeping);
    info!(event = "stopped");
    Ok(())
}

/// Serves one client over standard input and output.
///
/// # Errors
///
/// A sentence for the operator.
pub(crate) fn stdio(config: &Config) -> anyhow::Result<()> {
    let runtime = runtime()?;
    let metrics = Arc::new(Metrics::new()?);
    let parts = Parts { database: Database::open(config)?, tokens: Arc::new(Nobody), metrics };
    let service = Arc::new(Service::new(config, parts)?);
    service.recover();
    let keeping = Keeping::start(service.clone());
    let scopes = ScopeSet::tokens(config.stdio.scopes.iter().map(String::as_str));
    let granted = scopes.map_err(|_| anyhow::anyhow!("stdio.scopes holds something that is no scope"))?;
    let principal = Principal { issuer: "stdio".into(), subject: config.stdio.user.clone(), client: None };
    runtime.block_on(lines(service, Caller { principal, granted }))?;
    runtime.shutdown_timeout(Duration::from_secs(config.limits.shutdown_seconds));
    drop(keeping);
    Ok(())
}

/// Answers each line as it comes; a slow call holds up no other.
async fn lines(service: Arc<Service>, caller: Caller) -> io::Result<()> {
    let (sender, mut answers) = mpsc::channel::<String>(64);
    let writer = tokio::spawn(async move {
        let mut output = tokio::io::stdout();
        while let Some(mut answer) = answers.recv().await {
            answer.push('\n');
            output.write_all(answer.as_bytes()).await?;
            output.flush().await?;
        }
        io::Result::Ok(())
    });
    let mut input = BufReader::new(tokio::io::stdin()).lines();
    let mut calls = JoinSet::new();
    let mut end = std::pin::pin!(stopped());
    loop {
        let line = tokio::select! {
            line = input.next_line() => line?,
            () = &mut end => break,
        };
        let Some(line) = line else { break };
        let (service, caller, sender) = (service.clone(), caller.clone(), sender.clone());
        calls.spawn(async move {
            if let Ok(Some(answer)) = spawn_blocking(move || service.line(&line, caller)).await {
                // Where nobody reads any more, nobody is answered.
                drop(sender.send(answer).await);
            }
        });
    }
    while calls.join_next().await.is_some() {}
    drop(sender);
    writer.await.map_err(io::Error::other)?
}

/// Whose tokens are taken.
fn tokens(config: &Config) -> anyhow::Result<Arc<dyn Tokens>> {
    if config.auth.issuers.is_empty() {
        return Ok(Arc::new(Nobody));
    }
    let jwt = Jwt::new(&config.resource(), &config.auth)?;
    jwt.warm();
    Ok(Arc::new(jwt))
}

/// The address that a client on this machine reaches the endpoint at.
fn reached(address: SocketAddr, resource: &str) -> String {
    let path = resource.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
    format!("http://{address}/{path}")
}

/// Until the process is told to stop: by SIGTERM, or from a terminal.
pub(crate) async fn stopped() {
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        // Without signals nobody can say it.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().build()
}
