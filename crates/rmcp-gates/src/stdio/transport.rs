//! A transport of rmcp's over two pipes. What the gates answered is written in place of what rmcp would write.

use crate::passed::Passed;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex as AsyncMutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many messages wait for rmcp. After that the client waits.
const WAITING: usize = 16;

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
    open: Arc<Mutex<HashMap<RequestId, Passed>>>,
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
    pub(super) fn closed(&self, id: &RequestId) -> Option<Passed> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(id)
    }
}

impl<W: AsyncWrite + Unpin> Written<W> {
    /// Notes a request; `false` where one of this id waits for its answer already.
    pub(super) fn opened(&self, id: RequestId, passed: Passed) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.contains_key(&id) {
            return false;
        }
        open.insert(id, passed);
        true
    }

    /// Writes one message.
    pub(super) async fn line(&self, message: &str) -> io::Result<()> {
        let mut output = self.output.lock().await;
        output.write_all(format!("{message}\n").as_bytes()).await?;
        output.flush().await
    }

    /// What is written of a message of rmcp's: what the gates answered in its place, where they did.
    fn text(&self, message: &ServerJsonRpcMessage) -> io::Result<String> {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        let passed = id.and_then(|id| self.closed(id));
        match passed.as_ref().and_then(Passed::answered) {
            Some(answer) => Ok(answer.body.clone()),
            None => serde_json::to_string(message).map_err(io::Error::other),
        }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Pipe<W> {
    type Error = io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let written = self.written.clone();
        async move { written.line(&written.text(&item)?).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.received.1.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.received.1.close();
        Ok(())
    }
}
