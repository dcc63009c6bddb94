//! Serves a router on loopback until the input of this process ends.

use crate::fixture::Fixture;
use crate::running::LISTENING;
use axum::Router;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

/// A free port on loopback.
///
/// # Errors
///
/// There is none.
pub async fn listen() -> anyhow::Result<TcpListener> {
    Ok(TcpListener::bind("127.0.0.1:0").await?)
}

/// Serves, and says where.
///
/// # Errors
///
/// The server ends by itself.
pub async fn serve(listener: TcpListener, router: Router) -> anyhow::Result<()> {
    println!("{LISTENING}http://{}/mcp", listener.local_addr()?);
    let mut input = Vec::new();
    let mut stdin = tokio::io::stdin();
    tokio::select! {
        served = axum::serve(listener, router) => Ok(served?),
        _ = stdin.read_to_end(&mut input) => Ok(()),
    }
}

/// The fixture by itself, as rmcp serves it.
pub fn bare(fixture: Fixture) -> Router {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_stateless_protocol_metadata_required(true);
    let service =
        StreamableHttpService::new(move || Ok(fixture.clone()), Arc::new(NeverSessionManager::default()), config);
    Router::new().route_service("/mcp", service)
}

/// A server that has nothing: every method is unknown to it. What the suite passes here says nothing of a server.
pub fn nothing() -> Router {
    let unknown = |body: String| async move {
        let message: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
        let error = serde_json::json!({"code": -32601, "message": "there is no such method"});
        let answer = serde_json::json!({"jsonrpc": "2.0", "id": message.get("id"), "error": error});
        let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
        (axum::http::StatusCode::NOT_FOUND, json, answer.to_string())
    };
    Router::new().route("/mcp", axum::routing::post(unknown))
}
