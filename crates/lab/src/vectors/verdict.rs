//! What came back, in one word of a closed list.

use crate::host::Ending;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use wire::http::Response;

macro_rules! verdicts {
    ($($variant:ident $word:literal $says:literal;)*) => {
        /// What came back, in one word. It is read off the answer alone, so that any server can be held to it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Verdict {
            $(#[doc = $says] $variant,)*
        }

        impl Verdict {
            /// Every word.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What it means, as one sentence.
            #[must_use]
            pub const fn says(self) -> &'static str {
                match self { $(Self::$variant => $says,)* }
            }
        }
    };
}

verdicts! {
    Ran "ran" "A complete result that reports no failure.";
    Asked "asked" "A question for a person.";
    Queued "queued" "A complete result that says: approved, not yet done.";
    Told "told" "A complete result that says: an approved call was done since it was asked about, and nothing ran now.";
    Refused "refused" "A complete result with isError: true, which the model can read.";
    Listed "listed" "A complete result with tools in it.";
    Described "described" "A complete result that says what the server is.";
    Challenged "challenged" "403 with a challenge: the token does not suffice.";
    Forbidden "forbidden" "403 without a challenge.";
    Unauthorized "unauthorized" "401: a token is needed, or the one that was sent is no good.";
    InvalidParams "invalid-params" "The error -32602: an unknown tool, a parameter of the wrong shape, or a state that is refused.";
    NotJson "not-json" "The error -32700.";
    BadRequest "bad-request" "The error -32600, or 400 without a message.";
    HeaderMismatch "header-mismatch" "The error -32020.";
    MissingCapability "missing-capability" "The error -32021.";
    WrongVersion "wrong-version" "The error -32022.";
    UnknownMethod "unknown-method" "The error -32601.";
    Broken "broken" "The error -32603, or a status of 500 or more.";
    Taken "taken" "202: a notification gets no answer.";
    NotThere "not-there" "404 without a message.";
    NotPost "not-post" "405.";
    Document "document" "A document that is no JSON-RPC message.";
    Unusable "unusable" "Anything else.";
    Withheld "withheld" "The host did not send the call.";
    GaveUp "gave-up" "The client stopped stepping up.";
    TooManyRounds "too-many-rounds" "The client stopped answering.";
    Endless "endless" "Only the lab's patience ended the call.";
    Unsent "unsent" "Nothing was sent: the step that is answered asked nothing.";
    Died "died" "The worker's process ended before it recorded what it did.";
    Stalled "stalled" "The worker holds the call, and has not come to its end.";
    TakenBack "taken-back" "The operator took the yes back.";
    Idle "idle" "The worker found nothing in the queue.";
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Verdict {
    /// The word for an HTTP response.
    #[must_use]
    pub fn of_response(response: &Response, body: &Value) -> Self {
        if let Some(code) = body.pointer("/error/code").and_then(Value::as_i64) {
            return Self::of_error(code);
        }
        if let Some(result) = body.get("result") {
            return Self::of_result(result);
        }
        let challenged = response.headers.first("WWW-Authenticate").is_some();
        match response.status {
            200 if body.is_object() => Self::Document,
            202 => Self::Taken,
            400 => Self::BadRequest,
            401 => Self::Unauthorized,
            403 if challenged => Self::Challenged,
            403 => Self::Forbidden,
            404 => Self::NotThere,
            405 => Self::NotPost,
            500.. => Self::Broken,
            _ => Self::Unusable,
        }
    }

    /// The word for how a call ended at a host.
    #[must_use]
    pub fn of_ending(ending: &Ending) -> Self {
        match ending {
            Ending::Result { is_error: true, .. } => Self::Refused,
            Ending::Result { text, .. } if text.starts_with(QUEUED) => Self::Queued,
            Ending::Result { text, .. } if told(text) => Self::Told,
            Ending::Result { .. } => Self::Ran,
            Ending::Error { code, .. } => Self::of_error(*code),
            Ending::Withheld(_) => Self::Withheld,
            Ending::GaveUp(_) => Self::GaveUp,
            Ending::Asked(_) => Self::Asked,
            Ending::TooManyRounds => Self::TooManyRounds,
            Ending::Endless => Self::Endless,
            Ending::Unusable(401) => Self::Unauthorized,
            Ending::Unusable(_) => Self::Unusable,
        }
    }

    const fn of_error(code: i64) -> Self {
        match code {
            -32700 => Self::NotJson,
            -32600 => Self::BadRequest,
            -32601 => Self::UnknownMethod,
            -32602 => Self::InvalidParams,
            -32603 => Self::Broken,
            -32020 => Self::HeaderMismatch,
            -32021 => Self::MissingCapability,
            -32022 => Self::WrongVersion,
            _ => Self::Unusable,
        }
    }

    fn of_result(result: &Value) -> Self {
        let text = result.pointer("/content/0/text").and_then(Value::as_str).unwrap_or_default();
        match result.get("resultType").and_then(Value::as_str) {
            Some("input_required") => Self::Asked,
            Some("complete") if result.get("isError") == Some(&Value::Bool(true)) => Self::Refused,
            Some("complete") if result.get("tools").is_some() => Self::Listed,
            Some("complete") if result.get("supportedVersions").is_some() => Self::Described,
            Some("complete") if text.starts_with(QUEUED) => Self::Queued,
            Some("complete") if told(text) => Self::Told,
            Some("complete") => Self::Ran,
            _ => Self::Unusable,
        }
    }
}

/// How the text of a queued call begins.
const QUEUED: &str = "Approved, not yet done";

/// Whether a text tells of a queued call, or of each of a list, that was done since.
fn told(text: &str) -> bool {
    ["Done at ", "Done, each of "].iter().any(|begins| text.starts_with(begins))
}
