//! HTTP values of `http`, and those of `wire`.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};
use twogates::wire::http::{Headers, Request, Response as Answer};

/// The request as it is judged. What is no text becomes none that is let through: a body becomes an empty one, and a header
/// value one with a character that none may have.
pub(super) fn request_of(parts: &Parts, bytes: &Bytes) -> Request {
    let lines = parts
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
    Request {
        method: parts.method.as_str().to_owned(),
        path: parts.uri.path().to_owned(),
        headers: Headers(lines.collect()),
        body: String::from_utf8(bytes.to_vec()).unwrap_or_default(),
    }
}

pub(super) fn response_of(answer: &Answer) -> Response {
    let mut response = Response::new(Body::from(answer.body.clone()));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in &answer.headers.0 {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

/// A response without a body.
pub(super) fn status(status: u16) -> Response {
    response_of(&Answer::empty(status))
}
