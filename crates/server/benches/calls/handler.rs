//! A handler of two tools that do next to nothing, so that all the time is that of what stands before them.

use rmcp_gates::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp_gates::rmcp::service::RequestContext;
use rmcp_gates::rmcp::{RoleServer, ServerHandler};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Payments that are only counted. Clones count together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Till(Arc<AtomicU64>);

impl ServerHandler for Till {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |name, schema| {
            let serde_json::Value::Object(schema) = schema else { panic!("a schema is an object") };
            Tool::new(name, "A tool of a benchmark.", Arc::new(schema))
        };
        let paid = tool("paid", json!({"type": "object", "properties": {}, "additionalProperties": false}));
        let pay = json!({"type": "object", "required": ["to", "amount"], "additionalProperties": false,
            "properties": {"to": {"type": "string"}, "amount": {"type": "integer", "minimum": 1}}});
        let reads = ToolAnnotations::new().read_only(true).open_world(false);
        Ok(ListToolsResult::with_all_items(vec![paid.with_annotations(reads), tool("pay", pay)]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text = match request.name.as_ref() {
            "pay" => format!("payment {}", self.0.fetch_add(1, Ordering::Relaxed)),
            _ => format!("{} payments", self.0.load(Ordering::Relaxed)),
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}
