//! The worker's side: approved calls that waited in a queue.

use crate::Queued;
use crate::calling::{Came, run};
use crate::desk::{Desk, Kind};
use crate::gated::Gated;
use crate::wrapped::Wrapped;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ClientJsonRpcMessage, ErrorData};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::transport::OneshotTransport;
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use twogates::grants::{Claim, Grant, NotUsable};
use twogates::wire::VERSION;
use twogates::wire::message::{META_CAPABILITIES, META_VERSION};

/// What is said where a worker's call broke off before its end was stored: time will say that it is not known.
const BROKE_OFF: &str = "the tool broke off";

impl<H: ServerHandler> Gated<H> {
    /// Runs an approved call that waited in a queue: what became of its grant. The worker presents the reference and its own
    /// tool, and no token; the [`Authority`](twogates::grants::Authority) says whether the principal may still do this. A
    /// delivery that comes twice finds the grant used.
    ///
    /// A tool of the handler has nobody to ask for anything more here: where it does, its outcome is unknown.
    ///
    /// # Errors
    ///
    /// [`NotUsable`] says why not.
    pub async fn work(&self, queued: &Queued) -> Result<Grant, NotUsable> {
        let (desk, reference) = (self.desk().clone(), queued.reference.clone());
        match desk.find(&queued.tool) {
            None => Err(NotUsable::OtherContract),
            Some(Kind::Native(tool)) => {
                let running = desk.running.clone();
                let worked = running.spawn_blocking(move || tool.work(&desk.gates, &reference));
                worked.await.map_err(broke_off)?
            }
            Some(Kind::Wrapped(tool)) => {
                let (claiming, gates) = (tool.clone(), desk.clone());
                let claimed = spawn_blocking(move || gates.gates.claim(&*claiming, &reference));
                let claim = claimed.await.map_err(broke_off)??;
                let running = desk.running.clone();
                running.spawn(called(self.handler().clone(), desk, tool, claim)).await.map_err(broke_off)?
            }
        }
    }
}

/// Calls the handler on a claim, where there is no request: rmcp is given one, so that a handler has the context that it
/// always has.
async fn called<H: ServerHandler>(
    handler: Arc<H>,
    desk: Arc<Desk>,
    tool: Arc<Wrapped>,
    claim: Claim<Wrapped>,
) -> Result<Grant, NotUsable> {
    let (told, came) = oneshot::channel();
    let params = json!({"name": tool.listed.name, "_meta": {META_VERSION: VERSION, META_CAPABILITIES: {}}});
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let message: ClientJsonRpcMessage = serde_json::from_value(request).map_err(broke_off)?;
    let (transport, _answers) = OneshotTransport::new(message);
    let _serving =
        serve_directly(Working { handler, desk, job: Mutex::new(Some((tool, claim, told))) }, transport, None);
    match came.await.map_err(broke_off)? {
        Came::Gave(_, Some(grant)) | Came::Kept(grant) | Came::BrokeOff(Some(grant)) | Came::Undeclared(_, grant) => {
            Ok(*grant)
        }
        Came::Gave(_, None) | Came::BrokeOff(None) => Err(broke_off("")),
        Came::Unkept(unusable) => Err(unusable),
    }
}

/// A server of one call.
struct Working<H> {
    handler: Arc<H>,
    desk: Arc<Desk>,
    job: Mutex<Option<Job>>,
}

type Job = (Arc<Wrapped>, Claim<Wrapped>, oneshot::Sender<Came>);

impl<H: ServerHandler> ServerHandler for Working<H> {
    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((tool, claim, told)) = job {
            let came = run(self.handler.clone(), self.desk.clone(), tool, (claim, None), context).await;
            // Whoever waits for it may have gone; the store knows.
            told.send(came).ok();
        }
        Ok(CallToolResult::success(Vec::new()).into())
    }
}

fn broke_off<E>(_: E) -> NotUsable {
    NotUsable::Unavailable(BROKE_OFF.into())
}
