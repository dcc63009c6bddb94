//! A loopback proxy that adds the token which a client never sends. Everything else, `Host` and `Origin` too, goes through
//! as it came, so that the server behind it judges what the client sent.

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};

/// A shim whose port is taken and which does not pass anything on yet: the server behind it may have to know the port.
#[derive(Debug)]
pub struct Shim {
    listener: TcpListener,
    /// Where it listens.
    pub address: SocketAddr,
}

#[derive(Debug)]
struct Behind {
    server: SocketAddr,
    authorization: HeaderValue,
}

impl Shim {
    /// Takes a port.
    ///
    /// # Errors
    ///
    /// There is none.
    pub async fn bind() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// Passes everything on to this server with this token, until the runtime ends.
    ///
    /// # Errors
    ///
    /// The token cannot stand in a header.
    pub fn pass_on(self, server: SocketAddr, token: &str) -> anyhow::Result<()> {
        let mut authorization = HeaderValue::try_from(format!("Bearer {token}"))?;
        authorization.set_sensitive(true);
        let behind = Arc::new(Behind { server, authorization });
        let router = Router::new().fallback(pass).with_state(behind);
        tokio::spawn(async move { axum::serve(self.listener, router).await });
        Ok(())
    }
}

async fn pass(State(behind): State<Arc<Behind>>, mut request: Request) -> Response {
    if !request.headers().contains_key(AUTHORIZATION) {
        request.headers_mut().insert(AUTHORIZATION, behind.authorization.clone());
    }
    let why = |why: String| (StatusCode::BAD_GATEWAY, why).into_response();
    exchange(behind.server, request).await.unwrap_or_else(|error| why(error.to_string()))
}

async fn exchange(server: SocketAddr, request: Request) -> anyhow::Result<Response> {
    let stream = TcpStream::connect(server).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(sender.send_request(request).await?.map(Body::new))
}
