//! What the server has beside its tools: a name, and empty lists.

use rmcp_gates::rmcp::model::{
    CacheScope, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp_gates::rmcp::service::RequestContext;
use rmcp_gates::rmcp::{RoleServer, ServerHandler};
use serde_json::json;

/// How long a list may be kept, in milliseconds: five minutes.
const LIST_MS: u64 = 300_000;
/// How long what the server is may be kept, in milliseconds: ten minutes.
const DISCOVER_MS: u64 = 600_000;

/// A handler without tools of its own: those of the server stand beside it.
#[derive(Debug)]
pub(crate) struct Empty {
    name: String,
}

impl Empty {
    /// A server of this name.
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned() }
    }
}

impl ServerHandler for Empty {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_prompts().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(&self.name, env!("CARGO_PKG_VERSION")))
            .with_instructions("Whatever has an effect, or leaves the machine, asks a person first.")
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut discovered = DiscoverResult::from_server_info(Vec::new(), self.get_info());
        discovered.ttl_ms = DISCOVER_MS;
        discovered.cache_scope = CacheScope::Public;
        Ok(discovered)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(Vec::new()).with_ttl_ms(LIST_MS).with_cache_scope(CacheScope::Private))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(Vec::new()).with_ttl_ms(LIST_MS).with_cache_scope(CacheScope::Private))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let none = ListResourceTemplatesResult::with_all_items(Vec::new());
        Ok(none.with_ttl_ms(LIST_MS).with_cache_scope(CacheScope::Private))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Err(ErrorData::invalid_params("Resource not found", Some(json!({ "uri": request.uri }))))
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Err(ErrorData::invalid_params("Prompt not found", None))
    }
}
