//! What a request must be before its message is read: of a known host, not too long, not too many, not too slow.

use super::rate::Rate;
use super::{is_loopback, said};
use crate::config::Config;
use crate::watched::Metrics;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;
use twogates::Tokens;

/// The limits of one server.
pub(super) struct Guard {
    hosts: Vec<String>,
    body_bytes: usize,
    wait: Duration,
    rate: Rate,
    tokens: Arc<dyn Tokens>,
    metrics: Arc<Metrics>,
}

impl Guard {
    pub(super) fn new(config: &Config, tokens: Arc<dyn Tokens>, metrics: Arc<Metrics>) -> Self {
        let resource: Option<Uri> = config.resource().parse().ok();
        let own = resource.as_ref().and_then(Uri::authority).map(|authority| authority.as_str().to_owned());
        let hosts = own_hosts(config).chain(own).map(|host| host.to_ascii_lowercase()).collect();
        Self {
            hosts,
            body_bytes: config.limits.body_bytes,
            wait: Duration::from_secs(config.limits.request_seconds),
            rate: Rate::new(config.limits.requests_per_second, config.limits.burst),
            tokens,
            metrics,
        }
    }

    /// A page of somebody else's can have its own name lead here, and its visitor's browser sends that name as Host.
    fn is_known_host(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        named(headers, uri).is_some_and(|named| is_this_machine(&named) || self.hosts.contains(&named))
    }

    /// How long whoever shows this token must wait. Who shows none, or none that is good here, is turned away by the front
    /// door at little cost.
    async fn must_wait(self: &Arc<Self>, headers: &HeaderMap) -> Option<Duration> {
        let line = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = line.trim_matches([' ', '\t']).split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("Bearer") {
            return None;
        }
        let token = token.trim_start_matches(' ');
        let known = match self.tokens.known(token) {
            Some(known) => known,
            None => {
                let (guard, token) = (self.clone(), token.to_owned());
                // Keys may have to be fetched for it.
                spawn_blocking(move || guard.tokens.verify(&token)).await.ok()??
            }
        };
        self.rate.take(known.caller.principal.digest()).err()
    }

    fn turned(&self, why: &'static str, status: StatusCode, text: String) -> Response<Body> {
        self.metrics.turned(why);
        said(status, text)
    }
}

/// The names that the operator gave, and the address that the server listens at.
pub(super) fn own_hosts(config: &Config) -> impl Iterator<Item = String> {
    config.hosts.iter().cloned().chain([config.listen.to_string()])
}

/// The host that a request names, in small letters; none where it names none, or two.
pub(super) fn named(headers: &HeaderMap, uri: &Uri) -> Option<String> {
    let mut lines = headers.get_all(header::HOST).iter();
    let named = match (lines.next(), lines.next()) {
        (Some(host), None) => host.to_str().ok(),
        (None, None) => uri.authority().map(axum::http::uri::Authority::as_str),
        _ => None,
    };
    named.map(str::to_ascii_lowercase)
}

/// Whether a host, with or without a port, is the loopback.
pub(super) fn is_this_machine(named: &str) -> bool {
    let bare = named.rsplit_once(':').filter(|(_, port)| port.bytes().all(|digit| digit.is_ascii_digit()));
    is_loopback(bare.map_or(named, |(host, _)| host))
}

/// Lets a request in, or turns it away; and counts what went out.
pub(super) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response<Body> {
    let response = answered(&guard, request, next).await;
    guard.metrics.responded(response.status().as_u16());
    response
}

async fn answered(guard: &Arc<Guard>, request: Request, next: Next) -> Response<Body> {
    if !guard.is_known_host(request.headers(), request.uri()) {
        return guard.turned("foreign_host", StatusCode::FORBIDDEN, "This server has another name.\n".into());
    }
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > guard.body_bytes) {
        let text = format!("A message has at most {} bytes here.\n", guard.body_bytes);
        return guard.turned("too_long", StatusCode::PAYLOAD_TOO_LARGE, text);
    }
    if let Some(wait) = guard.must_wait(request.headers()).await {
        let seconds = wait.as_secs() + 1;
        let text = format!("Too many requests. Try again in {seconds} s.\n");
        let mut response = guard.turned("too_many", StatusCode::TOO_MANY_REQUESTS, text);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return response;
    }
    match tokio::time::timeout(guard.wait, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let text = "The server took too long. Send the same request again to learn what became of it.\n";
            guard.turned("too_slow", StatusCode::GATEWAY_TIMEOUT, text.into())
        }
    }
}
