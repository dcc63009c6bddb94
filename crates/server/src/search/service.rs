//! A search service of our own: a second process on the loopback, with three pages, that can be slow and can fail.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;

/// All that there is to find.
const PAGES: &[&str] =
    &["https://gates.example/scope", "https://gates.example/consent", "https://gates.example/grants"];

/// How long a query may be, in bytes.
const LONGEST: usize = 65_536;

/// How the service behaves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// How long it thinks about each query.
    pub(crate) delay: Duration,
    /// Whether it answers every query with a failure.
    pub(crate) fails: bool,
}

#[derive(Deserialize)]
struct Asked {
    #[expect(dead_code, reason = "three pages are found whatever is asked; the query must be there all the same")]
    query: String,
    limit: usize,
}

/// Listens, says where, and answers until `end` comes.
///
/// # Errors
///
/// What the system said.
pub(crate) async fn serve(
    listen: SocketAddr,
    manner: Manner,
    told: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let listener = TcpListener::bind(listen).await?;
    told(listener.local_addr()?);
    let app = axum::Router::new().fallback(move |request: Request| answer(request, manner));
    axum::serve(listener, app).with_graceful_shutdown(end).await
}

async fn answer(request: Request, manner: Manner) -> Response<Body> {
    tokio::time::sleep(manner.delay).await;
    let Ok(body) = to_bytes(request.into_body(), LONGEST).await else {
        return response(StatusCode::PAYLOAD_TOO_LARGE, String::new());
    };
    match serde_json::from_slice::<Asked>(&body) {
        _ if manner.fails => response(StatusCode::SERVICE_UNAVAILABLE, String::new()),
        Ok(asked) => {
            let hits: Vec<_> = PAGES.iter().take(asked.limit).collect();
            response(StatusCode::OK, json!({ "hits": hits }).to_string())
        }
        Err(_) => response(StatusCode::BAD_REQUEST, String::new()),
    }
}

fn response(status: StatusCode, body: String) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response
}
