//! Every way in which a message can end, once: with its HTTP status, its error code and its channel.
//!
//! The specification fixes most of it. Where it is silent (the status of an unknown tool, of a refused state, of text
//! that can be read in two ways), the row is this project's choice: a JSON-RPC error that concerns one call leaves HTTP
//! at 200, one that makes the message unreadable is a 400.

use wire::result::ErrorCode;

/// How an ending is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// An HTTP response without a JSON-RPC message.
    Http,
    /// An HTTP response with a `WWW-Authenticate` challenge. On stdio, a tool result with `isError`.
    Challenge,
    /// A JSON-RPC error.
    Error(ErrorCode),
    /// A tool result with `isError: true`, which the model reads.
    ToolError,
    /// A tool result.
    ToolResult,
    /// An `input_required` result.
    Question,
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// What happened.
    pub when: &'static str,
    /// The HTTP status, where the message came over HTTP.
    pub status: u16,
    /// How it is told.
    pub channel: Channel,
}

macro_rules! outcomes {
    ($($variant:ident $when:literal $status:literal $channel:expr;)*) => {
        /// How a message ends. In the order in which the checks come.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Outcome {
            $(#[doc = $when] $variant,)*
        }

        impl Outcome {
            /// Every outcome, in the order in which the checks come.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its row.
            #[must_use]
            pub const fn row(self) -> Row {
                match self { $(Self::$variant => Row { when: $when, status: $status, channel: $channel },)* }
            }
        }
    };
}

outcomes! {
    NoSuchPath "the path is not the endpoint" 404 Channel::Http;
    NotPost "the HTTP method is not POST" 405 Channel::Http;
    ForeignOrigin "the Origin is foreign" 403 Channel::Http;
    NoToken "there is no token, or it is not good here" 401 Channel::Challenge;
    NotJson "the body is not JSON" 400 Channel::Error(ErrorCode::Parse);
    TwoReadings "the body is JSON that two readers could read differently" 400 Channel::Error(ErrorCode::InvalidRequest);
    BadEnvelope "the body is not one JSON-RPC request" 400 Channel::Error(ErrorCode::InvalidRequest);
    Notification "the body is a notification" 202 Channel::Http;
    HeaderMismatch "a required header is missing, or differs from the body" 400 Channel::Error(ErrorCode::HeaderMismatch);
    MetaMissing "a required _meta field is missing" 400 Channel::Error(ErrorCode::InvalidParams);
    WrongVersion "the protocol version is not spoken here" 400 Channel::Error(ErrorCode::UnsupportedVersion);
    UnknownMethod "the method is not one of the server's" 404 Channel::Error(ErrorCode::MethodNotFound);
    BadParams "a parameter has the wrong shape" 200 Channel::Error(ErrorCode::InvalidParams);
    UnknownTool "the tool is unknown, or undisclosed to this caller" 200 Channel::Error(ErrorCode::InvalidParams);
    InsufficientScope "the token does not cover the call" 403 Channel::Challenge;
    NoForm "the client cannot show a form" 400 Channel::Error(ErrorCode::MissingCapability);
    BadArguments "the arguments break the tool's schema" 200 Channel::ToolError;
    NotAskable "the operator's policy demands what cannot be asked" 200 Channel::ToolError;
    StoreFull "the store of grants is full" 200 Channel::ToolError;
    StoreFailed "the store of grants did not answer" 500 Channel::Error(ErrorCode::Internal);
    Asked "a person must decide" 200 Channel::Question;
    BadState "the state is tampered with, too old, or another principal's, call's or key's" 200 Channel::Error(ErrorCode::InvalidParams);
    Used "the state was used already" 200 Channel::ToolError;
    AnsweredNo "the state's question was answered with a no" 200 Channel::ToolError;
    SaidNo "a person said no, or said no too often" 200 Channel::ToolError;
    Changed "the resource changed since the question" 200 Channel::ToolError;
    NotUsable "the grant cannot be used" 200 Channel::ToolError;
    Queued "approved, not yet done" 200 Channel::ToolResult;
    DoneSince "approved to run later, and done since" 200 Channel::ToolResult;
    Undeclared "the tool itself asks for what the client did not declare" 400 Channel::Error(ErrorCode::MissingCapability);
    Failed "the tool ran and failed" 200 Channel::ToolError;
    Done "the tool ran" 200 Channel::ToolResult;
}
