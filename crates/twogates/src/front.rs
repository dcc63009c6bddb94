//! What a message must be before a tool is looked at.
//!
//! In this order: origin, token, raw JSON, envelope, headers, `_meta`, headers equal to the body, version, method.

use crate::headers::Body;
use crate::{BadToken, Turned};
use consent::Moment;
use rules::{Check, Defence, Defences, Guarded, judge};
use scope::{BearerChallenge, Caller, ScopeSet};
use serde_json::Value;
use std::fmt::Debug;
use std::sync::Arc;
use wire::http::{Headers, Request as HttpRequest};
use wire::message::{self, Notification, Request, RequestId};
use wire::strict;

/// The front door of one server. Built with every defence on.
///
/// ```
/// use serde_json::json;
/// use std::sync::Arc;
/// use twogates::outcome::Outcome;
/// use twogates::scope::{Caller, Principal, ScopeSet};
/// use twogates::wire::http::{Headers, Request};
/// use twogates::{Admission, Endpoint, Front, Token, Tokens};
/// # use twogates::consent::Moment;
/// #[derive(Debug)]
/// struct OneToken;
/// impl Tokens for OneToken {
///     fn verify(&self, token: &str) -> Option<Token> {
///         let principal =
///             Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
///         (token == "good").then(|| Token {
///             caller: Caller { principal, granted: ScopeSet::of(&["notes:read"]) },
///             audience: "https://notes.example/mcp".into(),
///             expires_ms: 1_785_249_900_000,
///         })
///     }
/// }
/// let endpoint = Endpoint {
///     path: "/mcp".into(),
///     resource: "https://notes.example/mcp".into(),
///     metadata: "https://notes.example/.well-known/oauth-protected-resource/mcp".into(),
///     first_scopes: ScopeSet::of(&["notes:read"]),
///     origins: Vec::new(),
///     methods: vec!["tools/list".into()],
/// };
/// let front = Front::new(endpoint, Arc::new(OneToken));
/// let meta = json!({
///     "io.modelcontextprotocol/protocolVersion": "2026-07-28",
///     "io.modelcontextprotocol/clientCapabilities": {},
/// });
/// let request = |token: &str| Request {
///     method: "POST".into(),
///     path: "/mcp".into(),
///     headers: Headers::default()
///         .with("Authorization", format!("Bearer {token}"))
///         .with("MCP-Protocol-Version", "2026-07-28")
///         .with("Mcp-Method", "tools/list"),
///     body: json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}).to_string(),
/// };
/// # let now = Moment::from_store(0);
/// // `now` is the time of the store of grants.
/// let Ok(Admission::Request(admitted)) = front.admit(&request("good"), now) else { panic!() };
/// assert_eq!(admitted.caller.principal.subject, "alice");
///
/// let turned = front.admit(&request("stolen"), now).unwrap_err();
/// assert_eq!(turned.outcome(), Outcome::NoToken);
/// ```
#[derive(Debug, Clone)]
pub struct Front {
    endpoint: Endpoint,
    tokens: Arc<dyn Tokens>,
    defences: Defences,
}

/// What a front door must know of its server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The path of the endpoint, such as `/mcp`.
    pub path: String,
    /// The server's canonical address: the audience of its tokens.
    pub resource: String,
    /// Where its protected resource metadata is.
    pub metadata: String,
    /// What a first token should cover: the scopes of the 401 challenge.
    pub first_scopes: ScopeSet,
    /// The origins of pages that may call it. A request without an origin does not come from a page.
    pub origins: Vec<String>,
    /// The methods that it has.
    pub methods: Vec<String>,
}

impl Guarded for Front {
    fn defences_mut(&mut self) -> &mut Defences {
        &mut self.defences
    }
}

/// Verifies access tokens.
pub trait Tokens: Send + Sync + Debug {
    /// What a token says, once its signature or its record is verified; none for a token that is nobody's.
    fn verify(&self, token: &str) -> Option<Token>;
}

/// What a verified token says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Who it was issued to, with which scopes.
    pub caller: Caller,
    /// The resource that it was issued for.
    pub audience: String,
    /// The first moment at which it is not valid any more, in milliseconds since 1970.
    pub expires_ms: u64,
}

/// What comes through the front door.
#[derive(Debug, Clone, PartialEq)]
pub enum Admission {
    /// A request, to be answered.
    Request(Admitted),
    /// A notification, to be acknowledged.
    Notification,
}

/// A request whose form is right, and who sent it.
#[derive(Debug, Clone, PartialEq)]
pub struct Admitted {
    /// From the verified token; on stdio the configured local user.
    pub caller: Caller,
    /// The request.
    pub request: Request,
    /// Whether this very request declares that its client shows forms.
    pub shows_forms: bool,
}

impl Front {
    /// The front door of this endpoint.
    #[must_use]
    pub const fn new(endpoint: Endpoint, tokens: Arc<dyn Tokens>) -> Self {
        Self { endpoint, tokens, defences: Defences::all() }
    }

