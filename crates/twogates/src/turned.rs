//! Why a message did not come through the front door.

use crate::earlier::HANDSHAKE;
use crate::outcome::Outcome;
use rules::{Fault, Refused, Rule};
use scope::BearerChallenge;
use serde_json::{Value, json};
use wire::Malformed;
use wire::message::{BadEnvelope, BadParams, RequestId};

/// Why a message did not come through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turned {
    /// The path is not the endpoint.
    NoSuchPath,
    /// The HTTP method is not POST.
    NotPost,
    /// The Origin is foreign.
    ForeignOrigin,
    /// There is no token, or it is not good here.
    NoToken {
        /// What is wrong with it. For the audit: the peer is told that it needs a token that is good here, and no more.
        token: BadToken,
        /// What the 401 says.
        challenge: BearerChallenge,
    },
    /// The body cannot be read, or in two ways.
    Malformed(Malformed),
    /// The body is not one request.
    BadEnvelope(BadEnvelope),
    /// A header is missing or differs from the body.
    HeaderMismatch {
        /// The request; none for a notification.
        id: Option<RequestId>,
        /// The header.
        header: &'static str,
        /// Which of both.
        how: Mismatch,
    },
    /// A required `_meta` field is missing.
    MetaMissing {
        /// The request.
        id: RequestId,
        /// The field.
        field: &'static str,
    },
    /// The version is not spoken here.
    WrongVersion {
        /// The request; none for a notification.
        id: Option<RequestId>,
        /// The version that it stated.
        requested: String,
    },
    /// A parameter has the wrong shape.
    BadParams {
        /// The request.
        id: RequestId,
        /// Which.
        params: BadParams,
    },
    /// The method is not one of the server's.
    UnknownMethod {
        /// The request.
        id: RequestId,
        /// The method that it named.
        method: String,
        /// The methods that the endpoint has.
        methods: Vec<String>,
    },
}

/// What is wrong with a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mismatch {
    /// There is none of this name.
    Missing,
    /// A line of it says something else than the body.
    Differs,
}

/// Why a token lets nobody in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BadToken {
    /// There is none.
    Missing,
    /// It is nobody's, or the header holds something else.
    Unknown,
    /// It was issued for another server.
    OtherAudience,
    /// Its time has passed.
    Expired,
}

impl BadToken {
    const fn rule(self) -> &'static Rule {
        match self {
            Self::OtherAudience => &rules::auth::AUDIENCE,
            Self::Missing | Self::Unknown | Self::Expired => &rules::auth::INVALID_TOKEN,
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Self::Missing => "no_token",
            Self::Unknown => "unknown_token",
            Self::OtherAudience => "other_audience",
            Self::Expired => "token_expired",
        }
    }

    const fn why(self) -> &'static str {
        match self {
            Self::Missing => "there is no token",
            Self::Unknown => "the token is not one that was issued",
            Self::OtherAudience => "the token was issued for another server",
            Self::Expired => "the time of the token has passed",
        }
    }
}

impl Turned {
    /// The row of the outcome table that it is.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::NoSuchPath => Outcome::NoSuchPath,
            Self::NotPost => Outcome::NotPost,
            Self::ForeignOrigin => Outcome::ForeignOrigin,
            Self::NoToken { .. } => Outcome::NoToken,
            Self::Malformed(malformed) if malformed.not_json() => Outcome::NotJson,
            Self::Malformed(_) => Outcome::TwoReadings,
            Self::BadEnvelope(_) => Outcome::BadEnvelope,
            Self::HeaderMismatch { .. } => Outcome::HeaderMismatch,
            Self::MetaMissing { .. } => Outcome::MetaMissing,
            Self::WrongVersion { .. } => Outcome::WrongVersion,
            Self::UnknownMethod { .. } => Outcome::UnknownMethod,
            Self::BadParams { .. } => Outcome::BadParams,
        }
    }

    /// The id of the request, where it could be read.
    #[must_use]
    pub const fn id(&self) -> Option<&RequestId> {
        match self {
            Self::HeaderMismatch { id, .. } | Self::WrongVersion { id, .. } => id.as_ref(),
            Self::MetaMissing { id, .. } | Self::UnknownMethod { id, .. } | Self::BadParams { id, .. } => Some(id),
            Self::BadEnvelope(envelope) => envelope.id.as_ref(),
            _ => None,
        }
    }

    /// The `data` of the error, where it has some.
    #[must_use]
    pub fn data(&self) -> Option<Value> {
        match self {
            Self::WrongVersion { requested, .. } => Some(json!({"supported": [wire::VERSION], "requested": requested})),
            // Whatever a handshake is told, it names what is spoken (rule `VER-04`).
            Self::UnknownMethod { method, .. } if method == HANDSHAKE => Some(json!({"supported": [wire::VERSION]})),
            _ => None,
        }
    }
}

