//! stdio: each line is read strictly first, and the same line goes on to rmcp.

mod lines;
mod transport;

use crate::gated::Gated;
use lines::Lines;
use rmcp::ServerHandler;
use rmcp::service::serve_directly;
use tokio::io::{AsyncRead, AsyncWrite};
use transport::Pipe;
use twogates::scope::Caller;

/// How long a line may be when nothing else is said, in bytes: as long as a body over HTTP.
const LINE_LIMIT: usize = 1 << 20;

impl<H: ServerHandler> Gated<H> {
    /// Serves it over two pipes, line by line, to the local user that the server was configured with: there is no token, and
    /// nothing that a client says of itself makes it somebody else. A scope that does not suffice is told as a tool result.
    ///
    /// Returns when the input has ended and nothing runs on a claim any more.
    pub async fn stdio<R, W>(&self, caller: Caller, input: R, output: W)
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        self.stdio_in_lines_of(LINE_LIMIT, caller, input, output).await;
    }

    /// The same, of lines of at most so many bytes. A longer one is skipped, and answered with an error.
    pub async fn stdio_in_lines_of<R, W>(&self, line_limit: usize, caller: Caller, input: R, output: W)
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let mut pipe = Pipe::new(output);
        let lines = Lines::new(self.desk().clone(), line_limit, caller, pipe.written());
        let reading = tokio::spawn(lines.read(input, pipe.received()));
        // Its end is the input's: what is left of it is in the store.
        serve_directly(self.clone(), pipe, None).waiting().await.ok();
        reading.abort();
        self.idle().await;
    }
}
