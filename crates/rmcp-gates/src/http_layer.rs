//! Streamable HTTP: the raw body is read strictly first, and the same bytes go on to rmcp.

mod convert;

use crate::BadSetup;
use crate::gated::Gated;
use crate::passed::{Over, Passed};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use bytes::Bytes;
use convert::{request_of, response_of, status};
use http::request::Parts;
use rmcp::ServerHandler;
use rmcp::model::Tool as Listed;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use twogates::scope::well_known;
use twogates::wire::message::ToolCall;
use twogates::{Admission, Admitted, Endpoint, Front, Tokens};

/// A gated handler, as it is served over Streamable HTTP. [`Http::router`] is what `axum` serves.
#[derive(Debug)]
pub struct Http<H> {
    gated: Gated<H>,
    tokens: Arc<dyn Tokens>,
    path: String,
    metadata: String,
    issuers: Vec<String>,
    origins: Vec<String>,
    hosts: Vec<String>,
    body_limit: usize,
    stop: CancellationToken,
}

/// What answers requests.
#[derive(Debug)]
struct Door<H> {
    gated: Gated<H>,
    front: Front,
    issuers: Vec<String>,
    body_limit: usize,
    sessions: Arc<NeverSessionManager>,
    config: StreamableHttpServerConfig,
}

impl<H: ServerHandler> Http<H> {
    /// How large a body may be when nothing else is said, in bytes: one mebibyte.
    pub const BODY_LIMIT: usize = 1 << 20;

    pub(crate) fn new(gated: Gated<H>, tokens: Arc<dyn Tokens>) -> Result<Self, BadSetup> {
        let server = gated.desk().server.clone();
        let not_an_address = || BadSetup::NotAnAddress { server: server.clone() };
        let metadata = well_known(&server).into_iter().next().ok_or_else(not_an_address)?;
        let address: http::Uri = server.parse().map_err(|_| not_an_address())?;
        let authority = address.authority().ok_or_else(not_an_address)?;
        let origin = format!("{}://{authority}", address.scheme_str().unwrap_or("https"));
        let hosts = vec!["localhost".into(), "127.0.0.1".into(), "::1".into(), authority.to_string()];
        let path = address.path().to_owned();
        Ok(Self {
            gated,
            tokens,
            path,
            metadata,
            issuers: Vec::new(),
            origins: vec![origin],
            hosts,
            body_limit: Self::BODY_LIMIT,
            stop: CancellationToken::new(),
        })
    }

    /// An authorization server that issues tokens for this server, by its issuer: the metadata names it.
    #[must_use]
    pub fn issuer(mut self, issuer: &str) -> Self {
        self.issuers.push(issuer.to_owned());
        self
    }

    /// A page of this origin may call the server. The server's own may.
    #[must_use]
    pub fn origin(mut self, origin: &str) -> Self {
        self.origins.push(origin.to_owned());
        self
    }

    /// The server answers under this name too, with or without a port. It does under its own, and under those of the loopback.
    #[must_use]
    pub fn host(mut self, host: &str) -> Self {
        self.hosts.push(host.to_owned());
        self
    }

    /// How large a body may be, in bytes. A larger one is answered 413.
    #[must_use]
    pub fn body_limit(self, body_limit: usize) -> Self {
        Self { body_limit, ..self }
    }

    /// When this is cancelled, open streams end and requests that wait for their handler are given up. What runs on a claim is
    /// not.
    #[must_use]
    pub fn stopped_by(self, stop: CancellationToken) -> Self {
        Self { stop, ..self }
    }

    /// The router: the endpoint, and the metadata that needs no token.
    pub fn router(self) -> Router {
        let desk = self.gated.desk();
        let endpoint = Endpoint {
            path: self.path.clone(),
            resource: desk.server.clone(),
            metadata: self.metadata.clone(),
            first_scopes: desk.first_scopes.clone(),
            origins: self.origins,
            methods: desk.methods.clone(),
        };
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_stateless_protocol_metadata_required(true)
            .with_allowed_hosts(self.hosts)
            .with_max_request_body_bytes(self.body_limit)
            .with_cancellation_token(self.stop);
        let door = Door {
            front: Front::new(endpoint, self.tokens),
            gated: self.gated,
            issuers: self.issuers,
            body_limit: self.body_limit,
            sessions: Arc::new(NeverSessionManager::default()),
            config,
        };
        let metadata = self.metadata.parse::<http::Uri>().map(|address| address.path().to_owned()).unwrap_or_default();
        let router = Router::new().route(&self.path, any(answered::<H>));
        let router = if metadata == self.path { router } else { router.route(&metadata, any(answered::<H>)) };
        router.with_state(Arc::new(door))
    }
}

async fn answered<H: ServerHandler>(State(door): State<Arc<Door<H>>>, request: axum::extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    match to_bytes(body, door.body_limit).await {
        Ok(bytes) => door.answer(parts, bytes).await,
        Err(_) => status(413),
    }
}

impl<H: ServerHandler> Door<H> {
    async fn answer(self: Arc<Self>, parts: Parts, bytes: Bytes) -> Response {
        let request = request_of(&parts, &bytes);
        let issuers: Vec<_> = self.issuers.iter().map(String::as_str).collect();
        if let Some(metadata) = self.front.metadata(&request, &issuers) {
            return response_of(&metadata);
        }
        let door = self.clone();
        let admission = spawn_blocking(move || {
            let admission = door.front.admit(&request, door.gated.gates().grants())?;
            Ok(match admission {
                Admission::Request(admitted) => Some((door.checked(&admitted), admitted)),
                Admission::Notification => None,
            })
        });
        match admission.await {
            Err(_) => status(500),
            Ok(Err(turned)) => response_of(&self.gated.desk().reply.turned(&turned)),
            // There is nothing that a notification over HTTP could be about here: no request outlives its own response.
            Ok(Ok(None)) => status(202),
            Ok(Ok(Some((checked, admitted)))) => self.passed_on(checked, admitted, parts, bytes).await,
        }
    }

    /// The tool against whose schema rmcp holds the request's `Mcp-Param-` headers.
    fn checked(&self, admitted: &Admitted) -> Option<Listed> {
        let call = (admitted.request.method == "tools/call").then_some(&admitted.request.params)?;
        self.gated.desk().checked(&admitted.caller, &ToolCall::read(call).ok()?)
    }

    async fn passed_on(&self, checked: Option<Listed>, admitted: Admitted, mut parts: Parts, bytes: Bytes) -> Response {
        let passed = Passed::new(admitted, Over::Http);
        parts.extensions.insert(passed.clone());
        let gated = self.gated.checking(checked);
        let service = StreamableHttpService::new(move || Ok(gated.clone()), self.sessions.clone(), self.config.clone());
        let response = service.handle(http::Request::from_parts(parts, Body::from(bytes))).await;
        match passed.answered() {
            Some(answer) => response_of(answer),
            None => response.map(Body::new),
        }
    }
}
