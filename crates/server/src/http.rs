//! Streamable HTTP: what listens, what guards, and what is answered beside the endpoint.

mod guard;
mod listen;
mod rate;

pub(crate) use listen::bind;

use crate::config::{Config, Metrics as Readers};
use crate::service::Service;
use crate::watched::Metrics;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::{Response, StatusCode, header};
use axum::middleware;
use axum::routing::get;
use axum::{Extension, Router};
use guard::Guard;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use twogates::Tokens;
use twogates::wire::http as plain;

/// Whether a host, as an address writes it, is this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// What is behind the listening socket.
pub(crate) fn router(config: &Config, service: Arc<Service>, tokens: Arc<dyn Tokens>, metrics: Arc<Metrics>) -> Router {
    let guard = Arc::new(Guard::new(config, tokens, metrics.clone()));
    let readers = config.metrics;
    let body_bytes = config.limits.body_bytes;
    let endpoint = move |request: Request| endpoint(request, service.clone(), body_bytes);
    Router::new()
        .fallback(endpoint)
        .layer(middleware::from_fn_with_state(guard, guard::guard))
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(exposed))
        .layer(Extension((readers, metrics)))
}

async fn exposed(
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension((readers, metrics)): Extension<(Readers, Arc<Metrics>)>,
) -> Response<Body> {
    let may = match readers {
        Readers::Everyone => true,
        Readers::Loopback => peer.ip().is_loopback(),
        Readers::Off => false,
    };
    if !may {
        return empty(StatusCode::NOT_FOUND);
    }
    let mut response = Response::new(Body::from(metrics.text()));
    let text = header::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, text);
    response
}

/// The endpoint and its metadata. What a request began goes on where its client went away: the store is told how it ended.
async fn endpoint(request: Request, service: Arc<Service>, body_bytes: usize) -> Response<Body> {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, body_bytes).await else {
        return said(StatusCode::PAYLOAD_TOO_LARGE, format!("A message has at most {body_bytes} bytes here.\n"));
    };
    let Some(request) = as_plain(&head, &body) else {
        return said(StatusCode::BAD_REQUEST, "A header or the body is not UTF-8.\n".to_owned());
    };
    match spawn_blocking(move || service.http(&request)).await {
        Ok(response) => as_axum(response),
        Err(_) => empty(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

fn as_plain(head: &axum::http::request::Parts, body: &Bytes) -> Option<plain::Request> {
    let mut headers = plain::Headers::default();
    for (name, value) in &head.headers {
        headers = headers.with(name.as_str(), std::str::from_utf8(value.as_bytes()).ok()?);
    }
    Some(plain::Request {
        method: head.method.as_str().to_owned(),
        path: head.uri.path().to_owned(),
        headers,
        body: std::str::from_utf8(body).ok()?.to_owned(),
    })
}

fn as_axum(plain: plain::Response) -> Response<Body> {
    let mut response = Response::new(Body::from(plain.body));
    *response.status_mut() = StatusCode::from_u16(plain.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in &plain.headers.0 {
        if let (Ok(name), Ok(value)) = (name.parse::<header::HeaderName>(), header::HeaderValue::from_str(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

fn empty(status: StatusCode) -> Response<Body> {
    said(status, String::new())
}

/// An answer without a JSON-RPC message, with a line for whoever reads it.
fn said(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
}