impl Refused for Turned {
    fn fault(&self) -> Fault {
        match self {
            Self::NoToken { .. } | Self::WrongVersion { .. } => Fault::PeerIncompatible,
            _ => Fault::PeerMisbehaved,
        }
    }

    fn rule(&self) -> &'static Rule {
        match self {
            Self::NoSuchPath => &rules::http::POST_ONE,
            Self::NotPost => &rules::http::NO_SESSION,
            Self::ForeignOrigin => &rules::http::ORIGIN,
            Self::NoToken { token, .. } => token.rule(),
            Self::Malformed(malformed) => malformed.rule(),
            Self::BadEnvelope(envelope) => envelope.rule(),
            Self::HeaderMismatch { .. } => &rules::http::HEADERS_EQUAL_BODY,
            Self::MetaMissing { .. } => &rules::base::META_MISSING,
            Self::WrongVersion { .. } => &rules::base::VERSION_UNSUPPORTED,
            Self::UnknownMethod { .. } => &rules::base::METHOD_UNKNOWN,
            Self::BadParams { params, .. } => params.rule(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoSuchPath => "no_such_path",
            Self::NotPost => "not_post",
            Self::ForeignOrigin => "foreign_origin",
            Self::NoToken { token, .. } => token.code(),
            Self::Malformed(malformed) => malformed.code(),
            Self::BadEnvelope(envelope) => envelope.code(),
            Self::HeaderMismatch { .. } => "header_mismatch",
            Self::MetaMissing { .. } => "meta_missing",
            Self::WrongVersion { .. } => "wrong_version",
            Self::UnknownMethod { .. } => "unknown_method",
            Self::BadParams { params, .. } => params.code(),
        }
    }

    fn why(&self) -> String {
        let line = consent::render::line;
        match self {
            Self::NoSuchPath => "there is no MCP endpoint at this path".into(),
            Self::NotPost => "the endpoint takes POST".into(),
            Self::ForeignOrigin => "the Origin is not one of this server's".into(),
            Self::NoToken { token, .. } => token.why().into(),
            Self::Malformed(malformed) => line(&malformed.why()),
            Self::BadEnvelope(envelope) => envelope.why(),
            Self::HeaderMismatch { header, how: Mismatch::Missing, .. } => format!("the header {header} is missing"),
            Self::HeaderMismatch { header, how: Mismatch::Differs, .. } => {
                format!("the header {header} differs from the body")
            }
            Self::MetaMissing { field, .. } => format!("_meta lacks {field}"),
            Self::WrongVersion { requested, .. } => format!("protocol version {} is not spoken here", line(requested)),
            Self::UnknownMethod { method, methods, .. } => {
                let has = if methods.is_empty() { "none".into() } else { methods.join(", ") };
                format!("there is no method {}; this endpoint has {has}", line(method))
            }
            Self::BadParams { params, .. } => params.why(),
        }
    }

    fn remedy(&self) -> &'static str {
        match self {
            Self::NoSuchPath => "post to the path that the server's metadata names",
            Self::NotPost => "send each message as a POST",
            Self::ForeignOrigin => "call from a page of this server, or without a page",
            Self::NoToken { .. } => "authorize for the scopes of the challenge",
            Self::Malformed(malformed) => malformed.remedy(),
            Self::BadEnvelope(envelope) => envelope.remedy(),
            Self::HeaderMismatch { .. } => "send MCP-Protocol-Version, Mcp-Method and Mcp-Name as the body has them",
            Self::MetaMissing { .. } => {
                "state the protocol version and the client's capabilities in each request's _meta"
            }
            Self::WrongVersion { .. } => "use a version of data.supported",
            Self::BadParams { params, .. } => params.remedy(),
            Self::UnknownMethod { .. } => "use a method that the endpoint has",
        }
    }
}
