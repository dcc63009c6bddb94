//! What a message must be before a tool is looked at.
//!
//! In this order: origin, token, raw JSON, envelope, headers, `_meta`, headers equal to the body, version, method, and the
//! shape of the parameters of a tool call.

use crate::earlier;
use crate::headers::Body;
use crate::token::{Tokens, bearer};
use crate::{BadToken, Turned};
use consent::Moment;
use grants::Grants;
use grants::audit::{About, Refusal};
use rules::{Defence, Defences, Guarded, Refused};
use scope::{BearerChallenge, Caller, Principal, ScopeSet};
use serde_json::Value;
use std::sync::Arc;
use wire::http::{Headers, Request as HttpRequest};
use wire::message::{self, Notification, Request, RequestId, ToolCall};
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
/// # use twogates::consent::{Dice, Intent};
/// # use twogates::grants::{Authority, FakeClock, Grants, Memory};
/// # #[derive(Debug)]
/// # struct Anyone;
/// # impl Authority for Anyone {
/// #     fn may_still(&self, _: &Intent) -> bool { true }
/// # }
/// # #[derive(Debug)]
/// # struct Fixed;
/// # impl Dice for Fixed {
/// #     fn draw(&self) -> [u8; 16] { [4; 16] }
/// # }
/// # let grants = Grants::new("notes", Arc::new(Memory::new(FakeClock::at(0))), Arc::new(Anyone), Arc::new(Fixed));
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
/// // `grants` has the time, and the audit.
/// let Ok(Admission::Request(admitted)) = front.admit(&request("good"), &grants) else { panic!() };
/// assert_eq!(admitted.caller.principal.subject, "alice");
///
/// let turned = front.admit(&request("stolen"), &grants).unwrap_err();
/// assert_eq!(turned.outcome(), Outcome::NoToken);
/// ```
#[derive(Debug, Clone)]
pub struct Front {
    pub(crate) endpoint: Endpoint,
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

    /// Lets a message in, or turns it away. The time is the store's.
    ///
    /// # Errors
    ///
    /// [`Turned`] by the first check that does not hold. Where the token says who sent the message, that is in the audit of
    /// `grants` when this returns.
    pub fn admit(&self, http: &HttpRequest, grants: &Grants) -> Result<Admission, Turned> {
        let mut known = None;
        let admission = self.judged(http, grants.now(), &mut known);
        admission.inspect_err(|turned| write_down(grants, known.as_ref(), turned))
    }

    /// Lets a line of stdio in. There are no headers and no token there: the caller is the configured local user.
    ///
    /// # Errors
    ///
    /// As [`Front::admit`].
    pub fn admit_line(&self, line: &str, caller: Caller, grants: &Grants) -> Result<Admission, Turned> {
        let known = caller.principal.clone();
        self.judged_line(line, caller).inspect_err(|turned| write_down(grants, Some(&known), turned))
    }

    /// The checks, in their order. Whoever the token names, good here or not, is put into `known`.
    fn judged(&self, http: &HttpRequest, at: Moment, known: &mut Option<Principal>) -> Result<Admission, Turned> {
        if http.path != self.endpoint.path {
            return Err(Turned::NoSuchPath);
        }
        if http.method != "POST" {
            return Err(Turned::NotPost);
        }
        if !http.headers.all("Origin").all(|origin| self.endpoint.origins.iter().any(|known| known == origin)) {
            return Err(Turned::ForeignOrigin);
        }
        let caller = self.authenticate(&http.headers, at, known)?;
        let message = self.read(&http.body)?;
        if let Some(notification) = Notification::read(&message) {
            let notification = notification.map_err(Turned::BadEnvelope)?;
            self.notified(&Body::of_notification(&notification), &http.headers)?;
            return Ok(Admission::Notification);
        }
        let request = Request::read(&message).map_err(Turned::BadEnvelope)?;
        self.states(&request, &http.headers).map_err(|turned| earlier::told(&request, turned))?;
        self.finish(caller, request).map(Admission::Request)
    }

    /// Whether a request states what each request must, in its headers and in its body alike.
    fn states(&self, request: &Request, headers: &Headers) -> Result<(), Turned> {
        let body = Body::of(request);
        body.named_in(headers)?;
        meta_present(request)?;
        if self.defences.on(Defence::HeaderBody) { body.equal(headers) } else { Ok(()) }
    }

    fn judged_line(&self, line: &str, caller: Caller) -> Result<Admission, Turned> {
        let message = self.read(line)?;
        if let Some(notification) = Notification::read(&message) {
            return notification.map(|_| Admission::Notification).map_err(Turned::BadEnvelope);
        }
        let request = Request::read(&message).map_err(Turned::BadEnvelope)?;
        meta_present(&request).map_err(|turned| earlier::told(&request, turned))?;
        self.finish(caller, request).map(Admission::Request)
    }

    fn authenticate(&self, headers: &Headers, at: Moment, known: &mut Option<Principal>) -> Result<Caller, Turned> {
        let (scopes, metadata) = (self.endpoint.first_scopes.clone(), &self.endpoint.metadata);
        let mut lines = headers.all("Authorization");
        // Another scheme is no token yet, and so no invalid one (rule `AUTH-20`).
        let Some(token) = lines.next().and_then(bearer) else {
            let challenge = BearerChallenge::no_token(scopes, metadata);
            return Err(Turned::NoToken { token: BadToken::Missing, challenge });
        };
        // Of two tokens, two readers could take either.
        let verified = if lines.next().is_none() { self.tokens.verify(token) } else { None };
        *known = verified.as_ref().map(|token| token.caller.principal.clone());
        verified
            .ok_or(BadToken::Unknown)
            .and_then(|token| token.good_at(&self.endpoint.resource, at, self.defences))
            .map_err(|token| {
                let challenge = BearerChallenge::invalid_token(metadata, Some(scopes));
                Turned::NoToken { token, challenge }
            })
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
            let methods = self.endpoint.methods.clone();
            return Err(Turned::UnknownMethod { id, method: request.method, methods });
        }
        if request.method == "tools/call"
            && let Err(params) = ToolCall::read(&request.params)
        {
            return Err(Turned::BadParams { id, params });
        }
        let shows_forms = request.capabilities().is_some_and(message::shows_forms);
        Ok(Admitted { caller, request, shows_forms })
    }
}

/// A store that cannot take the row changes nothing: the message is turned away anyway.
fn write_down(grants: &Grants, known: Option<&Principal>, turned: &Turned) {
    if let Some(principal) = known {
        drop(grants.refused(&Refusal { about: About::at_the_door(principal), code: turned.code() }));
    }
}

fn spoken(id: Option<&RequestId>, version: &str) -> Result<(), Turned> {
    if version == wire::VERSION {
        return Ok(());
    }
    Err(Turned::WrongVersion { id: id.cloned(), requested: version.to_owned() })
}

/// A capability that is no object declares nothing; taking it for absent would guess what was meant (C121).
const CAPABILITY_OBJECTS: &str = "io.modelcontextprotocol/clientCapabilities in which each capability is an object";

fn meta_present(request: &Request) -> Result<(), Turned> {
    let missing = |field| Err(Turned::MetaMissing { id: request.id.clone(), field });
    match (request.version(), request.capabilities()) {
        (None, _) => missing(message::META_VERSION),
        (_, None) => missing(message::META_CAPABILITIES),
        (_, Some(declared)) => match message::misshapen(declared) {
            Some(_) => missing(CAPABILITY_OBJECTS),
            None => Ok(()),
        },
    }
}
