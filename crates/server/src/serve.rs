//! Serving: everything is put together, listens, and is taken apart again in order.

use crate::cli::said;
use crate::config::Config;
use crate::database::Database;
use crate::demo::Demo;
use crate::http;
use crate::keeping::Keeping;
use crate::service::{Inputs, Service};
use crate::tokens::{Jwt, Nobody};
use crate::watched::Metrics;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use twogates::Tokens;
use twogates::scope::{Caller, Principal, ScopeSet};

/// What is said of an address that others reach.
const PLAIN: &str = "this is plain HTTP on an address that other machines reach: tokens, questions and answers can be read \
                     and changed on the way. Listen on 127.0.0.1 with a proxy before it that adds TLS (https://), or let \
                     nobody but that proxy reach this address.";

/// Serves over HTTP until the process is told to stop.
///
/// # Errors
///
/// A sentence for the operator.
pub(crate) fn http(config: &Config, demo: Option<&Demo>) -> anyhow::Result<()> {
    let runtime = runtime()?;
    let told_to_stop = stopped(&runtime);
    // The port is known first: the address of a server that has none of its own is where it listens.
    let bound = runtime.block_on(http::bind(config.listen))?;
    let config = Config { listen: bound.address, ..config.clone() };
    let inputs = Inputs::read(&config)?;
    let real = if demo.is_none() { Some(tokens(&config)?) } else { None };
    let database = Database::open(&config)?;
    let metrics = Arc::new(Metrics::new()?);
    let begun = demo.map(|demo| demo.begin(&config, database.store().now().ms())).transpose()?;
    let (config, tokens) = match (&begun, real) {
        (Some(begun), _) => (begun.config.clone(), begun.tokens.clone()),
        (None, tokens) => (config, tokens.unwrap_or_else(|| Arc::new(Nobody))),
    };
    let service = Arc::new(runtime.block_on(Service::new(&config, inputs, database, metrics.clone()))?);
    service.recover();
    let keeping = Keeping::start(service.clone());
    let stop = CancellationToken::new();
    let router = http::router(&config, &service, tokens, metrics.clone(), stop.clone())?;
    said(&format!("listening on {}", reached(bound.address, &config.resource())))?;
    if !is_this_machine(bound.address) {
        said(&format!("warning: {PLAIN}"))?;
        warn!(event = "plain_http", address = %bound.address, why = PLAIN);
    }
    if let Some(begun) = &begun {
        said(&begun.told)?;
    }
    info!(event = "listening", address = %bound.address, resource = config.resource());
    runtime.block_on(bound.serve(router, config.limits, metrics, told_to_stop));
    stop.cancel();
    wait(&runtime, &service, &config);
    // Somebody may still be looking at a file without end; nothing waits for that longer than the limit says.
    runtime.shutdown_background();
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
    let told_to_stop = stopped(&runtime);
    let inputs = Inputs::read(config)?;
    let metrics = Arc::new(Metrics::new()?);
    let service = Arc::new(runtime.block_on(Service::new(config, inputs, Database::open(config)?, metrics))?);
    service.recover();
    let keeping = Keeping::start(service.clone());
    let scopes = ScopeSet::tokens(config.stdio.scopes.iter().map(String::as_str));
    let granted = scopes.map_err(|_| anyhow::anyhow!("stdio.scopes holds something that is no scope"))?;
    let principal = Principal { issuer: "stdio".into(), subject: config.stdio.user.clone(), client: None };
    runtime.block_on(async {
        let (caller, longest) = (Caller { principal, granted }, config.limits.body_bytes);
        let served = service.gated().stdio_in_lines_of(longest, caller, tokio::io::stdin(), tokio::io::stdout());
        tokio::select! {
            () = served => {}
            () = told_to_stop => {}
        }
    });
    wait(&runtime, &service, config);
    // Standard input may still be read by a thread that nobody can stop.
    runtime.shutdown_background();
    drop(keeping);
    Ok(())
}

/// An effect that is under way is brought to its end; one that takes too long is found by the next start.
fn wait(runtime: &Runtime, service: &Service, config: &Config) {
    let most = Duration::from_secs(config.limits.shutdown_seconds);
    if runtime.block_on(async { timeout(most, service.gated().idle()).await }).is_err() {
        warn!(event = "not_waited_for", why = "an effect is still under way; the next start finds out");
    }
}

/// Whose tokens are taken.
fn tokens(config: &Config) -> anyhow::Result<Arc<dyn Tokens>> {
    if config.auth.issuers.is_empty() {
        warn!(event = "no_issuer", why = "no token is taken: set auth.issuers, or use --demo");
        return Ok(Arc::new(Nobody));
    }
    let jwt = Jwt::new(&config.resource(), &config.auth)?;
    jwt.warm();
    Ok(Arc::new(jwt))
}

/// Whether only this machine reaches an address.
pub(crate) fn is_this_machine(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// The address that a client on this machine reaches the endpoint at.
fn reached(address: SocketAddr, resource: &str) -> String {
    let path = resource.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
    format!("http://{address}/{path}")
}

/// Until the process is told to stop: by SIGTERM, or from a terminal. It is heard from now on, whenever this is waited for.
pub(crate) fn stopped(runtime: &Runtime) -> impl Future<Output = ()> + use<> {
    let within = runtime.enter();
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    drop(within);
    async move {
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else {
            // Without signals nobody can say it.
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().enable_all().build()
}
