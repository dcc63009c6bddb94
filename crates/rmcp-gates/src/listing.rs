//! What a handler lists of itself, before there is any caller.

use crate::BadSetup;
use rmcp::ServerHandler;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage, ServerResult, Tool as Listed};
use rmcp::service::serve_directly;
use rmcp::transport::OneshotTransport;
use serde_json::json;
use std::sync::Arc;
use twogates::wire::VERSION;
use twogates::wire::message::{META_CAPABILITIES, META_VERSION};

/// How many pages of tools are read.
const PAGES: usize = 1000;

/// The tools of a handler, page by page.
pub(crate) async fn tools<H: ServerHandler>(handler: &Arc<H>) -> Result<Vec<Listed>, BadSetup> {
    let mut tools = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES {
        let (page, next) = page(handler, cursor).await.map_err(|what| BadSetup::Unlisted { what })?;
        tools.extend(page);
        match next {
            Some(next) => cursor = Some(next),
            None => return Ok(tools),
        }
    }
    Err(BadSetup::Unlisted { what: format!("its list has more than {PAGES} pages") })
}

async fn page<H: ServerHandler>(
    handler: &Arc<H>,
    cursor: Option<String>,
) -> Result<(Vec<Listed>, Option<String>), String> {
    let mut params = json!({"_meta": {META_VERSION: VERSION, META_CAPABILITIES: {}}});
    if let (Some(params), Some(cursor)) = (params.as_object_mut(), cursor) {
        params.insert("cursor".into(), cursor.into());
    }
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params});
    let message: ClientJsonRpcMessage = serde_json::from_value(request).map_err(|error| error.to_string())?;
    let (transport, mut answers) = OneshotTransport::new(message);
    let _serving = serve_directly(handler.clone(), transport, None);
    loop {
        match answers.recv().await {
            Some(ServerJsonRpcMessage::Response(response)) => {
                return match response.result {
                    ServerResult::ListToolsResult(list) => Ok((list.tools, list.next_cursor)),
                    _ => Err("it answered with something else".into()),
                };
            }
            Some(ServerJsonRpcMessage::Error(error)) => return Err(error.error.message.into_owned()),
            // Whatever it notifies of meanwhile.
            Some(_) => {}
            None => return Err("it did not answer".into()),
        }
    }
}
