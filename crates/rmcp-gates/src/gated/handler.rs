//! The handler as rmcp sees it. Tools are the gates'; everything else is the inner handler's.

use super::Gated;
use crate::passed::Passed;
use crate::{calling, rounds};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CancelledNotificationParam, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, DiscoverResult, ErrorData, GetPromptRequestParams, GetPromptResponse,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SubscriptionFilter, Tool,
    ToolsCapability,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use std::borrow::Cow;

/// The one revision that is spoken.
const VERSIONS: &[ProtocolVersion] = &[ProtocolVersion::V_2026_07_28];
/// What of the extensions is not passed on: a task would outlive the claim that it runs on.
const TASKS: &str = "io.modelcontextprotocol/tasks";
/// How long a list may be kept, in milliseconds. It changes with the token alone, and no cache is shared.
const LIST_MS: u64 = 300_000;
/// What is said where rmcp cannot read the parameters of a method of the specification.
const UNREADABLE: &str = "the parameters do not have the form that this method needs";

impl<H: ServerHandler> ServerHandler for Gated<H> {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(VERSIONS)
    }

    fn get_info(&self) -> ServerConfig {
        let mut info = self.handler.get_info();
        // What is listed was read when the server started.
        info.capabilities.tools = Some(ToolsCapability::default());
        if let Some(extensions) = info.capabilities.extensions.as_mut() {
            extensions.remove(TASKS);
        }
        info
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let capabilities = self.get_info().capabilities;
        let mut discovered = self.handler.discover(context).await?;
        discovered.supported_versions = VERSIONS.to_vec();
        discovered.capabilities = capabilities;
        Ok(discovered)
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // What rmcp read of the parameters decides nothing.
        calling::call(self, context).await
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Nobody is listed what nobody can be let through to.
        let passed = Passed::of(&context.extensions);
        let tools = passed.map(|passed| self.desk.listed(&passed.admitted().caller)).unwrap_or_default();
        let list = ListToolsResult::with_all_items(tools).with_ttl_ms(LIST_MS);
        Ok(list.with_cache_scope(CacheScope::Private))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.checked.clone().filter(|tool| tool.name == name)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.handler.complete(request, context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        rounds::of_prompt(self, request, context).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.handler.list_prompts(request, context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.handler.list_resources(request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.handler.list_resource_templates(request, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        rounds::of_resource(self, request, context).await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.handler.accepted_subscription_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.handler.listen(context).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // What rmcp cannot read of a method of the specification, it takes for one of the handler's own. A handler that passes
        // those on to another server would pass on a call of a tool, too.
        if !self.desk.own_methods.contains(&request.method) {
            return Err(ErrorData::invalid_params(UNREADABLE, None));
        }
        self.handler.on_custom_request(request, context).await
    }

    async fn on_cancelled(&self, notification: CancelledNotificationParam, context: NotificationContext<RoleServer>) {
        self.handler.on_cancelled(notification, context).await;
    }
}
