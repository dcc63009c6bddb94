//! A transport of rmcp's over two pipes. What the gates answered is written in place of what rmcp would write.

use crate::passed::Passed;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use twogates::wire::Digest;

/// How many messages wait for rmcp. After that the client waits.
const WAITING: usize = 16;
/// How many requests are remembered that were taken back.
const TAKEN_BACK: usize = 1024;

/// The transport.
#[derive(Debug)]
pub(super) struct Pipe<W> {
    written: Written<W>,
    received: (Sender<ClientJsonRpcMessage>, Receiver<ClientJsonRpcMessage>),
}

/// The output, and the requests that wait for their answers.
#[derive(Debug)]
pub(super) struct Written<W> {
    output: Arc<AsyncMutex<W>>,
    open: Arc<Mutex<Open>>,
}

/// The requests that wait for their answers, and those that were taken back. What was taken back may still run, and rmcp
/// tells answers apart by their ids alone: a later request of that id would be answered with what the earlier one gave.
#[derive(Debug, Default)]
struct Open {
    requests: HashMap<RequestId, Passed>,
    taken_back: VecDeque<Digest>,
}

impl<W: AsyncWrite + Send + Unpin + 'static> Pipe<W> {
    pub(super) fn new(output: W) -> Self {
        let written = Written { output: Arc::new(AsyncMutex::new(output)), open: Arc::default() };
        Self { written, received: channel(WAITING) }
    }

    pub(super) fn written(&self) -> Written<W> {
        self.written.clone()
    }

    /// Where messages go that rmcp is to receive. The input ends when all of these are gone.
    pub(super) fn received(&mut self) -> Sender<ClientJsonRpcMessage> {
        let (closed, _) = channel(1);
        std::mem::replace(&mut self.received.0, closed)
    }
}

impl<W> Clone for Written<W> {
    fn clone(&self) -> Self {
        Self { output: self.output.clone(), open: self.open.clone() }
    }
}

impl<W> Written<W> {
    /// A request was taken back: nobody waits for its answer.
    pub(super) fn taken_back(&self, id: &RequestId) {
        let mut open = self.open();
        if open.requests.remove(id).is_some() {
            if open.taken_back.len() == TAKEN_BACK {
                open.taken_back.pop_front();
            }
            open.taken_back.push_back(digest(id));
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: AsyncWrite + Unpin> Written<W> {
    /// Notes a request; `false` where one of this id waits for its answer already, or was taken back.
    pub(super) fn opened(&self, id: RequestId, passed: Passed) -> bool {
        let mut open = self.open();
        if open.requests.contains_key(&id) || open.taken_back.contains(&digest(&id)) {
            return false;
        }
        open.requests.insert(id, passed);
        true
    }

    /// Writes one message.
    pub(super) async fn line(&self, message: &str) -> io::Result<()> {
        let mut output = self.output.lock().await;
        output.write_all(format!("{message}\n").as_bytes()).await?;
        output.flush().await
    }

    /// What is written of a message of rmcp's: what the gates answered in its place, where they did; and nothing where its
    /// request was taken back, for what rmcp has is then not what happened.
    fn text(&self, message: &ServerJsonRpcMessage) -> io::Result<Option<String>> {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        let passed = id.map(|id| self.open().requests.remove(id));
        match passed {
            Some(None) => Ok(None),
            Some(Some(ref passed)) if let Some(answer) = passed.answered() => Ok(Some(answer.body.clone())),
            _ => serde_json::to_string(message).map(Some).map_err(io::Error::other),
        }
    }
}

fn digest(id: &RequestId) -> Digest {
    Digest::of("two-gates/rmcp-gates/id/1", &[format!("{id:?}").as_bytes()])
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Pipe<W> {
    type Error = io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let written = self.written.clone();
        async move {
            match written.text(&item)? {
                Some(text) => written.line(&text).await,
                None => Ok(()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.received.1.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.received.1.close();
        Ok(())
    }
}
