//! A handler of a few tools, written by hand, that writes down what it was called with.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequests, InputRequiredResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;
use twogates_rmcp_gates::GrantKey;

/// What became of the calls.
#[derive(Debug, Default)]
pub(crate) struct World {
    /// Each call that reached the handler: its tool, its arguments, and the key that it had.
    pub(crate) calls: Vec<(String, Value, Option<String>)>,
    /// What was done to its end.
    pub(crate) done: Vec<String>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Notes {
    pub(crate) world: Arc<Mutex<World>>,
    /// `slow` has begun.
    pub(crate) begun: Arc<Notify>,
    /// `slow` may end.
    pub(crate) go: Arc<Notify>,
    /// It has prompts and resources.
    pub(crate) prompts: bool,
    /// What it asks for itself, instead of which one.
    pub(crate) own: Arc<Mutex<Option<Value>>>,
    /// What it lists beside the tools that it always has.
    pub(crate) more: Vec<Tool>,
}

pub(crate) fn tool(name: &'static str, schema: Value) -> Tool {
    let Value::Object(schema) = schema else { panic!("a schema is an object") };
    Tool::new(name, format!("The tool {name}."), Arc::new(schema))
}

pub(crate) fn read_only() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).open_world(false)
}

/// A question of a tool's own.
pub(crate) fn which_one() -> Value {
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": "Which one?",
        "requestedSchema": {"type": "object", "properties": {"which": {"type": "string"}}}}})
}

impl Notes {
    pub(crate) fn tools(&self) -> Vec<Tool> {
        let title = json!({"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"],
            "additionalProperties": false});
        let pay = json!({"type": "object", "required": ["to", "amount"], "properties": {
            "to": {"type": "string", "pattern": "^[a-z]+$"},
            "amount": {"type": "number"},
            "currency": {"$ref": "#/$defs/Currency"},
        }, "$defs": {"Currency": {"enum": ["EUR", "CHF"], "default": "EUR"}}, "additionalProperties": false});
        let secret = json!({"type": "object", "properties": {
            "code": {"type": "string", "x-mcp-header": "Code"},
        }, "required": ["code"]});
        let mut tools = vec![
            tool("read_note", title.clone()).with_annotations(read_only()),
            tool("delete_note", title),
            tool("pay", pay),
            tool("open_vault", secret.clone()),
            tool("ghost", secret),
            tool("slow", json!({"type": "object"})),
            tool("breaks", json!({"type": "object"})),
            tool("fails", json!({"type": "object"})),
            tool("wizard", json!({"type": "object"})),
            tool("asks", json!({"type": "object"})).with_annotations(read_only()),
            tool("looks_and_breaks", json!({"type": "object"})).with_annotations(read_only()),
        ];
        tools.extend(self.more.clone());
        tools
    }

    fn asking(&self, state: &str) -> InputRequiredResult {
        let asks = self.own.lock().unwrap().clone().unwrap_or_else(which_one);
        let asks: InputRequests = serde_json::from_value(json!({"which": asks})).unwrap();
        InputRequiredResult::new(Some(asks), Some(state.to_owned()))
    }

    fn done(&self, what: String) -> CallToolResult {
        self.world.lock().unwrap().done.push(what.clone());
        CallToolResult::success(vec![ContentBlock::text(what)])
    }
}

impl ServerHandler for Notes {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools();
        if self.prompts {
            return ServerConfig::new(capabilities.enable_prompts().enable_resources().build());
        }
        ServerConfig::new(capabilities.build())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match (request.request_state.as_deref(), request.input_responses) {
            (Some("the prompt's"), Some(_)) => Ok(GetPromptResult::new(Vec::new()).into()),
            (state, _) => Ok(self.asking(&format!("the prompt's{}", state.unwrap_or_default())).into()),
        }
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match (request.request_state.as_deref(), request.input_responses) {
            (Some("the resource's"), Some(_)) => Ok(ReadResourceResult::new(Vec::new()).into()),
            (state, _) => Ok(self.asking(&format!("the resource's{}", state.unwrap_or_default())).into()),
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // In pages of four: who lists a handler follows its cursor.
        let from: usize = request.and_then(|page| page.cursor).map_or(0, |cursor| cursor.parse().unwrap());
        let tools = self.tools();
        let mut list = ListToolsResult::with_all_items(tools[from..].iter().take(4).cloned().collect());
        list.next_cursor = (from + 4 < tools.len()).then(|| (from + 4).to_string());
        Ok(list)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.world.lock().unwrap().calls.push((request.method, Value::Null, None));
        Ok(CustomResult::new(json!({})))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.clone().unwrap_or_default());
        let key = GrantKey::of(&context).map(|key| key.as_str().to_owned());
        self.world.lock().unwrap().calls.push((request.name.to_string(), arguments.clone(), key));
        Ok(match request.name.as_ref() {
            "read_note" => CallToolResult::success(vec![ContentBlock::text("the text of it")]).into(),
            "delete_note" => self.done(format!("deleted {}", arguments["title"].as_str().unwrap())).into(),
            "pay" => self.done(format!("paid {} {}", arguments["amount"], arguments["currency"])).into(),
            "slow" => {
                self.begun.notify_one();
                // A handler that heeds it stops where a client that goes away can cancel it.
                tokio::select! {
                    () = self.go.notified() => self.done("slow".into()).into(),
                    () = context.ct.cancelled() => CallToolResult::error(vec![ContentBlock::text("cancelled")]).into(),
                }
            }
            "fails" => CallToolResult::error(vec![ContentBlock::text("the disk is full")]).into(),
            "wizard" => match request.request_state.as_deref() {
                None => self.asking("one").into(),
                Some("one") => self.asking("two").into(),
                Some("two") => self.done(format!("wizard {}", json!(request.input_responses))).into(),
                Some(other) => panic!("never given: {other}"),
            },
            "asks" => match (request.request_state, request.input_responses) {
                (None, None) => self.asking("a secret of the tool's").into(),
                (state, responses) => self.done(json!([state, responses]).to_string()).into(),
            },
            "breaks" | "looks_and_breaks" => panic!("as its test wants"),
            other => self.done(other.to_owned()).into(),
        })
    }
}
