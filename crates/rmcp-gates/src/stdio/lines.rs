//! The reader: one line after another, each judged before rmcp sees it.

use super::transport::Written;
use crate::desk::Desk;
use crate::passed::{Over, Passed};
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, GetExtensions, JsonRpcMessage};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, BufReader};
use tokio::sync::mpsc::Sender;
use tokio::task::spawn_blocking;
use twogates::scope::{Caller, ScopeSet};
use twogates::wire::message::{BadParams, RequestId};
use twogates::wire::result::{ErrorCode, error};
use twogates::{Admission, Admitted, Endpoint, Front, Token, Tokens, Turned};

/// What reads.
#[derive(Debug)]
pub(super) struct Lines<W> {
    desk: Arc<Desk>,
    front: Arc<Front>,
    line_limit: usize,
    caller: Caller,
    written: Written<W>,
}

/// Where a line leads.
enum Line {
    /// To rmcp.
    On(Box<ClientJsonRpcMessage>),
    /// To this answer.
    Back(String),
    /// Nowhere.
    Nowhere,
}

impl<W: AsyncWrite + Unpin> Lines<W> {
    pub(super) fn new(desk: Arc<Desk>, line_limit: usize, caller: Caller, written: Written<W>) -> Self {
        let endpoint = Endpoint {
            path: String::new(),
            resource: desk.server.clone(),
            metadata: String::new(),
            first_scopes: ScopeSet::default(),
            origins: Vec::new(),
            methods: desk.methods.clone(),
        };
        Self { front: Arc::new(Front::new(endpoint, Arc::new(NoTokens))), desk, line_limit, caller, written }
    }

    /// Reads until the input ends, or nobody is left who would read on or be answered.
    pub(super) async fn read<R: AsyncRead + Unpin>(self, input: R, on: Sender<ClientJsonRpcMessage>) {
        let mut input = BufReader::new(input);
        loop {
            let line = match next(&mut input, self.line_limit).await {
                Ok(Some(line)) => line,
                Ok(None) | Err(_) => return,
            };
            let gone = match self.judged(line).await {
                Line::Nowhere => false,
                Line::On(message) => on.send(*message).await.is_err(),
                Line::Back(answer) => self.written.line(&answer).await.is_err(),
            };
            if gone {
                return;
            }
        }
    }

    async fn judged(&self, line: Option<String>) -> Line {
        let Some(line) = line else {
            let what = format!("the line is longer than {} bytes", self.line_limit);
            return Line::Back(error(None, ErrorCode::InvalidRequest, &what, None).to_string());
        };
        if line.trim().is_empty() {
            return Line::Nowhere;
        }
        let (front, desk, caller) = (self.front.clone(), self.desk.clone(), self.caller.clone());
        let judging = spawn_blocking(move || {
            let admission = front.admit_line(&line, caller, desk.gates.grants());
            (admission, line)
        });
        match judging.await {
            Err(_) => Line::Nowhere,
            Ok((Err(turned), _)) => self.turned(&turned),
            Ok((Ok(Admission::Notification), line)) => match serde_json::from_str(&line) {
                Ok(message @ JsonRpcMessage::Notification(_)) => self.notified(message),
                _ => Line::Nowhere,
            },
            Ok((Ok(Admission::Request(admitted)), line)) => self.admitted(admitted, &line),
        }
    }

    fn admitted(&self, admitted: Admitted, line: &str) -> Line {
        let id = admitted.request.id.clone();
        // rmcp reads more of the shape than the gates do, and says of what it cannot read only that.
        let Ok(JsonRpcMessage::Request(mut message)) = serde_json::from_str::<ClientJsonRpcMessage>(line) else {
            return self.turned(&Turned::BadParams { id, params: BadParams("params") });
        };
        let passed = Passed::new(admitted, Over::Stdio);
        if !self.written.opened(message.id.clone(), passed.clone()) {
            return Line::Back(in_use(&id));
        }
        message.request.extensions_mut().insert(passed);
        Line::On(Box::new(JsonRpcMessage::Request(message)))
    }

    /// Of all notifications `notifications/cancelled` alone is passed on: a request cannot be taken back here by anything else.
    fn notified(&self, message: ClientJsonRpcMessage) -> Line {
        let JsonRpcMessage::Notification(notification) = &message else { return Line::Nowhere };
        let ClientNotification::CancelledNotification(cancelled) = &notification.notification else {
            return Line::Nowhere;
        };
        if let Some(id) = &cancelled.params.request_id {
            self.written.taken_back(id);
        }
        Line::On(Box::new(message))
    }

    fn turned(&self, turned: &Turned) -> Line {
        Line::Back(self.desk.reply.turned(turned).body)
    }
}

/// Two requests of one id could not be told apart by whoever reads the answers.
fn in_use(id: &RequestId) -> String {
    error(Some(id), ErrorCode::InvalidRequest, "a request with this id waits for its answer, or was taken back", None)
        .to_string()
}

/// The next line, without its end; none where the input has ended, and within it none for a line that is too long or no text.
async fn next<R: AsyncBufRead + Unpin>(input: &mut R, longest: usize) -> io::Result<Option<Option<String>>> {
    let mut line = Vec::new();
    // The line's end is not counted, nor is it what makes a line too long.
    let limit = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
    if input.take(limit).read_until(b'\n', &mut line).await? == 0 {
        return Ok(None);
    }
    if line.len() > longest && !line.ends_with(b"\n") {
        skip(input).await?;
        return Ok(Some(None));
    }
    // No text is no JSON either.
    Ok(Some(Some(String::from_utf8(line).unwrap_or_else(|_| "?".into()))))
}

/// Skips the rest of a line.
async fn skip<R: AsyncBufRead + Unpin>(input: &mut R) -> io::Result<()> {
    loop {
        let read = input.fill_buf().await?;
        let (used, ended) = match read.iter().position(|byte| *byte == b'\n') {
            Some(place) => (place + 1, true),
            None => (read.len(), read.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}

/// There are no tokens here.
#[derive(Debug)]
struct NoTokens;

impl Tokens for NoTokens {
    fn verify(&self, _: &str) -> Option<Token> {
        None
    }
}
