//! One HTTP request, with the very headers and the very body that a test wants sent.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use wire::http::{Headers, Request, Response};

/// What every client sends besides, where a test does not say otherwise.
const USUAL: &[(&str, &str)] =
    &[("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json")];

/// Sends it on a connection of its own, and waits for the whole answer.
///
/// # Errors
///
/// No answer came, or the request cannot be sent at all.
pub async fn exchange(server: SocketAddr, http: &Request) -> anyhow::Result<Response> {
    let stream = TcpStream::connect(server).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let driving = tokio::spawn(connection);
    let mut request = hyper::Request::builder().method(http.method.as_str()).uri(&http.path);
    if http.headers.first("Host").is_none() {
        request = request.header("Host", server.to_string());
    }
    let usual = USUAL.iter().filter(|(name, _)| http.method == "POST" && http.headers.first(name).is_none());
    for (name, value) in usual {
        request = request.header(*name, *value);
    }
    for (name, value) in &http.headers.0 {
        request = request.header(name, value.as_bytes());
    }
    let request = request.body(Full::new(Bytes::from(http.body.clone())))?;
    let answer = sender.send_request(request).await?;
    let status = answer.status().as_u16();
    let line = |(name, value): (&hyper::http::HeaderName, &hyper::http::HeaderValue)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    let headers = Headers(answer.headers().iter().map(line).collect());
    let body = answer.into_body().collect().await?.to_bytes();
    let body = String::from_utf8(body.to_vec())?;
    driving.abort();
    let streamed = headers.first("Content-Type").is_some_and(|kind| kind.starts_with("text/event-stream"));
    let body = if streamed { last_event(&body) } else { body };
    Ok(Response { status, headers, body })
}

/// The data of the last event of a stream: the answer, after whatever was told before it.
fn last_event(stream: &str) -> String {
    let mut data = stream.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
    data.rfind(|data| !data.is_empty()).unwrap_or_default().to_owned()
}