    /// Lets a message in, or turns it away. `at` is the store's time.
    ///
    /// # Errors
    ///
    /// [`Turned`] by the first check that does not hold.
    pub fn admit(&self, http: &HttpRequest, at: Moment) -> Result<Admission, Turned> {
        if http.path != self.endpoint.path {
            return Err(Turned::NoSuchPath);
        }
        if http.method != "POST" {
            return Err(Turned::NotPost);
        }
        if !http.headers.all("Origin").all(|origin| self.endpoint.origins.iter().any(|known| known == origin)) {
            return Err(Turned::ForeignOrigin);
        }
        let caller = self.authenticate(&http.headers, at)?;
        let message = self.read(&http.body)?;
        if let Some(notification) = Notification::read(&message) {
            let notification = notification.map_err(Turned::BadEnvelope)?;
            self.notified(&Body::of_notification(&notification), &http.headers)?;
            return Ok(Admission::Notification);
        }
        let request = Request::read(&message).map_err(Turned::BadEnvelope)?;
        let body = Body::of(&request);
        body.named_in(&http.headers)?;
        meta_present(&request)?;
        if self.defences.on(Defence::HeaderBody) {
            body.equal(&http.headers)?;
        }
        self.finish(caller, request).map(Admission::Request)
    }

    /// Lets a line of stdio in. There are no headers and no token there: the caller is the configured local user.
    ///
    /// # Errors
    ///
    /// [`Turned`] by the first check that does not hold.
    pub fn admit_line(&self, line: &str, caller: Caller) -> Result<Admission, Turned> {
        let message = self.read(line)?;
        if let Some(notification) = Notification::read(&message) {
            return notification.map(|_| Admission::Notification).map_err(Turned::BadEnvelope);
        }
        let request = Request::read(&message).map_err(Turned::BadEnvelope)?;
        meta_present(&request)?;
        self.finish(caller, request).map(Admission::Request)
    }

    fn authenticate(&self, headers: &Headers, at: Moment) -> Result<Caller, Turned> {
        let (scopes, metadata) = (self.endpoint.first_scopes.clone(), &self.endpoint.metadata);
        let mut lines = headers.all("Authorization");
        // Another scheme is no token yet, and so no invalid one (rule `AUTH-20`).
        let Some(token) = lines.next().and_then(bearer) else {
            let challenge = BearerChallenge::no_token(scopes, metadata);
            return Err(Turned::NoToken { token: BadToken::Missing, challenge });
        };
        // Of two tokens, two readers could take either.
        let verified = if lines.next().is_none() { self.tokens.verify(token) } else { None };
        verified.ok_or(BadToken::Unknown).and_then(|token| self.good_here(token, at)).map_err(|token| {
            let challenge = BearerChallenge::invalid_token(metadata, Some(scopes));
            Turned::NoToken { token, challenge }
        })
    }

    fn good_here(&self, token: Token, at: Moment) -> Result<Caller, BadToken> {
        let Token { caller, audience, expires_ms } = token;
        let shown = Shown { audience, resource: self.endpoint.resource.clone(), expires_ms, at };
        judge(self.defences, TOKEN, &shown).map(|()| caller)
    }

    fn read(&self, body: &str) -> Result<Value, Turned> {
        match strict::read(body) {
            Err(malformed) if self.defences.on(Defence::StrictJson) || malformed.not_json() => {
                Err(Turned::Malformed(malformed))
            }
            // Whoever reads loosely keeps the last of two names and rounds what does not fit.
            Err(malformed) => serde_json::from_str(body).map_err(|_| Turned::Malformed(malformed)),
            Ok(message) => Ok(message),
        }
    }

    /// A notification is not answered, and is held against its headers like a request. It need not state its version in the
    /// body; then the header counts.
    fn notified(&self, body: &Body<'_>, headers: &Headers) -> Result<(), Turned> {
        body.named_in(headers)?;
        if self.defences.on(Defence::HeaderBody) {
            body.equal(headers)?;
        }
        spoken(None, &body.spoken(headers))
    }

    fn finish(&self, caller: Caller, request: Request) -> Result<Admitted, Turned> {
        let id = request.id.clone();
        spoken(Some(&id), request.version().unwrap_or_default())?;
        if !self.endpoint.methods.contains(&request.method) {
            return Err(Turned::UnknownMethod { id, method: request.method });
        }
        let shows_forms = request.capabilities().is_some_and(message::shows_forms);
        Ok(Admitted { caller, request, shows_forms })
    }
}

/// A token beside the place and time at which it is shown.
struct Shown {
    audience: String,
    resource: String,
    expires_ms: u64,
    at: Moment,
}

/// What a token must be, beside verified.
const TOKEN: &[Check<Shown, BadToken>] = &[
    Check {
        defence: Defence::Audience,
        refusal: BadToken::OtherAudience,
        holds: |token| token.audience == token.resource,
    },
    Check {
        defence: Defence::TokenExpiry,
        refusal: BadToken::Expired,
        holds: |token| token.at.ms() < token.expires_ms,
    },
];

/// The token of a header line. Around a value may stand spaces and tabs (RFC 9110 5.6.3), between scheme and token spaces
/// (11.4), and no other blank.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim_start_matches([' ', '\t']).split_once(' ')?;
    let token = token.trim_start_matches(' ').trim_end_matches([' ', '\t']);
    scheme.eq_ignore_ascii_case("Bearer").then_some(token)
}

fn spoken(id: Option<&RequestId>, version: &str) -> Result<(), Turned> {
    if version == wire::VERSION {
        return Ok(());
    }
    Err(Turned::WrongVersion { id: id.cloned(), requested: version.to_owned() })
}

fn meta_present(request: &Request) -> Result<(), Turned> {
    let missing = |field| Err(Turned::MetaMissing { id: request.id.clone(), field });
    match (request.version(), request.capabilities()) {
        (None, _) => missing(message::META_VERSION),
        (_, None) => missing(message::META_CAPABILITIES),
        _ => Ok(()),
    }
}
