//! Streamable HTTP: what listens, what guards, and what is answered beside the endpoint.

mod guard;
mod listen;
mod rate;

pub(crate) use listen::bind;

use crate::config::{Config, Metrics as Readers};
use crate::service::Service;
use crate::watched::Metrics;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::middleware;
use axum::routing::get;
use axum::{Extension, Router};
use guard::Guard;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use twogates::Tokens;

/// Whether a host, as an address writes it, is this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// What is behind the listening socket. `stop` gives up whatever still waits for its answer.
///
/// # Errors
///
/// A sentence for the operator.
pub(crate) fn router(
    config: &Config,
    service: &Service,
    tokens: Arc<dyn Tokens>,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) -> anyhow::Result<Router> {
    let http = service.gated().http(tokens.clone()).map_err(|bad| anyhow::anyhow!("resource: {bad}"))?;
    let http = http.body_limit(config.limits.body_bytes).stopped_by(stop);
    let http = config.auth.issuers.iter().fold(http, |http, issuer| http.issuer(&issuer.issuer));
    let http = config.origins.iter().fold(http, |http, origin| http.origin(origin));
    let http = guard::own_hosts(config).fold(http, |http, host| http.host(&host));
    let guard = Arc::new(Guard::new(config, tokens, metrics.clone()));
    let watched = Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(exposed))
        .layer(Extension((config.metrics, metrics)));
    Ok(http.router().layer(middleware::from_fn_with_state(guard, guard::guard)).merge(watched))
}

async fn exposed(
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension((readers, metrics)): Extension<(Readers, Arc<Metrics>)>,
    request: Request,
) -> Response<Body> {
    // Whom a proxy on this machine lets through, or a page whose name leads here, comes from the loopback too. Both name
    // another host.
    let named = || guard::named(request.headers(), request.uri());
    let may = match readers {
        Readers::Everyone => true,
        Readers::Loopback => peer.ip().is_loopback() && named().is_some_and(|host| guard::is_this_machine(&host)),
        Readers::Off => false,
    };
    if !may {
        return said(StatusCode::NOT_FOUND, String::new());
    }
    let mut response = said(StatusCode::OK, metrics.text());
    let text = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, text);
    response
}

/// An answer without a JSON-RPC message, with a line for whoever reads it.
fn said(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
}
