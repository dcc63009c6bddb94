//! The servers that are measured beside `two-gates`: this program once more, as a process of its own.

use crate::handler::Till;
use axum::Router;
use grants_sqlite::Sqlite;
use rmcp_gates::rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp_gates::rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp_gates::{Setup, ToolPolicy};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use twogates::consent::{Key, KeyRing};
use twogates::scope::{Caller, Principal, ScopeSet};
use twogates::{Token, Tokens};

/// The canonical address of the gated server.
const SERVER: &str = "https://till.example/mcp";
/// The one token that it takes.
pub(crate) const TOKEN: &str = "alice";

/// A server in a process of its own. It ends when this is dropped.
pub(crate) struct Serving {
    child: Child,
    /// As long as this is open, it serves.
    input: Option<ChildStdin>,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Serving {
    /// The handler as rmcp serves it.
    pub(crate) fn alone() -> Self {
        Self::start(&["alone".as_ref()])
    }

    /// The same handler behind both gates, with its grants in this file.
    pub(crate) fn gated(database: &Path) -> Self {
        Self::start(&["gated".as_ref(), database])
    }

    fn start(arguments: &[&Path]) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let mut child = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { input: child.stdin.take(), child, address: line.trim().parse().unwrap() }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.input.take());
        self.child.wait().ok();
    }
}

/// The life of such a process: it says where it listens, and serves until its input ends.
pub(crate) fn child(database: Option<&str>) {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    let (listener, router) = runtime.block_on(async {
        let router = match database {
            Some(database) => gated(database).await,
            None => alone(),
        };
        (TcpListener::bind("127.0.0.1:0").await.unwrap(), router)
    });
    println!("{}", listener.local_addr().unwrap());
    runtime.spawn(async move { axum::serve(listener, router).await });
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
    runtime.shutdown_background();
}

/// As it is behind the gates: without sessions, and every answer is one JSON message.
fn alone() -> Router {
    let (till, sessions) = (Till::default(), Arc::new(NeverSessionManager::default()));
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_stateless_protocol_metadata_required(true);
    Router::new().route_service("/mcp", StreamableHttpService::new(move || Ok(till.clone()), sessions, config))
}

async fn gated(database: &str) -> Router {
    let ring = KeyRing::new(Key::new("k1", &[7; 32]).unwrap());
    let setup = Setup::new(SERVER, &["pay"], ring, Arc::new(Sqlite::open(database).unwrap()));
    let gated = setup.tool("paid", ToolPolicy::read()).around(Till::default()).await.unwrap();
    gated.http(Arc::new(Alice)).unwrap().router()
}

/// One known token: how a token is verified is not measured here.
#[derive(Debug)]
struct Alice;

impl Tokens for Alice {
    fn verify(&self, token: &str) -> Option<Token> {
        let principal = Principal { issuer: "https://auth.example".into(), subject: "alice".into(), client: None };
        (token == TOKEN).then(|| Token {
            caller: Caller { principal, granted: ScopeSet::of(&["pay"]) },
            audience: SERVER.into(),
            expires_ms: u64::MAX,
        })
    }
}
